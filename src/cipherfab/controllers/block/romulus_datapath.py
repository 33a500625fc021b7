# SPDX-License-Identifier: Apache-2.0
"""What the controllers of Romulus-N have in common: key and counter at home in the cipher, padding,
messages, the tag. How a block of associated data comes into the state is theirs.
"""

from abc import abstractmethod
from collections.abc import Sequence

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from ...architectures.iterated.restored import IteratedRestored
from ...modes.romulus import (
    AD_TWEAK,
    BLOCK,
    FIRST_COUNTER,
    LAST_AD,
    LAST_MESSAGE,
    MESSAGE,
    RomulusN,
    feedback,
    next_counter,
)
from ...primitives.primitive import State
from ...words import SoftwareWord
from ...words.bits import swap_bytes
from ...words.hardware import build
from ..parts.byte_masks import count_bytes, only_if
from ..parts.declared import During, Flag, Wire, block_bits
from .core import BlockCore
from .on_shares import named

AD_PADDED, MESSAGE_PADDED = 2, 1
"""Section 2.4.1: what a padded last block adds to the domain."""


class RomulusDatapath(BlockCore):
    """Controls the cipher. A subclass says what is added to the state, and what associated data
    does.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher`` with the parts of its tweakey as inputs, of which key
            and counter rest (`IteratedRestored`); it computes on with ``in_plaintext``
            (``feedback``) and takes ``in_tweak`` as it is given (``gated``).
        decrypts: False for a core that only encrypts.
        key_bits: of ``key_word``, in which the key comes; the whole key if not given.

    Ports, attributes: see `BlockCore`. ``short`` is 1 while the next block is for a tweak that is
    shorter than the state.
    """

    aead: RomulusN
    answers_late = False
    keeps_key = answers_tag = compares_answer = True

    skips = Wire("The counter comes back as that of the second next block.", name="counter_skips")
    restarts = Wire("It comes back as that of block 1.", name="counter_restarts")
    domain = Wire("The domain of the call, without the member of the family.", 8)
    padded_block = Wire("The block, with its length if it is not full.", block_bits)
    is_tweak = Flag("The next block of associated data is a tweak.", name="block_is_tweak")
    ended = Flag("All associated data were taken.", name="ad_has_ended")
    padded = Flag("Their last block was not full.", name="ad_is_padded")
    is_message = During("MESSAGE")

    def __init__(
        self,
        aead: RomulusN,
        cipher: IteratedRestored,
        *,
        decrypts: bool = True,
        shares: int = 1,
        key_bits: int | None = None,
    ):
        self.key_bits = key_bits or 8 * aead.key_bytes
        self.tweak_bytes = aead.tweakeys.tweak_bytes
        self.short_bytes = (self.tweak_bytes,) if self.tweak_bytes < BLOCK else ()
        super().__init__(aead, cipher, decrypts=decrypts, shares=shares)

    def key_ports(self) -> dict:
        """A word of the key at a time."""
        return {"key_word": In(self.key_bits), "key_write": In(1), "key_free": Out(1)}

    def datapath(self, m):
        self._registers(m)
        keystream = self.each(
            lambda share: build(
                m,
                lambda words: {"keystream": feedback(words["state"])},
                {"state": self.result(share)},
                prefix=named("g_", share),
            )["keystream"]
        )
        m.d.comb += [
            self.padded_block.eq(self.each(self._padded)),
            self.tag.eq(keystream),
            self.tag_valid.eq(self.ready),
            # While the tag leaves no block is offered, so that this is the key stream alone.
            self.answer.data.eq(keystream ^ self.block.data),
            self.answer.mask.eq(self.block.mask),
            *self._inputs(),
            self.cipher.in_valid.eq(self.call),
            self.cipher.out_ready.eq(1),
        ]
        self._count(m)
        self._keep_key(m)
        if self.short_bytes:
            m.d.comb += self.short.eq(self.is_tweak)

    def _inputs(self) -> list:
        """Assignments to what goes into the cipher, but for counter and key."""
        cipher = self.cipher
        return [
            cipher.in_plaintext.eq(cipher.out_ciphertext ^ self._added()),
            # A message begins with a state of 0.
            cipher.in_clear.eq(self.starting),
            cipher.in_tweak.eq(self._tweak()),
            cipher.in_domain.eq(self.domain ^ self.aead.tweakeys.member),
        ]

    def _padded(self, share: int):
        """A share of the block, with its length if it is not full, which is public."""
        block = self.part(self.block.data, share)
        # What is public is added to one share alone.
        return block if share else block | count_bytes(self.block.mask)

    @abstractmethod
    def _added(self):
        """What is added to the state; 0 while nothing is."""

    def _text(self, as_it_is, deciphers):
        """The block as it is added to the state: with its padding, and the plaintext that it
        becomes, in the bytes of these masks.
        """
        given, answered = self.valid_bits(as_it_is), self.valid_bits(deciphers)
        return self.each(
            lambda share: (
                (self.part(self.padded_block, share) & given)
                | (self.part(self.answer.data, share) & answered)
            )
        )

    def _keep_key(self, m: Module) -> None:
        """The cipher's last tweakey word is the key's only register; a new key is shifted in."""
        cipher = self.cipher
        m.d.comb += [
            # Words come first byte first, so each pushes those before it up.
            cipher.in_key.eq(Cat(self.key_word, cipher.kept_key)[: 8 * self.aead.key_bytes]),
            cipher.in_write_key.eq(self.key_write),
            cipher.in_back_key.eq(cipher.came_back_key),
            self.key_free.eq(cipher.in_ready),
        ]

    def _registers(self, m: Module, *more: Signal) -> None:
        """What is known of the associated data so far, with ``more`` of it; as a message finds
        it."""
        with m.If(self.starting):
            m.d.sync += [
                *(register.eq(0) for register in more),
                self.is_tweak.eq(0),
                self.ended.eq(0),
            ]

    def _count(self, m: Module) -> None:
        """The counter comes back from a call as that of the next block, of the second next, or of
        block 1.

        What comes back is the tweakey's: least significant byte first.
        """
        cipher = self.cipher
        first = self.first_counter
        skips, restarts = self._of_the_call(m, self.skips), self._of_the_call(m, self.restarts)
        following = self._following(m, cipher.came_back_counter, skips, restarts)
        m.d.comb += [
            cipher.in_back_counter.eq(following),
            cipher.in_counter.eq(first),
            cipher.in_write_counter.eq(self.starting),
        ]

    @property
    def first_counter(self) -> int:
        """That of block 1."""
        return int(swap_bytes(SoftwareWord(self.aead.tweakeys.counter_bits, FIRST_COUNTER)))

    def _following(self, m: Module, counter, skips, restarts):
        """The counter of the next call."""
        one = build(m, _following, {"counter": counter}, prefix="next_")["counter"]
        two = build(m, _following, {"counter": one}, prefix="second_next_")["counter"]
        return Mux(restarts, self.first_counter, Mux(skips, two, one))

    def _of_the_call(self, m: Module, decision: Signal):
        """What was decided when the call began that is under way."""
        # A call of one cycle comes back in the cycle in which it begins.
        if self.cipher.cycles == 1:
            return decision
        register = Signal(name=f"{decision.name}_later", reset_less=True)
        with m.If(self.ready):
            m.d.sync += register.eq(decision)
        return register

    def _tweak(self):
        """The nonce or the block; 0 while the cipher takes neither."""
        block = self.padded_block
        if self.short_bytes:
            count = Mux(self._tweak_is_full(), 0, count_bytes(self.block.mask))
            block = self.block.data[-8 * self.tweak_bytes :] | count
        return only_if(self.ready & self.is_tweak, block) | only_if(
            self.ready & ~self.is_tweak, self.nonce
        )

    def _tweak_is_full(self):
        return self.block.mask[BLOCK - self.tweak_bytes]

    def _decide(self, m: Module, free, *, taken: Sequence = (), ended: Sequence = ()) -> None:
        """What follows from the next block of associated data, which is taken where it is
        ``free``; the call with the nonce when all were.

        Args:
            taken, ended: what else is assigned with a block, and with that call.
        """
        block = self.block
        m.d.comb += [
            block.ready.eq(free),
            self.call.eq(self.ended | (block.valid & self.is_tweak)),
            self.domain.eq(Mux(self.ended, LAST_AD | Mux(self.padded, AD_PADDED, 0), AD_TWEAK)),
            # The counter counts blocks, of which a call takes two, unless this is the last.
            self.skips.eq(~block.last),
            # The message counts its blocks from 1 again.
            self.restarts.eq(self.ended),
        ]
        with m.If(block.valid & free):
            m.d.sync += [
                *taken,
                self.is_tweak.eq(~self.is_tweak & ~block.last),
                self.ended.eq(block.last),
                self.padded.eq(~Mux(self.is_tweak, self._tweak_is_full(), self.full)),
            ]
        with m.If(self.ended & self.ready):
            m.d.sync += list(ended)
            self.enter(m, "MESSAGE")

    def message(self, m):
        """A call for each block, which is answered at once."""
        block, free = self.block, Signal(name="message_is_free")
        m.d.comb += [
            # An empty message has a call and no answer.
            free.eq(self.ready & (self.empty | self.answer.ready)),
            block.ready.eq(free),
            self.answer.valid.eq(block.valid & self.ready & ~self.empty),
            self.domain.eq(
                Mux(block.last, LAST_MESSAGE | Mux(self.full, 0, MESSAGE_PADDED), MESSAGE)
            ),
        ]
        with m.If(block.valid & free):
            m.d.comb += self.call.eq(1)
            with m.If(block.last):
                self.to_tag(m)


def _following(words: State) -> State:
    """The counter of the next block, as the tweakey has it."""
    return {"counter": swap_bytes(next_counter(swap_bytes(words["counter"])))}

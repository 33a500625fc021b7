# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of Romulus-T, of `romulus_h`: a new key for every block, then Romulus-H.

A block of message takes two calls, key stream and next key. What is hashed is gathered in two
halves, a call for each of two: associated data and ciphertext, each with its padding, the nonce,
the counter. In a decryption plaintext leaves before the tag is known, as in modes with one pass.
"""

from enum import IntEnum
from functools import partial

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.romulus import BLOCK, THREE_BLOCKS, next_counter
from ...modes.romulus_h import FIRST, FIRST_KEY, NEXT_KEY, ONE, STREAM, TAG, TWO, RomulusT
from ...words.bits import swap_bytes
from ...words.hardware import build
from ..block.core import BlockCore
from ..parts.byte_masks import only_if
from ..parts.declared import During, Flag, Register, Wire
from ..request import Takes
from .message_buffer import byte_count

SIZE = 8 * BLOCK

COUNTER_BYTES = 7


class Then(IntEnum):
    """Where a message goes on when what was gathered is hashed."""

    AD = 0
    MESSAGE = 1
    NEXT_KEY = 2
    AD_PADDING = 3
    MESSAGE_PADDING = 4
    NONCE = 5
    END = 6
    SUM = 7


class RomulusTCore(BlockCore):
    """Controls the cipher.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher`` whose result stays until the next start.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.
    """

    aead: RomulusT
    answers_late = False
    answers_tag = compares_answer = True

    subkey = Register("The key of a block.", SIZE)
    chain_l, chain_r = Register("L.", SIZE, name="l"), Register("R.", SIZE, name="r")
    first = Register("The first half of what is gathered.", SIZE, name="first_half")
    second = Register("The second half.", SIZE, name="second_half")
    gathers, odd = Wire("A half is taken."), Flag("The first one was.", name="has_first")
    then = Flag("The state behind the hash.", Then)
    keyed, streamed = Flag("The block has its key."), Flag("And its key stream, or a call for it.")
    final = Flag("The last block of the hash is at work.")
    counts, counter = Wire("The counter goes on."), Register("It.", 8 * COUNTER_BYTES)
    is_message, is_next_key, is_hash_1, is_hash_2, is_nonce, is_end, is_sum, is_tag = map(
        During, ("MESSAGE", "NEXT_KEY", "HASH_1", "HASH_2", "NONCE", "END", "SUM", "TAG")
    )
    is_padding = During("AD_PADDING MESSAGE_PADDING")

    def __init__(self, aead: RomulusT, cipher, *, decrypts: bool = True):
        super().__init__(aead, cipher, decrypts=decrypts)
        self.ready, self.out = ~self.under_way, cipher.out_ciphertext

    @property
    def ad_sizes(self):
        return (self.aead.block_bytes,)

    def datapath(self, m: Module) -> None:
        cipher = self.cipher
        m.d.comb += [
            self.answer.data.eq(self.out ^ only_if(~self.is_tag, self.block.data)),
            self.answer.mask.eq(self.block.mask),
            self.tag.eq(self.out),
            self.tag_valid.eq(self.ready),
            cipher.in_valid.eq(self.call),
            cipher.out_ready.eq(1),
        ]
        self._counter(m)
        self._inputs(m)
        self._results(m)
        self._halves(m)

    def _counter(self, m: Module) -> None:
        following = build(
            m,
            lambda words: {"next": next_counter(words["x"])},
            {"x": self.counter},
            prefix="counter_",
        )
        with m.If(self.counts):
            m.d.sync += self.counter.eq(following["next"])
        with m.If(self.starting):
            m.d.sync += self.counter.eq(FIRST)

    def _inputs(self, m: Module) -> None:
        """Block and tweakey of a call: of the hash, or with domain, counter and key."""
        cipher = self.cipher
        is_hash, is_sum = self.is_hash_1 | self.is_hash_2, self.is_sum
        is_first_key = self.is_message & ~self.keyed
        domain = Signal(8, name="domain")
        m.d.comb += domain.eq(
            Mux(is_sum, TAG, Mux(is_first_key, FIRST_KEY, Mux(self.is_next_key, NEXT_KEY, STREAM)))
        )
        words = {
            # Figure 2.9: the first key and the tag have the counter 0.
            "counter": only_if(~(is_sum | is_first_key), self.counter),
            "domain": domain,
            # The second half of the digest is the tweak of the last call; other calls have none.
            "tweak": only_if(is_sum, self.chain_r),
            "key": Mux(is_sum | is_first_key, self.key, self.subkey),
        }
        tweakey = build(m, THREE_BLOCKS.encode, words, prefix="encode_")["tweakey"]
        # Figure 2.11: 1 in front of the second call, and 2 in front of the last block.
        added = Mux(
            self.is_hash_2, _constant(ONE), Mux(self.is_hash_1 & self.final, _constant(TWO), 0)
        )
        m.d.comb += [
            cipher.in_plaintext.eq(Mux(is_hash | is_sum, self.chain_l ^ added, self.nonce)),
            cipher.in_tweakey.eq(Mux(is_hash, Cat(self.second, self.first, self.chain_r), tweakey)),
        ]

    def _results(self, m: Module) -> None:
        """What becomes of a result: when it leaves, the state is still that of its call, or the
        next one.

        With the second call of the hash, R is in the cipher; its register then has the next L.
        """
        kind = Signal(2, name="call_under_way")
        with m.If(self.started):
            # 3: the second call of the hash; 2: a key; 1 and 0: nothing is kept of the result.
            m.d.sync += kind.eq(
                Cat(
                    self.is_hash_1 | self.is_hash_2,
                    self.is_hash_2 | self.is_next_key | (self.is_message & ~self.keyed),
                )
            )
        with m.If(self.starting):
            m.d.sync += [self.chain_l.eq(0), self.chain_r.eq(0)]
        with m.Elif(self.started & self.is_hash_1 & self.final):
            m.d.sync += self.chain_l.eq(self.chain_l ^ _constant(TWO))
        with m.Elif(self.started & self.is_hash_2):
            m.d.sync += self.chain_r.eq(self.out ^ self.chain_l)
        with m.Elif(self.left & (kind == 3)):
            m.d.sync += [
                self.chain_l.eq(self.chain_r),
                self.chain_r.eq(self.out ^ self.chain_l ^ _constant(ONE)),
            ]
        with m.If(self.left & (kind == 2)):
            m.d.sync += self.subkey.eq(self.out)

    def _halves(self, m: Module) -> None:
        """What is gathered for the hash."""
        mask = self.block.mask
        stream = self.out & self.valid_bits(
            Cat(bit & self.is_message & ~self.decrypt for bit in mask)
        )
        text = (self.block.data ^ stream) | byte_count(mask)
        counter = build(
            m,
            lambda words: {"swapped": swap_bytes(words["x"])},
            {"x": self.counter},
            prefix="counter_",
        )
        ends, rest = self.is_end, Const(0, SIZE - 8 * COUNTER_BYTES)
        counted = Cat(rest, counter["swapped"])
        given = Mux(ends, counted, Mux(self.is_nonce, self.nonce, only_if(~self.is_padding, text)))
        with m.If(self.gathers):
            m.d.sync += self.odd.eq(~self.odd)
            with m.If(self.odd):
                # The last block ends with the number of its bytes: those of nonce and counter.
                m.d.sync += self.second.eq(given | Mux(ends, COUNTER_BYTES + BLOCK, 0))
            with m.Else():
                m.d.sync += [
                    self.first.eq(given),
                    # The padding of the last block; any other has a second half.
                    self.second.eq(COUNTER_BYTES),
                ]
        with m.If(self.starting):
            m.d.sync += [self.odd.eq(0), self.keyed.eq(0), self.streamed.eq(0), self.final.eq(0)]

    def _gather(self, m: Module, *then) -> None:
        """Take a half, and go on with the first of ``then`` whose condition holds; the hash
        comes before, if it has two."""
        m.d.comb += self.gathers.eq(1)
        # The last assignment wins, and the first condition that holds must.
        for condition, target in reversed(then):
            with m.If(condition):
                m.d.sync += self.then.eq(target)
        # Behind the second half a block of the hash is whole.
        with m.If(self.odd):
            self.enter(m, "HASH_1")
        with m.Else():
            self.enter(m, "THEN")

    def states(self) -> dict:
        """Padding, nonce and counter; the calls of the hash, and those of the message's keys."""
        gathered = {"AD_PADDING": "MESSAGE", "MESSAGE_PADDING": "NONCE", "NONCE": "END"}
        called = {"HASH_1": "HASH_2", "HASH_2": "THEN", "NEXT_KEY": "MESSAGE"}
        return {
            **{name: partial(self._gather_only, then=Then[at]) for name, at in gathered.items()},
            "END": self._end,
            "THEN": self._then,
            **{name: partial(self._call, target=at) for name, at in called.items()},
            "SUM": self._sum,
        }

    def _gather_only(self, m: Module, then: Then) -> None:
        self._gather(m, (Const(1), then))

    def _then(self, m: Module) -> None:
        # A cycle later than the half was taken, since `then` was written with it.
        with m.Switch(self.then):
            for target in Then:
                with m.Case(target):
                    self.enter(m, target.name)

    def _call(self, m: Module, target: str) -> None:
        # The first call of the hash needs L and R, which the call before may still change.
        m.d.comb += self.call.eq(self.ready if target == "HASH_2" else 1)
        with m.If(self.started):
            if target == "MESSAGE":
                m.d.comb += self.counts.eq(1)
            self.enter(m, target)

    def associated_data(self, m: Module) -> None:
        """Each block is gathered; none of empty data."""
        block = self.block
        m.d.comb += block.ready.eq(1)
        with m.If(block.valid & self.empty):
            self.enter(m, "MESSAGE")
        with m.Elif(block.valid):
            self._gather(
                m, (~block.last, Then.AD), (self.full, Then.AD_PADDING), (Const(1), Then.MESSAGE)
            )

    def message(self, m: Module) -> None:
        """The first key, the key stream; then the answer, which is gathered as ciphertext."""
        block, there = self.block, self.streamed & self.ready
        m.d.comb += [
            self.answer.valid.eq(there),
            block.ready.eq((there & self.answer.ready) | self.empty),
            self.call.eq(block.valid & ~self.empty & self.ready & ~self.streamed),
        ]
        with m.If(self.started):
            m.d.sync += [self.keyed.eq(1), self.streamed.eq(self.keyed)]
        with m.If(block.valid & self.empty):
            self.enter(m, "NONCE")
        with m.Elif(there & self.answer.ready):
            # Behind other blocks the call for the next key counts.
            m.d.comb += self.counts.eq(block.last)
            m.d.sync += self.streamed.eq(0)
            self._gather(
                m,
                (~block.last, Then.NEXT_KEY),
                (self.full, Then.MESSAGE_PADDING),
                (Const(1), Then.NONCE),
            )

    def _end(self, m: Module) -> None:
        """The counter, in the last block of the hash."""
        m.d.comb += self.gathers.eq(1)
        m.d.sync += [self.then.eq(Then.SUM), self.final.eq(1)]
        self.enter(m, "HASH_1")

    def _sum(self, m: Module) -> None:
        m.d.comb += self.call.eq(self.ready)
        with m.If(self.started):
            self.to_tag(m)


def _constant(value: bytes) -> Const:
    return Const(int.from_bytes(value, "big"), SIZE)


MODELS = (RomulusT,)

TAKES = Takes(folds=True)

# Decryption needs no inverse cipher.
make = RomulusTCore.of

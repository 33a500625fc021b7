# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `romulus_m`, on `two_pass`: Romulus-M around one tweakable block
cipher.

The state of the tag stays in the cipher. Blocks of associated data and of message go in turn to the
state, added without a step, and to the tweak of the call that follows; so none waits in a register.

The key stream has a state of its own, which begins with the tag. In an encryption the tag then goes
to a register; in a decryption the state that the cipher does not hold is there.
"""

from functools import cached_property

from amaranth.hdl import Cat, Module, Mux, Signal, Value

from ...modes.romulus import THREE_BLOCKS, feedback, next_counter
from ...modes.romulus_m import (
    AD,
    AD_EVEN,
    AD_PADDED,
    FIRST,
    LAST,
    MESSAGE,
    MESSAGE_EVEN,
    MESSAGE_PADDED,
    STREAM,
    RomulusM,
)
from ...words.hardware import build
from ..contract import Takes
from ..parts.byte_masks import only_if
from ..parts.declared import During, Flag, Register, Wire, block_bits
from ..request import Request
from .core import Call, TwoPassCore, cipher_of
from .message_buffer import byte_count


class RomulusMCore(TwoPassCore):
    """Controls the cipher.

    Args:
        aead, buffer_bytes, decrypts: see `TwoPassCore`.
        cipher: component for ``aead.cipher`` whose result stays on ``out_ciphertext`` until the
            next start; it computes on with ``in_plaintext``, and ``in_load`` loads it.
    """

    aead: RomulusM
    stream_takes_text = True

    other = Register("The other state, or the tag.", block_bits, name="other_state")
    fresh = Flag("The state is still 0.", name="state_is_zero")
    streams = Flag("The key stream of this message has begun.")
    ended = Flag("An empty message was taken.", name="empty_message_is_in")
    is_tweak = Flag("The next block is the tweak of a call.", name="block_is_tweak")
    is_ad, is_message, is_stream, is_sum = map(During, ("AD", "MESSAGE", "STREAM", "SUM"))
    takes_ad, takes_nothing = Wire("A block of them is taken."), Wire("An empty message is.")

    @property
    def ad_sizes(self):
        return (self.aead.block_bytes,)

    @cached_property
    def padded_text(self) -> Value:
        """The block for the tag with its length, if it is not full."""
        return self.text | byte_count(self.text_mask)

    def tagging(self, m: Module) -> None:
        self._inputs(m)
        self._tweakey(m)
        self._other(m)
        self._what_was_taken(m)

    def _inputs(self, m: Module) -> None:
        cipher = self.cipher
        state = cipher.out_ciphertext
        words = build(
            m, lambda words: {"stream": feedback(words["state"])}, {"state": state}, prefix="g_"
        )
        m.d.comb += [
            self.keystream.eq(words["stream"]),
            # In an encryption the key stream needs the state: the tag was put aside.
            self.tag.eq(Mux(self.decrypt | ~self.streams, self.keystream, self.other)),
            self.tag_valid.eq(self.ready),
            self.tag_result_leaves.eq(1),
            self.needs_call.eq(self.is_tweak),
            cipher.in_plaintext.eq(self._presented(state)),
            # A block for the state enters without a call; one for the tweak starts a call.
            cipher.in_load.eq(self.loads | (self.takes_ad & ~self.is_tweak)),
        ]

    def _presented(self, state):
        """The state that goes on, and the block; steered by registers."""
        ready, ends = self.ready, self.buffer.last
        first = ready & ~self.streams
        received, begins = first & self.is_stream, first & self.text_leaves
        # The register is not cleared; a message finds a state of 0 by this alone.
        zero = ready & self.is_ad & self.fresh
        tags = ready & self.opens & (self.is_tweak | ends)
        other = tags | (ready & self.is_stream & self.streams)
        added = ready & (
            (~self.is_tweak & (self.is_ad | self.is_message | self.opens))
            | (self.text_leaves & self.streams)
        )
        kept = only_if(~(received | begins | zero | other), state)
        return (
            kept
            | only_if(other, self.other)
            | only_if(received, self.block.data)
            | only_if(begins, self.keystream)
        ) ^ only_if(added, self.padded_text)

    def _tweakey(self, m: Module) -> None:
        """Counter, domain, tweak and key. The tag counts its blocks, and the key stream its own."""
        taken, streamed = (
            self._counter(m, "taken", self._takes()),
            self._counter(m, "streamed", self.started & (self.call == Call.STREAM)),
        )
        is_stream, is_tag = self.call == Call.STREAM, self.call == Call.TAG
        # A call whose tweak is of the message has that domain, whatever its state took.
        domain, of_block = Signal(8, name="domain"), Mux(self.is_ad, AD, MESSAGE)
        m.d.comb += domain.eq(Mux(is_stream, STREAM, Mux(is_tag, self._last_domain(m), of_block)))
        # In SUM the block is that of an empty message, all zeros.
        block = only_if(~self.is_sum, self.padded_text)
        words = {
            "counter": Mux(is_stream, streamed, taken),
            "domain": domain,
            "tweak": Mux(is_stream | is_tag, self.nonce, block),
            "key": self.key,
        }
        m.d.comb += self.cipher.in_tweakey.eq(
            build(m, THREE_BLOCKS.encode, words, prefix="encode_")["tweakey"]
        )

    def _takes(self):
        """1 if a block is taken into the tag; of an empty message there is one."""
        return self.takes_ad | self.absorbs | self.takes_nothing

    def _counter(self, m: Module, name: str, counts) -> Signal:
        counter = Signal(THREE_BLOCKS.counter_bits, name=name, reset_less=True)
        following = build(
            m,
            lambda words: {"next": next_counter(words["counter"])},
            {"counter": counter},
            prefix=f"{name}_",
        )["next"]
        with m.If(counts):
            m.d.sync += counter.eq(following)
        with m.If(self.starting):
            m.d.sync += counter.eq(FIRST)
        return counter

    def _last_domain(self, m: Module):
        """Figure 2.7, lines 5 to 9. Even numbers of blocks: 0 at the start, then in turn."""
        flags = [
            Signal(name=name, reset_less=True)
            for name in ("ad_padded", "message_padded", "ad_even", "message_even")
        ]
        ad_padded, message_padded, ad_even, message_even = flags
        # A block that is not full lacks its last byte.
        short = ~self.text_mask[0]
        with m.If(self.takes_ad):
            m.d.sync += [ad_padded.eq(short), ad_even.eq(~ad_even)]
        with m.If(self.absorbs | self.takes_nothing):
            m.d.sync += [
                message_padded.eq(short | self.takes_nothing),
                message_even.eq(~message_even),
            ]
        with m.If(self.starting):
            m.d.sync += [ad_even.eq(1), message_even.eq(1)]
        bits = {
            AD_PADDED: ad_padded,
            MESSAGE_PADDED: message_padded,
            AD_EVEN: ad_even,
            MESSAGE_EVEN: message_even,
        }
        return LAST | Cat(bits[1 << bit] for bit in range(4))

    def _other(self, m: Module) -> None:
        """The tag in an encryption; in a decryption the state that is not in the cipher."""
        state, text = self.cipher.out_ciphertext, self.padded_text
        # In every clock until the key stream begins: the last one has the tag.
        with m.If(self.ready & ~self.decrypt & ~self.streams):
            m.d.sync += self.other.eq(self.keystream)
        if self.decrypts:
            with m.If(self.ready & self.is_stream):
                m.d.sync += self.other.eq(state)
            with m.If(self.absorbs & self.opens):
                m.d.sync += self.other.eq(Mux(self.is_tweak, state, self.other) ^ text)

    def _what_was_taken(self, m: Module) -> None:
        with m.If(self._takes()):
            m.d.sync += [self.is_tweak.eq(~self.is_tweak), self.fresh.eq(0)]
        with m.If(self.started & (self.call == Call.STREAM)):
            m.d.sync += self.streams.eq(1)
        with m.If(self.takes_nothing):
            m.d.sync += self.ended.eq(1)
        with m.If(self.starting):
            m.d.sync += [
                self.is_tweak.eq(0),
                self.fresh.eq(1),
                self.streams.eq(0),
                self.ended.eq(0),
            ]

    def associated_data(self, m: Module) -> None:
        """Blocks for the state and for the tweak in turn; of no associated data there is an
        empty one."""
        block = self.block
        m.d.comb += [
            self.call.eq(Call.AD),
            block.ready.eq(self.ready),
            self.takes_ad.eq(block.valid & self.ready),
            self.cipher.in_valid.eq(block.valid & self.is_tweak),
        ]
        with m.If(self.takes_ad & block.last):
            self.enter(m, "MESSAGE")

    def sum(self, m: Module) -> None:
        """The block of an empty message, then the call with the nonce."""
        takes = self.buffer.empty & ~self.ended
        m.d.comb += [
            self.call.eq(Mux(takes, Call.MESSAGE, Call.TAG)),
            self.cipher.in_valid.eq(~takes | self.is_tweak),
            self.takes_nothing.eq(takes & (self.started | ~self.is_tweak)),
        ]
        with m.If(self.started & ~takes):
            self.summed(m)


MODELS = (RomulusM,)

TAKES = Takes(folds=True, buffer=True)


def make(request: Request) -> RomulusMCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    return RomulusMCore.of(request, cipher_of(request, request.aead.cipher))

# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `mixfeed`: mixFeed around its cipher, for encryption and decryption.

The state and the key of the next call stay in the cipher. A call follows each part, with bits that
say what part it was; for associated data they say whether a message follows, so that call waits.
The key of the first call depends on what there is at all, and is in front of the nonce twice: that
has a register.
"""

from amaranth.hdl import Cat, Module, Mux, Signal

from ...modes.hyena import feedback
from ...modes.mixfeed import (
    END_OF_INPUT,
    END_OF_TYPE,
    MESSAGE,
    NO_AD,
    NOTHING,
    PADDING,
    SHORT,
    MixFeed,
)
from ...words.hardware import build
from ..parts.byte_masks import only_if
from ..parts.declared import During, Register
from .feedback import FeedbackAnswers

FIRST_BYTE = 8 * 15
"""Where the first byte of a block is."""


class MixFeedCore(FeedbackAnswers):
    """Controls the cipher.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher`` whose results stay until the next start, also after
            they left.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.
    """

    aead: MixFeed
    first_state = "FIRST"

    no_ad = Register("The message has no associated data.")
    short_end = Register("The last block of a part was short.", name="end_is_short")
    is_message, is_tag, takes_nonce, is_second, is_alone, is_end, is_held = map(
        During, ("MESSAGE", "TAG", "FIRST ALONE", "SECOND", "ALONE", "END", "HELD")
    )

    def datapath(self, m: Module) -> None:
        cipher, state = self.cipher, self.cipher.out_ciphertext
        m.d.comb += [
            *self.answers(state),
            cipher.in_key.eq(
                Mux(self.takes_nonce, self.key, Mux(self.is_second, state, cipher.out_next_key))
            ),
            cipher.in_plaintext.eq(self._presented(m, state)),
            cipher.in_valid.eq(self.call),
            cipher.out_ready.eq(1),
        ]

    def _presented(self, m: Module, state):
        """The nonce behind its byte, the state with what ends a part, or with a block."""
        byte, ends = Signal(8, name="nonce_byte"), Signal(8, name="end_bits")
        alone = Mux(self.empty, NOTHING, NO_AD)
        m.d.comb += [
            byte.eq(Mux(self.is_alone, alone, Mux(self.is_second & self.no_ad, NO_AD, 0))),
            ends.eq(
                END_OF_TYPE
                | Mux(self.short_end, SHORT, 0)
                | Mux(self.is_end, END_OF_INPUT | MESSAGE, 0)
                | Mux(self.is_held & self.empty, END_OF_INPUT, 0)
            ),
        ]
        there = self.valid_bits()
        words = {
            "y": state,
            "block": self.block.data,
            "padding": self.padding(PADDING),
            "replaced": only_if(self.decrypt & self.is_message, there),
            "there": there,
        }
        fed = build(m, lambda given: {"fed": feedback(**given)}, words, prefix="feed_")["fed"]
        nonce = Cat(self.nonce, byte)
        ended = state ^ ends << FIRST_BYTE
        return Mux(
            self.takes_nonce | self.is_second, nonce, Mux(self.is_end | self.is_held, ended, fed)
        )

    def states(self) -> dict:
        """The calls with the nonce, and those behind each part."""
        nonce = {"FIRST": self._first, "ALONE": self._alone, "SECOND": self._second}
        return nonce | {"HELD": self._held, "END": self._end}

    def _first(self, m: Module) -> None:
        """The first call, if there are associated data; the end of none is taken."""
        m.d.sync += self.no_ad.eq(self.empty)
        m.d.comb += [self.block.ready.eq(self.empty), self.call.eq(self.block.valid & ~self.empty)]
        with m.If(self.block.valid):
            self.enter(m, "SECOND")
            with m.If(self.empty):
                self.enter(m, "ALONE")

    def _alone(self, m: Module) -> None:
        """The first call without them; without a message as well, it gives the tag."""
        m.d.comb += [self.block.ready.eq(self.empty), self.call.eq(self.block.valid)]
        with m.If(self.block.valid):
            self.enter(m, "SECOND")
            with m.If(self.empty):
                self.to_tag(m)

    def _second(self, m: Module) -> None:
        """The nonce again, under its enciphered self."""
        m.d.comb += self.call.eq(1)
        with m.If(self.ready):
            self.enter(m, "AD")
            with m.If(self.no_ad):
                self.enter(m, "MESSAGE")

    def associated_data(self, m: Module) -> None:
        """A call for each block."""
        m.d.comb += [self.block.ready.eq(self.ready), self.call.eq(self.block.valid)]
        with m.If(self.block.valid & self.ready):
            m.d.sync += self.short_end.eq(~self.full)
            with m.If(self.block.last):
                self.enter(m, "HELD")

    def _held(self, m: Module) -> None:
        """The call behind associated data, when the message is there, or its end, which is
        taken."""
        m.d.comb += [self.block.ready.eq(self.ready & self.empty), self.call.eq(self.block.valid)]
        with m.If(self.block.valid & self.ready):
            self.enter(m, "MESSAGE")
            with m.If(self.empty):
                self.to_tag(m)

    def message(self, m: Module) -> None:
        """A call for each block, which is answered at once."""
        m.d.comb += [
            self.block.ready.eq(self.ready & self.answer.ready),
            self.answer.valid.eq(self.block.valid & self.ready),
            self.call.eq(self.block.valid & self.answer.ready),
        ]
        with m.If(self.block.valid & self.ready & self.answer.ready):
            m.d.sync += self.short_end.eq(~self.full)
            with m.If(self.block.last):
                self.enter(m, "END")

    def _end(self, m: Module) -> None:
        """The call behind the message."""
        m.d.comb += self.call.eq(1)
        with m.If(self.ready):
            self.to_tag(m)


MODELS = (MixFeed,)

# Decryption needs no inverse cipher.
make = MixFeedCore.of

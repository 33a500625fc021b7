# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of CLOC and SILC around their cipher.

```
   block ──> C ──> fix1 ──┐            ┌── key stream ── ^ block ──> answer
              │           ├──> cipher ─┤
              └── ^ ──────┘            └── tag
   other: the key stream; between the two calls of a block the tag with C
```

A block of the message costs two calls of the one cipher, for the next key stream and for the tag.
The first begins when the block is taken, the second one when its result is there; then cipher and
register change places. The last block has the second one only. What the modes put in front of calls
is a power of one linear function, chosen behind the sum of state and block.
"""

from abc import abstractmethod
from collections.abc import Sequence

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.cloc import BLOCK, F_FULL, G_EMPTY, PADDING, Cloc, Feedback, G, H, Silc, moved
from ...words import concat
from ...words.hardware import build
from ..contract import Takes
from ..parts.byte_masks import count_bytes, only_if
from ..parts.declared import During, Register, Wire
from ..request import Request
from .core import BlockCore

COUNTED = 45
"""Bits of a length in bytes that SILC's core counts: of 2^45 bytes of a type and more the tag is
wrong.
"""

BITS = 8 * BLOCK


class FeedbackCore(BlockCore):
    """What both have in common. A subclass says what is added in front of the message, and which
    power of the function stands where.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher`` whose results stay until the next start, also after
            they left.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.
    """

    aead: Feedback
    answers_late = False
    answers_ahead = answers_tag = True

    other = Register("The key stream; between two calls what the second one takes.", BITS)
    text = Wire("The block of ciphertext, or of associated data.", BITS)
    presented = Wire("What the next call takes.", BITS)
    is_ad, is_message, is_tag = map(During, ("AD", "MESSAGE", "TAG"))
    is_stream, is_begin, is_second = map(During, ("STREAM", "BEGIN", "SECOND"))

    def datapath(self, m: Module) -> None:
        cipher, answer = self.cipher, self.answer
        result = cipher.out_ciphertext
        enciphers = self.is_message & ~self.decrypt
        m.d.comb += [
            self.tag.eq(result[-len(self.tag) :]),
            self.tag_valid.eq(self.ready),
            # The tag is made of ciphertext in both directions.
            self.text.eq((self.block.data ^ only_if(enciphers, self.other)) & self.valid_bits()),
            self.presented.eq(self._presented(m)),
            answer.stream.eq(Mux(self.is_tag, result, self.other)),
            answer.of_block.eq(self.is_message),
            answer.there.eq(self.ready & (self.is_message | self.is_tag)),
            answer.data.eq(answer.stream ^ only_if(~self.is_tag, self.block.held)),
            answer.mask.eq(self.block.mask),
            cipher.in_key.eq(self.key),
            cipher.in_plaintext.eq(self.presented),
            cipher.in_valid.eq(self.call | self.calls_first()),
            cipher.out_ready.eq(1),
        ]
        # In MESSAGE the result is the state of the tag, to which the text is added. In BEGIN and
        # SECOND it is key stream.
        kept = Mux(self.is_stream, self.presented, result ^ only_if(self.is_message, self.text))
        with m.If(
            self.started & (self.is_stream | self.is_begin | self.is_second | self.is_message)
        ):
            m.d.sync += self.other.eq(kept)

    def calls_first(self):
        """1 if a call starts with the nonce."""
        return Const(0)

    def _presented(self, m: Module):
        """State, block and what else is added, then a power of the function."""
        goes_on = self.is_message & ~self.block.last
        # The call for the next key stream takes the ciphertext alone (ae_encrypt).
        state = only_if(self.is_begin | self.is_second, self.other) | only_if(
            ~(self.is_begin | self.is_second | goes_on), self.before(m)
        )
        value = Signal(BITS, name="sum")
        m.d.comb += value.eq(
            state ^ self.addend() ^ only_if(self.is_ad | self.is_message, self.text)
        )
        chosen = value
        for times, condition in self.powers():
            chosen = Mux(condition, self.powered(m, value, times), chosen)
        # fix1, in front of the call for the next key stream.
        return chosen | Cat(Const(0, BITS - 1), goes_on)

    def powered(self, m: Module, value: Signal, times: int):
        """A power of the function."""
        bits = 8 * self.aead.part_bytes
        return build(
            m,
            lambda words: {"moved": concat(*moved(words["x"].split(bits), times))},
            {"x": value},
            prefix=f"{value.name}_{times}_",
        )["moved"]

    def before(self, m: Module):
        """The state in front of what is added."""
        return self.cipher.out_ciphertext

    @abstractmethod
    def addend(self):
        """What is added beside the block."""

    @abstractmethod
    def powers(self) -> Sequence[tuple]:
        """Powers of the function, each with when it is taken."""

    def states(self) -> dict:
        """In front of the message, and between its blocks."""
        return {"STREAM": self._stream, "BEGIN": self._begin, "SECOND": self._second}

    def _stream(self, m: Module) -> None:
        """The call for the first key stream."""
        m.d.comb += self.call.eq(1)
        with m.If(self.started):
            self.enter(m, "BEGIN")

    def _begin(self, m: Module) -> None:
        """That for the start of the tag."""
        m.d.comb += self.call.eq(1)
        with m.If(self.started):
            self.enter(m, "MESSAGE")

    def _second(self, m: Module) -> None:
        """The second call of a block, for the tag."""
        m.d.comb += self.call.eq(1)
        with m.If(self.started):
            self.enter(m, "MESSAGE")

    def associated_data(self, m: Module) -> None:
        """A call for each block."""
        m.d.comb += [
            self.block.ready.eq(self.ready),
            self.call.eq(self.block.valid & self.calls_ad()),
        ]
        with m.If(self.block.valid & self.ready):
            self.taken(m)
            with m.If(self.block.last):
                self.enter(m, "STREAM")

    def calls_ad(self):
        """1 if a block of associated data takes a call."""
        return Const(1)

    def taken(self, m: Module) -> None:
        """What is noted of a block."""

    def message(self, m: Module) -> None:
        """A block is answered with the key stream that is there."""
        taken = self.block.valid & self.ready & self.answer.ready
        m.d.comb += [
            self.block.ready.eq(self.ready & self.answer.ready),
            self.answer.valid.eq(self.block.valid & self.ready),
            self.call.eq(taken & ~self.empty),
        ]
        with m.If(taken):
            self.taken(m)
            self.enter(m, "SECOND")
            # In place of SECOND: behind the last block there is no key stream.
            with m.If(self.block.last):
                self.ended(m)

    def ended(self, m: Module) -> None:
        """Behind the call for the last block."""
        self.to_tag(m)


class ClocCore(FeedbackCore):
    """Controls the cipher for CLOC: the first call takes the first block of associated data."""

    aead: Cloc

    first = Register("No block of associated data was taken.", name="ad_is_first")
    was_full = Register("The last block of associated data was full.", name="ad_was_full")
    fixed = Register(
        "A bit of the first block was cleared for the call under way.", name="ad_fixed"
    )

    def before(self, m: Module):
        """h, behind the first call."""
        result = self.cipher.out_ciphertext
        # process_ad: h stands behind the first call if fix0 has cleared a bit.
        powered = Mux(self.fixed, self.powered(m, result, H), result)
        return only_if(~(self.is_ad & self.first), powered)

    def addend(self):
        # Parameter and nonce are at the top of the block, and the padding right behind them.
        nonce = Cat(self.nonce, Const(self.aead.parameter, 8)) << BITS - 8 - len(self.nonce)
        pads = PADDING << BITS - 16 - len(self.nonce)
        block = self.padding(PADDING) ^ self._cleared()
        return only_if(self.is_stream, nonce | pads) ^ only_if(self.is_ad | self._ends(), block)

    def _ends(self):
        return self.is_message & self.block.last

    def _cleared(self):
        """fix0: the top bit of the first block, or of its padding, if it is set."""
        top = self.block.data[-1] | self.empty
        return Cat(Const(0, BITS - 1), top & self.is_ad & self.first)

    def powers(self):
        # f1 asks for the last block of associated data, f2 for that of the message.
        full = Mux(self.is_stream, self.was_full, self.full)
        f, g = self.is_stream | self._ends(), self.is_begin
        # A padded block has the same power as g: `G` stands for both.
        return ((G, (f & ~full) | (g & ~self.empty)), (G_EMPTY, g & self.empty), (F_FULL, f & full))

    def datapath(self, m: Module) -> None:
        super().datapath(m)
        with m.If(self.starting):
            m.d.sync += [self.first.eq(1), self.fixed.eq(0)]

    def taken(self, m):
        with m.If(self.is_ad):
            m.d.sync += [
                self.first.eq(0),
                self.was_full.eq(self.full),
                self.fixed.eq(self._cleared()[-1]),
            ]

    def _begin(self, m: Module) -> None:
        """The message says which function stands there; without one this is the last call."""
        m.d.comb += [self.block.ready.eq(self.ready & self.empty), self.call.eq(self.block.valid)]
        with m.If(self.started):
            m.d.sync += self.fixed.eq(0)
            self.enter(m, "MESSAGE")
            with m.If(self.empty):
                self.to_tag(m)


class SilcCore(FeedbackCore):
    """Controls the cipher for SILC: the first call takes the nonce, and lengths are added."""

    aead: Silc
    # The nonce goes into the first call straight from the port.
    stores_nonce = False

    length = Register("Bytes of the associated data, then of the message.", COUNTED)
    is_length = During("LENGTH")

    def datapath(self, m: Module) -> None:
        super().datapath(m)
        # The lengths are added one after the other, so that one register counts both.
        with m.If(self.starting | self.is_begin):
            m.d.sync += self.length.eq(0)

    def calls_first(self):
        return self.begin

    def before(self, m: Module):
        """Nothing, in front of the nonce."""
        return only_if(~self.starting, super().before(m))

    def addend(self):
        nonce = Cat(self.block.data[-8 * self.aead.nonce_bytes :], Const(self.aead.parameter, 8))
        return only_if(self.starting, nonce) | only_if(self.is_stream | self.is_length, self.length)

    def powers(self):
        return ((G, self.is_stream | self.is_begin | self.is_length),)

    def calls_ad(self):
        return ~self.empty

    def taken(self, m):
        # `count_bytes` gives 0 for a full block, whose length is the bit above.
        m.d.sync += self.length.eq(self.length + Cat(count_bytes(self.block.mask), self.full))

    def states(self) -> dict:
        return super().states() | {"LENGTH": self.call_for_tag}

    def ended(self, m):
        self.enter(m, "LENGTH")


MODELS = (Cloc, Silc)

TAKES = Takes(folds=True)


def make(request: Request) -> FeedbackCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    return (ClocCore if isinstance(request.aead, Cloc) else SilcCore).of(request)

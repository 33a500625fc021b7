# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of ACORN-128.

```
  key, nonce, word, padding ──> piece ──> registers ── text ──> word ──> answer, tag
```

Everything enters in words of 32 bits, key and padding too, and a word in pieces: of the bits that
are clocked in a cycle, or, at the end of a message, of a byte. Text is kept until the word is
answered, with its last piece. The tag is the text of zeros.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...modes.acorn import (
    BYTE,
    FINAL_BYTES,
    INITIAL_BYTES,
    PADDING_BYTES,
    SIZE,
    WORD,
    Acorn,
    clocked,
)
from ...words import concat, mux
from ...words.bits import swap_bytes
from ...words.hardware import build
from ..contract import Takes
from .core import StreamCore, chosen

# Key and nonce are the first words of the initialization. The tag is the text of the last words of
# the finalization.
WORDS = {
    "KEY": 4, "NONCE": 4, "KEYS": INITIAL_BYTES // WORD - 8, "AD_PADDING": PADDING_BYTES // WORD,
    "PADDING": PADDING_BYTES // WORD, "FINAL": FINAL_BYTES // WORD - 4, "TAG": 4, "VERIFY": 4,
}  # fmt: skip
"""Of the phases that have a number of them, that number."""

ALWAYS = Const(1)


class AcornRegisters(wiring.Component):
    """The state.

    Args:
        clocks: in a cycle.

    Ports:
        clear: the state becomes 0. step: clocks, of bits ``m``, the first one in bit 0, with the
            control bits ``ca`` and ``cb``; where ``replaced``, they are ciphertext.
        short: a byte's clocks only.
        text: the bits on the other side of ``m``.
    """

    def __init__(self, clocks: int):
        self.clocks = clocks
        bits = dict.fromkeys(("clear", "step", "short", "ca", "cb", "replaced"), In(1))
        super().__init__({**bits, "m": In(clocks), "text": Out(clocks)})

    def elaborate(self, platform):
        m = Module()
        s = Signal(SIZE, name="state", reset_less=True)
        names = ("short", "ca", "cb", "replaced", "m")
        stepped = build(m, self._stepped, {"s": s, **{name: getattr(self, name) for name in names}})
        m.d.comb += self.text.eq(stepped["text"])
        with m.If(self.clear):
            m.d.sync += s.eq(0)
        with m.Elif(self.step):
            m.d.sync += s.eq(stepped["s"])
        return m

    def _stepped(self, words):
        """Behind the clocks of all bits, or of the first byte."""
        # A word may end behind each byte, so that the state behind the first one is needed too.
        size = min(self.clocks, BYTE)
        steered = [words[name].permute([0] * size) for name in ("ca", "cb", "replaced")]
        s, texts, states = words["s"], [], []
        for low in range(0, self.clocks, size):
            s, text = clocked(s, words["m"][low : low + size], *steered)
            # `concat` has its first word at the top, and the bit of the first clock is bit 0.
            texts, states = [text, *texts], [*states, s]
        chosen_state = mux(words["short"], states[0], s) if len(states) > 1 else s
        return {"s": chosen_state, "text": concat(*texts)}


class AcornCore(StreamCore):
    """Controls the registers; see `StreamCore`."""

    PHASES = ("START", "KEY", "NONCE", "KEYS", "AD", "AD_PADDING", "MESSAGE", "PADDING", "FINAL",
              "ANNOUNCE", "TAG", "VERIFY", "STATUS")  # fmt: skip

    def __init__(self, aead: Acorn, *, clocks: int, decrypts: bool = True):
        super().__init__(aead, AcornRegisters(clocks), clocks=clocks, decrypts=decrypts)
        self.unit = min(clocks, BYTE)
        self.wide, self.pieces = clocks // self.unit, 8 * WORD // self.unit
        self.number = Signal(range(max(WORDS.values())), name="word_number", reset_less=True)
        self.piece = Signal(range(self.pieces), name="piece_number", reset_less=True)
        self.text, self.empty = Signal(name="word_is_text"), Signal(name="word_is_empty")
        self.ends = Signal(name="piece_is_last")

    def datapath(self, m: Module) -> None:
        """The piece that enters, what steers it, and the text of the word so far."""
        phases, registers, block = self.phases, self.primitive, self.block
        m.submodules.registers = registers
        pads = phases["AD_PADDING"] | phases["PADDING"]
        # A word that is not full enters byte by byte.
        short = Const(0) if self.wide == 1 else self.text & ~block.mask[0]
        size = Mux(self.text, sum(block.mask) * (BYTE // self.unit), self.pieces)
        advance = Mux(short, 1, self.wide)
        m.d.comb += [
            self.text.eq(phases["AD"] | phases["MESSAGE"]),
            self.empty.eq(self.text & ~block.mask[-1]),
            self.ends.eq(self.empty | (self.piece + advance == size)),
            registers.clear.eq(phases["START"]),
            registers.short.eq(short),
            # The control bit ca is 0 with the second half of the padding, which has eight words.
            registers.ca.eq(~(pads & self.number[2])),
            # The control bit cb is 0 with the message and its padding.
            registers.cb.eq(~(phases["MESSAGE"] | phases["PADDING"])),
            registers.replaced.eq(self.decrypt & phases["MESSAGE"]),
            registers.m.eq(self._entering(m, pads, short)),
        ]
        with m.If(registers.step):
            m.d.sync += self.piece.eq(Mux(self.ends, 0, self.piece + advance))
        with m.Elif(phases["START"]):
            m.d.sync += [self.piece.eq(0), self.number.eq(0), self.mismatch.eq(0)]
        self._answer(m, short)

    def _entering(self, m: Module, pads, short):
        """The piece of the word that enters."""
        phases, begins = self.phases, self.number == 0
        words = build(
            m,
            lambda words: {name: swap_bytes(word) for name, word in words.items()},
            {"block": self.block.data, "key": self.key},
            prefix="bits_of_",
        )
        keys = phases["KEY"] | phases["KEYS"]
        key = chosen(words["key"], self.number[:2], 8 * WORD)
        word = Signal(8 * WORD, name="word")
        m.d.comb += word.eq(
            (key & keys.replicate(len(word)))
            ^ (words["block"] & (self.text | phases["NONCE"]).replicate(len(word)))
            # A 1 is added to the first bit of a padding, and of the key as it enters behind the
            # nonce.
            ^ ((pads | phases["KEYS"]) & begins)
        )
        # Pieces are counted in bytes, of which several enter in a cycle.
        whole = chosen(word, self.piece[self.wide.bit_length() - 1 :], self.clocks)
        return Mux(short, chosen(word, self.piece, self.unit), whole) if self.wide > 1 else whole

    def _answer(self, m: Module, short) -> None:
        """Pieces of the text that are kept, and with that of this cycle the word."""
        # A word is answered with its last piece, and a short one has no last byte.
        kept, now = self.pieces - (2 if self.wide > 1 else 1), self.primitive.text
        pieces = []
        for place in range(self.pieces):
            at = place % self.wide * self.unit
            there = now[at : at + self.unit]
            # A byte that enters alone has the first of the clocks, wherever its place is.
            if self.wide > 1 and place % self.wide:
                there = Mux(short, now[: self.unit], there)
            if place < kept:
                piece = Signal(self.unit, name=f"text_{place}", reset_less=True)
                first = place - place % self.wide
                # Bytes that enter together have the number of the first of them.
                enters = Mux(short, self.piece == place, self.piece == first)
                there = Mux(enters, there, piece)
                with m.If(self.primitive.step):
                    m.d.sync += piece.eq(there)
            pieces.append(there)
        word = build(m, lambda words: {"answer": swap_bytes(words["text"])}, {"text": Cat(pieces)})
        m.d.comb += [
            self.answer.data.eq(word["answer"]),
            self.answer.mask.eq(Mux(self.text, self.block.mask, -1)),
        ]

    def _words(self, m: Module, name: str, then: str, *, may: Value = ALWAYS) -> None:
        """One of the words of a phase; behind the last one comes another phase. ``may``: 1 if its
        last piece may enter."""
        m.d.comb += self.primitive.step.eq(~self.ends | may)
        with m.If(self.primitive.step & self.ends):
            m.d.sync += self.number.eq(self.number + 1)
            with m.If(self.number == WORDS[name] - 1):
                m.d.sync += self.number.eq(0)
                self.phases.enter(then)

    def _start(self, m: Module) -> None:
        """The nonce waits until the key has entered."""
        with m.If(self.block.valid):
            self.phases.enter("KEY")

    def _key(self, m: Module) -> None:
        """The key enters."""
        self._words(m, "KEY", "NONCE")

    def _nonce(self, m: Module) -> None:
        """Words of the nonce enter; they stay until their last piece does."""
        m.d.comb += self.block.ready.eq(self.ends)
        with m.If(self.block.valid):
            self._words(m, "NONCE", "KEYS")

    def _keys(self, m: Module) -> None:
        """The key enters over and over."""
        self._words(m, "KEYS", "AD")

    def _ad(self, m: Module) -> None:
        """Words of associated data enter."""
        m.d.comb += [
            self.block.ready.eq(self.ends),
            self.primitive.step.eq(self.block.valid & ~self.empty),
        ]
        with m.If(self.block.valid & self.ends & self.block.last):
            self.phases.enter("AD_PADDING")

    def _ad_padding(self, m: Module) -> None:
        """A bit 1 and zeros."""
        self._words(m, "AD_PADDING", "MESSAGE")

    def _message(self, m: Module) -> None:
        """Words of the message enter, each is answered with its last piece."""
        # Ready must not wait for valid: the header of an empty message and its block leave
        # together.
        free = self.answer.ready | self.empty
        m.d.comb += [
            self.block.ready.eq(self.ends & free),
            self.answer.valid.eq(self.block.valid & self.ends & ~self.empty),
            self.primitive.step.eq(
                self.block.valid & ~self.empty & (~self.ends | self.answer.ready)
            ),
        ]
        with m.If(self.block.valid & self.block.ready & self.block.last):
            self.phases.enter("PADDING")

    def _padding(self, m: Module) -> None:
        """The same behind the message."""
        self._words(m, "PADDING", "FINAL")

    def _final(self, m: Module) -> None:
        """Zeros, in front of those of the tag."""
        with m.If(~self.decrypt):
            self._words(m, "FINAL", "ANNOUNCE")
        if self.decrypts:
            with m.If(self.decrypt):
                self._words(m, "FINAL", "VERIFY")

    def tag_is_there(self):
        return self.ends

    def tag_word(self, m: Module):
        return self.answer.data

    def tag_goes(self, m: Module, name: str, may) -> None:
        self._words(m, name, "STATUS", may=may)


MODELS = (Acorn,)
TAKES = Takes(architectures=("bits",))
make = AcornCore.of

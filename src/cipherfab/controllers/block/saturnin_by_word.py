# SPDX-License-Identifier: Apache-2.0
"""The phases of Saturnin-CTR-Cascade over a cipher whose state moves by words: those of the bus
enter and leave it, and there is no other buffer. Where key and chaining value are:
`saturnin_in_columns` and `saturnin_in_words`.

```
   word ──> ^ ──> state of the cipher ──> top word ── ^ ──> answer
   counter, padding                         └── the ciphertext enters again
```

Blocks move as a whole: a header comes between blocks, and padding that is under way when a message
is given up goes on to its end.
"""

from abc import abstractmethod

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from ...modes.saturnin import (
    AD,
    CIPHERTEXT,
    CTR,
    LAST_AD,
    LAST_CIPHERTEXT,
    PADDING,
    SaturninCtrCascade,
)
from ..parts.byte_masks import only_if
from ..parts.declared import During, Flag, Register, Wire, block_bits
from .core import BlockCore
from .counted_block import CountedBlock

COUNTER = 48
"""Bits of the counter, or more: of 2^48 blocks of a type (2^53 bytes) the tag is wrong."""


class SaturninByWord(BlockCore):
    """Controls the cipher, one with the domain as an input; a block of the ports is a word.

    Args:
        aead, decrypts: as of `BlockCore`.
        cipher: `Rotating` or `ByRound`, whose words are those of the bus.

    Attributes:
        step, words: bytes of a word; words of a block.
        wraps: the state is whole when it moves by a word.
        at: words of the block that have entered, or left.
    """

    by_word = True
    takes_empty_ends = True
    # The block of the counter has it.
    stores_nonce = False
    keeps_key = True
    # A cycle compares one word only, so no path is long.
    mismatches = 1

    shift = Wire("The state moves by a word.")
    result = Wire("The word that leaves: of key stream, or of a tag.", block_bits)
    last, pad_due = Flag("The block is the last of its type."), Flag("One of padding follows.")
    is_text, streams = Flag("Of message or ciphertext."), Flag("The next call is of counter mode.")
    given_up = Flag("An abort came while a block was padded.")
    marks = Register("The padding begins with the next word.")
    home = Flag("The key is where it is between messages.", init=1)
    of_nonce, counting, answering = map(During, ("START FILL_NONCE", "COUNT", "ANSWER"))

    def __init__(self, aead: SaturninCtrCascade, cipher, *, decrypts: bool = True):
        self.step = len(cipher.in_word) // 8
        self.words = aead.block_bytes // self.step
        super().__init__(aead, cipher, decrypts=decrypts)
        self.at, self.wraps = cipher.at, cipher.wraps

    @abstractmethod
    def place_keys(self, m: Module) -> None:
        """Drive `result`, what the cipher's key is, and ``key_free`` while `starting`."""

    @abstractmethod
    def entering(self, word):
        """What enters the state: this word, or what a key needs."""

    @abstractmethod
    def takes_nonce(self):
        """1 if the nonce can enter."""

    @abstractmethod
    def end(self, m: Module) -> None:
        """The last call begins; `enter` what follows."""

    @property
    def port_bytes(self) -> int:
        return self.step

    def key_ports(self) -> dict:
        return {"key_word": In(8 * self.step), "key_write": In(1), "key_free": Out(1)}

    def keep_account(self, m: Module) -> None:
        """The cipher says whether a call is under way."""

    def leaves(self):
        return Const(1)

    def datapath(self, m: Module) -> None:
        cipher = self.cipher
        self.place_keys(m)
        m.d.comb += [cipher.in_domain.eq(self._domain()), cipher.in_shift.eq(self.shift)]
        self._words(m, self._counter(m))

    def _domain(self):
        """Section 2.5."""
        of_ad, of_text = Mux(self.last, LAST_AD, AD), Mux(self.last, LAST_CIPHERTEXT, CIPHERTEXT)
        return Mux(self.streams, CTR, Mux(self.is_text, of_text, of_ad))

    def _counter(self, m: Module):
        """The next word of a block of counter mode, which begins as that of the nonce."""
        size = 8 * self.step
        m.submodules.counter = counter = CountedBlock(
            width=size, words=self.words, counted=-(-COUNTER // size)
        )
        m.d.comb += [
            counter.at.eq(self.at),
            counter.in_shift.eq(self.shift & (self.of_nonce | self.counting)),
            # What enters the state enters here too: at first the nonce, then the words from here.
            counter.in_word.eq(self.cipher.in_word),
            counter.restarts.eq(self.of_nonce),
        ]
        return counter.out_word

    def _words(self, m: Module, counted) -> None:
        """What enters the state, and what leaves it."""
        data, fed = self.block.data, Signal(8 * self.step, name="fed")
        feeds, enciphers = self.during("START", "AD", "ANSWER"), self.answering & ~self.decrypt
        stream = self.result & self.valid_bits(Cat(bit & enciphers for bit in self.block.mask))
        m.d.comb += [
            fed.eq(only_if(feeds, data) ^ stream ^ self._padding()),
            self.cipher.in_word.eq(self.entering(Mux(self.counting, counted, fed))),
            # Of a tag that is sent nothing is on the bus, so the block is 0.
            self.answer.data.eq(self.result ^ data),
            self.answer.mask.eq(self.block.mask | self.during("TAG").replicate(self.step)),
        ]

    def _padding(self) -> Cat:
        """The byte of padding in this word: behind the valid ones, or where it begins."""
        mask, filling = self.block.mask, self.during("FILL_NONCE", "FILL")
        pads = self.during("AD", "ANSWER")
        marks = [
            filling & self.marks,
            *(pads & ~mask[-1 - n] & mask[-n] for n in range(1, self.step)),
        ]
        return Cat(only_if(mark, Const(PADDING, 8)) for mark in reversed(marks))

    def _start(self, m: Module) -> None:
        with m.State("START"):
            m.d.comb += [
                self.block.ready.eq(self.takes_nonce()),
                self.shift.eq(self.block.valid & self.takes_nonce()),
            ]
            m.d.sync += self.mismatch.eq(0)
            self.before_nonce(m)
            with m.If(self.block.valid & self.takes_nonce() & self.block.last):
                self._pad(m, "FILL_NONCE")

    def before_nonce(self, m: Module) -> None:
        """What else happens in the state START, while `takes_nonce` is 0."""

    def enter(self, m: Module, state: str) -> None:
        """Go on to ``state``; a message begins with nothing known."""
        super().enter(m, state)
        if state == "START":
            m.d.sync += [
                register.eq(0)
                for register in (self.pad_due, self.is_text, self.last, self.streams, self.given_up)
            ]

    def _pad(self, m: Module, state: str = "FILL") -> None:
        """Padding, from the beginning of the next word."""
        m.d.sync += self.marks.eq(1)
        self.enter(m, state)

    def _fill(self, m: Module) -> None:
        """Padding up to the end of the block."""
        with m.If(self.ready):
            m.d.sync += self.marks.eq(0)
            self._count(m)

    def _take(self, m: Module) -> None:
        """What comes behind a word of data."""
        # A whole last block is followed by one of padding alone.
        ends = self.block.last & ~(self.wraps & self.full)
        with m.If(self.shift):
            m.d.sync += [
                self.last.eq(ends),
                self.pad_due.eq(self.block.last & ~ends),
                # Behind a full word the padding begins with the next one.
                self.marks.eq(self.full),
            ]
            with m.If(self.wraps):
                self.enter(m, "READY")
            with m.Elif(self.block.last):
                self.enter(m, "FILL")

    def _only_padding(self, m: Module) -> None:
        """The last block of a type, without a byte."""
        m.d.sync += self.last.eq(1)
        self._pad(m)

    def associated_data(self, m: Module) -> None:
        """Words of a block."""
        m.d.comb += [
            self.block.ready.eq(self.ready),
            self.shift.eq(self.block.valid & self.ready & ~self.empty),
        ]
        self._take(m)
        with m.If(self.block.valid & self.ready & self.empty):
            self._only_padding(m)

    def message(self, m: Module) -> None:
        """A block has no word, or is waiting for its key stream."""
        m.d.comb += self.block.ready.eq(self.ready & self.empty)
        with m.If(self.block.valid & self.ready):
            with m.If(self.empty):
                self._only_padding(m)
            with m.Else():
                m.d.sync += self.streams.eq(1)
                self.enter(m, "COUNT")

    def states(self) -> dict:
        return {"ANSWER": self._answer, "READY": self._ready}

    def more_states(self, m: Module) -> None:
        super().more_states(m)
        self.whole_state(m, "FILL_NONCE", self._fill)
        self.whole_state(m, "FILL", self._fill)
        self.whole_state(m, "COUNT", self._count)

    def whole_state(self, m: Module, name: str, body) -> None:
        """Add a state that an abort does not end, so that blocks move as a whole."""
        with m.State(name):
            m.d.sync += self.given_up.eq(self.given_up | self.control.abort)
            body(m)

    def _count(self, m: Module) -> None:
        """A word of the block of counter mode, or of padding."""
        m.d.comb += self.shift.eq(1)
        with m.If(self.wraps):
            self.enter(m, "READY")
            with m.If(self.given_up | self.control.abort):
                self.enter(m, "START")

    def _answer(self, m: Module) -> None:
        """Words of a block against the key stream; the ciphertext stays."""
        m.d.comb += [
            self.block.ready.eq(self.ready & self.answer.ready),
            self.answer.valid.eq(self.ready & self.block.valid),
            self.shift.eq(self.answer.valid & self.answer.ready),
        ]
        self._take(m)

    def _ready(self, m: Module) -> None:
        """The call."""
        m.d.comb += self.cipher.in_valid.eq(1)
        # In front of what follows: `_only_padding` sets ``last`` again.
        m.d.sync += [self.streams.eq(0), self.last.eq(0), self.pad_due.eq(0)]
        with m.If(self.streams):
            self.enter(m, "ANSWER")
        with m.Elif(self.pad_due):
            self._only_padding(m)
        with m.Elif(self.last & self.is_text):
            self.end(m)
        # Behind the last block of data the message begins; behind a block of it the next one comes.
        with m.Elif(self.last | self.is_text):
            m.d.sync += self.is_text.eq(1)
            self.enter(m, "MESSAGE")
        with m.Else():
            self.enter(m, "AD")

    def _tag(self, m: Module) -> None:
        with m.State("TAG"):
            m.d.comb += [
                self.answer.valid.eq(self.ready),
                self.shift.eq(self.ready & self.answer.ready),
            ]
            with m.If(self.shift & self.wraps):
                self.enter(m, "STATUS")

    def _verify(self, m: Module) -> None:
        """The received tag against the computed one, word by word up to the end."""
        with m.State("VERIFY"):
            m.d.comb += [
                self.block.ready.eq(self.ready),
                self.shift.eq(self.ready & self.block.valid),
            ]
            with m.If(self.shift):
                # The answer is the sum of a word of the tag and of the received one.
                self.collect(m, self.answer.data)
                with m.If(self.wraps):
                    self.enter(m, "STATUS")
            with m.If(self.control.abort):
                self.enter(m, "START")

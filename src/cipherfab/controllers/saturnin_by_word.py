# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of Saturnin-CTR-Cascade over registers that turn: words enter and leave
the cipher's state, and what concerns columns goes through it.

```
   word ──> ^ ──> state ──> top word ── ^ ──> answer     by words: bus, counter, padding
            │       │  ^                │
   counter ─┘       │  └── sum ── key <──> ``rest``      by columns: a call, the key, the chain
                    └────> ``text`` ── ^ ──┘
```

- The block of counter mode, ``block_of_counter``, is kept as words that turn, and so is never
  chosen: nonce, padding, number.
- ``text`` takes the columns of each call as it begins. At the end of a call of the Cascade they are
  added to those of the result, and this chaining value takes the place of the key.
- Key and chaining value change places for counter mode and back, while words enter the state. At
  the beginning of a message the key is copied, at its end it is brought back.
- A new key enters the state word by word, and its columns go over before the next message.
- A tag leaves as words of a state that was 0 and to which the chaining value was added.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from ..architectures.serial.turning import Turning
from ..modes.saturnin import (
    AD,
    CIPHERTEXT,
    CTR,
    LAST_AD,
    LAST_CIPHERTEXT,
    PADDING,
    SaturninCtrCascade,
)
from .block import BlockCore, only_if
from .word_counter import WordCounter

COUNTER = 48
"""Bits of the counter, or more; those above are 0 for any data that can be sent."""


class SaturninByWord(BlockCore):
    """Controls the cipher, one with the domain as an input; a block of the ports is a word.

    Args:
        aead, decrypts: as of `BlockCore`.
        cipher: `Turning`, whose words are those of the bus.

    Attributes:
        step, words: bytes of a word; words of a block.
        rests: no call is under way. shift: the state moves by a word. wraps: and is whole then.
        at: register; words of the block that have entered, or left.
        last, pad_due: registers; the block is the last of its type; one of padding alone follows.
        marks: register; the padding begins with the next word.
        is_text, streams: registers; of calls: message or ciphertext; the next one is of counter
            mode.
        replaces: register; the call ends with another key.
        home: register; the key is in the registers of the cipher, and not in ``rest``.
        new_key: register; the state has a key that has not gone over.
        moving, copies: registers; the cipher's key changes places with ``rest``, or stays too.
    """

    by_word = True
    takes_empty_ends = True
    stores_nonce = False
    keeps_key = True
    mismatches = 1

    def __init__(self, aead: SaturninCtrCascade, cipher: Turning, *, decrypts: bool = True):
        self.step = len(cipher.in_word) // 8
        self.words = aead.block_bytes // self.step
        super().__init__(aead, cipher, decrypts=decrypts)

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
        self.rests, self.shift, self.wraps = self.cipher.in_ready, Signal(name="shift"), Signal(
            name="wraps")
        self.at = Signal(range(self.words), name="at")
        for name in ("last", "marks", "streams", "replaces"):
            setattr(self, name, Signal(name=name, reset_less=True))
        self.pad_due, self.is_text, self.new_key = (
            Signal(name=name) for name in ("pad_due", "is_text", "new_key"))
        self.of_nonce, self.counting = self.during("START", "FILL_NONCE"), self.during("COUNT")
        self.answering = self.during("ANSWER")
        m.d.comb += self.wraps.eq(self.at.all())
        with m.If(self.shift & ~self.key_write):
            m.d.sync += self.at.eq(self.at + 1)
        self._exchange(m)
        self._columns(m)
        self._words(m, self._counter(m))

    def _exchange(self, m: Module) -> None:
        """Key and chaining value change places, in as many clocks as a round has."""
        self.home, self.moving = Signal(name="home", init=1), Signal(name="moving")
        self.copies, copying = Signal(name="copies", reset_less=True), self.during("FILL_NONCE")
        wants_key = self.during("START", "COUNT")
        wants_chain = self.during("FILL_NONCE", "ANSWER")
        turn = Signal(range(self.cipher.clocks), name="turn")
        with m.If(self.moving):
            m.d.sync += turn.eq(turn + 1)
            with m.If(turn == self.cipher.clocks - 1):
                m.d.sync += [
                    self.moving.eq(0),
                    self.home.eq(~self.home),
                ]
        with m.Elif(self.rests & Mux(self.home, wants_chain, wants_key)):
            m.d.sync += [
                self.moving.eq(1),
                self.copies.eq(copying),
            ]

    def _columns(self, m: Module) -> None:
        """Registers of columns beside the cipher, and what enters its key."""
        cipher, piece = self.cipher, len(self.cipher.in_key)
        rest, text = (Signal(8 * self.aead.block_bytes, name=name, reset_less=True)
                      for name in ("rest", "text"))
        with m.If(self.moving):
            m.d.sync += rest.eq(Cat(rest[piece:], cipher.out_key))
        with m.If(cipher.first | cipher.out_valid):
            m.d.sync += text.eq(Cat(text[piece:], cipher.front))
        m.d.comb += [
            cipher.in_turns.eq(self.moving),
            cipher.in_takes.eq(Mux(self.moving, ~self.copies, cipher.out_valid & self.replaces)),
            cipher.in_key.eq(Mux(self.moving, rest[:piece], cipher.total ^ text[:piece])),
            cipher.in_domain.eq(self._domain()),
            cipher.in_adds.eq(~self.new_key),
        ]

    def _domain(self):
        """Section 2.5."""
        of_ad, of_text = Mux(self.last, LAST_AD, AD), Mux(self.last, LAST_CIPHERTEXT, CIPHERTEXT)
        return Mux(self.streams, CTR, Mux(self.is_text, of_text, of_ad))

    def _counter(self, m: Module) -> Signal:
        """The next word of a block of counter mode."""
        size, count = 8 * self.step, -(-COUNTER // (8 * self.step))
        m.submodules.counter = counter = WordCounter(width=size, words=count)
        self.block_of_counter = Signal(8 * self.aead.block_bytes, name="block_of_counter",
                                       reset_less=True)
        m.d.comb += [
            counter.word.eq(self.block_of_counter[-size:]),
            counter.here.eq(Cat(self.at == self.words - 1 - number for number in range(count))),
            counter.moves.eq(self.counting),
            counter.restarts.eq(self.of_nonce),
        ]
        return counter.following

    def _words(self, m: Module, counted: Signal) -> None:
        """What enters the state, and what leaves it."""
        cipher, data = self.cipher, self.block.data
        stream, fed = Signal(8 * self.step, name="stream"), Signal(8 * self.step, name="fed")
        feeds, enciphers = self.during("START", "AD", "ANSWER"), self.answering & ~self.decrypt
        m.d.comb += [
            stream.eq(cipher.out_word & self.valid_bits(Cat(bit & enciphers
                                                            for bit in self.block.mask))),
            fed.eq(only_if(feeds, data) ^ stream ^ self._padding()),
            cipher.in_shift.eq(self.shift),
            cipher.in_word.eq(Mux(self.key_write, self.key_word, Mux(self.counting, counted, fed))),
            self.answer.data.eq(cipher.out_word ^ data),
            self.answer.mask.eq(self.block.mask | self.during("TAG").replicate(self.step)),
            self.key_free.eq(self._is_free() & self.starting),
        ]
        with m.If(self.shift & (self.of_nonce | self.counting)):
            kept = self.block_of_counter
            m.d.sync += kept.eq(Cat(cipher.in_word, kept)[:len(kept)])

    def _padding(self) -> Cat:
        """The byte of padding in this word: behind the valid ones, or where it begins."""
        mask, filling = self.block.mask, self.during("FILL_NONCE", "FILL")
        pads = self.during("AD", "ANSWER")
        marks = [filling & self.marks,
                 *(pads & ~mask[-1 - n] & mask[-n] for n in range(1, self.step))]
        return Cat(only_if(mark, Const(PADDING, 8)) for mark in reversed(marks))

    def _is_free(self):
        """Nothing is computed, and the key is where calls take it from."""
        return self.rests & ~self.moving & self.home

    def enter(self, m: Module, state: str) -> None:
        """Go on to ``state``; a message begins with nothing known."""
        super().enter(m, state)
        if state == "START":
            m.d.sync += [register.eq(0) for register in (self.at, self.pad_due, self.is_text,
                                                         self.last, self.streams)]

    def _start(self, m: Module) -> None:
        """The nonce; before it a key that came, if any, goes to its place."""
        ready = self._is_free() & ~self.new_key
        with m.State("START"):
            m.d.comb += [
                self.block.ready.eq(ready),
                self.shift.eq(self.key_write | (self.block.valid & ready)),
            ]
            m.d.sync += self.mismatch.eq(0)
            with m.If(self.key_write):
                m.d.sync += self.new_key.eq(1)
            with m.Elif(self.block.valid & self._is_free() & self.new_key):
                self.enter(m, "NEW_KEY")
            with m.Elif(self.block.valid & ready & self.block.last):
                self._pad(m, "FILL_NONCE")
        with m.State("NEW_KEY"):
            m.d.comb += self.cipher.in_pass.eq(1)
            m.d.sync += [
                self.replaces.eq(0),
                self.at.eq(0),
            ]
            self.enter(m, "CLEAR")
        self._clear(m)

    def _clear(self, m: Module) -> None:
        """The state becomes 0, for a new key, which then is in ``text`` alone, or for the tag. The
        first of these is not given up: the next message has the key, too.
        """
        with m.State("CLEAR"):
            m.d.comb += [
                self.shift.eq(self.rests),
                self.cipher.in_pass.eq(self.rests & self.wraps),
            ]
            with m.If(self.cipher.in_pass):
                m.d.sync += [
                    self.replaces.eq(self.new_key),
                    self.new_key.eq(0),
                ]
                self.to_tag(m)
                with m.If(self.new_key):
                    self.enter(m, "START")
            with m.If(self.control.abort & ~self.new_key):
                self.enter(m, "START")

    def _pad(self, m: Module, state: str = "FILL") -> None:
        """Padding, from the beginning of the next word."""
        m.d.sync += self.marks.eq(1)
        self.enter(m, state)

    def _fill(self, m: Module) -> None:
        """Padding up to the end of the block."""
        m.d.comb += self.shift.eq(self.rests)
        with m.If(self.shift):
            m.d.sync += self.marks.eq(0)
            with m.If(self.wraps):
                self.enter(m, "READY")

    def _take(self, m: Module) -> None:
        """What comes behind a word of data."""
        ends = self.block.last & ~(self.wraps & self.full)
        with m.If(self.shift):
            m.d.sync += [
                self.last.eq(ends),
                self.pad_due.eq(self.block.last & ~ends),
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
            self.block.ready.eq(self.rests),
            self.shift.eq(self.block.valid & self.rests & ~self.empty),
        ]
        self._take(m)
        with m.If(self.block.valid & self.rests & self.empty):
            self._only_padding(m)

    def message(self, m: Module) -> None:
        """A block has no word, or is waiting for its key stream."""
        m.d.comb += self.block.ready.eq(self.rests & self.empty)
        with m.If(self.block.valid & self.rests):
            with m.If(self.empty):
                self._only_padding(m)
            with m.Else():
                m.d.sync += self.streams.eq(1)
                self.enter(m, "COUNT")

    def more_states(self, m: Module) -> None:
        for name, body in (("FILL_NONCE", self._fill), ("FILL", self._fill),
                           ("COUNT", self._count), ("ANSWER", self._answer),
                           ("READY", self._ready)):
            self.state(m, name, body)

    def _count(self, m: Module) -> None:
        """The block of counter mode."""
        m.d.comb += self.shift.eq(1)
        with m.If(self.wraps):
            self.enter(m, "READY")

    def _answer(self, m: Module) -> None:
        """Words of a block against the key stream; the ciphertext stays."""
        m.d.comb += [
            self.block.ready.eq(self.rests & self.answer.ready),
            self.answer.valid.eq(self.rests & self.block.valid),
            self.shift.eq(self.answer.valid & self.answer.ready),
        ]
        self._take(m)

    def _ready(self, m: Module) -> None:
        """The call."""
        m.d.comb += self.cipher.in_valid.eq(1)
        m.d.sync += [
            self.replaces.eq(~self.streams),
            self.streams.eq(0),
            self.last.eq(0),
            self.pad_due.eq(0),
        ]
        with m.If(self.streams):
            self.enter(m, "ANSWER")
        with m.Elif(self.pad_due):
            self._only_padding(m)
        with m.Elif(self.last & self.is_text):
            self.enter(m, "CLEAR")
        with m.Elif(self.last | self.is_text):
            m.d.sync += self.is_text.eq(1)
            self.enter(m, "MESSAGE")
        with m.Else():
            self.enter(m, "AD")

    def to_tag(self, m: Module) -> None:
        if self.decrypts:
            super().to_tag(m)
        else:
            self.enter(m, "ANNOUNCE")

    def _tag(self, m: Module) -> None:
        with m.State("TAG"):
            m.d.comb += [
                self.answer.valid.eq(self.rests),
                self.shift.eq(self.rests & self.answer.ready),
            ]
            with m.If(self.shift & self.wraps):
                self.enter(m, "STATUS")

    def _verify(self, m: Module) -> None:
        """The received tag against the computed one, word by word up to the end."""
        if not self.decrypts:
            return
        with m.State("VERIFY"):
            m.d.comb += [
                self.block.ready.eq(self.rests),
                self.shift.eq(self.rests & self.block.valid),
            ]
            with m.If(self.shift):
                self.collect(m, self.answer.data)
                with m.If(self.wraps):
                    self.enter(m, "STATUS")
            with m.If(self.control.abort):
                self.enter(m, "START")

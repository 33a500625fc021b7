# SPDX-License-Identifier: Apache-2.0
"""The datapath of modes over a forkcipher whose blocks come in and leave word by word, through the
registers that are there anyway.

```
    word ──> ^ ──> block of the cipher (left, or right) ──> top word ──┐
             │                                                         ^ ──> answer
   right ────┴──────────────> ``store`` ─────────────────> top word ───┘
```

While the cipher rests, all three registers of a block, its left one, its right one and ``store``,
move by a word to the left in the same cycles: an answer leaves at the top while the next block
enters at the bottom. So whatever is added to a block, to an answer or to a sum is added to a word,
and nothing stands in front of the cipher.

After the words of the last ciphertext those of the right block follow, moved in behind the left
one: the tag is what comes next, s bytes of the last block in front. Where s is not a number of
whole words, what leaves is put together of two words, and what enters is turned by as many bytes
and taken in two steps, the *head* of a word of the bus, which fills a word of the block, and its
*tail*, which begins the next one.
"""

from abc import abstractmethod

from amaranth.hdl import Array, Cat, Const, Module, Mux, Signal

from ...primitives.forkcipher import BOTH, RIGHT
from ..parts.byte_masks import count_bytes, only_if
from .key import ForkKey


class ForkInPlace(ForkKey):
    """The datapath of a mode over ``cipher``, which ``shifts``; see `block.BlockCore` for what else
    there is. A block of the ports is a word.

    Attributes:
        step, words: bytes of a word; words of a block, a power of two.
        store: register of a block; at the end of a message the sum or the mask of its last block.
        at: register; how many words the three registers have moved since the last whole block.
        ends_at, rest: registers; whole words and further bytes of the last block of a message.
        last, short: registers; of the block that is there: it is the last one of its type; it is
            padded.
        marks: register; the padding begins with the next word.
        answering: register; the block is one of a message.
        alone: register; it is an empty one that makes the tag, or the last one without a message.
        sending: register; the left block is an answer of which words have not left.
        owes: register; there is a block of a message whose answer has not left.
        first: register; no call of the message has begun.
        had_ad: register; there was associated data.
        tail: register; of a word that is taken in two steps the second one is next.
        shift: all three registers move in this cycle. patch: the last word alone changes.
        rests: no call is under way. wraps: with one more word a block is whole.
        ending, at_end: the message ends with this call; the word at the top is the first that is
            no text, or not all of it.
        checks: what is compared in this cycle counts.
        finishing: register; the last call is done, and what leaves now leads to the tag.
        of_text: the same behind a message, so that the tag is the right block.
        counts: registers that a message finds as they are after a reset, beside those named here.
    """

    by_word = True
    holds_open = True
    stores_nonce = False
    mismatches = 1
    counts = ()

    @property
    def port_bytes(self) -> int:
        return self.cipher.shifts // 8

    def keep_account(self, m: Module) -> None:
        """The cipher says whether a call is under way."""

    def datapath(self, m: Module) -> None:
        self.step = self.port_bytes
        self.words = self.aead.block_bytes // self.step
        self._registers()
        self._decisions(m)
        self.declare(m)
        self._cipher(m)
        self._words(m)
        self.take_key(m, self.rests)

    @abstractmethod
    def declare(self, m: Module) -> None:
        """The mode's own registers, and the tweakey of a call."""

    @abstractmethod
    def entering(self):
        """The word that is added to what enters."""

    @abstractmethod
    def other(self):
        """The word that enters the other block of the cipher."""

    @abstractmethod
    def storing(self):
        """The word that enters ``store``."""

    @abstractmethod
    def leaving(self):
        """1 if ``store`` is added to what leaves."""

    @property
    def enters_right(self) -> bool:
        """Whether words enter the register that has the right block at the end of a call."""
        return self.cipher.enters_right

    def _registers(self) -> None:
        """Those of a block, and what is known of it; of each some states of the FSM."""
        bits = (self.words - 1).bit_length()
        self.store = Signal(8 * self.aead.block_bytes, name="store", reset_less=True)
        self.at, self.ends_at = Signal(bits, name="at"), Signal(bits, name="ends_at")
        # A word of one byte is whole, or not there.
        self.rest = (
            Signal((self.step - 1).bit_length(), name="rest") if self.step > 1 else Const(0, 1)
        )
        for name in ("last", "short", "marks"):
            setattr(self, name, Signal(name=name, reset_less=True))
        for name in ("answering", "alone", "sending", "owes", "had_ad", "tail"):
            setattr(self, name, Signal(name=name))
        # A message finds it as a reset does (`OverForkInPlace.enter`).
        self.first = Signal(name="first_call", init=1)
        self._states()

    def _states(self) -> None:
        """Registers for what the FSM steers in many gates."""
        self.joining = self.during("JOIN")
        self.finishing = self.during("FINISH", "ANNOUNCE", "TAG", "VERIFY")
        self.is_message = self.during("MESSAGE")
        self.is_tag, self.verifying = self.during("TAG"), self.during("VERIFY")
        self.filling = self.during("FILL")
        self.feeds = self.during("START", "AD", "MESSAGE", "JOIN", "VERIFY")

    def _decisions(self, m: Module) -> None:
        for name in ("shift", "patch", "rests", "wraps", "at_end", "checks", "of_text"):
            setattr(self, name, Signal(name=name))
        m.d.comb += [
            self.rests.eq(self.cipher.in_ready),
            # ``words`` is a power of two.
            self.wraps.eq(self.at.all()),
            self.at_end.eq(self.sending & self.short & (self.at == self.ends_at)),
            self.of_text.eq(self.finishing & self.answering),
            self.answer.owed.eq(self.owes),
        ]
        with m.If(self.shift):
            m.d.sync += self.at.eq(self.at + 1)
            with m.If(self.wraps):
                m.d.sync += self.sending.eq(0)
        with m.If(self.started):
            m.d.sync += [self.first.eq(0), self.sending.eq(self.answering)]

    def _cipher(self, m: Module) -> None:
        """Its switches, and its blocks where they move."""
        cipher, word = self.cipher, Signal(8 * self.step, name="entering_word")
        m.d.comb += [
            # Associated data needs the right block alone.
            cipher.in_select.eq(Mux(self.answering, BOTH, RIGHT)),
            cipher.out_ready.eq(1),
            cipher.in_shift.eq(self.shift),
            word.eq(self._fed(m) ^ self.entering()),
            # The cipher takes a whole word: of one that is patched, what is there enters again.
            cipher.in_word.eq(word ^ self._patched()),
            cipher.in_other.eq(self.other()),
        ]
        if self.decrypts:
            m.d.comb += [
                cipher.in_decrypt.eq(self.answering & self.decrypt),
                cipher.in_patch.eq(self.patch),
            ]
        with m.If(self.shift):
            m.d.sync += self.store.eq(Cat(self.storing(), self.store)[: len(self.store)])

    @property
    def block_of_cipher(self):
        """The block that words enter."""
        return self.cipher.out_right if self.enters_right else self.cipher.out_left

    def top(self, block, number: int = 0):
        """A word of a block."""
        high = len(block) - 8 * self.step * number
        return block[high - 8 * self.step : high]

    def _patched(self):
        """The word that is there already, where one is patched."""
        return only_if(self.patch, self.block_of_cipher[: 8 * self.step]) if self.decrypts else 0

    def _fed(self, m: Module) -> Signal:
        """What enters: bytes of the bus, and padding."""
        self.fed, taken = Signal(8 * self.step, name="fed"), self._turned()
        here = self.feeds & self.block.valid
        # In JOIN only the bytes of this step count, head or tail.
        gates = [here & (~self.joining | side) for side in self._sides()]
        marks = self._marks()
        m.d.comb += self.fed.eq(
            Cat(
                only_if(gate, byte) | Cat(Const(0, 7), mark)
                for gate, byte, mark in zip(reversed(gates), taken, reversed(marks))
            )
        )
        return self.fed

    def _turned(self) -> list:
        """The bytes of the word on the bus, least significant first, turned by ``rest`` bytes."""
        data = self.block.data
        ways = [data.rotate_right(8 * count) for count in range(self.step)]
        # Only a decryption takes in what begins within a word: a part of the tag.
        word = Array(ways)[self.rest] if self.decrypts and self.step > 1 else data
        return [word[8 * n : 8 * n + 8] for n in range(self.step)]

    def _sides(self) -> list:
        """For each byte of a word of the block, the first one at the top: it belongs to the step,
        head or tail.
        """
        return [unused ^ self.tail for unused in self._unused()]

    def _unused(self) -> list:
        """For each byte, the first one at the top: it is behind the ``rest``."""
        return [self.rest <= n for n in range(self.step)]

    def _marks(self) -> list:
        """For each byte, the first one at the top: the padding begins with it. A ciphertext has
        none; but when it was deciphered, it has to come out.
        """
        mask, marks = self.block.mask, []
        pads = self.feeds & self.block.valid & ~self.joining & ~self.verifying
        pads = pads & ~(self.decrypt & self.is_message)
        for n in range(self.step):
            # The padding begins behind the last valid byte; behind a full word that is the next
            # word's first.
            mark = pads & ~mask[-1 - n] & mask[-n] if n else self.filling & self.marks
            if self.decrypts:
                mark = mark | (self.checks & ~self.verifying & self.at_end & (self.rest == n))
            marks.append(mark)
        return marks

    def _words(self, m: Module) -> None:
        """What leaves: a word of the left block, with what is added, and in a tag parts of two."""
        word = Signal(8 * self.step, name="leaving_word")
        partial = self.finishing & ~self.is_tag & self.at_end
        m.d.comb += [
            word.eq(self._sum(0)),
            self.answer.data.eq(self._of_two(word)),
            self.answer.mask.eq(Cat(~(partial & unused) for unused in reversed(self._unused()))),
        ]
        if self.decrypts:
            self._compare(m, word)

    def _sum(self, number: int):
        """A word of the left block and of ``store``."""
        return self.top(self.cipher.out_left, number) ^ only_if(
            self.leaving(), self.top(self.store, number)
        )

    def _of_two(self, word):
        """The word at the top; of a tag without its ``rest``, and with what follows."""
        if self.step == 1:
            return word
        pair = Cat(self._sum(1)[8:], word)
        ways = [pair[8 * (self.step - 1 - count) :][: 8 * self.step] for count in range(self.step)]
        return Array(ways)[only_if(self.is_tag, self.rest)]

    def _compare(self, m: Module, word) -> None:
        """The tag with what was received; or behind a text its padding."""
        differs = word ^ self.fed
        sides, unused = self._sides(), self._unused()
        found = []
        for n in range(self.step):
            counts = Mux(self.verifying, sides[n], unused[n] | ~self.at_end)
            byte = differs[8 * (self.step - 1 - n) :][:8]
            found.append(byte.any() & counts)
        with m.If(self.checks & Cat(found).any()):
            m.d.sync += self.mismatch.eq(1)

    def capture(self, m: Module) -> None:
        """What there is to know of a block with its last word."""
        block = self.block
        m.d.sync += [
            self.last.eq(block.last),
            self.short.eq(~(self.wraps & self.full)),
            self.marks.eq(self.full),
        ]

    def capture_end(self, m: Module) -> None:
        """Where a message ends, if it does with this word."""
        # Behind a full last word the text ends with the next word, else within this one (`rest`).
        m.d.sync += self.ends_at.eq(self.at + self.full)
        if self.step > 1:
            m.d.sync += self.rest.eq(count_bytes(self.block.mask))

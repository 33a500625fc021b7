# SPDX-License-Identifier: Apache-2.0
"""Words of the bus to blocks of the mode and back, in one buffer, loading and unloading while the
mode computes.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import answers, blocks, share_of
from ..errors import CallError
from ..words.hardware import assign_parts
from .collector import Collector
from .ports import bus, words
from .remaining import Remaining


def words_of(width: int, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Of blocks of so many bytes each: their words, and the number of the mask's bit for the last
    byte of a full one (0, but in a block that is a part of a word).

    Raises:
        CallError: a block is longer than a word and not of whole words.
    """
    uneven = [8 * size for size in sizes if 8 * size % width and 8 * size > width]
    if uneven:
        raise CallError(
            f"expected blocks of whole bus words, got {uneven[0]} bits for a bus of {width}"
        )
    counts = tuple(max(1, 8 * size // width) for size in sizes)
    return counts, tuple(max(0, width // 8 - size) for size in sizes)


class BlockBuffer(wiring.Component):
    """Collects n words to a block and sends answers word by word, with n - 1 words of storage for
    both.

    The n-th word of a block is not stored but taken from the bus in the cycle in which the mode
    takes the block. If the mode answers in that cycle, the answer's first word goes straight to the
    output and the others take the places of the block's words. From then on output words leave
    while input words enter behind them. So the bus is never idle: a mode that is done with a block
    in n cycles or less keeps up with it.

    Args:
        width: bits of a bus word.
        size: bytes of a block; whole words.
        short_sizes: bytes of a block while ``short`` is 1, 2, …; whole words, or a part of one that
            comes as a word.
        forgets: a message may be given up in the middle of a block; there is a port for that.
        keeps_open: with a place for the last word of a block too, so that it can wait for what
            follows an ``open`` word.
        ahead: the mode's answers are ``ahead``, see `controllers.ports.answers`. Then the first
            word of an answer to a block of a message leaves as soon as its word is in slot 0, and
            no output depends on ``words`` in the same cycle. A block of one word waits until slot 0
            has a copy of it.
        shares: words, blocks and answers come in so many; a slot has a word of each of them, which
            only wiring brings together.

    Ports:
        words: input words. block: input blocks. answer: output blocks. output: output words
            (invalid bytes 0).
        short: which size blocks have.
        empty: nothing waits to be sent.
        abort: the words of a block that is not whole are forgotten.
    """

    def __init__(
        self,
        *,
        width: int,
        size: int,
        short_sizes: tuple[int, ...] = (),
        keeps_open: bool = False,
        forgets: bool = False,
        ahead: bool = False,
        shares: int = 1,
    ):
        self.shares = shares
        self.bytes_per_word, self.forgets, self.is_ahead = width // 8, forgets, ahead
        self.counts, self.ends = words_of(width, (size, *short_sizes))
        self.count = self.counts[0]
        # A port of one word has no slot for the first word of a block: nothing can be ahead of it.
        self.ahead = ahead and self.count > 1
        # A block's last word is used from the bus, so it needs a place only where it may wait.
        self.places = self.count if keeps_open else self.count - 1
        super().__init__(
            {
                "words": In(words(width, shares)),
                "block": Out(blocks(size, ahead=ahead, shares=shares)),
                "answer": In(answers(size, ahead=ahead, shares=shares)),
                "output": Out(bus(shares * width)),
                "short": In(range(max(2, len(self.counts)))),
                "empty": Out(1),
                **({"abort": In(1)} if self.forgets else {}),
            }
        )

    def elaborate(self, platform):
        m = Module()
        width = len(self.words.data)
        self.slots = [Signal(width, name=f"slot{n}", reset_less=True) for n in range(self.places)]
        # Bit n: the word in slot n has been sent.
        self.sent = Signal(self.count - 1, name="sent")
        step = self.bytes_per_word
        # The first word of an answer needs no mark: it does not wait in a place.
        self.waiting = Remaining(m, self.answer.mask[: len(self.answer.mask) - step], step)
        # Every block has more words than one: when it is whole, slot 0 has the first one.
        self.shares_first = self.ahead and min(self.counts) > 1
        self.input = Collector(
            m,
            self.words,
            self.block,
            self.slots,
            self.short,
            counts=self.counts,
            copies=self.answer.of_block if self.ahead else None,
            ends_of_full=self.ends if self.is_ahead else (),
        )
        if self.is_ahead:
            m.d.comb += self.block.held.eq(
                self.input.held() if self.shares_first else self.block.data
            )
        self.is_free = Signal(name="slot_is_free")
        m.d.comb += [
            self.is_free.eq(self._slot_is_free()),
            # The word that ends a block is not stored: whether it is taken is the mode's to say.
            self.words.ready.eq(
                Mux(self.input.completing, self.block.ready, self.is_free & ~self.input.copying)
            ),
        ]
        # The first word of the answer to the block that is collected has left.
        self.begun = Signal(name="begun") if self.ahead else Const(0)
        self._send(m)
        self._store(m)
        return m

    def _leaves(self, n: int):
        """1 if slot n has the word that waits longest."""
        before = self.sent[n - 1] if n else Const(1)
        return before & ~self.sent[n]

    def _slot_is_free(self):
        """1 if the place of the word on the bus holds nothing that waits, or the word that leaves
        in this cycle.
        """
        total = self.empty
        for n in range(len(self.sent)):
            leaves = self._leaves(n) & self.output.ready
            total = total | (self.input.is_here(n) & (self.sent[n] | leaves))
        return total

    def _send(self, m: Module) -> None:
        """Waiting words first; an answer's first word passes through."""
        width = len(self.words.data)
        # At most one place leaves in a cycle, so an OR of gated words chooses it without an
        # encoder.
        waiting = Const(0, width)
        for n in range(len(self.sent)):
            waiting = waiting | Mux(self._leaves(n), self.slots[n], 0)
        first, there = self._first_word()
        m.d.comb += [
            self.empty.eq(~self.waiting.any),
            # Its first word has left or leaves now; the others get places.
            self.answer.ready.eq(self.empty & (self.begun | self.output.ready)),
            self.output.valid.eq(~self.empty | there),
            *assign_parts(self.output.data, self._joined(first, waiting)),
        ]
        with m.If(self.answer.valid & self.answer.ready):
            self.waiting.load()
            m.d.sync += self.sent.eq(0)
        with m.Elif(~self.empty & self.output.ready):
            self.waiting.advance()
            m.d.sync += self.sent.eq(Cat(Const(1, 1), self.sent)[: len(self.sent)])

    def _joined(self, first, waiting) -> list:
        """The bytes of the word that leaves, in each share, least significant first."""
        mask = self.answer.mask[-self.bytes_per_word :]
        return [
            byte
            for share in reversed(range(self.shares))
            for byte in self.waiting.joined(
                share_of(first, share, self.shares), mask, share_of(waiting, share, self.shares)
            )
        ]

    def _word(self, answer, n: int):
        """Word n of an answer, in each share."""
        width = 8 * self.bytes_per_word
        low = len(answer) // self.shares - (n + 1) * width
        if self.shares == 1:
            return answer[low : low + width]
        return Cat(
            share_of(answer, share, self.shares)[low : low + width]
            for share in reversed(range(self.shares))
        )

    def _first_word(self) -> tuple:
        """The first word of an answer, and whether it may leave."""
        if not self.ahead:
            return self._word(self.answer.data, 0), self.answer.valid
        held = ~self.answer.of_block | self.input.first_is_held
        there = self.answer.there & held & ~self.begun
        if self.shares_first:
            return self._word(self.answer.data, 0), there
        return self.input.first ^ self._word(self.answer.stream, 0), there

    def _store(self, m: Module) -> None:
        """Input words into their places; the answer's other words over all of them."""
        taken = self.words.valid & self.words.ready
        answered = self.answer.valid & self.answer.ready
        self.input.take(m, taken)
        if self.ahead:
            self.input.copy(m, self.words.valid & self.input.copying & self.is_free, taken)
            with m.If(answered):
                m.d.sync += self.begun.eq(0)
            # Where nothing waits, what leaves is the first word of an answer whose block is not
            # whole.
            with m.Elif(self.empty & self.output.valid & self.output.ready):
                m.d.sync += self.begun.eq(1)
        if self.forgets:
            with m.If(self.abort):
                self.input.forget(m)
        for n, slot in enumerate(self.slots):
            # Whether the word is taken comes late. In a place that is free it does no harm until
            # then.
            with m.If(self.words.valid & self.is_free & self.input.is_here(n)):
                m.d.sync += slot.eq(self.words.data)
            if n < self.count - 1:
                # Behind the line above: the last word of a short block is written too, and the
                # answer must win.
                with m.If(answered):
                    m.d.sync += slot.eq(self._word(self.answer.data, n + 1))

# SPDX-License-Identifier: Apache-2.0
"""Words of the bus to blocks of a mode that decides a clock ahead, and its answers to words."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import answers, blocks
from ..words.hardware import assign_parts, told
from .blockbuffer import words_of
from .collector import Collector
from .ports import bus, words
from .remaining import Remaining


class AheadBuffer(wiring.Component):
    """Registers for all words of a block, and one for a word of an answer.

    What is said of a block (``mask``, ``last``, ``full``, ``valid``) is that of the block whose
    last word is on the bus, as in `BlockBuffer`; its ``data`` is in the registers in the next
    clock, 0 where it has no byte, and only then: the first word of the next block may follow.

    Answers stay in the mode's register (`controllers.ports.answers`, ``stays``). It is told a clock
    ahead that the register may be written, when it can not be known yet whether its last word
    leaves: for a word that does not there is a register here.

    Args:
        width: bits of a bus word.
        size, short_sizes, forgets: as of `BlockBuffer`.

    Ports: those of `BlockBuffer`.
    """

    def __init__(
        self, *, width: int, size: int, short_sizes: tuple[int, ...] = (), forgets: bool = False
    ):
        self.counts, self.ends = words_of(width, (size, *short_sizes))
        self.count = self.counts[0]
        self.bytes_per_word, self.forgets, self.size = width // 8, forgets, size
        super().__init__(
            {
                "words": In(words(width)),
                "block": Out(blocks(size, ahead=True)),
                "answer": In(answers(size, stays=True)),
                "output": Out(bus(width)),
                "short": In(range(max(2, len(self.counts)))),
                "empty": Out(1),
                **({"abort": In(1)} if forgets else {}),
            }
        )

    def elaborate(self, platform):
        m = Module()
        self._collect(m)
        self._send(m)
        return m

    def _collect(self, m: Module) -> None:
        """A word is written to its place and zeros to those behind it, before it is known whether
        it is taken.
        """
        size, width = self.size, len(self.words.data)
        slots = [Signal(width, name=f"slot{n}", reset_less=True) for n in range(self.count)]
        seen = blocks(size, ahead=True).create(path=("on_bus",))
        # The last word of a block is on the bus when the block is told of, so no place has it.
        given = Collector(
            m, self.words, seen, slots[:-1], self.short, counts=self.counts, ends_of_full=self.ends
        )
        m.d.comb += [
            getattr(self.block, name).eq(getattr(seen, name))
            for name in ("mask", "phase", "last", "valid", "full")
        ]
        m.d.comb += [
            *assign_parts(self.block.data, reversed(slots)),
            self.block.held.eq(self.block.data),
            self.words.ready.eq(~given.completing | self.block.ready),
        ]
        for n, slot in enumerate(slots):
            # The last place is never counted as stored: with its word the block is taken.
            is_stored = given.stored[n] if n < len(given.stored) else Const(0)
            with m.If(self.words.valid & ~is_stored):
                m.d.sync += slot.eq(Mux(given.is_here(n), self.words.data, 0))
        given.take(m, self.words.valid & self.words.ready)
        if self.forgets:
            with m.If(self.abort):
                given.forget(m)

    def _send(self, m: Module) -> None:
        """The words of an answer, behind one that was kept of the answer before."""
        width, step, answer = len(self.words.data), self.bytes_per_word, self.answer
        owed = told("answer_is_owed", "The register of the answer is about to be written.")
        mask = Signal(self.size, name="answer_mask", reset_less=True)
        kept = Signal(width, name="kept_word", reset_less=True)
        is_kept = told("word_is_kept", "A word of the answer before waits.")
        sent = Signal(self.count, name="sent")
        counted = told("words_counted", "So many words wait, or an answer is owed.", self.count + 1)
        # An answer of one word that is owed looks like two words that wait.
        more = counted[2] if self.count > 1 else owed
        waiting = Remaining(m, mask, step)
        word = Const(0, width)
        for n in range(self.count):
            leaves = (sent[n - 1] if n else Const(1)) & ~sent[n]
            low = 8 * self.size - (n + 1) * width
            word = word | Mux(leaves, answer.data[low : low + width], 0)
        valid = waiting.valid
        bytes_ = [Mux(valid[n], word[8 * n : 8 * n + 8], 0) for n in range(step)]
        shown, out = Signal(width, name="answer_word"), self.output
        m.d.comb += assign_parts(shown, bytes_)
        m.d.comb += [
            out.valid.eq(is_kept | waiting.any),
            out.data.eq(Mux(is_kept, kept, shown)),
            answer.ready.eq(~counted[1] | (~more & out.ready)),
            self.empty.eq(~counted[0]),
        ]
        answered, leaves = answer.valid & answer.ready, out.valid & out.ready
        with m.If(answered):
            # All ones: how many words it has is counted when the register is written.
            m.d.sync += [owed.eq(1), mask.eq(answer.mask), counted.eq(-1)]
        with m.Elif(answer.loads):
            # A word of the answer before that stays is counted with the new ones.
            stays = out.valid & ~out.ready
            new = Cat(*reversed(waiting.starts))
            m.d.sync += [owed.eq(0), counted.eq(Mux(stays, Cat(1, new), new))]
        # While an answer is owed the count stands for it and not for words.
        with m.Elif(leaves & ~owed):
            m.d.sync += counted.eq(counted[1:])
        with m.If(~is_kept):
            # Whether the word leaves comes late; it is kept in any case, and `is_kept` says if it
            # counts.
            m.d.sync += kept.eq(shown)
        with m.If(answer.loads):
            waiting.load()
            m.d.sync += [sent.eq(0), is_kept.eq(out.valid & ~out.ready)]
        with m.Elif(leaves):
            m.d.sync += is_kept.eq(0)
            with m.If(~is_kept):
                waiting.advance()
                m.d.sync += sent.eq(Cat(Const(1, 1), sent)[: self.count])

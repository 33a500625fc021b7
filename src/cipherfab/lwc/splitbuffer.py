"""Words of the bus to blocks of the mode and back, for modes whose answer comes after a call of the cipher."""

from amaranth.hdl import Array, Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import Phase, answers, blocks
from ..words.hardware import assign_parts
from .ports import bus, words


class SplitBuffer(wiring.Component):
    """Collects n words to a block while the answer to the block before leaves: n - 1 words of storage for each.

    The n-th word of a block is taken from the bus in the cycle in which the mode takes the block, and the first word of an answer
    goes straight to the output. So a mode that needs c cycles for a block needs max(n, c) of them with its words moved.

    Args:
        width: bits of a bus word.
        size: bytes of a block; at least two words.
        short_size: bytes of a block while ``short`` is 1, or None.

    Ports:
        words: input words. block: input blocks. answer: output blocks. output: output words (invalid bytes 0).
        short: blocks are of ``short_size``.
        empty: nothing waits to be sent, and the mode owes no answer to a message block that it took. Headers and status wait
            for it.
    """

    def __init__(self, *, width: int, size: int, short_size: int | None = None):
        self.bytes_per_word, self.count = width // 8, 8 * size // width
        self.short_count = 8 * (short_size or size) // width
        super().__init__({"words": In(words(width)), "block": Out(blocks(size)), "answer": In(answers(size)),
                          "output": Out(bus(width)), "short": In(1), "empty": Out(1)})

    def elaborate(self, platform):
        m = Module()
        self._collect(m)
        self._send(m)
        return m

    def _collect(self, m: Module) -> None:
        """The block: stored words, then the word on the bus, then zeros."""
        width, step = len(self.words.data), self.bytes_per_word
        slots = [Signal(width, name=f"in_slot{n}", reset_less=True) for n in range(self.count - 1)]
        filled = Signal(range(self.count), name="filled")
        here = [filled == n for n in range(self.count)]
        before = [Cat(here[n + 1:]).any() if n + 1 < self.count else 0 for n in range(self.count)]
        data = [(Mux(before[n], slots[n], 0) if n + 1 < self.count else 0) | Mux(here[n], self.words.data, 0)
                for n in range(self.count)]
        mask = [Mux(before[n], -1, 0) | Mux(here[n], self.words.mask, 0) for n in range(self.count)]
        completing = self.words.last | (filled == Mux(self.short, self.short_count - 1, self.count - 1))
        m.d.comb += [
            *assign_parts(self.block.data, [part[:width] for part in reversed(data)]),
            *assign_parts(self.block.mask, [part[:step] for part in reversed(mask)]),
            self.block.phase.eq(self.words.phase), self.block.last.eq(self.words.last),
            self.block.valid.eq(self.words.valid & completing), self.words.ready.eq(~completing | self.block.ready)]
        with m.If(self.words.valid & self.words.ready):
            m.d.sync += filled.eq(Mux(completing, 0, filled + 1))
            for n, slot in enumerate(slots):
                with m.If(here[n]):
                    m.d.sync += slot.eq(self.words.data)

    def _send(self, m: Module) -> None:
        """Waiting words first; an answer's first word passes through."""
        width, step, size = len(self.words.data), self.bytes_per_word, len(self.answer.mask)
        slots = [Signal(width, name=f"out_slot{n}", reset_less=True) for n in range(self.count - 1)]
        sent, waiting = Signal(range(self.count), name="sent"), Signal(size - step, name="waiting")
        owed, free = Signal(name="answer_is_owed"), ~waiting[-1]
        source = Mux(free, self.answer.data[-width:], Array(slots)[sent])
        valid_bytes = Mux(free, self.answer.mask[-step:], waiting[-step:])
        answered = self.answer.valid & self.answer.ready
        m.d.comb += [
            self.empty.eq(free & ~owed), self.answer.ready.eq(free & self.output.ready),
            self.output.valid.eq(~free | self.answer.valid),
            *assign_parts(self.output.data, [Mux(valid_bytes[n], source[8 * n:8 * n + 8], 0) for n in range(step)])]
        with m.If(answered):
            m.d.sync += [waiting.eq(self.answer.mask), sent.eq(0)]
            m.d.sync += [slot.eq(part) for slot, part in zip(slots, self._parts())]
        with m.Elif(~free & self.output.ready):
            m.d.sync += [waiting.eq(waiting << step), sent.eq(sent + 1)]
        with m.If(self._owing() != answered):
            m.d.sync += owed.eq(self._owing())

    def _parts(self) -> list:
        """The words of the answer after the first."""
        width = len(self.words.data)
        return [self.answer.data[low:low + width] for low in reversed(range(0, (self.count - 1) * width, width))]

    def _owing(self):
        """1 in the cycle in which the mode takes a block of a message that it will answer, or answers at once."""
        taken = self.block.valid & self.block.ready
        return taken & (self.block.phase == Phase.MESSAGE) & self.block.mask[-1]

"""Words of the bus to blocks of the mode and back, in one buffer, loading and unloading while the mode computes."""

from amaranth.hdl import Array, Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import answers, blocks
from ..errors import CallError
from ..words.hardware import assign_parts
from .ports import bus, words


class BlockBuffer(wiring.Component):
    """Collects n words to a block and sends answers word by word, with n - 1 words of storage for both.

    The n-th word of a block is not stored but taken from the bus in the cycle in which the mode takes the block. If the mode
    answers in that cycle, the answer's first word goes straight to the output and the others take the places of the block's words.
    From then on output words leave while input words enter behind them. So the bus is never idle: a mode that is done with a block
    in n cycles or less keeps up with it.

    Args:
        width: bits of a bus word.
        size: bytes of a block; at least two words.
        short_size: bytes of a block while ``short`` is 1, or None. If ``size`` is not a multiple of it, a message may be given up
            in the middle of a block, and there is a port for that.

    Ports:
        words: input words. block: input blocks. answer: output blocks. output: output words (invalid bytes 0).
        short: blocks are of ``short_size``.
        empty: nothing waits to be sent.
        abort: the words of a block that is not whole are forgotten.
    """

    def __init__(self, *, width: int, size: int, short_size: int | None = None):
        self.bytes_per_word, self.count = width // 8, 8 * size // width
        if self.count < 2:
            raise CallError(f"expected a block of at least two bus words, got {8 * size} bits for a bus of {width}")
        self.short_count = 8 * (short_size or size) // width
        self.forgets = short_size is not None and size % short_size != 0
        super().__init__({"words": In(words(width)), "block": Out(blocks(size)), "answer": In(answers(size)),
                          "output": Out(bus(width)), "short": In(1), "empty": Out(1),
                          **({"abort": In(1)} if self.forgets else {})})

    def elaborate(self, platform):
        m = Module()
        width = len(self.words.data)
        self.slots = [Signal(width, name=f"slot{n}", reset_less=True) for n in range(self.count - 1)]
        self.filled = Signal(range(self.count), name="filled")
        self.sent = Signal(range(self.count), name="sent")
        self.waiting = Signal(len(self.answer.mask), name="waiting")
        self._present_block(m)
        self._send(m)
        self._store(m)
        return m

    def _present_block(self, m: Module) -> None:
        """The block: stored words, then the word on the bus, then zeros."""
        width, completing = len(self.words.data), self._completing()
        here = [self.filled == n for n in range(self.count)]
        before = [Cat(here[n + 1:]).any() if n + 1 < self.count else 0 for n in range(self.count)]
        data, mask = [], []
        for n in range(self.count):
            stored = Mux(before[n], self.slots[n], 0) if n + 1 < self.count else 0
            data.append(stored | Mux(here[n], self.words.data, 0))
            mask.append(Mux(before[n], -1, 0) | Mux(here[n], self.words.mask, 0))
        m.d.comb += [
            *assign_parts(self.block.data, [part[:width] for part in reversed(data)]),
            *assign_parts(self.block.mask, [part[:self.bytes_per_word] for part in reversed(mask)]),
            self.block.phase.eq(self.words.phase), self.block.last.eq(self.words.last),
            self.block.valid.eq(self.words.valid & completing),
            self.words.ready.eq(Mux(completing, self.block.ready, self._slot_is_free()))]

    def _completing(self):
        """1 if the word on the bus is the last of its block."""
        last = Mux(self.short, self.short_count - 1, self.count - 1)
        return self.words.last | (self.filled == last)

    def _slot_is_free(self):
        """1 if the place of the word on the bus holds nothing that waits, or the word that leaves in this cycle."""
        return self.empty | (self.filled < self.sent) | ((self.filled == self.sent) & self.output.ready)

    def _send(self, m: Module) -> None:
        """Waiting words first; an answer's first word passes through."""
        size, step = len(self.answer.mask), self.bytes_per_word
        width = len(self.words.data)
        waiting_data = Array(self.slots)[self.sent] if len(self.slots) > 1 else self.slots[0]
        source = Mux(self.empty, self.answer.data[-width:], waiting_data)
        valid_bytes = Mux(self.empty, self.answer.mask[-step:], self.waiting[-step:])
        m.d.comb += [
            self.empty.eq(~self.waiting[-1]), self.answer.ready.eq(self.empty & self.output.ready),
            self.output.valid.eq(~self.empty | self.answer.valid),
            *assign_parts(self.output.data, [Mux(valid_bytes[n], source[8 * n:8 * n + 8], 0) for n in range(step)])]
        with m.If(self.answer.valid & self.answer.ready):
            m.d.sync += [self.waiting.eq(Cat(self.answer.mask)[:size - step] << step), self.sent.eq(0)]
        with m.Elif(~self.empty & self.output.ready):
            m.d.sync += [self.waiting.eq(self.waiting << step), self.sent.eq(self.sent + 1)]

    def _store(self, m: Module) -> None:
        """Input words into their places; the answer's other words over all of them."""
        width = len(self.words.data)
        taken = self.words.valid & self.words.ready
        answered = self.answer.valid & self.answer.ready
        with m.If(taken):
            m.d.sync += self.filled.eq(Mux(self._completing(), 0, self.filled + 1))
        if self.forgets:
            with m.If(self.abort):
                m.d.sync += self.filled.eq(0)
        for n, slot in enumerate(self.slots):
            low = (self.count - 2 - n) * width
            with m.If(answered):
                m.d.sync += slot.eq(self.answer.data[low:low + width])
            with m.Elif(taken & (self.filled == n)):
                m.d.sync += slot.eq(self.words.data)

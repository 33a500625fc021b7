"""Words of the bus to blocks of the mode and back, in one buffer, loading and unloading while the mode computes."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import answers, blocks
from ..errors import CallError
from ..words.hardware import assign_parts
from .collector import Collector
from .ports import bus, words


class BlockBuffer(wiring.Component):
    """Collects n words to a block and sends answers word by word, with n - 1 words of storage for both.

    The n-th word of a block is not stored but taken from the bus in the cycle in which the mode takes the block. If the mode
    answers in that cycle, the answer's first word goes straight to the output and the others take the places of the block's words.
    From then on output words leave while input words enter behind them. So the bus is never idle: a mode that is done with a block
    in n cycles or less keeps up with it.

    Args:
        width: bits of a bus word.
        size: bytes of a block; whole words.
        short_sizes: bytes of a block while ``short`` is 1, 2, …; whole words, or a part of one that comes as a word.
        forgets: a message may be given up in the middle of a block; there is a port for that.
        keeps_open: with a place for the last word of a block too, so that it can wait for what follows an ``open`` word.

    Ports:
        words: input words. block: input blocks. answer: output blocks. output: output words (invalid bytes 0).
        short: which size blocks have.
        empty: nothing waits to be sent.
        abort: the words of a block that is not whole are forgotten.
    """

    def __init__(self, *, width: int, size: int, short_sizes: tuple[int, ...] = (), keeps_open: bool = False,
                 forgets: bool = False):
        self.bytes_per_word, self.forgets = width // 8, forgets
        self.counts = tuple(max(1, 8 * words // width) for words in (size, *short_sizes))
        self.count = self.counts[0]
        self.places = self.count if keeps_open else self.count - 1
        uneven = [8 * words for words in (size, *short_sizes) if 8 * words % width and 8 * words > width]
        if uneven:
            raise CallError(f"expected blocks of whole bus words, got {uneven[0]} bits for a bus of {width}")
        super().__init__({"words": In(words(width)), "block": Out(blocks(size)), "answer": In(answers(size)),
                          "output": Out(bus(width)), "short": In(range(max(2, len(self.counts)))), "empty": Out(1),
                          **({"abort": In(1)} if self.forgets else {})})

    def elaborate(self, platform):
        m = Module()
        width = len(self.words.data)
        self.slots = [Signal(width, name=f"slot{n}", reset_less=True) for n in range(self.places)]
        # Bit n: the word in slot n has been sent.
        self.sent = Signal(self.count - 1, name="sent")
        self.waiting = Signal(len(self.answer.mask), name="waiting")
        self.input = Collector(m, self.words, self.block, self.slots, self.short, counts=self.counts)
        m.d.comb += self.words.ready.eq(Mux(self.input.completing, self.block.ready, self._slot_is_free()))
        self._send(m)
        self._store(m)
        return m

    def _leaves(self, n: int):
        """1 if slot n has the word that waits longest."""
        before = self.sent[n - 1] if n else Const(1)
        return before & ~self.sent[n]

    def _slot_is_free(self):
        """1 if the place of the word on the bus holds nothing that waits, or the word that leaves in this cycle."""
        total = self.empty
        for n in range(len(self.sent)):
            leaves = self._leaves(n) & self.output.ready
            total = total | (self.input.is_here(n) & (self.sent[n] | leaves))
        return total

    def _send(self, m: Module) -> None:
        """Waiting words first; an answer's first word passes through."""
        size, step = len(self.answer.mask), self.bytes_per_word
        width = len(self.words.data)
        waiting = Const(0, width)
        for n in range(len(self.sent)):
            waiting = waiting | Mux(self._leaves(n), self.slots[n], 0)
        source = Mux(self.empty, self.answer.data[-width:], waiting)
        valid_bytes = Mux(self.empty, self.answer.mask[-step:], self.waiting[-step:])
        m.d.comb += [
            self.empty.eq(~self.waiting[-1]),
            self.answer.ready.eq(self.empty & self.output.ready),
            self.output.valid.eq(~self.empty | self.answer.valid),
            *assign_parts(self.output.data, [Mux(valid_bytes[n], source[8 * n:8 * n + 8], 0) for n in range(step)]),
        ]
        with m.If(self.answer.valid & self.answer.ready):
            m.d.sync += [
                self.waiting.eq(Cat(self.answer.mask)[:size - step] << step),
                self.sent.eq(0),
            ]
        with m.Elif(~self.empty & self.output.ready):
            m.d.sync += [
                self.waiting.eq(self.waiting << step),
                self.sent.eq(Cat(Const(1, 1), self.sent)[:len(self.sent)]),
            ]

    def _store(self, m: Module) -> None:
        """Input words into their places; the answer's other words over all of them."""
        width = len(self.words.data)
        taken = self.words.valid & self.words.ready
        answered = self.answer.valid & self.answer.ready
        self.input.take(m, taken)
        if self.forgets:
            with m.If(self.abort):
                m.d.sync += self.input.stored.eq(0)
        for n, slot in enumerate(self.slots):
            low = (self.count - 2 - n) * width
            # The last word of a block is not stored: words of an answer may wait in its place.
            with m.If(taken & self.input.stores(n)):
                m.d.sync += slot.eq(self.words.data)
            if low >= 0:
                with m.If(answered):
                    m.d.sync += slot.eq(self.answer.data[low:low + width])

# SPDX-License-Identifier: Apache-2.0
"""Words of the bus to whole blocks in registers and back, for modes with several calls in flight.

As `splitbuffer`, but nothing of the bus reaches the mode in the same cycle, nor the other way
round: a block stands in registers before the mode sees it, and an answer before a word of it
leaves. So a pipelined cipher is not slowed down by the handshakes of the bus.
"""

from amaranth.hdl import Array, Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import Phase, answers, blocks
from ..words.hardware import assign_parts
from .ports import bus, words
from .remaining import Remaining


class WholeBuffer(wiring.Component):
    """Collects n words to a block, and sends an answer in n words.

    A mode that takes a block as soon as it is there gets one in every n + 1 cycles, and its answers
    leave at the same rate.

    Args:
        width: bits of a bus word.
        size: bytes of a block.
        short_sizes: bytes of a block while ``short`` is 1, 2, …
        owes: most answers to blocks that are whole and not answered yet.
        owes_last: see `splitbuffer.SplitBuffer`.

    Ports: those of `splitbuffer.SplitBuffer`, and ``held``: a block waits for the mode, which must
    not hear of an abort before it has taken it.
    """

    def __init__(
        self,
        *,
        width: int,
        size: int,
        short_sizes: tuple[int, ...] = (),
        owes: int = 1,
        owes_last: bool = True,
    ):
        self.owes, self.owes_last, self.bytes_per_word = owes, owes_last, width // 8
        self.counts = tuple(-(-8 * each // width) for each in (size, *short_sizes))
        self.count = self.counts[0]
        super().__init__({
            "words": In(words(width)), "block": Out(blocks(size)), "answer": In(answers(size)),
            "output": Out(bus(width)), "short": In(range(max(2, len(self.counts)))),
            "empty": Out(1), "held": Out(1)})  # fmt: skip
        # A block of a message is whole in this cycle, and will be answered.
        self.owing = Signal(name="owing")

    def elaborate(self, platform):
        m = Module()
        self._collect(m)
        self._send(m)
        return m

    def _collect(self, m: Module) -> None:
        """Words into the registers of the block, the first one over all that is left of the block
        before; the block is there when it is known whether it is the last."""
        words, block, step = self.words, self.block, self.bytes_per_word
        data = [
            Signal(len(words.data), name=f"in_word{n}", reset_less=True) for n in range(self.count)
        ]
        mask = [Signal(step, name=f"in_mask{n}", reset_less=True) for n in range(self.count)]
        phase = Signal(Phase, name="in_phase", reset_less=True)
        last = Signal(name="in_last", reset_less=True)
        # Bit n: word n of the block has come.
        stored = Signal(self.count, name="stored")
        taken, fills, whole = (Signal(name=name) for name in ("taken", "fills", "is_whole"))
        m.d.comb += [
            fills.eq(self._of_size(lambda count: stored[count - 2] if count > 1 else Const(1))),
            whole.eq(self._of_size(lambda count: stored[count - 1])),
            words.ready.eq(~self.held),
            taken.eq(words.valid & ~self.held),
            *assign_parts(block.data, list(reversed(data))),
            *assign_parts(block.mask, list(reversed(mask))),
            block.phase.eq(phase),
            block.last.eq(last),
            block.valid.eq(self.held),
        ]
        # An open word fills a block but does not close it: the mark behind it tells what it was.
        closes = words.last | whole | (fills & ~words.open & words.mask[-1])
        # The last word may have none; with a word before it the block has bytes all the same.
        has_bytes = words.mask[-1] | stored[0]
        owing = taken & closes & (words.phase == Phase.MESSAGE) & has_bytes
        m.d.comb += self.owing.eq(owing if self.owes_last else owing & ~words.last)
        with m.If(taken):
            m.d.sync += [phase.eq(words.phase), last.eq(words.last), self.held.eq(closes)]
            with m.If(words.mask[-1]):
                m.d.sync += stored.eq(Cat(Const(1, 1), stored)[: self.count])
            for n in range(self.count):
                before = stored[n - 1] if n else Const(1)
                with m.If(before & ~stored[n] if n else ~stored[0]):
                    m.d.sync += [data[n].eq(words.data), mask[n].eq(words.mask)]
                # The first word of a block empties the later places, so that a short block ends in
                # zeros.
                if n:
                    with m.Elif(~stored[0]):
                        m.d.sync += [data[n].eq(0), mask[n].eq(0)]
        with m.If(self.held & block.ready):
            m.d.sync += [self.held.eq(0), stored.eq(0)]

    def _of_size(self, chosen):
        value = chosen(self.count)
        for number, count in enumerate(self.counts[1:], 1):
            value = Mux(self.short == number, chosen(count), value)
        return value

    def _send(self, m: Module) -> None:
        """The words of an answer, from registers."""
        width, step, size = len(self.words.data), self.bytes_per_word, len(self.answer.mask)
        slots = [Signal(width, name=f"out_word{n}", reset_less=True) for n in range(self.count)]
        sent = Signal(range(max(2, self.count)), name="sent")
        # Bits that whole words have more than a block, below its last byte.
        gap = 8 * step * self.count - 8 * size
        waiting = Remaining(m, Cat(Const(0, gap // 8), self.answer.mask), step)
        owed, free = Signal(self.owes, name="answer_is_owed"), ~waiting.any
        source, answered = Array(slots)[sent], Signal(name="answered")
        m.d.comb += [
            answered.eq(self.answer.valid & free),
            self.answer.ready.eq(free),
            self.empty.eq(free & ~owed[0]),
            self.output.valid.eq(~free),
            *assign_parts(
                self.output.data,
                [Mux(waiting.valid[n], source[8 * n : 8 * n + 8], 0) for n in range(step)],
            ),
        ]
        whole = Cat(Const(0, gap), self.answer.data)
        # While nothing waits they take anything, so that the handshake is not in front of them.
        with m.If(free):
            m.d.sync += [
                slot.eq(whole[low : low + width])
                for slot, low in zip(slots, reversed(range(0, len(whole), width)))
            ]
        with m.If(answered):
            waiting.load()
            m.d.sync += sent.eq(0)
        with m.Elif(self.output.ready):
            waiting.advance()
            m.d.sync += sent.eq(sent + 1)
        # Counted in a thermometer, from when a block is whole. The tag is owed by nobody.
        with m.If(self.owing != answered):
            m.d.sync += owed.eq(Mux(answered, owed[1:], Cat(Const(1, 1), owed)[: self.owes]))

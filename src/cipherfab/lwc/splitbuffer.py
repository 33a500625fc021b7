# SPDX-License-Identifier: Apache-2.0
"""Words of the bus to blocks of the mode and back, for modes whose answer comes after a call of the
cipher.
"""

from amaranth.hdl import Array, Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import Phase, answers, blocks
from ..words.hardware import assign_parts
from .collector import Collector
from .ports import bus, words
from .remaining import Remaining


class SplitBuffer(wiring.Component):
    """Collects n words to a block while the answer to the block before leaves: n - 1 words of
    storage for each.

    The n-th word of a block is taken from the bus in the cycle in which the mode takes the block,
    and the first word of an answer goes straight to the output. So a mode that needs c cycles for a
    block needs max(n, c) of them with its words moved.

    Args:
        width: bits of a bus word.
        size: bytes of a block; at least two words.
        short_sizes: bytes of a block while ``short`` is 1, 2, …
        keeps_open: see `blockbuffer.BlockBuffer`.
        opens: as of `controllers.ports.blocks`.
        owes: most answers to blocks that the mode has taken and not given yet.
        owes_last: False if the mode announces the answer to the last block itself, so that nothing
            waits for it.

    Ports:
        words: input words. block: input blocks. answer: output blocks. output: output words
            (invalid bytes 0).
        short: which size blocks have.
        empty: nothing waits to be sent, and the mode owes no answer to a message block that it
            took. Headers and status wait for it.
    """

    def __init__(
        self,
        *,
        width: int,
        size: int,
        short_sizes: tuple[int, ...] = (),
        keeps_open: bool = False,
        opens: bool = False,
        owes: int = 1,
        owes_last: bool = True,
    ):
        self.owes, self.owes_last = owes, owes_last
        self.bytes_per_word, self.count = width // 8, 8 * size // width
        self.counts = tuple(8 * words // width for words in (size, *short_sizes))
        self.places = self.count if keeps_open else self.count - 1
        super().__init__({"words": In(words(width)), "block": Out(blocks(size, opens=opens)),
                          "answer": In(answers(size)),
                          "output": Out(bus(width)), "short": In(range(max(2, len(self.counts)))),
                          "empty": Out(1)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        self._collect(m)
        self._send(m)
        return m

    def _collect(self, m: Module) -> None:
        slots = [
            Signal(len(self.words.data), name=f"in_slot{n}", reset_less=True)
            for n in range(self.places)
        ]
        given = Collector(m, self.words, self.block, slots, self.short, counts=self.counts)
        m.d.comb += self.words.ready.eq(~given.completing | self.block.ready)
        taken = self.words.valid & self.words.ready
        given.take(m, taken)
        for n, slot in enumerate(slots):
            # What is not the last word of its block is taken at once; the last one does no harm
            # here.
            with m.If(self.words.valid & given.is_here(n)):
                m.d.sync += slot.eq(self.words.data)

    def _send(self, m: Module) -> None:
        """Waiting words first; an answer's first word passes through."""
        width, step, size = len(self.words.data), self.bytes_per_word, len(self.answer.mask)
        slots = [Signal(width, name=f"out_slot{n}", reset_less=True) for n in range(self.count - 1)]
        sent, waiting = (
            Signal(range(self.count), name="sent"),
            Remaining(m, self.answer.mask[: size - step], step),
        )
        answered, free = self.answer.valid & self.answer.ready, ~waiting.any
        owed = count_owed(m, self.block, answered, owes=self.owes, owes_last=self.owes_last)
        m.d.comb += [
            self.empty.eq(free & ~owed[0]),
            # The first word has no place: it has to leave at once.
            self.answer.ready.eq(free & self.output.ready),
            self.output.valid.eq(~free | self.answer.valid),
            *assign_parts(
                self.output.data,
                waiting.joined(
                    self.answer.data[-width:], self.answer.mask[-step:], Array(slots)[sent]
                ),
            ),
        ]
        with m.If(answered):
            waiting.load()
            m.d.sync += sent.eq(0)
            m.d.sync += [slot.eq(part) for slot, part in zip(slots, self._parts())]
        with m.Elif(~free & self.output.ready):
            waiting.advance()
            m.d.sync += sent.eq(sent + 1)

    def _parts(self) -> list:
        """The words of the answer after the first."""
        width = len(self.words.data)
        return [
            self.answer.data[low : low + width]
            for low in reversed(range(0, (self.count - 1) * width, width))
        ]


def count_owed(m: Module, block, answered, *, owes: int = 1, owes_last: bool = True) -> Signal:
    """A register that counts, in a thermometer, the answers that the mode owes: to blocks of a
    message that it takes, or answers at once. The tag is an answer that nobody owes.

    Args:
        m: gets the register.
        block: stream of `controllers.ports.blocks`.
        answered: an answer is given in this cycle.
        owes, owes_last: see `SplitBuffer`.
    """
    owed = Signal(owes, name="answer_is_owed")
    taken = block.valid & block.ready
    # The top bit stands for the first byte: nobody answers a block without bytes.
    owing = taken & (block.phase == Phase.MESSAGE) & block.mask[-1]
    # If both happen in one cycle, the number stays.
    with m.If((owing if owes_last else owing & ~block.last) != answered):
        m.d.sync += owed.eq(Mux(answered, owed[1:], Cat(Const(1, 1), owed)[:owes]))
    return owed

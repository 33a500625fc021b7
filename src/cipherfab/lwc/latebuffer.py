# SPDX-License-Identifier: Apache-2.0
"""Words of the bus to blocks of the mode and back, in one buffer, for modes whose answer comes
after a call of the cipher, which keeps it until the next call starts.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import answers, blocks
from ..words.hardware import assign_parts
from .collector import Collector
from .ports import bus, words
from .remaining import Remaining
from .splitbuffer import count_owed


class LateBuffer(wiring.Component):
    """Collects n words to a block while the answer to the block before leaves, with n - 1 words of
    storage for both.

    An answer takes the places of the words of a block when that is taken, which is the one behind
    its own, or at once where no word is stored. Its first word does not wait for this. In between
    it is outside: the mode holds it, and with ``direct`` its other words leave from there. From
    then on output words leave while input words enter behind them.

    Without ``direct`` an answer waits for a block that has begun; so behind the last block that is
    answered nothing may come before its answer has left.

    Args:
        width: bits of a bus word.
        size: bytes of a block; at least two words.
        keeps_open: see `blockbuffer.BlockBuffer`.
        opens: as of `controllers.ports.blocks`.
        direct: words leave from an answer that is outside.

    Ports:
        words: input words. block: input blocks. answer: output blocks, with ``taken``. output:
            output words (invalid bytes 0).
        short: 0; there are blocks of one size.
        empty: nothing waits to be sent, and the mode owes no answer to a message block that it
            took. Headers and status wait for it.
    """

    def __init__(
        self,
        *,
        width: int,
        size: int,
        keeps_open: bool = False,
        opens: bool = False,
        direct: bool = True,
    ):
        self.direct, self.step, self.count = direct, width // 8, 8 * size // width
        self.places = self.count if keeps_open else self.count - 1
        super().__init__({"words": In(words(width)), "block": Out(blocks(size, opens=opens)),
                          "answer": In(answers(size, late=True)), "output": Out(bus(width)),
                          "short": In(1), "empty": Out(1)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        width = len(self.words.data)
        self.slots = [Signal(width, name=f"slot{n}", reset_less=True) for n in range(self.places)]
        # Bit n: the word in slot n has been sent.
        self.sent = Signal(self.count - 1, name="sent")
        self.outside = Signal(name="answer_is_outside")
        self.waiting = Remaining(m, self.answer.mask[: -self.step], self.step)
        self.input = Collector(
            m, self.words, self.block, self.slots, self.short, counts=(self.count,)
        )
        self.leaving = [before & ~sent for before, sent in zip(Cat(1, self.sent), self.sent)]
        self._take_answers(m)
        self._send(m)
        self._store(m)
        return m

    def _take_answers(self, m: Module) -> None:
        """An answer may be taken from the cycle on in which its first word leaves."""
        answer, out = self.answer, self.output
        block_taken = self.block.valid & self.block.ready
        given = answer.valid & answer.ready
        owed = count_owed(m, self.block, given & answer.taken)
        # No word is stored, or those that are leave with their block.
        room, ends = ~self.input.stored[0] | block_taken, ~self.waiting.starts.any()
        ends = (
            Mux(self.outside, out.ready & ~self.waiting.more, ends)
            if self.direct
            else ends & ~self.outside
        )
        self.moves = Signal(name="answer_moves")
        m.d.comb += [
            self.empty.eq(~self.waiting.any & ~owed[0]),
            answer.ready.eq(self.outside | (~self.waiting.any & out.ready)),
            self.moves.eq(given & room),
            answer.taken.eq(room | ends),
        ]
        m.d.sync += self.outside.eq(given & ~answer.taken)

    def _word(self, n: int):
        """Word n of the answer."""
        low = len(self.answer.data) - (n + 1) * len(self.words.data)
        return self.answer.data[low : low + len(self.words.data)]

    def _send(self, m: Module) -> None:
        """Waiting words first; an answer's first word passes through."""
        answer, out, waiting = self.answer, self.output, self.waiting
        # Without ``direct`` an answer leaves from its places alone.
        stays = ~self.outside if not self.direct else Const(1)
        # At most one word of them leaves in a cycle, so that an OR of gated words chooses it.
        word = Const(0, len(out.data))
        for n, leaves in enumerate(self.leaving):
            inside = leaves & ~self.outside if self.direct else leaves
            word = word | Mux(inside, self.slots[n], 0)
            if self.direct:
                word = word | Mux(leaves & self.outside, self._word(n + 1), 0)
        m.d.comb += [
            out.valid.eq(Mux(waiting.any, stays, answer.valid)),
            *assign_parts(out.data, waiting.joined(self._word(0), answer.mask[-self.step :], word)),
        ]
        with m.If(~waiting.any & answer.valid & out.ready):
            waiting.load()
            m.d.sync += self.sent.eq(0)
        with m.Elif(waiting.any & out.ready & stays):
            waiting.advance()
            m.d.sync += self.sent.eq(Cat(Const(1, 1), self.sent)[: len(self.sent)])

    def _store(self, m: Module) -> None:
        """Input words into places where none waits; the answer's other words over all of them. No
        word comes with an answer that finds none stored.
        """
        free = Signal(name="slot_is_free")
        gone = Cat(
            self.input.is_here(n) & (self.sent[n] | (leaves & self.output.ready))
            for n, leaves in enumerate(self.leaving)
        )
        m.d.comb += [
            free.eq(
                (~self.waiting.any | self.outside | gone.any())
                & (self.input.stored[0] | ~self.answer.valid)
            ),
            self.words.ready.eq(Mux(self.input.completing, self.block.ready, free)),
        ]
        self.input.take(m, self.words.valid & self.words.ready)
        for n, slot in enumerate(self.slots):
            # Whether the word is taken comes late. In a place that is free it does no harm until
            # then.
            with m.If(self.words.valid & free & self.input.is_here(n)):
                m.d.sync += slot.eq(self.words.data)
            if n < self.count - 1:
                # Behind the line above: the word that ends a block is written too, and the answer
                # must win.
                with m.If(self.moves):
                    m.d.sync += slot.eq(self._word(n + 1))

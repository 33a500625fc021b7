# SPDX-License-Identifier: Apache-2.0
"""Words of the bus to a mode that has them as its blocks, and back: no registers."""

from amaranth.hdl import Module, Mux
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect, flipped

from ..controllers.ports import answers, blocks
from ..words.hardware import assign_parts
from .ports import bus, words


class Passage(wiring.Component):
    """In place of a buffer, for a mode that works ``by_word`` (`controllers.contract.Controller`).

    Args:
        width: bits of a bus word.
        opens: there are words of which nobody knows yet whether they are the last.

    Ports:
        words: input words. block: the same to the mode. answer: words from it, with ``owed``.
            output: these (invalid bytes 0).
        short: 0; there are blocks of one size.
        empty: the mode owes no answer. Headers and status wait for it.
    """

    def __init__(self, *, width: int, opens: bool = True):
        size, self.opens = width // 8, opens
        super().__init__({"words": In(words(width)), "block": Out(blocks(size, opens=opens)),
                          "answer": In(answers(size, owed=True)), "output": Out(bus(width)),
                          "short": In(1), "empty": Out(1)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        if self.opens:
            connect(m, flipped(self.words), flipped(self.block))
        # Without ``open`` the signatures differ, and `connect` refuses them.
        else:
            m.d.comb += [
                getattr(self.block, name).eq(getattr(self.words, name))
                for name in ("data", "mask", "phase", "last", "valid")
            ]
            m.d.comb += self.words.ready.eq(self.block.ready)
        answer, out = self.answer, self.output
        m.d.comb += [
            # A mode may leave anything in bytes that do not count; on DO they are 0.
            *assign_parts(
                out.data,
                [Mux(bit, answer.data[8 * n : 8 * n + 8], 0) for n, bit in enumerate(answer.mask)],
            ),
            out.valid.eq(answer.valid),
            answer.ready.eq(out.ready),
            self.empty.eq(~answer.owed),
        ]
        return m

# SPDX-License-Identifier: Apache-2.0
"""Two registers on a stream: what is valid and ready on one side does not depend on the other side
in the same cycle.
"""

from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from .ports import bus

PLACES = 2
"""Words that a register holds, which it takes before they are asked for."""


class StreamRegister(wiring.Component):
    """Takes words while a place is free, and gives them in order, a cycle later at the earliest.

    Every output comes from registers. With two places a word enters and one leaves in every cycle.

    Args:
        width: bits of a word.

    Ports:
        input, output: streams.
    """

    def __init__(self, width: int):
        super().__init__({"input": In(bus(width)), "output": Out(bus(width))})

    def elaborate(self, platform):
        m = Module()
        width = len(self.input.data)
        first, second = (Signal(width, name=name, reset_less=True) for name in ("first", "second"))
        # A second word is there only behind a first one.
        has_first, has_second = Signal(name="has_first"), Signal(name="has_second")
        enters, leaves = Signal(name="enters"), Signal(name="leaves")
        m.d.comb += [
            self.input.ready.eq(~has_second),
            self.output.valid.eq(has_first),
            self.output.data.eq(first),
            enters.eq(self.input.valid & ~has_second),
            leaves.eq(has_first & self.output.ready),
        ]
        with m.If(leaves | ~has_first):
            # While a second word waits nothing enters, so none is lost here.
            m.d.sync += [has_first.eq(has_second | enters), has_second.eq(0)]
            # The older word goes first.
            with m.If(has_second):
                m.d.sync += first.eq(second)
            with m.Else():
                m.d.sync += first.eq(self.input.data)
        with m.Elif(enters):
            m.d.sync += [has_second.eq(1), second.eq(self.input.data)]
        return m

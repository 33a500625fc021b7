# SPDX-License-Identifier: Apache-2.0
"""A component is simulated again from its reset, and built once."""

from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import Out

from cipherfab.measure.component_runs import simulate


class Counting(wiring.Component):
    """A register that counts up, from 3 on, and nothing resets but the simulator."""

    count: Out(8)

    def __init__(self):
        self.built = 0
        super().__init__()

    def elaborate(self, platform):
        self.built += 1
        m, count = Module(), Signal(8, init=3, reset_less=True)
        m.d.sync += count.eq(count + 1)
        m.d.comb += self.count.eq(count)
        return m


def test_each_run_begins_at_the_reset_of_what_was_built_once():
    """A second bench sees the first one's values, and the component is elaborated once."""
    component, seen = Counting(), []

    def bench(cycles):
        async def play(ctx):
            for _ in range(cycles):
                seen.append(ctx.get(component.count))
                await ctx.tick()

        return play

    simulate(component, bench(3))
    simulate(component, bench(2))
    assert seen == [3, 4, 5, 3, 4] and component.built == 1

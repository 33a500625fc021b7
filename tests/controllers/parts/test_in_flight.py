# SPDX-License-Identifier: Apache-2.0
"""The queue beside a cipher: entries come out in the order in which they went in."""

import random

import pytest
from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from cipherfab.controllers.parts.in_flight import InFlight
from cipherfab.measure.component_runs import simulate


class Queue(wiring.Component):
    """An `InFlight` with one field.

    Ports: value: of the call that starts. starts, ends; oldest, some, several: as of `InFlight`.
    """

    def __init__(self, calls: int):
        self.calls = calls
        super().__init__(
            {
                "value": In(8),
                "starts": In(1),
                "ends": In(1),
                "oldest": Out(8),
                "some": Out(1),
                "several": Out(1),
            }
        )

    def elaborate(self, platform):
        m = Module()
        queue = InFlight(self.calls, {"value": self.value})
        queue.follow(m, starts=self.starts, ends=self.ends)
        m.d.comb += [
            self.oldest.eq(queue.oldest["value"]),
            self.some.eq(queue.some),
            self.several.eq(queue.several),
        ]
        return m


@pytest.mark.parametrize("calls", [1, 2, 3, 5])
def test_entries_keep_their_order(calls):
    """Over random starts and ends the oldest entry and the counts are those of a list."""
    queue, generator, expected = Queue(calls), random.Random(calls), []

    async def bench(ctx):
        for _ in range(400):
            ends = bool(expected) and generator.random() < 0.5
            starts = len(expected) - ends < calls and generator.random() < 0.6
            value = generator.randrange(256)
            assert (ctx.get(queue.some), ctx.get(queue.several)) == (
                len(expected) > 0,
                len(expected) > 1,
            )
            assert not expected or ctx.get(queue.oldest) == expected[0]
            for port, given in ((queue.value, value), (queue.starts, starts), (queue.ends, ends)):
                ctx.set(port, given)
            await ctx.tick()
            expected[:] = expected[ends:] + [value] * starts

    simulate(queue, bench)

# SPDX-License-Identifier: Apache-2.0
"""The count of bytes that are left."""

import pytest
from amaranth.hdl import Const, Module
from amaranth.sim import Simulator

from cipherfab.lwc.bytecount import ByteCount
from cipherfab.lwc.needs import Needs


@pytest.mark.parametrize("width", [8, 16, 32])
@pytest.mark.parametrize("ahead", [False, True])
@pytest.mark.parametrize("length", [1, 4, 259, 512])
def test_it_ends_with_the_last_word(width, ahead, length):
    """A length is counted down word by word, whether the borrow is known ahead or not, and
    ``ending`` is 1 in front of the last word alone.
    """
    count, m = ByteCount(Needs(width=width, decides_ahead=ahead)), Module()
    with m.If(count.left == 0):
        count.start(m, Const(length, 16))
    with m.Else():
        count.word(m)
    words = -(-length * 8 // width)

    async def bench(ctx):
        await ctx.tick()
        for number in range(words):
            assert ctx.get(count.left) == length - number * width // 8
            assert ctx.get(count.ending) == (number == words - 1)
            await ctx.tick()

    simulator = Simulator(m)
    simulator.add_clock(1e-6)
    simulator.add_testbench(bench)
    simulator.run()

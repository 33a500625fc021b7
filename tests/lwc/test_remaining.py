# SPDX-License-Identifier: Apache-2.0
"""Of an answer that leaves word by word, whole words come before the last, which has its mask."""

import pytest
from amaranth.hdl import Module, Signal

from cipherfab.lwc.remaining import Remaining
from cipherfab.measure.component_runs import simulate


@pytest.mark.parametrize("step", [1, 2, 4])
@pytest.mark.parametrize("count", [1, 3])
def test_words_leave_with_the_bytes_that_an_answer_has(step, count):
    """For every number of valid bytes, the masks of the words that leave are those of the answer,
    and then nothing waits.
    """
    size = step * count
    m, mask, loads, advances = Module(), Signal(size), Signal(), Signal()
    remaining = Remaining(m, mask, step)
    with m.If(loads):
        remaining.load()
    with m.Elif(advances):
        remaining.advance()
    waits, valid = Signal(), Signal(step)
    m.d.comb += [waits.eq(remaining.any), valid.eq(remaining.valid)]

    async def play(ctx):
        for length in range(size + 1):
            whole = ((1 << length) - 1) << size - length
            ctx.set(mask, whole)
            ctx.set(loads, 1)
            await ctx.tick()
            ctx.set(loads, 0)
            # What the mode gives later is no answer.
            ctx.set(mask, 0)
            ctx.set(advances, 1)
            left = []
            while ctx.get(waits):
                left.append(ctx.get(valid))
                await ctx.tick()
            expected = [whole >> low & (1 << step) - 1 for low in reversed(range(0, size, step))]
            assert left == [word for word in expected if word], length

    simulate(m, play)

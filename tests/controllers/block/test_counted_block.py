# SPDX-License-Identifier: Apache-2.0
"""A block of words that ends with a counter."""

import pytest

from cipherfab.controllers.block.counted_block import CountedBlock
from cipherfab.measure.component_runs import simulate


@pytest.mark.parametrize("width, counted", [(1, 4), (2, 3), (3, 2), (4, 1)])
def test_the_number_is_one_more_each_time(width, counted):
    """Each time the block goes by its number is one more, over every carry and back to 0, while the
    words in front of it stay; and a new block begins anew.
    """
    words, front, seen = counted + 2, [1, 0], []
    block = CountedBlock(width=width, words=words, counted=counted)
    times = (1 << width * counted) + 3

    async def bench(ctx):
        async def turn(new=None):
            left = []
            for at in range(words):
                ctx.set(block.at, at)
                left.append(ctx.get(block.out_word))
                ctx.set(block.in_word, left[-1] if new is None else new[at])
                ctx.set(block.in_shift, 1)
                ctx.set(block.restarts, new is not None)
                await ctx.tick()
                # A cycle in which nothing goes by changes nothing.
                ctx.set(block.in_shift, 0)
                ctx.set(block.restarts, 0)
                await ctx.tick()
            return left

        for _ in range(2):
            await turn([*front, *[0] * counted])
            for _ in range(times):
                seen.append(await turn())

    simulate(block, bench)
    numbers = [
        sum(word << width * place for place, word in enumerate(reversed(left[2:]))) for left in seen
    ]
    assert all(left[:2] == front for left in seen)
    assert numbers == 2 * [number % (1 << width * counted) for number in range(1, times + 1)]

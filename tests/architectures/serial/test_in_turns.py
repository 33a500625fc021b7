# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Words that turn, of a tiny permutation against its model, with pauses, and their cycles."""

from random import Random

import pytest

from cipherfab.architectures.serial.in_turns import InTurns
from cipherfab.measure.component_runs import simulate
from cipherfab.primitives.primitive import software

from .test_by_column import WIDTH, WORDS, columns_path
from .test_on_shares import rotations

UP, DOWN = list(range(WIDTH)), list(range(WIDTH))[::-1]
COUNTS = (5, 3)
PATH = columns_path(*COUNTS, diffuse=rotations)


def columns(value: int, order) -> list[int]:
    """The bits of each slot, the first word's in bit 0; the first word is the most significant."""
    words = [value >> WIDTH * (len(WORDS) - 1 - n) & (1 << WIDTH) - 1 for n in range(len(WORDS))]
    return [sum((word >> column & 1) << n for n, word in enumerate(words)) for column in order]


def run(core, value: int, schedule: int, *, pauses: float = 0, dropped: bool = False):
    """What a run makes of a value, as slots; its cycles; and in how many it was opening."""
    random, found = Random(1), {"slots": [], "cycles": 0, "opening": 0}

    async def turn(ctx, given, start):
        """A turn whose bits are given, or stay; and what was in front."""
        fronts = []
        for slot in range(WIDTH):
            while random.random() < pauses:
                ctx.set(core.moves, 0)
                ctx.set(core.start, 0)
                await ctx.tick()
            ctx.set(core.moves, 1)
            fronts.append(ctx.get(core.front))
            ctx.set(core.given, fronts[-1] if given is None else given[slot])
            ctx.set(core.start, start and slot == WIDTH - 1)
            assert ctx.get(core.turn) == slot and ctx.get(core.free) == (slot == WIDTH - 1)
            await ctx.tick()
        return fronts

    async def bench(ctx):
        ctx.set(core.schedule, schedule)
        await turn(ctx, columns(value, core.order), True)
        ctx.set(core.moves, 0)
        ctx.set(core.start, 0)
        ctx.set(core.dropped, dropped)
        while ctx.get(core.busy):
            found["cycles"] += 1
            found["opening"] += ctx.get(core.opening)
            ctx.set(core.given, ctx.get(core.front))
            await ctx.tick()
        found["slots"] = await turn(ctx, None, False)
        assert found["slots"] == await turn(ctx, None, False)

    simulate(core, bench)
    return found


@pytest.mark.parametrize("order", [UP, DOWN])
@pytest.mark.parametrize("schedule", [0, 1])
def test_results_are_those_of_the_model(order, schedule):
    """Columns upwards and downwards, both round counts, with pauses in front of the run and
    without; and what was computed stays while the words turn.
    """
    core, model = InTurns(PATH, order), software(PATH.primitive)
    for value in (0x123456, 0xFFFFFF, 0, 0xA5C3E1):
        for pauses in (0, 0.3):
            found = run(core, value, schedule, pauses=pauses)
            assert found["slots"] == columns(model(value, schedule)[0], order)


def test_a_round_takes_a_turn_for_each_word_and_one_for_the_s_box():
    """The first turn of the first round is the one that opens."""
    found = run(InTurns(PATH, UP), 7, 0)
    assert found["cycles"] == COUNTS[0] * (len(WORDS) + 1) * WIDTH
    assert found["opening"] == WIDTH


def test_a_run_that_is_dropped_goes_on_but_does_not_open():
    """So nothing is added in it any more."""
    found = run(InTurns(PATH, UP), 7, 0, dropped=True)
    assert found["cycles"] == COUNTS[0] * (len(WORDS) + 1) * WIDTH
    assert found["opening"] == 1


def test_a_sum_that_lacks_a_bit_is_noticed(monkeypatch):
    """The comparison with the model would see a linear layer without one of its rotations."""
    monkeypatch.setitem(PATH.__dict__, "taps", {word: (0,) for word in WORDS})
    found = run(InTurns(PATH, UP), 0x123456, 0)
    assert found["slots"] != columns(software(PATH.primitive)(0x123456, 0)[0], UP)

# SPDX-License-Identifier: Apache-2.0
"""Registers that hold what a run begins with, and are written a clock behind what decides it."""

import random

import pytest

from cipherfab.architectures.iterated.ahead import Ahead
from cipherfab.ciphers.ascon import ascon_p
from cipherfab.errors import CallError
from cipherfab.measure.component_runs import simulate
from cipherfab.primitives.primitive import software


def runs_of(unrolled: int, schedules: list[int], seed: int) -> tuple[list, list[int]]:
    """Runs back to back, each on its own input, and one more that ends the last: pairs of what each
    gives and what it should, and the clocks between the decisions.
    """
    primitive = ascon_p(12, 8)
    component, generator = Ahead(primitive, unrolled=unrolled), random.Random(seed)
    given = [generator.getrandbits(320) for _ in schedules]
    results, clocks = [], []

    async def bench(ctx):
        begins, clock = None, 0
        while len(results) < len(schedules):
            # In the clock behind a decision a run ends, and the next one's input is written.
            stepped = ctx.get(component.out_stepped)
            if begins:
                results.append(stepped)
            ctx.set(component.in_x, stepped if begins is None else (given + [0])[begins])
            decides = ctx.get(component.in_ready)
            ctx.set(component.in_valid, decides)
            ctx.set(component.in_schedule, (schedules + [0] * 2)[len(clocks)])
            begins = len(clocks) if decides else None
            clocks.extend([clock] if decides else [])
            clock += 1
            await ctx.tick()

    simulate(component, bench)
    expected = [software(primitive)(x, schedule)[0] for x, schedule in zip(given, schedules)]
    return list(zip(results, expected)), [b - a for a, b in zip(clocks, clocks[1:])]


@pytest.mark.parametrize("unrolled", [1, 2, 4])
def test_a_run_takes_its_rounds_and_nothing_else(unrolled):
    """Results are the permutation's, and k rounds a clock take r / k clocks from one decision to
    the next.
    """
    schedules = [0, 1, 1, 0]
    found, clocks = runs_of(unrolled, schedules, seed=unrolled)
    assert all(result == expected for result, expected in found) and len(found) == 4
    assert clocks == [(12, 8)[schedule] // unrolled for schedule in schedules]


def test_k_divides_every_number_of_rounds():
    """Nothing is left over for a last clock with fewer."""
    with pytest.raises(CallError, match="unrolled=3 is refused"):
        Ahead(ascon_p(12, 8), unrolled=3)
    with pytest.raises(ValueError, match="clocks of 5 rounds"):
        Ahead(ascon_p(12), unrolled=5)

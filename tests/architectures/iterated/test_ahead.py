# SPDX-License-Identifier: Apache-2.0
"""Registers that hold what a run begins with, and are written a clock behind what decides it."""

import random

import pytest

from cipherfab.architectures.iterated.ahead import Ahead, WaitingAhead
from cipherfab.ciphers.ascon import ascon_p
from cipherfab.errors import CallError
from cipherfab.measure.component_runs import simulate
from cipherfab.primitives.primitive import software


def runs_of(
    unrolled: int, schedules: list[int], seed: int, *, kind: type[Ahead] = Ahead, waits: int = 0
) -> tuple[list, list[int]]:
    """Runs one behind the other, each on its own input, and one more that ends the last; a run
    begins ``waits`` clocks after it may: pairs of what each gives and what it should, and the
    clocks between the decisions.
    """
    primitive = ascon_p(12, 8)
    component, generator = kind(primitive, unrolled=unrolled), random.Random(seed)
    given = [generator.getrandbits(320) for _ in schedules]
    results, clocks = [], []

    async def bench(ctx):
        begins, clock, waited = None, 0, 0
        while len(results) < len(schedules):
            # In the clock behind a decision a run ends, and the next one's input is written.
            stepped = ctx.get(component.out_stepped)
            if begins:
                results.append(stepped)
            ctx.set(component.in_x, stepped if begins is None else (given + [0])[begins])
            ready = ctx.get(component.in_ready)
            decides = ready and waited == waits
            waited = waited + 1 if ready and not decides else 0
            ctx.set(component.in_valid, decides)
            if kind is WaitingAhead:
                ctx.set(component.goes, decides)
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


@pytest.mark.parametrize("waits", [0, 1, 5])
def test_the_last_step_of_a_run_waits(waits):
    """With `WaitingAhead` the last step is made behind the decision, however late that is: results
    are the permutation's, and the clocks are those of the rounds and of the wait.
    """
    schedules = [0, 1, 1, 0]
    found, clocks = runs_of(2, schedules, seed=waits, kind=WaitingAhead, waits=waits)
    assert all(result == expected for result, expected in found) and len(found) == 4
    assert clocks == [(6, 4)[schedule] + waits for schedule in schedules]


def test_k_divides_every_number_of_rounds():
    """Nothing is left over for a last clock with fewer."""
    with pytest.raises(CallError, match="unrolled=3 is refused"):
        Ahead(ascon_p(12, 8), unrolled=3)
    with pytest.raises(ValueError, match="clocks of 5 rounds"):
        Ahead(ascon_p(12), unrolled=5)

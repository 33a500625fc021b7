# SPDX-License-Identifier: Apache-2.0
"""Amaranth components in its simulator, again and again: each run begins at the reset, and the
component is built once.
"""

from collections.abc import Awaitable, Callable
from functools import lru_cache

from amaranth.sim import Simulator

PERIOD = 1e-6
"""Seconds of a clock cycle, which nothing looks at."""

Bench = Callable[..., Awaitable[None]]
"""Given the simulation context; a run ends with it."""


def simulate(component, bench: Bench) -> None:
    """Run a component from its reset until ``bench`` ends.

    Args:
        component: with one clock domain; not changed after its first run.
        bench: drives and reads its ports.
    """
    simulator, played = _simulator(component)
    # A simulator begins at the reset by itself, once.
    if played:
        simulator.reset()
    played["bench"] = bench
    simulator.run()


@lru_cache(maxsize=8)
def _simulator(component) -> tuple[Simulator, dict[str, Bench]]:
    """A simulator of a component, and what says which bench its runs play."""
    played: dict[str, Bench] = {}

    # A test bench stays in a simulator for good, so this one plays whichever is asked for.
    async def bench(ctx):
        await played["bench"](ctx)

    simulator = Simulator(component)
    simulator.add_clock(PERIOD)
    simulator.add_testbench(bench)
    return simulator, played

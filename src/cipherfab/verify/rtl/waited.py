# SPDX-License-Identifier: Apache-2.0
"""The check of long waits, with its goals."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ...lwc.vectors import Vectors
from ..answers.goals import goals
from . import wait_lengths, waits
from .covered import TOO_SLOW, again, run
from .played import Play, Played, failed
from .simulator import PlayResult, Simulator

if TYPE_CHECKING:
    from .lwc_plays import Plan

WAITS = 500_000
"""Cycles that a default run may spend on waits of many lengths, or a part as `covered.budget` says.
"""


def of_waits(plan: "Plan") -> Play:
    """Long waits, in runs without other stalls. A core of others that passes without stalls only
    has no waits either.
    """
    once = plan.streams(waits.messages(plan.core, seed=plan.seed))
    few = plan.streams(wait_lengths.messages(plan.core, seed=plan.seed))

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        if "stall_seed" in options:
            return run(plan, simulator, once, waveform, options)
        options = {**options, "stall_seed": None, "power": plan.seed, "waveform": waveform}
        asked, times = waits.plan(once, plan.core)
        result = simulator.play(again(once, times), **options, waits=[one.wait for one in asked])
        met, left = waits.met(asked, result.waits) if result.passed else set(), {}
        results = [result]
        for result, reached, missed in _lengths(plan, simulator, few, options):
            results, met, left = [*results, result], met | reached, left | missed
        wanted = [*waits.wanted(plan.core), *wait_lengths.wanted(plan.core)]
        return (failed(next((one for one in results if not one.passed), result), waveform)
                or _together(results)).judged(goals(wanted, met, left))
    return play


def _lengths(plan: "Plan", simulator: Simulator, few: Vectors,
             options: dict) -> Iterator[tuple[PlayResult, set[str], dict[str, str]]]:
    """What a run of each length showed, the goals that it met, and those that were left out since;
    the first run is played in any case.
    """
    spent, base, left = 0, None, {}
    for one in wait_lengths.rounds(few, plan.core, seed=plan.seed):
        cycles = sum(wait.cycles for wait in one.waits)
        if base is not None and spent + base * one.times + cycles > plan.budget(WAITS):
            left |= dict.fromkeys(one.goals, TOO_SLOW)
            continue
        result = simulator.play(again(few, one.times), **options, waits=one.waits)
        base = max(0, result.cycles - cycles) if base is None else base
        spent += result.cycles
        met = result.passed and all(
            waited >= wait.cycles for waited, wait in zip(result.waits, one.waits, strict=True))
        yield result, set(one.goals) if met else set(), left
        if not result.passed:
            return


def _together(results: list[PlayResult]) -> Played:
    messages, cycles = (sum(getattr(one, name) for one in results)
                        for name in ("messages", "cycles"))
    return Played(passed=True, messages=messages,
                  detail=f"{messages} messages in {len(results)} runs, {cycles} cycles, no stalls "
                         "but for the waits")

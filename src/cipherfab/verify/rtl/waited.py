# SPDX-License-Identifier: Apache-2.0
"""The check of long waits, with its goals."""

from collections.abc import Sequence
from pathlib import Path

from ..answers.goals import goals
from . import wait_lengths, waits
from .covered import TOO_SLOW, again
from .plan import Plan
from .played import Play, Played, failed
from .simulator import PlayResult, Simulator

WAITS = 600_000
"""Cycles that a default run may spend on waits of many lengths, or a part as `pace.budget` says.
"""


def of_waits(plan: Plan) -> Play:
    """Long waits, in runs without other stalls. A core of others that passes without stalls only
    has no waits either.
    """
    once = plan.streams(waits.messages(plan.core, seed=plan.seed))
    few = plan.streams(wait_lengths.messages(plan.core, seed=plan.seed))

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        if "stall_seed" in options:
            return plan.run(simulator, once, waveform, options)
        options = {**options, "stall_seed": None, "power": plan.seed, "waveform": waveform}
        asked, times = waits.plan(once, plan.core)
        result = simulator.play(again(once, times), **options, waits=[one.wait for one in asked])
        met, left = waits.met(asked, result.waits) if result.passed else set(), {}
        results = [result]
        for one in wait_lengths.rounds(few, plan.core, seed=plan.seed):
            # Without the first run, whose waits are others than those of the rounds.
            if not _fits(results[1:], one, plan.budget(WAITS)):
                left |= dict.fromkeys(one.goals, TOO_SLOW)
            elif results[-1].passed:
                results.append(simulator.play(again(few, one.times), **options, waits=one.waits))
                met |= set(one.goals) if one.met(results[-1].waits) else set()
        wanted = [*waits.wanted(plan.core), *wait_lengths.wanted(plan.core)]
        return (failed(results[-1], waveform) or _together(results)).judged(
            goals(wanted, met, left)
        )

    return play


def _fits(before: Sequence[PlayResult], one: wait_lengths.Round, cycles: int) -> bool:
    """Whether there are cycles left for it. The first round, which is played in any case, says how
    many there are beside the waits.
    """
    if not before:
        return True
    beside = max(0, before[0].cycles - sum(before[0].waits))
    waiting = sum(wait.cycles for wait in one.waits)
    return sum(result.cycles for result in before) + beside * one.times + waiting <= cycles


def _together(results: list[PlayResult]) -> Played:
    messages, cycles = (
        sum(getattr(one, name) for one in results) for name in ("messages", "cycles")
    )
    return Played(
        passed=True,
        messages=messages,
        detail=f"{messages} messages in {len(results)} runs, {cycles} cycles, no stalls "
        "but for the waits",
    )

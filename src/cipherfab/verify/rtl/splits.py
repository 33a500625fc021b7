# SPDX-License-Identifier: Apache-2.0
"""Types in several segments, empty ones among them."""

from pathlib import Path

from ...lwc.messages import Message
from ..answers import stimulus
from .plan import EMPTY, Plan
from .played import Play, Played, failed, passed
from .simulator import Simulator
from .single_segments import without_empty


def of_splits(plan: Plan) -> Play:
    """Every split that the test plan has."""
    split = stimulus.splits(*plan.names, seed=plan.seed)
    return plan.messages(split) if plan.ours else plan.eased(_of_others(plan, split), split)


def _of_others(plan: Plan, split: list[Message]) -> Play:
    """For a core of others. What an empty segment that does not end its type leaves on DO is
    open, both ways are right.
    """
    streams = [plan.streams(split, empty_segments=mirrored) for mirrored in (False, True)]
    whole = plan.streams(without_empty(split))

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        options = {"stall_seed": plan.seed, "waveform": waveform, **options}
        results = []
        for words in streams:
            results.append(simulator.play(words, **options))
            if results[-1].passed:
                return passed(results[-1])
        # The way in which the core got further is the one that it means to follow.
        worst = max(results, key=lambda result: result.completed)
        # Without a waveform: the file has that of the failure.
        result = simulator.play(whole, **{**options, "waveform": None})
        if not result.passed:
            return failed(result, None)
        return passed(result).but(EMPTY.format(worst.failure.text))

    return play

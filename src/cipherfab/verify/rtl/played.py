# SPDX-License-Identifier: Apache-2.0
"""What a check plays on a core with the LWC API, and what it then says."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from ...lwc.vectors import Vectors
from ..answers.goals import Goals
from .simulator import PlayResult


@dataclass(frozen=True, kw_only=True)
class Played:
    """What a check showed.

    Attributes:
        detail: in a line.
        messages: how many were played, with those around resets.
        caveat: what a core of others that passed does not do, or empty.
        goals: of coverage, of a check that has some.
        instead: words that were right in place of those of the check, which were not.
    """

    passed: bool
    detail: str
    messages: int = 0
    caveat: str = ""
    goals: Goals | None = None
    instead: Vectors | None = None

    def but(self, caveat: str) -> "Played":
        """The same, passed with a caveat, behind those that it has."""
        # None may be lost: a core that needs two easier tests is told both.
        both = "; ".join(filter(None, (self.caveat, caveat)))
        return replace(self, detail=f"{self.detail}; {caveat}", caveat=both)

    def judged(self, goals: Goals) -> "Played":
        """The same with its goals; failed if one was missed: what was not played is not
        verified."""
        if self.passed and goals.missed:
            return replace(self, passed=False, detail=goals.unmet, goals=goals)
        # Where a check fails, its first mismatch is all that matters.
        more = f"; {goals.line}" if self.passed else ""
        return replace(self, detail=self.detail + more, goals=goals)


Play = Callable[..., Played]
"""Plays on a simulator, with a waveform of a failure at a path or None and options of
`Simulator.play`.
"""


def passed(result: PlayResult, more: str = "", others: int = 0) -> Played:
    """Of a run that passed; ``more`` is said of it, ``others`` were played besides."""
    stalls = (
        "no stalls" if result.stall_seed is None else f"random stalls with seed {result.stall_seed}"
    )
    return Played(
        passed=True,
        detail=f"{result.messages} messages, {result.cycles} cycles, {stalls}{more}",
        messages=result.messages + others,
    )


def failed(result: PlayResult, waveform: Path | None) -> Played | None:
    """None if it passed."""
    if result.passed:
        return None
    return Played(
        passed=False,
        detail="first mismatch: "
        + result.failure.text
        + (f"; waveform: {waveform}" if waveform else ""),
    )

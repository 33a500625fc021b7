# SPDX-License-Identifier: Apache-2.0
"""Which of the planted bugs the default `verify` of a core of others finds."""

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ....design import Design
from ...finding import Finding, telling
from ...rtl.check import check_rtl, plays_of
from ...rtl.easing import Easing
from ...rtl.lwc_plays import Level
from ...rtl.played import Play
from ..played import one_of, play_each
from .bugs import Bug
from .wrapped import bugs_of, wrapped


def play(design: Design, directory: Path, *, seed: int) -> list[dict[str, Any]]:
    """Play the checks of a default `verify` on each bug until one fails; what none finds in the
    model of all bugs is verified once more, as sources of its own.

    Args:
        design: a core of ours that `wrapped` takes.
        directory: for the compiled models.
        seed: of stimulus and stalls.

    Returns:
        For each bug ``number``, ``kind``, ``title`` and ``does`` as `bugs.Bug` has them;
        ``check``: the first that finds it, or None; ``detail``: what it says; ``remark``: it only
        makes a remark, and the core is verified; ``seconds``: of this check on this bug alone, or
        of all checks.

    Raises:
        ToolError: a model does not compile, or the core without a bug fails.
        CallError: as `wrapped`.
    """
    together, bugs = wrapped(design), bugs_of(design)
    plays = list(plays_of(together, seed, Level.DEFAULT))
    simulator, found = play_each(together, [bug.number for bug in bugs], directory, plays)
    named = dict(plays)
    # Only a bug that no check fails on is told by a remark, so only then the usual ones must be
    # known.
    usual = () if len(found) == len(bugs) else _remarks(_whole(design, 0, directory, seed))
    return [
        {
            **_facts(bug),
            **(
                _again(one_of(simulator, bug.number), found[bug.number]["check"], named)
                if bug.number in found
                else _first(_whole(design, bug.number, directory, seed), usual)
            ),
        }
        for bug in bugs
    ]


def _facts(bug: Bug) -> dict[str, Any]:
    return {"number": bug.number, "kind": bug.kind, "title": bug.title, "does": bug.does}


def _again(simulator: Any, check: str, plays: dict[str, Play]) -> dict[str, Any]:
    """The check that found a bug on this one alone, with the easier tests that a core of others
    has which passed all checks before.
    """
    start = time.monotonic()
    played = Easing(first=next(iter(plays))).judge(check, plays[check], simulator)
    return _judged(check, played.passed, played.caveat, played.detail, time.monotonic() - start)


def _whole(design: Design, number: int, directory: Path, seed: int) -> list[Finding]:
    """The findings on the sources with one bug alone, or with none."""
    return check_rtl(wrapped(design, number), directory, seed=seed)


def _remarks(findings: Iterable[Finding]) -> tuple[str, ...]:
    """What is said of a core that passes."""
    return tuple(found.caveat for found in findings if found.caveat)


def _first(findings: Sequence[Finding], usual: Sequence[str]) -> dict[str, Any]:
    """What fails, or else what makes a remark that the core without a bug has not, or nothing."""
    seconds = sum(found.seconds for found in findings)
    found = telling(findings, usual)
    if found is None:
        return {"check": None, "detail": None, "remark": False, "seconds": seconds}
    return _judged(found.check, bool(found.passed), found.caveat, found.detail, seconds)


def _judged(check: str, passed: bool, caveat: str, detail: str, seconds: float) -> dict[str, Any]:
    return {"check": check, "detail": caveat or detail, "remark": passed, "seconds": seconds}

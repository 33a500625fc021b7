# SPDX-License-Identifier: Apache-2.0
"""Which of the planted bugs the default `verify` of a core of others finds."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ....design import Design
from ...rtl.check import check_rtl, eased, plays_of
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
    return [{**_facts(bug), **(
        _again(one_of(simulator, bug.number), found[bug.number]["check"], named)
        if bug.number in found else _whole(design, bug, directory, seed))} for bug in bugs]


def _facts(bug: Bug) -> dict[str, Any]:
    return {"number": bug.number, "kind": bug.kind, "title": bug.title, "does": bug.does}


def _again(simulator: Any, check: str, plays: dict[str, Play]) -> dict[str, Any]:
    """The check that found a bug on this one alone, with the easier tests that a core of others
    has.
    """
    start = time.monotonic()
    played = plays[check](simulator, None)
    if not played.passed:
        played = eased(plays[check], simulator, played)
    return _judged(check, played.passed, played.caveat, played.detail, time.monotonic() - start)


def _whole(design: Design, bug: Bug, directory: Path, seed: int) -> dict[str, Any]:
    """All checks on the sources with this bug alone."""
    findings = check_rtl(wrapped(design, bug.number), directory, seed=seed)
    return _first(findings)


def _first(findings: Iterable[dict]) -> dict[str, Any]:
    """What fails, or else what makes a remark, or else nothing."""
    findings = list(findings)
    seconds = sum(found["seconds"] for found in findings)
    for found in sorted(findings, key=lambda found: found["passed"] is not False):
        if found["passed"] is False or found.get("caveat"):
            return _judged(found["check"], bool(found["passed"]), found.get("caveat", ""),
                           found["detail"], seconds)
    return {"check": None, "detail": None, "remark": False, "seconds": seconds}


def _judged(check: str, passed: bool, caveat: str, detail: str, seconds: float) -> dict[str, Any]:
    return {"check": check, "detail": caveat or detail, "remark": passed, "seconds": seconds}

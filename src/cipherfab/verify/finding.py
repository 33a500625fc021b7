# SPDX-License-Identifier: Apache-2.0
"""A finding: what one check of the chain of evidence says, as plain, JSON-able data."""

from collections.abc import Iterable, Mapping
from typing import Any

MARKS = {True: "pass", False: "FAIL", None: "open"}
"""What is printed in front of a finding."""


def finding(link: str, check: str, passed: bool | None, detail: str,
            seconds: float, *, seed: int | None = None, **more) -> dict:
    """One finding.

    Args:
        link: of the chain: ``model``, ``rtl``, ``equivalence`` or ``gate``.
        check: a short name.
        passed: None if the check did not end.
        detail: one line: what was played, or the first mismatch.
        seconds: how long it took.
        seed: of stimulus and stalls.
        more: further fields.
    """
    return {"link": link, "check": check, "passed": passed,
            "detail": detail, "seconds": round(seconds, 3), "seed": seed, **more}


def outcomes(findings: Iterable[Mapping[str, Any]]) -> dict[str, bool | None]:
    """What each link says that was looked at: False if one of its checks failed, True if those that
    ended passed, None if none ended. A check that did not end counts neither for nor against.
    """
    found: dict[str, set] = {}
    for one in findings:
        found.setdefault(one["link"], set()).add(one["passed"])
    return {link: False if False in said else True if True in said else None
            for link, said in found.items()}

# SPDX-License-Identifier: Apache-2.0
"""A finding: what one check of the chain of evidence says, as plain, JSON-able data."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ..errors import OF_THE_MACHINE, DesignError, ToolError, of_the_system

MARKS = {True: "pass", False: "FAIL", None: "open"}
"""What is printed in front of a finding."""


def finding(
    link: str,
    check: str,
    passed: bool | None,
    detail: str,
    seconds: float,
    *,
    seed: int | None = None,
    **more,
) -> dict:
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
    return {
        "link": link,
        "check": check,
        "passed": passed,
        "detail": detail,
        "seconds": round(seconds, 3),
        "seed": seed,
        **more,
    }


class Unfinished(DesignError):
    """A check failed, and a later one could not be made, or what it said not be kept: the verdict
    is there all the same.

    Attributes:
        findings: of the checks that ended.
    """

    def __init__(self, error: Exception, findings: Iterable[Mapping[str, Any]]):
        self.findings = [*getattr(error, "findings", ()), *findings]
        failed = "; ".join(
            f"{MARKS[False]} {one['check']}: {one['detail']}"
            for one in self.findings
            if one["passed"] is False
        )
        super().__init__(f"{getattr(error, 'why', error)}\nBefore that: {failed}")
        self.why = getattr(error, "why", str(error))


@contextmanager
def not_lost(findings: Sequence[Mapping[str, Any]]) -> Iterator[None]:
    """Where a tool or the machine fails, say also which of ``findings`` failed before that.

    Raises:
        Unfinished: one did; else what was raised.
    """
    try:
        yield
    except (ToolError, Unfinished, OSError) as error:
        if isinstance(error, OSError) and error.errno in OF_THE_MACHINE:
            error = of_the_system(error)
        known = [*getattr(error, "findings", ()), *findings]
        if not any(one["passed"] is False for one in known):
            raise
        raise Unfinished(error, findings) from None


def telling(
    findings: Sequence[Mapping[str, Any]], usual: Collection[str] = ()
) -> Mapping[str, Any] | None:
    """The first finding that fails, or else the first with a remark that is not ``usual``; None if
    there is neither.
    """
    for one in sorted(findings, key=lambda one: one["passed"] is not False):
        remark = one.get("caveat")
        if one["passed"] is False or remark and remark not in usual:
            return one
    return None


def outcomes(findings: Iterable[Mapping[str, Any]]) -> dict[str, bool | None]:
    """What each link says that was looked at: False if one of its checks failed, True if those that
    ended passed, None if none ended. A check that did not end counts neither for nor against.
    """
    found: dict[str, set] = {}
    for one in findings:
        found.setdefault(one["link"], set()).add(one["passed"])
    return {
        link: False if False in said else True if True in said else None
        for link, said in found.items()
    }

# SPDX-License-Identifier: Apache-2.0
"""A finding: what one check of the chain of evidence says."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from ..errors import OF_THE_MACHINE, DesignError, ToolError, of_the_system

MARKS = {True: "pass", False: "FAIL", None: "open"}
"""What is printed in front of a finding."""


@dataclass(frozen=True)
class Finding:
    """What one check says.

    Attributes:
        link: of the chain: ``model``, ``rtl``, ``messages``, ``equivalence`` or ``gate``.
        check: a short name.
        passed: True or False; None if the check did not end, so that nothing is decided.
        detail: one line: what was played, or the first mismatch.
        seconds: how long it took, to the millisecond.
        seed: of stimulus and stalls.
        more: further fields of its JSON, as plain data; the key ``caveat`` says what is wrong with
            a design that passes.

    Raises:
        TypeError: ``passed`` is none of the three.
    """

    link: str
    check: str
    passed: bool | None
    detail: str
    seconds: float
    seed: int | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # 0 and "" must not be taken for False, nor 1 for True: None is no failure
        if not (self.passed is None or isinstance(self.passed, bool)):
            raise TypeError(f"{self.check}: passed is True, False or None, not {self.passed!r}")
        # The class is frozen. Rounded here, so that a finding and its JSON are the same.
        object.__setattr__(self, "seconds", round(self.seconds, 3))

    @property
    def caveat(self) -> str:
        """What is wrong with a design that passes; empty for nothing."""
        return self.more.get("caveat", "")

    @property
    def text(self) -> str:
        """Check and detail."""
        return f"{self.check}: {self.detail}"

    def but(self, caveat: str) -> "Finding":
        """The same with another caveat."""
        return replace(self, more={**self.more, "caveat": caveat})

    def to_json(self) -> dict[str, Any]:
        """As it stands in the result of a job, and in ``--json``."""
        return {
            "link": self.link,
            "check": self.check,
            "passed": self.passed,
            "detail": self.detail,
            "seconds": self.seconds,
            "seed": self.seed,
            **self.more,
        }

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> "Finding":
        """What `to_json` wrote."""
        own = {name: said[name] for name in cls.__dataclass_fields__ if name in said}
        return cls(**own, more={name: said[name] for name in said if name not in own})


def to_json(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings as plain data."""
    return [one.to_json() for one in findings]


def from_json(said: Iterable[Mapping[str, Any]]) -> list[Finding]:
    """The findings that `to_json` wrote."""
    return [Finding.from_json(one) for one in said]


def findings_of(result: Mapping[str, Any]) -> list[Finding]:
    """The findings in the result of a job or of ``verify``; none if it has none."""
    return from_json(result.get("findings", ()))


class Unfinished(DesignError):
    """A check failed, and a later one could not be made, or what it said not be kept: the verdict
    is there all the same.

    Attributes:
        findings: of the checks that ended.
    """

    def __init__(self, error: Exception, findings: Iterable[Finding]):
        # What failed further in may have brought findings of its own.
        self.findings = [*getattr(error, "findings", ()), *findings]
        failed = "; ".join(
            f"{MARKS[False]} {one.text}" for one in self.findings if one.passed is False
        )
        # The cause alone: what was found before it is told below in any case.
        super().__init__(f"{getattr(error, 'why', error)}\nBefore that: {failed}")
        self.why = getattr(error, "why", str(error))


@contextmanager
def not_lost(findings: Sequence[Finding]) -> Iterator[None]:
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
        if not any(one.passed is False for one in known):
            raise
        raise Unfinished(error, findings) from None


def telling(findings: Sequence[Finding], usual: Collection[str] = ()) -> Finding | None:
    """The first finding that fails, or else the first with a remark that is not ``usual``; None if
    there is neither.
    """
    # A failure is told before a remark, wherever it stands.
    for one in sorted(findings, key=lambda one: one.passed is not False):
        if one.passed is False or one.caveat and one.caveat not in usual:
            return one
    return None


def outcomes(findings: Iterable[Finding]) -> dict[str, bool | None]:
    """What each link says that was looked at, see `by_link`."""
    return by_link((one.link, one.passed) for one in findings)


def by_link(checks: Iterable[tuple[str, bool | None]]) -> dict[str, bool | None]:
    """What each link says, from each check's link and whether it passed: False if one failed, True
    if those that ended passed, None if none ended. A check that did not end counts neither for nor
    against.
    """
    found: dict[str, set[bool | None]] = {}
    for link, passed in checks:
        found.setdefault(link, set()).add(passed)
    return {
        link: False if False in said else True if True in said else None
        for link, said in found.items()
    }

# SPDX-License-Identifier: Apache-2.0
"""The two kinds of record: a number and its provenance, and a verification and its outcome."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from ..errors import CallError
from .digest import digest
from .metrics import TEXT, metric

OK, FAILED, REFUSED = "ok", "failed", "refused"

MESSAGES = "messages"
"""Link of the proof that the RTL answers messages as the specification says."""

LINKS = ("model", "rtl", MESSAGES, "equivalence", "gate", "leakage")
"""The chain of evidence, in its order."""

OF_NETLIST = {"equivalence": "proof", "gate": "answers"}
"""The links that are about a netlist, and what each is in a word."""


def alone_by(links: Collection[str]) -> str:
    """By what alone a netlist passed, ``proof`` or ``answers``, where of these links one is about
    it, as the other had no answer; else empty.
    """
    found = [word for link, word in OF_NETLIST.items() if link in links]
    return found[0] if len(found) == 1 else ""


SAME_CYCLES = "cycles do not depend on key and data"
"""A check of link ``rtl`` that compares no answers: where it stands alone, nothing is known of
them.
"""


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """Where a number comes from.

    Attributes:
        versions: tool to version.
        inputs: SHA-256 of every input by its name.
        seeds: every seed by what it is for.
        directory: run directory, relative to the home directory, so that records do not depend on
            the machine.
        command: shell command that reproduces the number.
    """

    versions: Mapping[str, str] = field(default_factory=dict)
    inputs: Mapping[str, str] = field(default_factory=dict)
    seeds: Mapping[str, int] = field(default_factory=dict)
    directory: str = ""
    command: str = ""


class _Record:
    """What both kinds share: an identifier that is the hash of the content."""

    @property
    def id(self) -> str:
        """SHA-256 over the whole content: the same finding has the same identifier wherever it is
        made.
        """
        return digest(self.content())

    def content(self) -> dict[str, Any]:
        """Every field, JSON-able, without the identifier."""
        return asdict(self)

    def to_json(self) -> dict[str, Any]:
        """Every field and ``id``."""
        content = self.content()
        return {"id": digest(content), **content}


@dataclass(frozen=True, kw_only=True)
class Measurement(_Record):
    """One number.

    Attributes:
        core: core name.
        platform, recipe: empty if the number does not depend on them (cycles).
        metric: a name of `metrics.METRICS`; gives unit and direction.
        workload: see `metrics.workload`; empty if the number does not depend on it.
        value: number, or text for metrics in ``text``; None only with a status other than ``ok``.
        seed: of the run, None if the method has none.
        period_ps: requested clock period in ps, None if none was requested.
        design: SHA-256 of the design (`digest.digest_design`).
        series: whatever else runs must share to be put in one median, such as the SHA-256 of the
            recipe; design and tool versions always count.
        method: one sentence; the metric's own by default.
        status: ``ok``, ``failed`` or ``refused``; ``reason`` says why.
        evidence: identifiers of verification records that concern this number, such as those of its
            netlist. Those of its design are found by ``design``.
    """

    core: str
    metric: str
    value: float | int | str | None
    design: str
    platform: str = ""
    recipe: str = ""
    workload: str = ""
    seed: int | None = None
    period_ps: int | None = None
    series: str = ""
    method: str = ""
    status: str = OK
    reason: str = ""
    evidence: Sequence[str] = ()
    provenance: Provenance = Provenance()

    def __post_init__(self):
        kind = metric(self.metric)
        if self.status not in (OK, FAILED, REFUSED):
            raise CallError(
                f"{self.core} {self.metric}: status is ok, failed or refused, not {self.status!r}."
            )
        expected = str if kind.unit == TEXT else int | float
        if not (isinstance(self.value, expected) or (self.value is None and self.status != OK)):
            raise CallError(
                f"{self.core} {self.metric}: expected a value in {kind.unit}, got {self.value!r}."
            )
        # The class is frozen, so its own fields are set like this.
        object.__setattr__(self, "method", self.method or kind.method)
        # Sorted, since the identifier must not depend on the order in which evidence came.
        object.__setattr__(self, "evidence", tuple(sorted(self.evidence)))
        if expected is not str and self.value is not None:
            if not math.isfinite(self.value):
                raise CallError(
                    f"{self.core} {self.metric}: {self.value} is not a measurement; "
                    f"give None and a reason."
                )
            # 1 and 1.0 are one number, and must have one identifier.
            object.__setattr__(self, "value", float(self.value))
        if self.period_ps is not None:
            if self.period_ps != int(self.period_ps):
                raise CallError(
                    f"{self.core} {self.metric}: expected a period in whole ps, got "
                    f"{self.period_ps}."
                )
            object.__setattr__(self, "period_ps", int(self.period_ps))

    @property
    def unit(self) -> str:
        """Unit of the value."""
        return metric(self.metric).unit

    @property
    def direction(self) -> str:
        """``higher`` or ``lower`` is better, or ``none``."""
        return metric(self.metric).direction

    def content(self) -> dict[str, Any]:
        """Every field, with unit and direction written out."""
        return {
            **asdict(self),
            "evidence": list(self.evidence),
            "unit": self.unit,
            "direction": self.direction,
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`; what was exported earlier has ``period_ns`` instead of
        ``period_ps``.
        """
        values = {
            key: value for key, value in content.items() if key not in ("id", "unit", "direction")
        }
        if "period_ns" in values:
            period = values.pop("period_ns")
            values["period_ps"] = None if period is None else round(1000 * period)
        return cls(**{**values, "provenance": Provenance(**values["provenance"])})


@dataclass(frozen=True, kw_only=True)
class Concerned(Measurement):
    """A measurement as it is exported: with all the evidence that its row has, found by algorithm
    and design. Its identifier stays that of the record in the store.

    Attributes:
        concerning: identifiers of that evidence.
    """

    concerning: Sequence[str] = ()

    def content(self) -> dict[str, Any]:
        """That of the record."""
        return {key: value for key, value in super().content().items() if key != "concerning"}

    def to_json(self) -> dict[str, Any]:
        """Every field and ``id``; ``evidence`` has what concerns it too."""
        return {**super().to_json(), "evidence": sorted({*self.evidence, *self.concerning})}


@dataclass(frozen=True, kw_only=True)
class Evidence(_Record):
    """One verification of one design, passed or not.

    Attributes:
        link: one of `LINKS`.
        check: what was checked, a short name; of several records with the same link, design and
            check the newest counts.
        passed: the outcome.
        core: core name, or algorithm (link ``model``).
        design: SHA-256 of the design; empty for link ``model``.
        subject: SHA-256 of what was checked if it is not the design itself, such as a netlist.
        platform, recipe: of the netlist; else empty.
        seed: of the stimulus.
        detail: JSON-able facts: vectors run, first mismatch, the log's tail.
        versions: tool to version.
        inputs: SHA-256 of every input by its name.
    """

    link: str
    check: str
    passed: bool
    core: str = ""
    design: str = ""
    subject: str = ""
    platform: str = ""
    recipe: str = ""
    seed: int | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    inputs: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self):
        if self.link not in LINKS:
            raise CallError(f"evidence has a link of {', '.join(LINKS)}, not {self.link!r}.")
        if not isinstance(self.passed, bool):
            raise CallError(
                f"evidence {self.link} {self.check}: passed is True or False, not {self.passed!r}."
            )

    @property
    def compares_answers(self) -> bool:
        """Whether it is of link ``rtl``, and the design's answers were compared for it."""
        return self.link == "rtl" and self.check != SAME_CYCLES

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`."""
        return cls(**{key.name: content[key.name] for key in fields(cls)})

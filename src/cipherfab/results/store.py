# SPDX-License-Identifier: Apache-2.0
"""The store: every number and every verification ever made, in one SQLite file that several
processes may write.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from ..errors import CallError
from . import summary
from .database import Database
from .records import FAILED, OK, Evidence, Measurement
from .rows import (
    EVIDENCE_COLUMNS,
    MEASUREMENT_COLUMNS,
    evidence_row,
    measurement_row,
    to_evidence,
    to_measurement,
)

FILTERS = (
    "id",
    "core",
    "platform",
    "recipe",
    "metric",
    "workload",
    "seed",
    "period_ps",
    "design",
    "series",
    "status",
)
EVIDENCE_FILTERS = (
    "id",
    "link",
    "check",
    "passed",
    "core",
    "design",
    "subject",
    "platform",
    "recipe",
    "seed",
)


class Store(Database):
    """An open store, see `Database`."""

    def add(
        self, *, evidence: Iterable[Evidence] = (), measurements: Iterable[Measurement] = ()
    ) -> list[Measurement]:
        """Record the findings of one job in one transaction; a finding that is already there
        becomes the newest again.

        No number is ``ok`` unless its design passed its known answers: without passing evidence of
        link ``rtl`` for the same design, or with failed evidence among its own, a measurement is
        recorded as ``failed`` with the reason.

        Returns:
            The measurements as they were recorded.

        Raises:
            CallError: a measurement names evidence that is not in the store.
        """
        # Nothing is added to a store that is damaged: it would seem to vouch for the rest.
        self._check()
        with self._transaction():
            # First the evidence: the numbers of the same job are judged by it.
            self._insert("evidence", EVIDENCE_COLUMNS, [evidence_row(one) for one in evidence])
            # Asked once for each design, of which a job has many numbers.
            simulated = cache(lambda design: self.evidence(link="rtl", design=design))
            judged = [self._judge(measurement, simulated) for measurement in measurements]
            self._insert(
                "measurements", MEASUREMENT_COLUMNS, [measurement_row(one) for one in judged]
            )
        return judged

    def add_evidence(self, *evidence: Evidence) -> list[str]:
        """Record verifications; their identifiers."""
        self.add(evidence=evidence)
        return [record.id for record in evidence]

    def add_measurements(self, *measurements: Measurement) -> list[Measurement]:
        """Record numbers, see `add`."""
        return self.add(measurements=measurements)

    def rows(self, *, history: bool = False, **filters: Any) -> list[Measurement]:
        """Measurements in the order of their recording.

        Args:
            history: also those that a newer one of the same core, platform, recipe, metric,
                workload, seed, period, design, series and versions has replaced.
            filters: a field of `FILTERS` and its value, or a list of allowed values.
        """
        found = [to_measurement(row) for row in self._select("measurements", FILTERS, filters)]
        return found if history else summary.newest(found)

    def evidence(self, *, history: bool = False, **filters: Any) -> list[Evidence]:
        """Verifications in the order of their recording; only the newest of the same check unless
        ``history``.
        """
        found = [to_evidence(row) for row in self._select("evidence", EVIDENCE_FILTERS, filters)]
        return found if history else summary.newest_evidence(found)

    def summary(
        self, core: str, platform: str, recipe: str, *, period_ps: int | None = None
    ) -> dict[str, Any]:
        """One aggregated row, see `summary.summarise`.

        Raises:
            CallError: nothing was recorded of it.
        """
        # What depends on no platform, such as cycles, is part of every row.
        rows = self.rows(core=core, platform=[platform, ""], recipe=[recipe, ""])
        if not rows:
            raise CallError(
                f"The store has no measurement of {core} on "
                f"{platform or 'any platform'}, recipe {recipe or 'any'}."
            )
        chosen = summary.one_design(rows, platform, recipe)
        evidence = self.evidence(
            design=chosen[0].design, platform=[platform, ""], recipe=[recipe, ""]
        )
        known = {record.id for record in evidence}
        # Numbers name what was checked of their netlist; what was checked of the design is found by
        # it.
        listed = sorted({identifier for row in chosen for identifier in row.evidence} - known)
        return summary.summarise(
            chosen, evidence + self.evidence(id=listed), platform, recipe, period_ps=period_ps
        )

    def summaries(self, **filters: Any) -> list[dict[str, Any]]:
        """`summary` of each core, platform and recipe that matches, in the order of their names."""
        rows = self._select(
            "measurements",
            FILTERS,
            filters,
            columns="DISTINCT core, platform, recipe",
            order="1, 2, 3",
        )
        keys = [tuple(row) for row in rows]
        placed = {core for core, platform, _ in keys if platform}
        # What depends on no platform is in the rows of each platform already.
        return [self.summary(*key) for key in keys if key[1] or key[0] not in placed]

    def _judge(
        self, measurement: Measurement, simulated: Callable[[str], list[Evidence]]
    ) -> Measurement:
        """The measurement, marked as failed if the evidence is against it.

        Args:
            simulated: the evidence of link ``rtl`` of a design.
        """
        if measurement.status != OK:
            return measurement
        listed = (
            # A number may name evidence that a newer run of the same check has replaced.
            self.evidence(history=True, id=measurement.evidence) if measurement.evidence else []
        )
        if len(listed) < len(set(measurement.evidence)):
            raise CallError(
                f"{measurement.core} {measurement.metric}: names evidence that is not "
                f"in the store; record it first."
            )
        rtl = simulated(measurement.design)
        bad = [record for record in (*listed, *rtl) if not record.passed]
        if bad:
            return replace(
                measurement,
                status=FAILED,
                reason=f"evidence of link {bad[0].link} failed: {bad[0].check}",
            )
        if not any(record.compares_answers for record in rtl):
            return replace(
                measurement, status=FAILED, reason="no passing evidence of link rtl for this design"
            )
        return measurement

# SPDX-License-Identifier: Apache-2.0
"""From many records to one row per core, platform and recipe: newest design, operating point,
median and spread.
"""

import statistics
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from ..numbers import HEADLINES
from .digest import canonical
from .metrics import METRICS, SAME
from .records import FAILED, OK, REFUSED, Evidence, Measurement

COLUMNS = ("area_ge", "area_um2", "luts", "flip_flops", "delay_ns", "fmax_mhz")
"""Metrics that are columns of a row of their own; all the others are under ``figures`` only."""

SIZES = ("area_ge", "luts")
"""Metrics of which every netlist has one."""


def newest(rows: Sequence[Measurement]) -> list[Measurement]:
    """The last recorded of the rows that are about the same run; the order is kept."""
    # Of one key a dictionary keeps the last value.
    latest = {(_quantity(row), row.seed, row.period_ps, *_series(row)): row for row in rows}
    kept = {id(row) for row in latest.values()}
    return [row for row in rows if id(row) in kept]


def newest_evidence(records: Sequence[Evidence]) -> list[Evidence]:
    """The last recorded of the records that are about the same check of the same thing; of a core
    of others, what was checked under the algorithms that its description names last.
    """
    meant = {
        record.design: record.detail["described"]["algorithms"]
        for record in records
        if "described" in record.detail
    }
    records = [
        record
        for record in records
        if "described" not in record.detail
        or record.detail["described"]["algorithms"] == meant[record.design]
    ]
    latest = {
        (
            record.link,
            record.check,
            record.design or record.core,
            record.subject,
            record.platform,
            record.recipe,
            record.seed,
        ): record
        for record in records
    }
    kept = {id(record) for record in latest.values()}
    return [record for record in records if id(record) in kept]


def one_design(rows: Sequence[Measurement], platform: str, recipe: str) -> list[Measurement]:
    """The rows of the design that was implemented last, of each quantity only its newest series,
    and of what was found of a netlist only that of the netlists whose sizes these are.
    """
    # A core of which only cycles are known has no rows there, and then all count.
    placed = [row for row in rows if (row.platform, row.recipe) == (platform, recipe)] or rows
    same = [row for row in rows if row.design == placed[-1].design]
    # Of one key the last value stays, which is the newest series.
    series = {_quantity(row): _series(row) for row in same}
    return _of_its_netlists([row for row in same if _series(row) == series[_quantity(row)]])


def _of_its_netlists(rows: Sequence[Measurement]) -> list[Measurement]:
    """Rows without those of other netlists than the sizes are of, where the hashes are known.

    A quantity that is not always measured, such as the energy, has no newer series when recipe or
    code have changed and it was not asked for again.
    """
    netlists = {_netlist(row) for row in rows if row.metric in SIZES}
    if not netlists or None in netlists:
        return list(rows)
    return [row for row in rows if _netlist(row) in {None, *netlists}]


def _netlist(row: Measurement) -> str | None:
    return row.provenance.inputs.get("netlist")


def summarise(
    rows: Sequence[Measurement],
    evidence: Sequence[Evidence],
    platform: str,
    recipe: str,
    *,
    period_ps: int | None = None,
) -> dict[str, Any]:
    """One row for a table.

    Args:
        rows: of one core and one design (see `one_design`).
        evidence: newest verifications of that design.
        period_ps: the requested period to report; by default the one with the shortest median
            delay.

    Returns:
        ``core``, ``platform``, ``recipe``, ``period_ps``, ``design``; the columns of `COLUMNS`,
        ``throughput_mbps`` (of the first of `HEADLINES` that was measured) and ``cycles_formula``,
        each None if not measured; ``verified``: link ``rtl`` passed, no link failed and no number
        is marked as failed; ``evidence``: the verifications in short; ``seed_spread``: by column,
        smallest and largest value, their difference over the median, and the number of seeds;
        ``figures``: every metric and workload with value, unit, spread and method; ``refused``: by
        metric the reason why there is no number; ``problems``: reasons of failed numbers. A figure
        that must not depend on the seed but does has the value None and is among the problems.
    """
    good = [row for row in rows if row.status == OK]
    period = _operating_period(good) if period_ps is None else period_ps
    figures = _figures(good, period)
    bad = [row for row in rows if row.status != OK]
    unsteady = {
        f"{name}: differs between seeds"
        for (name, _), figure in figures.items()
        if figure["value"] is None
    }
    return {
        "core": rows[0].core,
        "platform": platform,
        "recipe": recipe,
        "period_ps": period,
        "design": rows[0].design,
        **{name: _value(figures, name, "") for name in COLUMNS},
        "throughput_mbps": _headline(figures, "throughput_mbps"),
        "cycles_formula": _headline(figures, "cycles_formula"),
        "verified": _verified(evidence) and not any(row.status == FAILED for row in bad),
        "evidence": [
            {"id": record.id, "link": record.link, "check": record.check, "passed": record.passed}
            for record in evidence
        ],
        "seed_spread": {
            name: figures[name, ""]["spread"] for name in COLUMNS if (name, "") in figures
        },
        "figures": list(figures.values()),
        "refused": {row.metric: row.reason for row in bad if row.status == REFUSED},
        "problems": sorted(
            {f"{row.metric}: {row.reason or row.status}" for row in bad if row.status == FAILED}
            | unsteady
        ),
    }


def _quantity(row: Measurement) -> tuple:
    return row.core, row.platform, row.recipe, row.metric, row.workload


def _series(row: Measurement) -> tuple:
    return row.design, row.series, canonical(dict(row.provenance.versions))


def _operating_period(rows: Sequence[Measurement]) -> int | None:
    """The requested period with the shortest median delay; without delays, the shortest period."""
    delays, periods = (
        defaultdict(list),
        {row.period_ps for row in rows if row.period_ps is not None},
    )
    for row in rows:
        if row.metric == "delay_ns" and row.period_ps is not None:
            delays[row.period_ps].append(row.value)
    if delays:
        # Of equal medians the shorter period, so that the order of records has no say.
        return min(delays, key=lambda period: (statistics.median(delays[period]), period))
    return min(periods, default=None)


def _figures(
    rows: Sequence[Measurement], period: int | None
) -> dict[tuple[str, str], dict[str, Any]]:
    """By metric and workload, from the rows at the operating point, or those without a requested
    period.
    """
    groups = defaultdict(list)
    for row in rows:
        groups[row.metric, row.workload].append(row)
    figures = {}
    for key in sorted(groups):
        at_point = [row for row in groups[key] if row.period_ps == period] or [
            row for row in groups[key] if row.period_ps is None
        ]
        if at_point:
            figures[key] = _figure(*key, at_point)
    return figures


def _figure(name: str, workload: str, rows: Sequence[Measurement]) -> dict[str, Any]:
    values = [row.value for row in rows]
    if METRICS[name].aggregate == SAME:
        # Seeds must not change it, so different values are an error and no spread.
        value, spread = (values[0] if len(set(values)) == 1 else None), None
    else:
        value = statistics.median(values)
        spread = {
            "min": min(values),
            "max": max(values),
            "relative": (max(values) - min(values)) / value if value else 0.0,
            "seeds": len({row.seed for row in rows}),
        }
    # Records have floats; a count is shown as one.
    if isinstance(value, float) and METRICS[name].unit == "1" and value.is_integer():
        value = int(value)
    return {
        "metric": name,
        "workload": workload,
        "value": value,
        "unit": METRICS[name].unit,
        "spread": spread,
        # Rows of one series have one method.
        "method": rows[-1].method,
    }


def _value(figures: dict, name: str, workload: str) -> Any:
    return figures.get((name, workload), {}).get("value")


def _headline(figures: dict, name: str) -> Any:
    """The figure for the first headline workload, else the one that depends on no workload."""
    found = (
        _value(figures, name, workload) for workload in (*HEADLINES, "enc", "hash", "call", "")
    )
    return next((value for value in found if value is not None), None)


def _verified(evidence: Sequence[Evidence]) -> bool:
    return any(record.compares_answers for record in evidence) and all(
        record.passed for record in evidence
    )

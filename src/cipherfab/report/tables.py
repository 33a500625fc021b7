# SPDX-License-Identifier: Apache-2.0
"""Tables of points.

Each function returns a :class:`rich.table.Table`, which `printing.show` prints. A failed or
doubtful row stays in its place and says why.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from ..links import LINKS
from .data import METRICS, Metric, Point, points
from .listing import MARKS, clean
from .numbers import ABSENT, deviation, duration, number, ratio
from .ranking import rank
from .unlike import Judge, Unlike

_BENCH_METRICS = (
    "area_ge", "luts", "lut_sites", "slices", "flip_flops", "fmax_mhz",
    "cycles_per_block", "throughput_mbps", "throughput_per_kge", "throughput_per_lut",
    "energy_pj_per_bit", "energy_1536", "energy_64", "energy_16", "energy_area",
    "leakage_percent", "power_uw/0.1", "power_uw/10", "power_uw/100", "power_uw/fmax",
)  # fmt: skip
TARGET = "Period, seeds"
"""Header of the column that says what the numbers of a row are of."""

_STATUS_STYLE = {"ok": "", "unverified": "yellow", "invariant": "yellow", "failed": "red"}


def bench(rows: Iterable[Mapping[str, Any] | Point]) -> Table:
    """One row per core, platform and recipe: the metrics that any row has, the chain of evidence,
    and remarks.

    Evidence is one mark per link of :data:`LINKS`, in order: ``✓`` passed, ``✗`` failed, ``·``
    absent.
    """
    rows = points(rows)
    # A column for what no row has would only widen the table.
    metrics = [
        name
        for name in _BENCH_METRICS
        if any(row.value(name) is not None or _reason(row, name) for row in rows)
    ]
    table = _table(
        "Core",
        "Platform",
        "Recipe",
        TARGET,
        *(METRICS[name] for name in metrics),
        "Evidence",
        "Remarks",
    )
    for row in rows:
        cells = [_measured(row, name) for name in metrics]
        _add(
            table,
            row,
            clean(row.platform),
            clean(row.recipe),
            row.target or ABSENT,
            *cells,
            _chain(row),
            _remarks(row),
        )
    table.caption = (
        "median over the seeds ± the largest deviation of a seed; evidence: "
        + ", ".join(LINKS)
        + "".join(f"; {said}" for said in dict.fromkeys(filter(None, map(_wires, rows))))
    )
    return table


def _wires(row: Point) -> str:
    """What placed and routed a row where there is a choice, or that nothing did."""
    if row.extra.get("routed"):
        return clean(f"{row.platform} routed by {row.extra['routed']}").plain
    if row.extra.get("pre_route_fmax_mhz") and row.fmax_mhz is None:
        return clean(
            f"{row.platform} not placed and routed: its pre-route delay, in --json, has no wires "
            "(`cipherfab doctor` says what is missing)"
        ).plain
    return ""


def line(row: Mapping[str, Any] | Point) -> str:
    """A row as one line of text: its first metrics with their units, and its chain of evidence."""
    (point,) = points([row])
    shown = ("area_ge", "luts", "fmax_mhz", "throughput_mbps")
    figures = [
        f"{number(point.value(name))} {METRICS[name].unit or METRICS[name].label}"
        for name in shown
        if point.value(name) is not None
    ]
    where = f"{', '.join(filter(None, (where_of(point), point.target)))}: "
    return clean(where + ", ".join([*figures, f"evidence {_chain(point)}"])).plain


def where_of(point: Point) -> str:
    """``ascon-128 on nangate45, area``."""
    return f"{point.core} on {point.platform}, {point.recipe}"


def verify(rows: Iterable[Mapping[str, Any] | Point]) -> Table:
    """One row per link of each point's chain of evidence, in the chain's order; links without
    evidence are shown as absent.
    """
    table = _table("Core", "Platform", "Link", "Result", "Detail", "Time")
    table.columns[-1].justify = "right"
    for row in points(rows):
        for link in LINKS:
            found = [item for item in row.evidence if item.link == link] or [None]
            for item in found:
                table.add_row(clean(row.core), clean(row.platform), link, *_result(item))
        if row.failure:
            table.add_row(
                clean(row.core),
                clean(row.platform),
                "",
                Text("failed", "bold red"),
                clean(row.failure),
                "",
            )
    return table


def ranking(
    rows: Iterable[Mapping[str, Any] | Point],
    metric: str,
    *,
    key: Callable[[Point], str] = lambda row: row.core,
) -> Table:
    """Points by the median of one metric, best first. Where spreads overlap the place is a range,
    marked ``≈``.

    Points without the metric follow at the end with no place.
    """
    rows = points(rows)
    places = rank(rows, metric)
    table = _table("Place", "Core", "Platform", METRICS[metric], "to best", "Remarks")
    table.columns[4].justify = "right"
    for place in places:
        row = place.point
        cells = (
            clean(key(row)),
            clean(row.platform),
            _measured(row, metric),
            f"{place.ratio:.2f}×",
            _remarks(row),
        )
        table.add_row(place.text, *cells, style=_STATUS_STYLE[row.status])
    for row in rows:
        if row.spread(metric) is None:
            cells = (clean(key(row)), clean(row.platform), ABSENT, ABSENT, _remarks(row))
            table.add_row(ABSENT, *cells, style=_STATUS_STYLE[row.status])
    if not all(place.distinguishable for place in places):
        table.caption = (
            "≈ indistinguishable: the spreads over the seeds overlap, the place may be any in the "
            "range"
        )
    return table


def compare(
    rows: Iterable[Mapping[str, Any] | Point],
    baseline: str,
    metrics: Sequence[str],
    judged: Judge = lambda row, reference: Unlike(),
) -> Table:
    """Metrics with their ratio to a baseline core on the same platform (with its recipe, else the
    baseline's first recipe).

    Args:
        judged: what two rows differ in beside their numbers: no ratio is given where nothing
            compares, and one with ``≠`` and a remark where something else differs.
    """
    rows = points(rows)
    table = _table(
        "Core", "Platform", "Recipe", TARGET, *(METRICS[name] for name in metrics), "Remarks"
    )
    for row in rows:
        reference = _reference(rows, row, baseline)
        unlike = judged(row, reference) if reference and reference is not row else Unlike()
        cells = [
            _against(row, None if unlike.never else reference, name, bool(unlike.reasons))
            for name in metrics
        ]
        remarks = clean("; ".join([*row.remarks, *unlike.said(baseline)]))
        _add(
            table,
            row,
            clean(row.platform),
            clean(row.recipe),
            row.target or ABSENT,
            *cells,
            remarks,
        )
    table.caption = (
        f"in parentheses: ratio to {baseline} on the same platform; ≈ indistinguishable, spreads "
        f"overlap; ≠ unlike, see the remarks"
    )
    return table


def published(
    rows: Iterable[Mapping[str, Any]],
    metrics: Mapping[str, Metric] | Sequence[str],
    *,
    key: str = "cipher",
) -> Table:
    """Published | measured | ratio, three columns per metric; ``✓`` where the measurement is at
    least as good.

    Args:
        rows: mappings with ``key``, ``published`` and ``measured`` (values by metric), and
            optionally ``verified`` and ``failure``.
        metrics: names from :data:`data.METRICS`, or names with their :class:`data.Metric`.
    """
    metrics = metrics if isinstance(metrics, Mapping) else {name: METRICS[name] for name in metrics}
    table = _table(key.capitalize())
    for metric in metrics.values():
        for title in (f"{metric.title} published", "measured", "ratio"):
            table.add_column(title, justify="right")
    table.add_column("Remarks")
    for row in rows:
        cells = [cell for name, metric in metrics.items() for cell in _three(row, name, metric)]
        table.add_row(clean(row[key]), *cells, _study_remark(row))
    table.caption = (
        "ratio = measured / published, which is of other tools and another flow; ✓ at "
        "least as good as published"
    )
    return table


def _table(*headers: str | Metric) -> Table:
    table = Table()
    for header in headers:
        metric = isinstance(header, Metric)
        title = (header.header or header.title) if metric else header
        table.add_column(title, justify="right" if metric else "left")
    return table


def _add(table: Table, row: Point, *cells: str | Text) -> None:
    table.add_row(clean(row.core), *cells, style=_STATUS_STYLE[row.status])


def _measured(row: Point, metric: str) -> Text:
    spread = row.spread(metric)
    cell = Text(number(spread[1]) if spread else _reason(row, metric) or number(None))
    return cell.append(f" {deviation(spread)}", "dim") if deviation(spread) else cell


def _reason(row: Point, metric: str) -> str:
    """What stands in the place of a number that is refused."""
    return str(clean(row.energy_note)) if metric == "energy_pj_per_bit" else ""


def _chain(row: Point) -> Text:
    items = [row.link(name) for name in LINKS]
    return Text().join(Text(*MARKS[item.passed if item else None]) for item in items)


def _remarks(row: Point) -> Text:
    return clean("; ".join(row.remarks))


def _result(item) -> tuple[Text, Text, str]:
    if item is None:
        return Text("absent", "dim"), Text(), ABSENT
    words = {
        True: ("passed", "green"),
        False: ("FAILED", "bold red"),
        None: ("not applicable", "dim"),
    }
    return Text(*words[item.passed]), clean(item.detail), duration(item.seconds)


def _reference(rows: Sequence[Point], row: Point, baseline: str) -> Point | None:
    candidates = [
        other for other in rows if other.core == baseline and other.platform == row.platform
    ]
    return next(
        (other for other in candidates if other.recipe == row.recipe),
        candidates[0] if candidates else None,
    )


def _against(row: Point, reference: Point | None, metric: str, unlike: bool = False) -> Text:
    cell = _measured(row, metric)
    mine, theirs = row.reach(metric), reference.reach(metric) if reference else None
    if not mine or not theirs or row is reference:
        return cell
    # Two spreads overlap unless one of them lies above the other as a whole.
    overlap = mine[0] <= theirs[2] and theirs[0] <= mine[2]
    marks = " ≈" * overlap + " ≠" * unlike
    return cell.append(f" ({ratio(mine[1], theirs[1])}{marks})")


def _three(row: Mapping[str, Any], name: str, metric: Metric) -> tuple[str, str, Text]:
    reference = (row.get("published") or {}).get(name)
    measured = (row.get("measured") or {}).get(name)
    quotient = ratio(measured, reference)
    if quotient == ABSENT:
        return number(reference), number(measured), Text(quotient)
    good = metric.no_worse(measured, reference)
    return (
        number(reference),
        number(measured),
        Text(f"{quotient} {'✓' if good else ' '}", "green" if good else "yellow"),
    )


def _study_remark(row: Mapping[str, Any]) -> Text:
    if row.get("failure"):
        return Text("failed: ", "red").append_text(clean(row["failure"]))
    return Text() if row.get("verified", True) else Text("not verified", "yellow")

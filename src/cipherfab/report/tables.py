# SPDX-License-Identifier: Apache-2.0
"""Tables for the terminal.

Each function returns a :class:`rich.table.Table`; :func:`show` prints it, with rules and colours on
a terminal and as plain aligned columns (one line per row, nothing cut off) elsewhere. A failed or
doubtful row stays in its place and says why.
"""

import io
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..links import LINKS
from ..plain import raw, visible
from . import latex
from .data import METRICS, Metric, Point, points
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
_MARK = {True: ("✓", "green"), False: ("✗", "bold red"), None: ("·", "dim")}
_ASCII = str.maketrans(
    {
        "✓": "y",
        "✗": "X",
        "·": ".",
        "–": "-",
        "±": "+-",
        "×": "x",
        "≈": "~",
        "≠": "#",
        "µ": "u",
        "²": "2",
        "…": "...",
    }
)


def bench(rows: Iterable[Mapping[str, Any] | Point]) -> Table:
    """One row per core, platform and recipe: the metrics that any row has, the chain of evidence,
    and remarks.

    Evidence is one mark per link of :data:`LINKS`, in order: ``✓`` passed, ``✗`` failed, ``·``
    absent.
    """
    rows = points(rows)
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


def algorithms(entries: Iterable[Mapping[str, Any]], columns: Sequence[str] = ()) -> Table:
    """A listing of any plain mappings: one column per key (or those named), lists joined by
    commas."""
    entries = list(entries)
    columns = columns or list(dict.fromkeys(key for entry in entries for key in entry))
    table = _table(*(name.replace("_", " ").capitalize() for name in columns))
    for entry in entries:
        table.add_row(*(_cell(entry.get(name)) for name in columns))
    return table


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


def show(table: Table, console: Console | None = None) -> None:
    """Print a table on a console (standard output by default): rules and colours on a terminal,
    else :func:`text`.

    On a terminal remarks become numbered notes below the table, and no number is cut or broken:
    what is too wide goes on in further tables below, each with the first column. Where the output
    is LaTeX (`latex.printed`) it is a booktabs table.
    """
    if console is None and isinstance(sys.stdout, latex.Stream):
        sys.stdout.table(table)
        return
    console = console or Console(file=raw(sys.stdout), highlight=False)
    unicode = "utf" in (console.encoding or "").lower()
    if not (console.is_terminal and unicode):
        lines = text(table)
        console.file.write(
            lines if unicode else lines.translate(_ASCII).encode("ascii", "replace").decode()
        )
        return
    shown, notes = _with_notes(table)
    for part in _parts(shown, console.width):
        _fit(part, console.width)
        console.print(part, crop=False)
    for line in (*notes, *([Text(str(table.caption), "dim")] if table.caption else [])):
        console.print(line)


def text(table: Table) -> str:
    """The table as plain text: aligned columns without rules or colours, one line per row, of
    whatever width it needs.
    """
    plain = Console(
        file=io.StringIO(), width=10_000, force_terminal=False, no_color=True, highlight=False
    )
    plain.print(_copy(table, len(table.columns), box=None, padding=(0, 2, 0, 0)))
    lines = [line.rstrip() for line in plain.file.getvalue().splitlines()]
    return "\n".join([*lines, *([str(table.caption)] if table.caption else [])]) + "\n"


def cells(table: Table) -> list[list[str]]:
    """The rows of a table as plain texts."""
    return [[str(cell) for cell in row] for row in zip(*(column.cells for column in table.columns))]


def _needed(columns: Sequence) -> int:
    """Columns of a terminal that columns of a table need: their least widths and three blanks for
    each.
    """
    return sum(column.min_width for column in columns) + 3 * len(columns)


def _parts(table: Table, width: int) -> list[Table]:
    """The table, or if it is too wide several, of which each begins with its first column and has
    as many others as fit.
    """
    first, *others = table.columns
    parts: list[list] = [[]]
    for column in others:
        if parts[-1] and _needed([first, *parts[-1], column]) > width:
            parts.append([])
        parts[-1].append(column)
    return [_part(table, [first, *columns]) for columns in parts] if len(parts) > 1 else [table]


def _fit(table: Table, width: int) -> None:
    """Give each column its least width, and what the terminal has left to the columns that can use
    it, the first ones first.
    """
    spare = max(0, width - _needed(table.columns))
    for column in table.columns:
        natural = max((len(str(cell)) for cell in (column.header, *column.cells)), default=0)
        column.width = column.min_width + min(spare, max(0, natural - column.min_width))
        spare -= column.width - column.min_width


def _part(table: Table, columns: Sequence) -> Table:
    """A table of some of the columns, with the rows' styles."""
    part = Table(header_style="bold", pad_edge=False, padding=(0, 1, 0, 0), box=box.SIMPLE_HEAD)
    for column in columns:
        part.add_column(
            column.header, justify=column.justify, min_width=column.min_width, overflow="fold"
        )
    for index, cells in enumerate(zip(*(column.cells for column in columns))):
        part.add_row(*cells, style=table.rows[index].style)
    return part


def _with_notes(table: Table) -> tuple[Table, list[Text]]:
    """The table for a terminal, its remarks moved to notes: ``[1]`` after the last cell of the row
    that they belong to.
    """
    last = table.columns[-1]
    if last.header != "Remarks":
        return _copy(table, len(table.columns), box=box.SIMPLE_HEAD), []
    remarks = [str(cell) for cell in last.cells]
    distinct = list(dict.fromkeys(filter(None, remarks)))
    notes = [Text(f"[{distinct.index(remark) + 1}]" if remark else "") for remark in remarks]
    shown = _copy(table, len(table.columns) - 1, notes, box=box.SIMPLE_HEAD)
    return shown, [Text(f"[{index}] {remark}") for index, remark in enumerate(distinct, 1)]


def _copy(table: Table, columns: int, notes: Sequence[Text] = (), **style: Any) -> Table:
    """The first columns of a table and a column of notes, none narrower than its longest word or
    number.
    """
    copy = Table(header_style="bold", pad_edge=False, **{"padding": (0, 1, 0, 0)} | style)
    for column in table.columns[:columns]:
        # A number stays on its line, with its spread; texts may be folded between words.
        words = [
            [str(cell)] if column.justify == "right" else str(cell).split() for cell in column.cells
        ]
        width = max(
            (len(word) for found in (str(column.header).split(), *words) for word in found),
            default=1,
        )
        copy.add_column(column.header, justify=column.justify, min_width=width, overflow="fold")
    if any(notes):
        copy.add_column("Note", justify="right", min_width=max(4, *(len(note) for note in notes)))
    for index, cells in enumerate(zip(*(column.cells for column in table.columns[:columns]))):
        copy.add_row(
            *cells, *(notes[index : index + 1] if any(notes) else ()), style=table.rows[index].style
        )
    return copy


def _table(*headers: str | Metric) -> Table:
    table = Table()
    for header in headers:
        metric = isinstance(header, Metric)
        title = (header.header or header.title) if metric else header
        table.add_column(title, justify="right" if metric else "left")
    return table


def _add(table: Table, row: Point, *cells: str | Text) -> None:
    table.add_row(clean(row.core), *cells, style=_STATUS_STYLE[row.status])


def clean(value: Any) -> Text:
    """Text as it stands: no markup is read, and what a terminal would obey is spelled out."""
    return Text(visible(value))


def _cell(value: Any) -> Text:
    if isinstance(value, bool):
        return Text(_MARK[value][0])
    if isinstance(value, list | tuple):
        return clean(", ".join(map(str, value)))
    return clean(number(value) if value is None or isinstance(value, float) else value)


def _measured(row: Point, metric: str) -> Text:
    spread = row.spread(metric)
    cell = Text(number(spread[1]) if spread else _reason(row, metric) or number(None))
    return cell.append(f" {deviation(spread)}", "dim") if deviation(spread) else cell


def _reason(row: Point, metric: str) -> str:
    """What stands in the place of a number that is refused."""
    return str(clean(row.energy_note)) if metric == "energy_pj_per_bit" else ""


def _chain(row: Point) -> Text:
    items = [row.link(name) for name in LINKS]
    return Text().join(Text(*_MARK[item.passed if item else None]) for item in items)


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
    mine, theirs = row.spread(metric), reference.spread(metric) if reference else None
    if not mine or not theirs or row is reference:
        return cell
    overlap = mine[0] <= theirs[2] and theirs[0] <= mine[2]
    marks = " ≈" * overlap + " ≠" * unlike
    return cell.append(f" ({ratio(mine[1], theirs[1])}{marks})")


def _three(row: Mapping[str, Any], name: str, metric: Metric) -> tuple[str, str, Text]:
    reference = (row.get("published") or {}).get(name)
    measured = (row.get("measured") or {}).get(name)
    quotient = ratio(measured, reference)
    if quotient == ABSENT:
        return number(reference), number(measured), Text(quotient)
    good = measured <= reference if metric.better == "low" else measured >= reference
    return (
        number(reference),
        number(measured),
        Text(f"{quotient} {'✓' if good else ' '}", "green" if good else "yellow"),
    )


def _study_remark(row: Mapping[str, Any]) -> Text:
    if row.get("failure"):
        return Text("failed: ", "red").append_text(clean(row["failure"]))
    return Text() if row.get("verified", True) else Text("not verified", "yellow")


def groups(rows: Iterable[Mapping[str, Any] | Point]) -> dict[str, list[Point]]:
    """The rows of each platform, in the order of their first appearance."""
    rows = points(rows)
    order = list(dict.fromkeys(row.platform for row in rows))
    grouped = groupby(
        sorted(rows, key=lambda row: order.index(row.platform)), key=lambda row: row.platform
    )
    return {platform: list(members) for platform, members in grouped}

# SPDX-License-Identifier: Apache-2.0
"""Plots for papers: each function returns a figure, and :func:`style.save` writes it as PNG, SVG
and PDF.

Points of failed rows are hollow; a point is the median over the seeds, its whiskers the smallest
and the largest.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from .data import METRICS, Point, groups, points
from .labels import label, label_ends
from .numbers import number
from .ranking import front, rank
from .style import (
    COLOURS,
    GREY,
    INK,
    MARKS,
    figure,
    legend_above,
    log_axis,
    plain_ticks,
    save,
    styled,
)

__all__ = [
    "area_delay",
    "cycles_over_size",
    "ranking",
    "requested_over_achieved",
    "save",
    "throughput_over_area",
]


LETTER = 0.062
"""Inches of a letter in a legend, so that it is as wide as its figure and no wider."""

LINE = 0.135
"""Inches of height that the label of a line needs."""


@styled
def throughput_over_area(
    rows: Iterable[Mapping[str, Any] | Point], y: str = "throughput_mbps"
) -> Figure:
    """One panel per platform: a metric over area (GE, or LUTs on an FPGA) with its Pareto front.

    Colour is the algorithm; labels name the architecture, once per core, at the point of the
    highest ``y``.
    """
    rows = points(rows)
    colours = _colours(row.algorithm for row in rows)
    panels = {
        platform: _measured(members, _area(members), y)
        for platform, members in groups(rows).items()
    }
    # A platform without a point would be an empty panel.
    panels = {platform: members for platform, members in panels.items() if members}
    canvas, grid = figure(max(len(panels), 1))
    for axes, (platform, members) in zip(grid, panels.items()):
        x = _area(members)
        axes.set(title=platform, xlabel=METRICS[x].title, ylabel=METRICS[y].title)
        _axes(axes, members, x, y)
        _front(axes, members, x, y)
        _scatter(axes, members, x, y, colours)
    _legend(canvas, colours, [row for members in panels.values() for row in members])
    # Labels come last, as in `area_delay`.
    for axes, (_, members) in zip(grid, panels.items()):
        label(axes, _labels(members, _area(members), y, colours))
    return canvas


@styled
def area_delay(
    rows: Iterable[Mapping[str, Any] | Point],
    published: Mapping[str, tuple[float, float]] | None = None,
    *,
    x: str = "delay_ns",
) -> Figure:
    """Area over delay, one panel per algorithm: every point, the front (both low), and the
    published point as a star.

    Args:
        published: ``(delay in ns, area in GE)`` by algorithm.
    """
    members = [row for row in points(rows) if row.value(x) and row.value("area_ge")]
    algorithms = list(dict.fromkeys(row.algorithm for row in members))
    canvas, grid = figure(max(len(algorithms), 1), width=3.0, height=2.6)
    items = []
    for axes, algorithm in zip(grid, algorithms):
        found = [row for row in members if row.algorithm == algorithm]
        items.append(_area_delay_panel(axes, found, x, (published or {}).get(algorithm)))
        axes.set(title=algorithm, xlabel=METRICS[x].title, ylabel=METRICS["area_ge"].title)
    # Labels come last: whatever else is drawn moves the points on the page.
    for axes, named in zip(grid, items):
        label(axes, named)
    return canvas


@styled
def cycles_over_size(curves: Sequence[Mapping[str, Any]], *, per_byte: bool = False) -> Figure:
    """Cycles (or cycles per byte) over message size, one line per core, labelled at its end; equal
    cores share a line.

    Args:
        curves: mappings with ``core`` and ``points``, a list of ``[bytes, cycles]``, usually from a
            cycle formula.
    """
    canvas, (axes,) = figure(width=5.2, height=3.2)
    same: dict[tuple, list[str]] = {}
    for curve in curves:
        same.setdefault(tuple(sorted(map(tuple, curve["points"]))), []).append(curve["core"])
    ends = []
    for (pairs, cores), colour in zip(same.items(), cycle(COLOURS)):
        # No bytes have no cycles per byte.
        data = [
            (size, cycles / size if per_byte else cycles)
            for size, cycles in pairs
            if size or not per_byte
        ]
        # A block costs the same however full it is, so a curve is flat up to the next size.
        axes.plot(*zip(*data), color=colour, drawstyle="steps-pre", solid_joinstyle="miter")
        ends.append((*data[-1], "\n".join(cores), colour))
    axes.set(xlabel="Message (bytes)", ylabel="Cycles per byte" if per_byte else "Cycles")
    plain_ticks(axes.xaxis)
    plain_ticks(axes.yaxis)
    axes.set_xlim(left=0)
    if per_byte:
        log_axis(axes.yaxis, [y for line in axes.lines for y in line.get_ydata()])
    else:
        axes.set_ylim(bottom=0)
    label_ends(axes, ends)
    return canvas


@styled
def requested_over_achieved(rows: Iterable[Mapping[str, Any] | Point]) -> Figure:
    """Achieved over requested frequency, one panel per platform; the dashed diagonal is where both
    are equal.
    """
    members = {
        # A sweep whose every run failed has no point.
        platform: [
            row for row in found if any(point[1] is not None for point in row.requested_achieved)
        ]
        for platform, found in groups(rows).items()
    }
    members = {platform: found for platform, found in members.items() if found}
    most = max(map(len, members.values()), default=1)
    canvas, grid = figure(max(len(members), 1), width=4.4, height=max(2.9, 0.8 + LINE * most))
    colours = _colours(row.core for found in members.values() for row in found)
    for axes, (platform, found) in zip(grid, members.items()):
        recipes = dict(zip(dict.fromkeys(row.recipe for row in found), cycle(MARKS)))
        ends = [_sweep(axes, row, found, colours[row.core], recipes[row.recipe]) for row in found]
        top = max(
            (achieved for row in found for _, achieved, *_ in row.requested_achieved if achieved),
            default=0,
        )
        axes.plot([0, top], [0, top], color=GREY, linewidth=0.8, dashes=(4, 3), zorder=1)
        axes.set(title=platform, xlabel="Requested (MHz)", ylabel="Achieved (MHz)")
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
        plain_ticks(axes.xaxis)
        plain_ticks(axes.yaxis)
        label_ends(axes, ends)
    return canvas


@styled
def ranking(rows: Iterable[Mapping[str, Any] | Point], metric: str) -> Figure:
    """Horizontal bars, best on top, with the spread over the seeds as whiskers; ``≈`` where spreads
    overlap; failures hollow.
    """
    rows = points(rows)
    places = rank(rows, metric)
    canvas, (axes,) = figure(width=5.2, height=0.7 + 0.21 * max(len(places), 3))
    colours = _colours(row.algorithm for row in rows)
    for index, place in enumerate(places):
        _bar(axes, index, place, metric, colours[place.point.algorithm])
    axes.set_yticks(range(len(places)), [_name(place.point, places) for place in places])
    # The axis of y runs downwards: the first bar is on top.
    axes.set(xlabel=METRICS[metric].title, ylim=(len(places) - 0.4, -0.6))
    plain_ticks(axes.xaxis)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    top = max((place.point.spread(metric)[2] for place in places), default=1)
    # The room behind the longest bar is for its number.
    axes.set_xlim(0, 1.16 * top)
    return canvas


def _area(rows: Sequence[Point]) -> str:
    return "area_ge" if any(row.area_ge is not None for row in rows) else "luts"


def _measured(rows: Iterable[Point], x: str, y: str) -> list[Point]:
    return [row for row in rows if row.value(x) and row.value(y)]


def _colours(names: Iterable[str]) -> dict[str, str]:
    return {name: COLOURS[index % len(COLOURS)] for index, name in enumerate(dict.fromkeys(names))}


def _median(row: Point, metric: str) -> float:
    return row.spread(metric)[1]


def _axes(axes: Axes, rows: Sequence[Point], x: str, y: str) -> None:
    log_axis(axes.xaxis, [_median(row, x) for row in rows])
    log_axis(axes.yaxis, [_median(row, y) for row in rows])
    axes.margins(0.13)


def _front(axes: Axes, rows: Sequence[Point], x: str, y: str) -> None:
    """The front as a staircase: what is reachable with at most that area; failed rows do not
    count."""
    good = [row for row in rows if row.status != "failed"]
    best = front(
        good,
        lambda row: _median(row, x),
        lambda row: _median(row, y),
        low_y=METRICS[y].better == "low",
    )
    data = [(_median(row, x), _median(row, y)) for row in best]
    if data:
        axes.plot(
            *zip(*data),
            color="#b9bec6",
            linewidth=1.0,
            drawstyle="steps-post",
            zorder=1,
            label="Pareto front",
        )


def _scatter(axes: Axes, rows: Sequence[Point], x: str, y: str, colours: Mapping[str, str]) -> None:
    for row in rows:
        colour, (low_x, at_x, high_x), (low_y, at_y, high_y) = (
            colours[row.algorithm],
            row.spread(x),
            row.spread(y),
        )
        if high_x > low_x or high_y > low_y:
            bars = {
                "xerr": [[at_x - low_x], [high_x - at_x]],
                "yerr": [[at_y - low_y], [high_y - at_y]],
            }
            axes.errorbar(at_x, at_y, **bars, color=colour, elinewidth=0.7, alpha=0.6, zorder=2)
        face = colour if row.status != "failed" else "white"
        axes.scatter(
            [at_x], [at_y], s=20, facecolor=face, edgecolor=colour, linewidth=0.9, zorder=3
        )


def _labels(
    rows: Sequence[Point], x: str, y: str, colours: Mapping[str, str]
) -> list[tuple[float, float, str, str]]:
    best: dict[str, Point] = {}
    # The best row of a core comes first, and only the first one gets a label.
    for row in sorted(rows, key=lambda row: _median(row, y), reverse=METRICS[y].better == "high"):
        best.setdefault(row.core, row)
    return [
        (_median(row, x), _median(row, y), _short(row), colours[row.algorithm])
        for row in best.values()
    ]


def _short(row: Point) -> str:
    """The core name without its algorithm, which the colour shows."""
    return row.core.partition("/")[2] or row.core


def _legend(canvas: Figure, colours: Mapping[str, str], rows: Sequence[Point]) -> None:
    """What is drawn, and nothing else: the algorithms of ``rows``, a front, failures."""
    algorithms = dict.fromkeys(row.algorithm for row in rows)
    marks = [_mark(name, colours[name]) for name in algorithms if name]
    # A front of a single point is no line that could be named.
    if any(len(line.get_xdata()) > 1 for axes in canvas.axes for line in axes.lines):
        marks += [Line2D([], [], color="#b9bec6", label="Pareto front")]
    if any(row.status == "failed" for row in rows):
        marks += [_mark("failed", GREY, markerfacecolor="white")]
    widest = max((len(str(mark.get_label())) for mark in marks), default=1)
    legend_above(canvas, marks, max(1, int(canvas.get_size_inches()[0] / (LETTER * widest + 0.35))))


def _mark(name: str, colour: str, **style: Any) -> Line2D:
    return Line2D([], [], color=colour, marker="o", markersize=4, linestyle="", label=name, **style)


def _area_delay_panel(
    axes: Axes, rows: Sequence[Point], x: str, published: tuple[float, float] | None
) -> list[tuple[float, float, str, str]]:
    """Draw a panel; returns the labels that its points want."""
    area, delay = (lambda row: _median(row, "area_ge")), (lambda row: _median(row, x))
    log_axis(axes.yaxis, [*map(area, rows), *(published[1:] if published else ())])
    log_axis(axes.xaxis, [*map(delay, rows), *(published[:1] if published else ())])
    best = front([row for row in rows if row.status != "failed"], delay, area, low_y=True)
    axes.plot(
        [*map(delay, best)],
        [*map(area, best)],
        color=COLOURS[0],
        linewidth=1.0,
        drawstyle="steps-post",
        zorder=2,
    )
    for row in rows:
        on_front = row in best
        face = "white" if row.status == "failed" else COLOURS[0] if on_front else "#b9bec6"
        edge = COLOURS[0] if on_front else GREY
        axes.scatter(
            [delay(row)], [area(row)], s=18, facecolor=face, edgecolor=edge, linewidth=0.8, zorder=3
        )
    if published:
        axes.scatter(*published, s=70, marker="*", color=COLOURS[1], linewidth=0, zorder=4)
    axes.margins(0.13)
    items = [(delay(row), area(row), row.recipe, INK) for row in best if row.recipe]
    return items + ([(*published, "published", COLOURS[1])] if published else [])


def _sweep(
    axes: Axes, row: Point, others: Sequence[Point], colour: str, mark: str
) -> tuple[float, float, str, str]:
    data = sorted(
        (requested, achieved)
        for requested, achieved, *_ in row.requested_achieved
        if achieved is not None
    )
    axes.plot(*zip(*data), color=colour, marker=mark, markersize=2.8, linewidth=1.0)
    several = sum(other.core == row.core for other in others) > 1
    return *data[-1], f"{row.core} {row.recipe}".strip() if several else row.core, colour


def _bar(axes: Axes, index: int, place, metric: str, colour: str) -> None:
    low, median, high = place.point.spread(metric)
    failed = place.point.status == "failed"
    axes.barh(
        index,
        median,
        height=0.62,
        color="white" if failed else colour,
        edgecolor=colour,
        linewidth=0.8,
        alpha=0.85,
    )
    if high > low:
        axes.errorbar(
            median,
            index,
            xerr=[[median - low], [high - median]],
            color=INK,
            elinewidth=0.8,
            capsize=1.6,
            capthick=0.8,
        )
    mark = " failed" if failed else "" if place.distinguishable else " ≈"
    axes.annotate(
        f"{number(median)}{mark}",
        (high, index),
        xytext=(4, 0),
        textcoords="offset points",
        va="center",
        fontsize=6.8,
    )


def _name(row: Point, places: Sequence) -> str:
    """The core, with platform or recipe where those differ between the bars."""
    parts = [row.core]
    for name in ("platform", "recipe"):
        if len({getattr(place.point, name) for place in places}) > 1 and getattr(row, name):
            parts.append(getattr(row, name))
    return " · ".join(parts)

# SPDX-License-Identifier: Apache-2.0
"""The slides' plots, from measured cores: throughput over area, design-space exploration, the
ranking at four sizes.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from typing import Any

from matplotlib.figure import Figure

from ...report.labels import label
from ...report.ranking import front
from ...report.style import COLOURS, GREY, INK, MARKS, figure, log_axis, styled
from . import published
from .candidates import EXPLORED
from .ranking import AREA, BUDGET, CONTENTS, Record, luts, throughput
from .tables import LISTS, mark_of

UP, DOWN, SAME = "#009E73", "#D55E00", INK
"""Colours of a higher and a lower position than for long inputs, as on the slides, and of the same.
"""


def axis_of(rows: Sequence[Record], platform: str) -> str:
    """What the throughput axis of a platform is called."""
    return "Pre-route throughput (Mbit/s)" if mark_of(rows, platform) else "Throughput (Mbit/s)"


@styled
def throughput_over_area(
    rows: Sequence[Record], content: str, platforms: Sequence[str]
) -> Figure | None:
    """Long inputs: a point for each core, the front as stairs, its points named; None without a
    point.
    """
    workload = f"{CONTENTS[content]}/long"
    panels = {place: _points(rows, place, workload) for place in platforms}
    panels = {place: points for place, points in panels.items() if points}
    if not panels:
        return None
    canvas, grid = figure(len(panels), width=5.2, height=4.2)
    for axes, (place, points) in zip(grid, panels.items()):
        best = front(points, lambda point: point[0], lambda point: point[1])
        _frame(axes, points, f"{place}: {LISTS[content]}", axis_of(rows, place))
        axes.plot(
            *zip(*[point[:2] for point in best]), color="#b9bec6", drawstyle="steps-post", zorder=1
        )
        if place == AREA:
            axes.axvline(BUDGET[0], color=GREY, linewidth=0.8, dashes=(4, 3), zorder=1)
        for x, y, row in points:
            axes.scatter(
                [x], [y], s=20, color=COLOURS[0] if (x, y, row) in best else GREY, zorder=3
            )
    # Labels come when all panels are drawn, since they are measured on the page as it is then.
    for axes, points in zip(grid, panels.values()):
        best = front(points, lambda point: point[0], lambda point: point[1])
        label(
            axes,
            [
                (
                    x,
                    y,
                    _named(row) if (x, y, row) in best else row["candidate"],
                    COLOURS[0] if (x, y, row) in best else GREY,
                )
                # Labels take free places in turn: those of the front come first, then those of
                # faster cores.
                for x, y, row in sorted(points, key=lambda point: (point not in best, -point[1]))
                if (x, y, row) in best or row["primary"]
            ],
        )
    return canvas


def _named(row: Record) -> str:
    """The candidate, and which of its cores it is."""
    return f"{row['candidate']}: {row['core']}"


def _points(
    rows: Iterable[Record], platform: str, workload: str
) -> list[tuple[float, float, Record]]:
    found = [
        (luts(row, platform), throughput(row, platform, workload), row)
        for row in rows
        if row["verified"]
    ]
    return [point for point in found if point[0] and point[1]]


def _frame(axes: Any, points: Sequence[tuple], title: str, y: str) -> None:
    axes.set(title=title, xlabel="LUTs", ylabel=y)
    log_axis(axes.xaxis, [point[0] for point in points])
    log_axis(axes.yaxis, [point[1] for point in points])
    axes.margins(0.13)


@styled
def exploration(rows: Sequence[Record], platform: str) -> Figure | None:
    """Design-space exploration of the candidates of `EXPLORED`: a panel each, a colour for each
    algorithm, every core named.
    """
    panels = {
        name: _points([row for row in rows if row["candidate"] == name], platform, "enc/pt/long")
        for name in EXPLORED
    }
    panels = {name: points for name, points in panels.items() if points}
    if not panels:
        return None
    canvas, grid = figure(len(panels), width=4.2, height=3.6)
    coloured = []
    for axes, (name, points) in zip(grid, panels.items()):
        _frame(axes, points, f"{name}, {platform}", axis_of(rows, platform))
        coloured.append((axes, _scattered(axes, points)))
    for axes, items in coloured:
        label(axes, items)
    return canvas


def _scattered(axes: Any, points: Sequence) -> list[tuple[float, float, str, str]]:
    """Draw points with a colour and a mark for each algorithm; place, architecture and colour of
    each.
    """
    named = [(x, y, *row["core"].partition("/")[::2]) for x, y, row in points]
    algorithms = dict.fromkeys(algorithm for _, _, algorithm, _ in named)
    style = dict(zip(algorithms, zip(cycle(COLOURS), cycle(MARKS))))
    for algorithm, (colour, mark) in style.items():
        places = [point[:2] for point in named if point[2] == algorithm]
        look = {"s": 22, "color": colour, "marker": mark, "label": algorithm, "zorder": 3}
        axes.scatter(*zip(*places), **look)
    if len(style) > 1:
        axes.legend(loc="lower right")
    return [(x, y, core or "round", style[algorithm][0]) for x, y, algorithm, core in named]


@styled
def positions(ranked: Sequence[Mapping[str, Any]], platform: str) -> Figure | None:
    """The order at four sizes, ours left and the published one right, as the slides print it.

    Green is a higher position than for long inputs, orange a lower one.
    """
    ours = {each["size"]: each["order"] for each in ranked if each["platform"] == platform}
    if not ours.get("long"):
        return None
    # The published order is cut down to the candidates that are measured here.
    theirs = {
        size: sorted(ours["long"], key=published.places(size).get) for size in published.SIZES
    }
    canvas, grid = figure(2, width=5.2, height=0.6 + 0.2 * max(len(ours["long"]), 5))
    for axes, orders, title in zip(
        grid, (ours, theirs), (f"measured, {platform}", "published, Artix-7")
    ):
        _columns(axes, orders, title)
    return canvas


def _columns(axes: Any, orders: Mapping[str, Sequence[str]], title: str) -> None:
    most = max(map(len, orders.values()))
    axes.set(xlim=(-0.45, len(orders)), ylim=(most + 0.5, -0.6))
    axes.set_title(f"{title}: encryption, plaintext only")
    axes.axis("off")
    for column, (size, order) in enumerate(orders.items()):
        axes.text(column, 0, "Long" if size == "long" else f"{size} B", weight="bold")
        for place, name in enumerate(order, 1):
            # A candidate without a place for long inputs has no move, so it takes the neutral
            # colour.
            before = orders["long"].index(name) + 1 if name in orders["long"] else place
            axes.text(
                column,
                place,
                name,
                color=UP if place < before else DOWN if place > before else SAME,
                fontsize=7,
            )
    for place in range(1, most + 1):
        axes.text(-0.2, place, str(place), color=GREY, ha="right", fontsize=7)

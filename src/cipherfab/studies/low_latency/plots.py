# SPDX-License-Identifier: Apache-2.0
"""The slides' charts, and the measured fronts."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from ...report.numbers import number
from ...report.style import COLOURS, GREY, figure, least_span, legend_above, plain_ticks, styled
from ..benched import Result
from ..listing import Line
from .rankings import METRICS, RANKINGS


def drawn(result: Result) -> dict[str, Figure]:
    """A chart for each of the paper's rankings, and the fronts."""
    rows = [row for row in result.rows if row["measured"]]
    charts = {name.replace(" ", "-"): bars(rows, metric) for name, metric in RANKINGS.items()}
    return {**charts, "area-delay": area_delay(rows)}


BAR = 0.38
"""Height of a bar, of 1 for each cipher."""


@styled
def bars(rows: Sequence[Line], metric: str):
    """A slide's chart: the published and the measured value of each cipher, in the paper's order;
    bars begin at zero, their values stand beside them.
    """
    canvas, (axes,) = figure(width=6.4, height=1.0 + 0.36 * len(rows))
    sides = (("published", GREY), ("measured", COLOURS[0]))
    for offset, (side, colour) in zip((-BAR / 2, BAR / 2), sides):
        values = [row[side][metric] for row in rows]
        places = [place + offset for place in range(len(rows))]
        axes.barh(places, values, BAR, label=side, color=colour)
        for place, value in zip(places, values):
            at = {"xytext": (3, 0), "textcoords": "offset points", "va": "center"}
            axes.annotate(number(value), (value, place), fontsize=6.5, **at)
    axes.set_yticks(range(len(rows)), [row["cipher"] for row in rows])
    # The axis is turned: the first cipher of the paper's order stands at the top.
    axes.set(xlabel=METRICS[metric].title, ylim=(len(rows) - 0.4, -0.6))
    # A seventh more than the longest bar, as its value stands beside it.
    axes.set_xlim(
        0, 1.14 * max((row[side][metric] for row in rows for side, _ in sides), default=1)
    )
    plain_ticks(axes.xaxis)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    legend_above(canvas, axes.containers)
    return canvas


@styled
def area_delay(rows: Sequence[Line]):
    """One panel for each cipher: the measured front, and the published point as a star."""
    canvas, grid = figure(max(len(rows), 1), width=2.6, height=2.1)
    for axes, row in zip(grid, rows):
        delays, areas = (
            [point[name] for point in row["front"]] for name in ("delay_ns", "area_kge")
        )
        axes.step(
            delays,
            areas,
            where="post",
            color=COLOURS[0],
            marker="o",
            markersize=3.5,
            label="measured front",
        )
        star = row["published"]
        axes.plot(
            star["delay_ns"],
            star["area_kge"],
            "*",
            color=COLOURS[1],
            markersize=10,
            label="published",
        )
        axes.set(
            title=row["cipher"], xlabel=METRICS["delay_ns"].title, ylabel=METRICS["area_kge"].title
        )
        axes.margins(0.12)
        for axis, values, name in (
            (axes.xaxis, delays, "delay_ns"),
            (axes.yaxis, areas, "area_kge"),
        ):
            least_span(axis, [*values, star[name]])
            plain_ticks(axis)
    if rows:
        legend_above(canvas, grid[0].lines)
    return canvas

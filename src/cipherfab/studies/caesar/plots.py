# SPDX-License-Identifier: Apache-2.0
"""The slides' three bar charts: maximum frequency, throughput, throughput per area; basic against
pipelined. And ratios over k.
"""

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure

from ...report.style import COLOURS, MARKS, figure, legend_above, plain_ticks, styled
from ..benched import Result
from .published import CANDIDATES
from .records import GATES, ROUTED, pair, usual_lines

CHARTS = {
    "fmax_mhz": ("Maximum clock frequency", "MHz"),
    "throughput_mbps": ("Throughput", "Mbit/s"),
    "per_area": ("Throughput per area", "Mbit/s for each kGE or LUT"),
}
WIDTH = 0.38


def drawn(result: Result) -> dict[str, Figure]:
    """The charts of each platform that has the figure, with k > 2 one over k too."""
    lines = [each for row in result.rows for each in row["lines"]]
    found = {}
    for place in (GATES, ROUTED):
        for metric in CHARTS:
            if any(each[place][metric] for each in lines):
                found[f"{metric}-{place}"] = bars(result.rows, metric, place)
        if any(each["k"] > 2 and each[place]["fmax_mhz"] for each in lines):
            found[f"over_k-{place}"] = over_k(result.rows, place)
    return found


@styled
def bars(rows: Sequence[dict[str, Any]], metric: str, place: str):
    """One chart on a platform, k = 2; of the frequency the slides' bars stand beside it."""
    title, unit = CHARTS[metric]
    published = metric == "fmax_mhz"
    canvas, grid = figure(1 + published, width=4.6)
    measured = [
        (row["candidate"], *(each[place][metric] for each in pair(row)))
        for row in rows
        if pair(row)
    ]
    _panel(grid[-1], [bar for bar in measured if None not in bar], f"{title}, {place}", unit)
    if published:
        _panel(
            grid[0],
            [(each.name, each.basic, each.pipelined) for each in CANDIDATES],
            f"{title}, published (Virtex-6)",
            unit,
        )
    legend_above(canvas, grid[0].containers)
    return canvas


@styled
def over_k(rows: Sequence[dict[str, Any]], place: str):
    """Ratios to the basic core over k, of frequency and of throughput per area, a line for each
    candidate.
    """
    canvas, grid = figure(2, width=3.8)
    for axes, metric in zip(grid, ("fmax_mhz", "per_area")):
        for place_in, row in enumerate(row for row in rows if row["lines"]):
            # Behind the last colour the marks are others, and the lines dashed.
            turn, at = divmod(place_in, len(COLOURS))
            colour, mark = COLOURS[at], MARKS[(at + turn) % len(MARKS)]
            points = sorted(
                (each["k"], each["ratios"][place][metric])
                for each in usual_lines(row["lines"])
                if metric in each["ratios"][place]
            )
            axes.plot(
                *zip(*points),
                color=colour,
                linestyle="--" if turn else "-",
                marker=mark,
                markersize=4,
                label=row["candidate"],
            )
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set(
            title=f"{CHARTS[metric][0]}, {place}", xlabel="k", ylabel="Ratio to the basic core"
        )
    legend_above(canvas, grid[0].lines)
    return canvas


def _panel(axes, found: Sequence[tuple], title: str, unit: str) -> None:
    for side, (text, colour) in enumerate(zip(("basic", "pipelined, k = 2"), COLOURS)):
        places = [number + (side - 0.5) * WIDTH for number in range(len(found))]
        axes.bar(places, [bar[1 + side] for bar in found], WIDTH, color=colour, label=text)
    axes.set_xticks(range(len(found)), [bar[0] for bar in found], rotation=35, ha="right")
    axes.set(title=title, ylabel=unit)
    axes.grid(axis="x", visible=False)
    axes.set_ylim(bottom=0)
    plain_ticks(axes.yaxis)

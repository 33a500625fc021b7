# SPDX-License-Identifier: Apache-2.0
"""The slides' three bar charts: maximum frequency, throughput, throughput per area; basic against
pipelined.
"""

from collections.abc import Sequence
from typing import Any

from ...report.style import COLOURS, figure, styled
from .published import CANDIDATES

CHARTS = {
    "fmax_mhz": ("Maximum clock frequency", "MHz"),
    "throughput_mbps": ("Throughput", "Mbit/s"),
    "per_area": ("Throughput per area", "Mbit/s for each kGE or LUT"),
}
WIDTH = 0.38


@styled
def bars(rows: Sequence[dict[str, Any]], metric: str, place: str):
    """One chart on a platform, k = 2; of the frequency the slides' bars stand beside it."""
    title, unit = CHARTS[metric]
    published = metric == "fmax_mhz"
    canvas, grid = figure(1 + published, width=4.6)
    measured = [(row["candidate"], *(each[place][metric] for each in row["lines"][:2]))
                for row in rows if row["lines"]]
    _panel(grid[-1], [bar for bar in measured if None not in bar], f"{title}, {place}", unit)
    if published:
        _panel(grid[0], [(each.name, each.basic, each.pipelined) for each in CANDIDATES],
               f"{title}, published (Virtex-6)", unit)
    return canvas


def _panel(axes, found: Sequence[tuple], title: str, unit: str) -> None:
    for side, (text, colour) in enumerate(zip(("basic", "pipelined, k = 2"), COLOURS)):
        places = [number + (side - 0.5) * WIDTH for number in range(len(found))]
        axes.bar(places, [bar[1 + side] for bar in found], WIDTH, color=colour, label=text)
    axes.set_xticks(range(len(found)), [bar[0] for bar in found], rotation=35, ha="right")
    axes.set(title=title, ylabel=unit)
    if found:
        axes.legend()

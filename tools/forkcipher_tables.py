# SPDX-License-Identifier: Apache-2.0
"""Puts what `cipherfab study forkcipher -o DIRECTORY` wrote into docs/results/forkcipher.md.

    python tools/forkcipher_tables.py DIRECTORY [--write PAGE]

The tables are printed, or stand between the marks ``<!-- NAME -->`` and ``<!-- /NAME -->`` of PAGE.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from pages import after_placement, run

from cipherfab.report.markdown import table
from cipherfab.report.numbers import number
from cipherfab.studies.forkcipher.study import reached

COLUMNS = {
    "encryption": (False, False),
    "parallel": (False, True),
    "encryption and decryption": (True, False),
    "both, parallel": (True, True),
}
"""Cores of figure 6: title, decrypts too, both branches at once."""


def figure_6(rows: list[dict], metric: str) -> str:
    """A line for each primitive: published / measured, ratio, of each of its cores."""
    found = {}
    for row in rows:
        place = row["encdec"], row["parallel"]
        found.setdefault(row["algorithm"], {})[place] = compared(row, metric)
    return table(
        ["primitive", *COLUMNS],
        (
            [f"`{name}`", *(cells.get(place, "–") for place in COLUMNS.values())]
            for name, cells in found.items()
        ),
    )


def compared(row: dict, metric: str) -> str:
    """Published / measured, ratio."""
    return (
        f"{number(row['published'][metric])} / {number(row['measured'][metric])}, "
        f"{row['ratio'][metric]:.2f}"
    )


def fastest(rows: list[dict]) -> str:
    """How many cores of figure 6 reach the published frequency, and by which recipes."""
    by_recipe = Counter(row["measured"]["fastest_recipe"] for row in rows)
    counts = ", ".join(f"`{name}` {count}" for name, count in sorted(by_recipe.items()))
    return f"{reached(rows, 6, 'fmax_mhz')} at or above the published frequency; fastest: {counts}"


def figure_7(rows: list[dict]) -> str:
    """The paper's estimate, ours and the measured core of each mode, with encryption only and with
    both; the ratio is that of the core to the paper's estimate.
    """
    found = {}
    for row in rows:
        found.setdefault(row["name"], {})[row["encdec"]] = row
    parts = ["estimate", "ours", "measured", "ratio"]
    return table(
        ["mode", *parts, *parts],
        (
            [name, *(cell for encdec in (False, True) for cell in _mode(by_kind[encdec]))]
            for name, by_kind in found.items()
        ),
    )


def _mode(row: dict) -> list[str]:
    areas = (row[of]["area_ge"] for of in ("published", "estimated", "measured"))
    return [*map(number, areas), f"{row['ratio']['area_ge']:.2f}"]


def figure_5(rows: list[dict]) -> str:
    """Area and delay of the unrolled cores."""
    columns = ["core", "GE published", "measured", "ratio", "ns published", "measured", "ratio"]
    return table(
        columns,
        (
            [
                f"`{row['core']}`",
                *(
                    cell
                    for metric in ("area_ge", "delay_ns")
                    for cell in (
                        number(row["published"][metric]),
                        number(row["measured"][metric]),
                        f"{row['ratio'][metric]:.3f}",
                    )
                ),
            ]
            for row in rows
        ),
    )


def beside(rows: list[dict]) -> str:
    """Serial cores, and parallel decryption beside the core without it."""
    columns = ["core", "GE", "without", "ratio", "MHz", "cycles", "cycles without"]
    return table(
        columns,
        (
            [
                f"`{row['core']}`",
                number(row["measured"]["area_ge"]),
                number(row["without_ge"]),
                f"{row['measured']['area_ge'] / row['without_ge']:.2f}"
                if row["without_ge"]
                else "–",
                number(row["measured"]["fmax_mhz"]),
                row["cycles_formula"] or "–",
                row["without_cycles"] or "–",
            ]
            for row in rows
        ),
    )


def of_run(directory: Path) -> dict[str, str]:
    """What the page says of a run, by the names of its marks."""
    rows = json.loads((directory / "rows.json").read_text())
    by_figure = {
        figure: [row for row in rows if row["figure"] == figure] for figure in (0, 5, 6, 7)
    }
    return {
        "count": f"{len(rows)} rows, {sum(row['verified'] for row in rows)} verified.",
        "figure-6-areas": figure_6(by_figure[6], "area_ge"),
        "fastest": f"{fastest(by_figure[6])}.",
        "figure-6-frequencies": figure_6(by_figure[6], "fmax_mhz"),
        "figure-7": figure_7(by_figure[7]),
        "figure-5": figure_5(by_figure[5]),
        "placed": after_placement(rows, "core"),
        "beside": beside(by_figure[0]),
    }


if __name__ == "__main__":
    run(__doc__, of_run, sys.argv[1:])

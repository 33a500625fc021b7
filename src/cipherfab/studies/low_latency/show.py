# SPDX-License-Identifier: Apache-2.0
"""The study on the terminal and as plots, like the slides'."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from ...report import tables
from ...report.data import Metric
from ...report.numbers import number
from ...report.style import (
    COLOURS,
    GREY,
    figure,
    least_span,
    legend_above,
    plain_ticks,
    save,
    styled,
)
from ..common import OTHER_FLOW
from ..listing import listing, write_files
from .study import RANKINGS, Result

METRICS = {
    "area_kge": Metric(label="Area", unit="kGE"),
    "delay_ns": Metric(label="Delay", unit="ns"),
    "fmax_mhz": Metric(label="Frequency", unit="MHz", better="high"),
    "throughput_gbps": Metric(label="Throughput", unit="Gbit/s", better="high"),
    "throughput_per_area": Metric(
        label="Throughput per area", unit="Gbit/s per kGE", better="high"
    ),
}

Record = Mapping[str, Any]


def all_tables(result: Result) -> list[tuple[str, Table]]:
    """Every table with its title; those without a row are left out."""
    rows = result.rows
    found = [
        ("Published | measured | ratio", tables.published(rows, METRICS)),
        ("Verdicts, and what else can be said of the measured point", details(rows)),
        ("Rankings", orders(result.rankings)),
        ("Blocks beside the table", beside(rows)),
        ("Area-delay fronts: every point has its recipe in the output of --json", fronts(rows)),
    ]
    return [(title, table) for title, table in found if table.row_count]


def details(rows: Sequence[Record]) -> Table:
    """For each row how bits are counted, the numbers with registers and without wire load, and
    whether it dominates.
    """
    return listing(
        [
            {
                "cipher": row["cipher"],
                "both at or below": row["dominates_published"],
                "verified": row["verified"],
                "period ps": row["recipe"] and row["recipe"]["period_ps"],
                "seed": row["recipe"] and row["recipe"]["seed"],
                "T/A ratio": row["ratio"].get("throughput_per_area"),
                "kGE with registers": row["measured"].get("area_with_registers_kge"),
                "ns with registers": row["measured"].get("delay_with_registers_ns"),
                "ns without wire load": row["measured"].get("delay_without_wire_load_ns"),
                "bits": row["bits_per_call"],
                "counted": row["bits_counted"],
            }
            for row in rows
        ]
    )


def orders(rankings: Sequence[Record]) -> Table:
    """The four rankings: tau, the pairs that swap, and our order."""
    return listing(
        [
            {
                "ranking": ranking["ranking"],
                "Kendall's tau": f"{ranking['tau']:.3f}",
                "swapped pairs": [" / ".join(pair) for pair in ranking["swaps"]],
                "measured, best first": ranking["measured"],
            }
            for ranking in rankings
        ]
    )


def beside(rows: Sequence[Record]) -> Table:
    """Variants, and throughputs by the paper's text where that differs from its numbers."""
    found = [
        {
            "cipher": row["cipher"],
            "what": f"{also['block']}: {also['what']}",
            "area kGE": also["measured"].get("area_kge"),
            "delay ns": also["measured"].get("delay_ns"),
            "Gbit/s": also["measured"].get("throughput_gbps"),
        }
        for row in rows
        for also in row["also"]
    ]
    found += [
        {
            "cipher": row["cipher"],
            "what": f"{row['by_text']['bits_per_call']} bits for each call, as the paper's text "
            f"says",
            "area kGE": row["measured"]["area_kge"],
            "delay ns": row["measured"]["delay_ns"],
            "Gbit/s": row["by_text"]["throughput_gbps"],
        }
        for row in rows
        if "by_text" in row
    ]
    return listing(found, ("cipher", "what", "area kGE", "delay ns", "Gbit/s"))


def fronts(rows: Sequence[Record]) -> Table:
    """The points of every front, from the smallest to the fastest."""
    return listing(
        [
            {
                "cipher": row["cipher"],
                "area kGE": point["area_kge"],
                "delay ns": point["delay_ns"],
                "verified": point["verified"],
                "period ps": point["period_ps"],
                "seed": point["seed"],
                "without cells": list(point["recipe"]["dont_use"]),
                "recipe": point["recipe"]["abc"],
            }
            for row in rows
            for point in row["front"]
        ]
    )


def record(result: Result) -> list[dict[str, Any]]:
    """The rows for ``--json``, each with its places in the rankings."""
    return [
        {
            **row,
            "rankings": {
                ranking["ranking"]: _places(ranking, row["cipher"]) for ranking in result.rankings
            },
        }
        for row in result.rows
    ]


def _places(ranking: Record, cipher: str) -> dict[str, Any]:
    places = {
        side: ranking[side].index(cipher) + 1 if cipher in ranking[side] else None
        for side in ("published", "measured")
    }
    others = {name for pair in ranking["swaps"] if cipher in pair for name in pair} - {cipher}
    return {**places, "tau": ranking["tau"], "swaps_with": sorted(others)}


def write(result: Result, output: Path) -> list[Path]:
    """Write ``rows.json``, ``rankings.json``, ``tables.txt`` and the plots; returns the paths."""
    paths = write_files(
        output, {"rows": record(result), "rankings": result.rankings}, all_tables(result)
    )
    measured = [row for row in result.rows if row["measured"]]
    plots = [
        path
        for name, metric in RANKINGS.items()
        for path in save(bars(measured, metric), output / name.replace(" ", "-"))
    ]
    return [*paths, *plots, *save(area_delay(measured), output / "area-delay")]


BAR = 0.38
"""Height of a bar, of 1 for each cipher."""


@styled
def bars(rows: Sequence[Record], metric: str):
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
    axes.set(xlabel=METRICS[metric].title, ylim=(len(rows) - 0.4, -0.6))
    axes.set_xlim(
        0, 1.14 * max((row[side][metric] for row in rows for side, _ in sides), default=1)
    )
    plain_ticks(axes.xaxis)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    legend_above(canvas, axes.containers)
    return canvas


@styled
def area_delay(rows: Sequence[Record]):
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


def verdict(result: Result) -> str:
    """One line: how many rows there are, and how many of them are verified and dominate."""
    both, verified = (
        sum(row[name] for row in result.rows) for name in ("dominates_published", "verified")
    )
    return (
        f"{len(result.rows)} rows, {verified} verified, {both} with area and delay both at or "
        f"below the published ones (of one netlist each, the best of the recipes that were tried); "
        f"{OTHER_FLOW}"
    )

# SPDX-License-Identifier: Apache-2.0
"""The study's tables, as lines whose keys are the columns."""

from ...report import tables as _tables
from .. import placed
from ..benched import Result
from ..common import OTHER_FLOW
from ..listing import Columns, Line, Lines, lined
from ..study import Study, Tables
from . import __doc__ as paper
from .plots import drawn
from .rankings import METRICS, rankings
from .records import run

DETAILS: Columns = {
    "cipher": "cipher",
    "both at or below": "dominates_published",
    "verified": "verified",
    "period ps": "recipe.period_ps",
    "seed": "recipe.seed",
    "T/A ratio": "ratio.throughput_per_area",
    "kGE with registers": "measured.area_with_registers_kge",
    "ns with registers": "measured.delay_with_registers_ns",
    "ns without wire load": "measured.delay_without_wire_load_ns",
    "bits": "bits_per_call",
    "counted": "bits_counted",
}
"""Of a row how bits are counted, the numbers with registers and without wire load, and whether it
dominates.
"""

ORDERS: Columns = {
    "ranking": "ranking",
    "Kendall's tau": lambda ranking: "–" if ranking["tau"] is None else f"{ranking['tau']:.3f}",
    "swapped pairs": lambda ranking: [" / ".join(pair) for pair in ranking["swaps"]],
    "measured, best first": "measured",
}
"""Of a ranking: tau, the pairs that swap, and our order."""

BESIDE: Columns = {
    "cipher": "cipher",
    "what": "what",
    "area kGE": "measured.area_kge",
    "delay ns": "measured.delay_ns",
    "Gbit/s": "measured.throughput_gbps",
}

POINT: Columns = {
    "cipher": "cipher",
    "area kGE": "area_kge",
    "delay ns": "delay_ns",
    "verified": "verified",
    "period ps": "period_ps",
    "seed": "seed",
    "without cells": "recipe.dont_use",
    "recipe": "recipe.abc",
}


def tables(result: Result) -> Tables:
    """Every table by its title."""
    rows = result.rows
    fronts = [{**point, "cipher": row["cipher"]} for row in rows for point in row["front"]]
    return {
        "Published | measured | ratio": _tables.published(rows, METRICS),
        "Verdicts, and what else can be said of the measured point": lined(rows, DETAILS),
        **placed.table(rows, "cipher"),
        "Rankings": lined(rankings(rows), ORDERS),
        "Blocks beside the table": lined(beside(rows), BESIDE),
        "Area-delay fronts: every point has its recipe in the output of --json": lined(
            fronts, POINT
        ),
    }


def beside(rows: Lines) -> list[Line]:
    """Variants, and throughputs by the paper's text where that differs from its numbers."""
    found: list[Line] = [
        {**also, "cipher": row["cipher"], "what": f"{also['block']}: {also['what']}"}
        for row in rows
        for also in row["also"]
    ]
    return found + [
        {
            "cipher": row["cipher"],
            "what": f"{row['by_text']['bits_per_call']} bits for each call, as the paper's text "
            f"says",
            "measured": {**row["measured"], **row["by_text"]},
        }
        for row in rows
        if "by_text" in row
    ]


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


STUDY = Study(
    name="low-latency",
    paper=str(paper),
    run=run,
    tables=tables,
    verdict=verdict,
    files={"rankings": lambda result: rankings(result.rows)},
    plots=drawn,
)

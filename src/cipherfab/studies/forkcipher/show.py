# SPDX-License-Identifier: Apache-2.0
"""The study on the terminal and as files: figures 5, 6, 7 as tables, what wins from which length
on, figures 8, 9 as plots.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from ...report import tables
from ...report.data import METRICS
from ...report.style import save
from ..benched import with_conditions
from ..common import OTHER_FLOW
from ..listing import listing, write_files
from . import crossings, plots
from .cycles import over_length
from .study import FAST, SMALL, Result

AREAS_GE, TIMES_NS = (
    (5000, 6000, 7000, 8000, 10000, 12000, 15000),
    (50, 100, 200, 500, 1000, 2000, 5000),
)
"""Areas and times for which the best core over all lengths is printed."""


def all_tables(result: Result) -> list[tuple[str, Table]]:
    """Every table with its title; those without a row are left out."""
    rows = {
        figure: [row for row in result.rows if row["figure"] == figure] for figure in (0, 5, 6, 7)
    }
    curves = with_time(result.modes)
    found = [
        (
            "Figure 5: unrolled, encryption, published | measured | ratio",
            _published(rows[5], ("area_ge", "delay_ns")),
        ),
        (
            "Figure 6: round-based primitives, published | measured | ratio",
            _published(rows[6], ("area_ge", "fmax_mhz")),
        ),
        ("Beside the paper: serial cores, and parallel decryption", beside(rows[0])),
        ("Figure 7: areas of the modes (GE)", areas(rows[7])),
        ("Figure 7: cycles of the modes, published / measured", cycles(rows[7])),
        ("Which of two modes wins, for messages without associated data", pairs(curves)),
        ("The fastest mode within an area, and the smallest within a time", budgets(curves)),
    ]
    shown = [(title, table) for title, table in found if table.row_count]
    return with_conditions(shown, result.rows)


def _published(rows: Sequence[dict], metrics: Sequence[str]) -> Table:
    return tables.published(rows, {name: METRICS[name] for name in metrics}, key="core")


def beside(rows: Sequence[dict]) -> Table:
    """Cores that the paper has no figure for."""
    return listing(
        [
            {
                "core": row["core"],
                "GE": row["measured"]["area_ge"],
                "GE without parallel decryption": row["without_ge"],
                "MHz": row["measured"]["fmax_mhz"],
                "cycles": row["cycles_formula"],
                "cycles without parallel decryption": row["without_cycles"],
                "verified": row["verified"],
            }
            for row in rows
            if row["measured"]
        ]
    )


def areas(rows: Sequence[dict]) -> Table:
    """Three columns: the paper's estimate, ours by the paper's rule, and the measured core, of
    which the wrapper is a part.
    """
    return listing(
        [
            {
                "mode": row["name"],
                "decrypts": row["encdec"],
                "paper's estimate": row["published"]["area_ge"],
                "our estimate": row["estimated"]["area_ge"],
                "ratio ": row["estimate_ratio"],
                "measured core": row["measured"].get("area_ge"),
                "ratio": row["ratio"].get("area_ge"),
                "of it wrapper": row["measured"].get("wrapper_ge"),
                "verified": row["verified"],
            }
            for row in rows
        ]
    )


def cycles(rows: Sequence[dict]) -> Table:
    """The six columns; ✓ where all are at or below the published ones."""
    found = []
    for row in rows:
        cells = {
            f"a={column['a']} m={column['m']}": f"{column['published']} / {column['measured']}"
            for column in row["columns"]
        }
        # fmt: off
        found.append({"mode": row["name"], "decrypts": row["encdec"],
                      **cells, "paper's formula": row["formula"],
                      "at or below": all(column["at_or_below_published"]
                                         for column in row["columns"]),
                      "with the bus": row["bus_formula"] or "", "remark": row["remark"]})
        # fmt: on
    return listing(found)


def with_time(modes: Sequence[dict]) -> list[dict[str, Any]]:
    """The modes with ``time``, the ns of a message without associated data as a function of its
    bytes.
    """

    def time(mode: dict):
        count = over_length(mode["cycles"], mode["block_bytes"])
        return lambda length: count(length) * mode["delay_ns"]

    return [{**mode, "time": time(mode)} for mode in modes]


def compared(curves: Sequence[dict]) -> list[dict[str, Any]]:
    """Every mode over a forkcipher against every other one, in the same directions."""
    found = []
    for encdec in (False, True):
        same = [curve for curve in curves if curve["encdec"] == encdec]
        forks = [curve for curve in same if "fork" in curve["core"]]
        found += crossings.pairs(forks, [curve for curve in same if curve not in forks])
    return found


def pairs(curves: Sequence[dict]) -> Table:
    """The crossings of `compared`."""
    return listing(
        [
            {
                "core": found["cores"][0],
                "against": found["cores"][1],
                "by": found["criterion"],
                "1 byte": found["shortest"] or "draw",
                "from byte": found["from_bytes"],
                "then": found["longest"] or "draw",
            }
            for found in compared(curves)
        ]
    )


def budgets(curves: Sequence[dict]) -> Table:
    """For areas and times the best mode over the lengths: where it changes, and to what."""

    def line(kind: str, budget: int, unit: str, encdec: bool, changes: Sequence) -> dict:
        text = "; ".join(f"from {length}: {core or 'none'}" for length, core in changes)
        return {
            "equal": kind,
            "at most": f"{budget} {unit}",
            "decrypts": encdec,
            "best, by bytes of message": text,
        }

    found = []
    for encdec in sorted({curve["encdec"] for curve in curves}):
        same = [curve for curve in curves if curve["encdec"] == encdec]
        found += [
            line("area", area, "GE", encdec, crossings.within_area(same, area)) for area in AREAS_GE
        ]
        found += [
            line("time", time, "ns", encdec, crossings.within_time(same, time)) for time in TIMES_NS
        ]
    return listing(found)


def record(result: Result) -> list[dict[str, Any]]:
    """The rows for ``--json``."""
    return result.rows


def write(result: Result, output: Path) -> list[Path]:
    """Write ``rows.json``, ``crossings.json``, ``tables.txt`` and the plots; returns the paths."""
    curves = with_time(result.modes)
    paths = write_files(
        output, {"rows": record(result), "crossings": compared(curves)}, all_tables(result)
    )
    if curves:
        paths += save(plots.cycles_over_bytes(curves), output / "figure-8")
        paths += save(plots.time_over_area(curves), output / "figure-9")
    return paths


def verdict(result: Result) -> str:
    """One line: how many figures were reached, and by which rule each number was chosen."""
    columns = [column for row in result.rows if row["figure"] == 7 for column in row["columns"]]
    counted = sum(column["at_or_below_published"] for column in columns)
    verified = sum(row["verified"] for row in result.rows)
    return (
        f"{len(result.rows)} rows, {verified} verified; at or below the published ones: "
        f"{reached(result.rows, 6, 'area_ge')} areas of figure 6 (recipe `{SMALL}`), "
        f"{reached(result.rows, 5, 'area_ge')} areas and "
        f"{reached(result.rows, 5, 'delay_ns')} delays of figure 5, "
        f"{counted} of {len(columns)} cycle counts of figure 7; "
        f"at or above: {reached(result.rows, 6, 'fmax_mhz')} frequencies of figure 6 "
        f"({_rule(result.rows)}); {OTHER_FLOW}"
    )


def _rule(rows: Sequence[dict]) -> str:
    """How the frequencies of figure 6 were chosen: of which recipes the fastest stands there."""
    used = {
        row["measured"]["fastest_recipe"] for row in rows if row["figure"] == 6 and row["measured"]
    }
    if used <= {SMALL}:
        return "of the same netlists"
    return (
        f"each the best of {1 + len(FAST)} recipes, {', '.join((SMALL, *FAST))}, so of another "
        f"netlist than its area"
    )


def reached(rows: Sequence[dict], figure: int, metric: str) -> str:
    """``n of m``: measured rows of a figure that are no worse than the published number."""
    same = [row for row in rows if row["figure"] == figure]
    sign = -1 if METRICS[metric].better == "high" else 1
    good = sum(
        bool(row["measured"]) and sign * row["measured"][metric] <= sign * row["published"][metric]
        for row in same
    )
    return f"{good} of {len(same)}"

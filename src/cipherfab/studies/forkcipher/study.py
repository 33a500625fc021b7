# SPDX-License-Identifier: Apache-2.0
"""Figures 5, 6 and 7 as tables, and what wins from which length on, as lines whose keys are the
columns.
"""

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from ...report import tables as _tables
from ...report.data import METRICS
from .. import placed
from ..benched import Result
from ..common import OTHER_FLOW
from ..listing import Columns, Lines, lined
from ..study import Study, Tables
from . import __doc__ as paper
from . import crossings
from .cycles import over_length
from .plots import drawn
from .records import DIRECTIONS, FAST, SMALL, run

AREAS_GE, TIMES_NS = (
    (5000, 6000, 7000, 8000, 10000, 12000, 15000),
    (50, 100, 200, 500, 1000, 2000, 5000),
)
"""Areas and times for which the best core over all lengths is printed."""

BESIDE: Columns = {
    "core": "core",
    "GE": "measured.area_ge",
    "GE without parallel decryption": "without_ge",
    "MHz": "measured.fmax_mhz",
    "cycles": "cycles_formula",
    "cycles without parallel decryption": "without_cycles",
    "verified": "verified",
}
"""Of a core that the paper has no figure for."""

AREAS: Columns = {
    "mode": "name",
    "decrypts": "encdec",
    "paper's estimate": "published.area_ge",
    "our estimate": "estimated.area_ge",
    "ratio ": "estimate_ratio",
    "measured core": "measured.area_ge",
    "ratio": "ratio.area_ge",
    "of it wrapper": "measured.wrapper_ge",
    "verified": "verified",
}
"""Of a mode: the paper's estimate, ours by the paper's rule, and the measured core, of which the
wrapper is a part.
"""

PAIRS: Columns = {
    "core": lambda found: found["cores"][0],
    "against": lambda found: found["cores"][1],
    "by": "criterion",
    "1 byte": lambda found: found["shortest"] or "draw",
    "from byte": "from_bytes",
    "then": lambda found: found["longest"] or "draw",
}
"""Of a crossing of `compared`."""


def tables(result: Result) -> Tables:
    """Every table by its title."""
    rows = {
        figure: [row for row in result.rows if row["figure"] == figure] for figure in (0, 5, 6, 7)
    }
    curves = with_time(result)
    return {
        "Figure 5: unrolled, encryption, published | measured | ratio": _published(
            rows[5], ("area_ge", "delay_ns")
        ),
        "Figure 6: round-based primitives, published | measured | ratio": _published(
            rows[6], ("area_ge", "fmax_mhz")
        ),
        "Beside the paper: serial cores, and parallel decryption": lined(
            (row for row in rows[0] if row["measured"]), BESIDE
        ),
        **placed.table(result.rows),
        "Figure 7: areas of the modes (GE)": lined(rows[7], AREAS),
        "Figure 7: cycles of the modes, published / measured": [cycles(row) for row in rows[7]],
        "Which of two modes wins, for messages without associated data": lined(
            compared(curves), PAIRS
        ),
        "The fastest mode within an area, and the smallest within a time": budgets(curves),
    }


def _published(rows: Sequence[dict], metrics: Sequence[str]) -> Table:
    return _tables.published(rows, {name: METRICS[name] for name in metrics}, key="core")


def cycles(row: dict) -> dict[str, Any]:
    """The six columns of a mode; ✓ where all are at or below the published ones."""
    columns = row["columns"]
    return {
        "mode": row["name"],
        "decrypts": row["encdec"],
        **{
            f"a={column['a']} m={column['m']}": f"{column['published']} / {column['measured']}"
            for column in columns
        },
        "paper's formula": row["formula"],
        "at or below": all(column["at_or_below_published"] for column in columns),
        "with the bus": row["bus_formula"] or "",
        "remark": row["remark"],
    }


def with_time(result: Result) -> list[dict[str, Any]]:
    """The modes with ``time``, the ns of a message without associated data as a function of its
    bytes.
    """

    def time(mode: dict):
        count = over_length(mode["cycles"], mode["block_bytes"])
        return lambda length: count(length) * mode["delay_ns"]

    return [{**mode, "time": time(mode)} for mode in result.more.get("modes", ())]


def compared(curves: Sequence[dict]) -> list[dict[str, Any]]:
    """Every mode over a forkcipher against every other one, in the same directions."""
    found = []
    for encdec in DIRECTIONS:
        same = [curve for curve in curves if curve["encdec"] == encdec]
        forks = [curve for curve in same if "fork" in curve["core"]]
        found += crossings.pairs(forks, [curve for curve in same if curve not in forks])
    return found


def budgets(curves: Sequence[dict]) -> Lines:
    """For areas and times the best mode over the lengths: where it changes, and to what."""
    kinds = (
        ("area", "GE", AREAS_GE, crossings.within_area),
        ("time", "ns", TIMES_NS, crossings.within_time),
    )
    return [
        {
            "equal": kind,
            "at most": f"{budget} {unit}",
            "decrypts": encdec,
            "best, by bytes of message": "; ".join(
                f"from {length}: {core or 'none'}"
                for length, core in best(
                    [curve for curve in curves if curve["encdec"] == encdec], budget
                )
            ),
        }
        for encdec in sorted({curve["encdec"] for curve in curves})
        for kind, unit, budgets, best in kinds
        for budget in budgets
    ]


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
    # With one recipe there is no choice to speak of.
    if used <= {SMALL}:
        return "of the same netlists"
    return (
        f"each the best of {1 + len(FAST)} recipes, {', '.join((SMALL, *FAST))}, so of another "
        f"netlist than its area"
    )


def reached(rows: Sequence[dict], figure: int, metric: str) -> str:
    """``n of m``: measured rows of a figure that are no worse than the published number."""
    same = [row for row in rows if row["figure"] == figure]
    good = sum(
        bool(row["measured"])
        and METRICS[metric].no_worse(row["measured"][metric], row["published"][metric])
        for row in same
    )
    return f"{good} of {len(same)}"


STUDY = Study(
    name="forkcipher",
    paper=str(paper),
    run=run,
    tables=tables,
    verdict=verdict,
    files={"crossings": lambda result: compared(with_time(result))},
    plots=lambda result: drawn(with_time(result)),
)

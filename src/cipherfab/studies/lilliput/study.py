# SPDX-License-Identifier: Apache-2.0
"""The slides' five tables and the two of ours, as lines whose keys are the columns."""

from typing import Any

from ...report.data import METRICS, Metric
from ...report.numbers import number
from ..benched import Result
from ..common import OTHER_FLOW
from ..listing import Columns, at, lined
from ..study import Study, Tables
from . import __doc__ as paper
from . import published
from .records import AREA, GATES, ROUTED, SPEED, run
from .statements import statements

TITLES = {
    published.PIPELINED: "Pipelined, against Ascon and AES",
    published.SERIAL: "Serial, six variants",
    published.SERIAL_ASCON: "Serial, against Ascon",
    published.UNFOLDED: "Unfolded, LILLIPUT-TBC-II-128 and Ascon; LILLIPUT-TBC-I-128 is not in the "
    "slides' table",
    published.THRESHOLD: "Threshold, six variants",
    published.STRAIGHTFORWARD: "One round per clock, six variants (no table of the slides)",
    published.REDUNDANT: "The last seven rounds twice (no table of the slides)",
}
"""Titles of the tables, in their order."""

COMPARED = {
    "luts": METRICS["luts"],
    "flip_flops": Metric(label="Registers"),
    "fmax_mhz": Metric(label="MHz", better="high"),
    "throughput_mbps": Metric(label="Mbit/s", better="high"),
    "throughput_per_lut": Metric(label="Mbit/s per LUT", better="high"),
}
"""What both sides have: the first two on Virtex-6, the others on ECP5."""

UNPUBLISHED = "not published"


def tables(result: Result) -> Tables:
    """Every table by its title."""
    found: dict[str, Any] = {}
    for table, title in TITLES.items():
        rows = [row for row in result.rows if row["table"] == table]
        found[f"{title}: published | measured | ratio"] = beside(rows)
        if any(row[ROUTED]["fmax_mhz"] for row in rows):
            found[f"{title}: published on Virtex-6 | placed and routed on {ROUTED}"] = routed(rows)
        found[f"{title}: the rest"] = lined(rows, REST)
    return found | {
        "Statements of the slides, computed from their figures and from ours": statements(
            result.rows
        )
    }


def beside(rows: list[dict]) -> list[dict[str, Any]]:
    """What both sides have, in three columns for each number."""
    return [
        {
            "core": row["core"],
            **{
                key: cell
                for name, metric in COMPARED.items()
                for key, cell in _three(row, name, metric)
            },
            "verified": row["verified"],
        }
        for row in rows
    ]


def _three(row: dict, name: str, metric: Metric) -> list[tuple[str, str]]:
    reference, value, ratio = row["published"][name], row["measured"][name], row["ratio"].get(name)
    good = ratio is not None and metric.no_worse(ratio, 1)
    # A column's name is its key, so each needs its own number of blanks.
    blanks = " " * (list(COMPARED).index(name) + 1)
    return [
        (metric.title, UNPUBLISHED if reference is None else number(reference)),
        (f"measured{blanks}", "failed" if value is None else number(value)),
        (f"ratio{blanks}", UNPUBLISHED if ratio is None else f"{ratio:.2f}×{' ✓' if good else ''}"),
    ]


PLACED = {
    "LUTs": ("luts", "lut_sites"),
    "slices": ("slices", "slices"),
    "MHz": ("fmax_mhz", "fmax_mhz"),
    "Mbit/s": ("throughput_mbps", "throughput_mbps"),
}
"""What both sides have after place and route: in words, the published figure and ours."""

MISSING = {"published": UNPUBLISHED, ROUTED: "failed"}
"""The sides, and what stands in place of a figure."""


def routed(rows: list[dict]) -> list[dict[str, Any]]:
    """Each figure, and beside it its ratio to that of the table's first line: two families are
    compared by what is within each of them.
    """
    found: list[dict[str, Any]] = [{"core": row["core"]} for row in rows]
    for title, names in PLACED.items():
        for (side, missing), name in zip(MISSING.items(), names):
            figures = [row[side].get(name) for row in rows]
            for line, figure in zip(found, figures):
                line[f"{title}, {side}"] = _with_ratio(figure, figures[0]) if figure else missing
    return found


def _with_ratio(figure: float, first: float | None) -> str:
    return f"{number(figure)} ({figure / first:.2f})" if first else number(figure)


def _on_gates(name: str):
    def figure(row: dict) -> str:
        value = at(row, f"{GATES}.{name}")
        return "failed" if value is None else number(value)

    return figure


REST: Columns = {
    "core": "core",
    "recipe": "recipe",
    "slices published": lambda row: row["published"]["slices"] or UNPUBLISHED,
    "cycles": lambda row: row["cycles_formula"] or "failed",
    "GE (nangate45)": _on_gates("area_ge"),
    "MHz (nangate45)": _on_gates("fmax_mhz"),
    "Mbit/s (nangate45)": _on_gates("throughput_mbps"),
    "remark": lambda row: row["remark"] or "the same thing",
}
"""What only one side has: slices, and everything on Nangate45."""


def verdict(result: Result) -> str:
    """One line: how many figures were reached."""
    found = {
        name: [
            metric.no_worse(row["ratio"][name], 1) for row in result.rows if name in row["ratio"]
        ]
        for name, metric in COMPARED.items()
    }
    counts = ", ".join(
        f"{sum(good)} of {len(good)} {COMPARED[name].title}" for name, good in found.items() if good
    )
    verified = sum(row["verified"] for row in result.rows)
    return (
        f"{len(result.rows)} lines, {verified} verified; at least as good as published: "
        f"{counts or 'nothing compared'} (areas on {AREA}, frequencies on {SPEED}, of "
        f"another netlist); {OTHER_FLOW}"
    )


STUDY = Study(
    name="lilliput",
    paper=str(paper),
    run=run,
    tables=tables,
    verdict=verdict,
    files={"statements": lambda result: statements(result.rows)},
)

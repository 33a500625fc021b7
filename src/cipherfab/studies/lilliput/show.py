# SPDX-License-Identifier: Apache-2.0
"""The study on the terminal and as files: the five tables, the two of ours, and the slides'
statements.
"""

from pathlib import Path
from typing import Any

from rich.table import Table

from ...report.data import METRICS, Metric
from ...report.numbers import number
from ..benched import Result, with_conditions
from ..common import OTHER_FLOW
from ..listing import listing, write_files
from . import published, statements
from .study import AREA, GATES, SPEED

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

COLUMNS = {
    "luts": METRICS["luts"],
    "flip_flops": Metric(label="Registers"),
    "fmax_mhz": Metric(label="MHz", better="high"),
    "throughput_mbps": Metric(label="Mbit/s", better="high"),
    "throughput_per_lut": Metric(label="Mbit/s per LUT", better="high"),
}
"""What both sides have: the first two on Virtex-6, the others on ECP5."""

UNPUBLISHED = "not published"


def all_tables(result: Result) -> list[tuple[str, Table]]:
    """Every table with its title; those without a row are left out."""
    found = []
    for table, title in TITLES.items():
        rows = [row for row in result.rows if row["table"] == table]
        found += (
            [
                (f"{title}: published | measured | ratio", beside(rows)),
                (f"{title}: the rest", rest(rows)),
            ]
            if rows
            else []
        )
    claims = listing(statements.statements(result.rows))
    found += [
        ("Statements of the slides, computed from their figures and from ours", claims)
    ] * bool(claims.row_count)
    return with_conditions(found, result.rows)


def beside(rows: list[dict]) -> Table:
    """What both sides have, in three columns for each number."""
    return listing(
        [
            {
                "core": row["core"],
                **{
                    key: cell
                    for name, metric in COLUMNS.items()
                    for key, cell in _three(row, name, metric)
                },
                "verified": row["verified"],
            }
            for row in rows
        ]
    )


def _three(row: dict, name: str, metric: Metric) -> list[tuple[str, str]]:
    reference, value, ratio = row["published"][name], row["measured"][name], row["ratio"].get(name)
    good = ratio is not None and reached(ratio, metric)
    # A column's name is its key, so each needs its own number of blanks.
    blanks = " " * (list(COLUMNS).index(name) + 1)
    return [
        (metric.title, UNPUBLISHED if reference is None else number(reference)),
        (f"measured{blanks}", "failed" if value is None else number(value)),
        (f"ratio{blanks}", UNPUBLISHED if ratio is None else f"{ratio:.2f}×{' ✓' if good else ''}"),
    ]


def reached(ratio: float, metric: Metric) -> bool:
    """Whether a measured figure is at least as good as the published one."""
    return ratio <= 1 if metric.better == "low" else ratio >= 1


def rest(rows: list[dict]) -> Table:
    """What only one side has: slices, and everything on Nangate45."""
    return listing(
        [
            {
                "core": row["core"],
                "recipe": row["recipe"],
                "slices published": row["published"]["slices"] or UNPUBLISHED,
                "slices measured": row["measured"]["slices"],
                "cycles": row["cycles_formula"] or "failed",
                "GE (nangate45)": _given(row[GATES]["area_ge"]),
                "MHz (nangate45)": _given(row[GATES]["fmax_mhz"]),
                "Mbit/s (nangate45)": _given(row[GATES]["throughput_mbps"]),
                "remark": row["remark"] or "the same thing",
            }
            for row in rows
        ]
    )


def _given(value: float | None) -> str:
    return "failed" if value is None else number(value)


def record(result: Result) -> list[dict[str, Any]]:
    """The rows for ``--json``."""
    return result.rows


def write(result: Result, output: Path) -> list[Path]:
    """Write ``rows.json``, ``statements.json`` and ``tables.txt``; returns the paths."""
    records = {"rows": record(result), "statements": statements.statements(result.rows)}
    return write_files(output, records, all_tables(result))


def verdict(result: Result) -> str:
    """One line: how many figures were reached."""
    found = {
        name: [reached(row["ratio"][name], metric) for row in result.rows if name in row["ratio"]]
        for name, metric in COLUMNS.items()
    }
    counts = ", ".join(
        f"{sum(good)} of {len(good)} {COLUMNS[name].title}" for name, good in found.items() if good
    )
    verified = sum(row["verified"] for row in result.rows)
    return (
        f"{len(result.rows)} lines, {verified} verified; at least as good as published: "
        f"{counts or 'nothing compared'} (areas on {AREA}, frequencies on {SPEED}, of "
        f"another netlist); {OTHER_FLOW}"
    )

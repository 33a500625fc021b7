# SPDX-License-Identifier: Apache-2.0
"""Puts what `cipherfab study lilliput -o DIRECTORY` wrote into docs/results/lilliput.md.

    python tools/lilliput_tables.py DIRECTORY [--write PAGE]

The tables are printed, or stand between the marks ``<!-- NAME -->`` and ``<!-- /NAME -->`` of PAGE.
"""

import json
import sys
from pathlib import Path

from pages import run

from cipherfab.report.markdown import table
from cipherfab.report.numbers import number
from cipherfab.studies.lilliput.records import GATES, ROUTED
from cipherfab.studies.lilliput.study import COMPARED, TITLES, routed

BESIDE = [name for name in COMPARED if name != "throughput_per_lut"]
"""Figures that stand as published / measured, ratio."""

CELLS = {"area_ge": "GE", "fmax_mhz": "MHz, cells", "throughput_mbps": "Mbit/s, cells"}
"""Figures on `GATES`."""


def of_run(directory: Path) -> dict[str, str]:
    """What the page says of a run, by the names of its marks."""
    rows = json.loads((directory / "rows.json").read_text())
    statements = json.loads((directory / "statements.json").read_text())
    return {
        "tables": "\n\n".join(_titled(rows, name, _beside) for name in TITLES),
        "routed": "\n\n".join(_titled(rows, name, _routed) for name in TITLES),
        "statements": _statements(statements),
    }


def _titled(rows: list[dict], name: str, text) -> str:
    return f"**{TITLES[name]}**\n\n{text([row for row in rows if row['table'] == name]).rstrip()}"


def _beside(rows: list[dict]) -> str:
    """Published / measured, ratio on FPGAs; then standard cells."""
    titles = [COMPARED[name].title for name in BESIDE]
    return table(
        ["core", *titles, *CELLS.values()],
        (
            [
                f"`{row['core']}`",
                *(_pair(row, name) for name in BESIDE),
                *(number(row[GATES][name]) for name in CELLS),
            ]
            for row in rows
        ),
    )


def _pair(row: dict, name: str) -> str:
    cell = f"{number(row['published'][name])} / {number(row['measured'][name])}"
    ratio = row["ratio"].get(name)
    return cell if ratio is None else f"{cell}, {ratio:.2f}"


def _routed(rows: list[dict]) -> str:
    """What both sides have after place and route, each with its ratio to the first line."""
    if not any(row[ROUTED]["fmax_mhz"] for row in rows):
        return "The run has no figures after place and route."
    lines = routed(rows)
    return table(
        list(lines[0]),
        ([f"`{line['core']}`", *(line[name] for name in list(line)[1:])] for line in lines),
    )


def _statements(lines: list[dict]) -> str:
    return table(
        ["statement", "published", "FPGA", "Artix-7, routed", "Nangate45"],
        (
            [
                line["statement"],
                _said(line["published"]),
                f"{_said(line['measured'])} ({line['platform']})",
                _said(line[ROUTED]),
                _said(line[GATES]),
            ]
            for line in lines
        ),
    )


def _said(value: float | str) -> str:
    return value if isinstance(value, str) else number(value)


if __name__ == "__main__":
    run(__doc__, of_run, sys.argv[1:])

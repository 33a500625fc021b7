# SPDX-License-Identifier: Apache-2.0
"""Puts what `cipherfab study low-latency -o DIRECTORY` wrote into docs/results/low-latency.md.

    python tools/low_latency_tables.py DIRECTORY [--write PAGE]

The tables are printed, or stand between the marks ``<!-- NAME -->`` and ``<!-- /NAME -->`` of PAGE.
"""

import json
import sys
from pathlib import Path

from pages import after_placement, run

from cipherfab.report.markdown import table
from cipherfab.report.numbers import number

PAIRS = {"area_kge": "kGE", "delay_ns": "ns", "throughput_gbps": "Gbit/s"}
"""Figures that stand as published | measured: the key of a row, and its unit."""

OTHERS = "photon-256", "sparkle-384-slim"
"""Rows whose published circuits are far from what is possible."""


def of_run(directory: Path) -> dict[str, str]:
    """What the page says of a run, by the names of its marks."""
    rows = json.loads((directory / "rows.json").read_text())
    return {
        "blocks": blocks(rows),
        "placed": after_placement(rows, "cipher"),
        "beside": beside(rows),
        "rankings": ranked(json.loads((directory / "rankings.json").read_text())),
    }


def blocks(rows: list[dict]) -> str:
    """A line for each block: published and measured figures, and what was proved of its netlist."""
    columns = ["row"]
    for unit in PAIRS.values():
        columns += [f"{unit} published", "measured"]
    columns += ["Gbit/s per kGE published", "measured", "ratio", "kGE with registers", "proof"]
    return table(columns, map(_block, rows))


def _block(row: dict) -> list[str]:
    published, measured = row["published"], row["measured"]
    cells = [f"`{row['cipher']}`"]
    for key in (*PAIRS, "throughput_per_area"):
        cells += [number(published[key]), number(measured[key])]
    registers = number(measured["area_with_registers_kge"])
    return [*cells, f"{row['ratio']['throughput_per_area']:.2f}", registers, proof(row)]


def proof(row: dict) -> str:
    """What the check of equivalence says of the netlist in a row; without one it was evaluated."""
    verdicts = [each["passed"] for each in row["evidence"] if each["link"] == "equivalence"]
    if not verdicts:
        return "evaluated"
    return {True: "proved", False: "refuted", None: "undecided"}[verdicts[0]]


def beside(rows: list[dict]) -> str:
    """Other blocks of the same ciphers."""
    return table(
        ["row", "block", "kGE", "ns", "Gbit/s"],
        (
            [
                f"`{row['cipher']}`",
                other["what"],
                *(number(other["measured"][key]) for key in PAIRS),
            ]
            for row in rows
            for other in row["also"]
        ),
        left=2,
    )


def ranked(rankings: list[dict]) -> str:
    """Each ranking beside the published one, and whether both are the same without `OTHERS`."""
    return table(
        ["ranking", "Kendall's tau", "pairs that swap", f"without {' and '.join(OTHERS)}"],
        (
            [
                each["ranking"],
                f"{each['tau']:.3f}",
                ", ".join(" / ".join(pair) for pair in each["swaps"]),
                "as published"
                if _without(each, "published") == _without(each, "measured")
                else "other",
            ]
            for each in rankings
        ),
        left=3,
    )


def _without(ranking: dict, which: str) -> list[str]:
    return [name for name in ranking[which] if name not in OTHERS]


if __name__ == "__main__":
    run(__doc__, of_run, sys.argv[1:])

# SPDX-License-Identifier: Apache-2.0
"""``cipherfab demo``: Ascon's architectures on an ASIC and an FPGA, verified, measured, and
shown."""

import time
from pathlib import Path

from .. import outputs
from ..bench import bench
from ..bench.row import Row
from ..bench.settings import Settings
from ..implement.placement.place import PICTURE, UTILISATION, available
from ..plain import say
from ..report import page, printing, tables
from ..results.home import default_home
from . import place, report

RUNS = (
    (
        ("ascon-128", "ascon-128/unrolled=3", "ascon-aead128/round,hash"),
        Settings(recipes=("area", "balanced"), periods=1, seeds=2),
    ),
    (("ascon-128",), Settings(platforms=("ecp5", "artix7"), recipes=("area",), seeds=2)),
)
"""Which cores where, and with how much effort: the first take about two thirds of the time."""

PLACED, PERIOD_PS = "ascon-aead128", 1000
"""What is placed where the placer is installed, and the target of its netlist."""

AGAIN = 10
"""Seconds after which a browser looks whether the page has more rows."""


def run(output: Path, *, workers: int) -> int:
    """Run the demo, with the page growing row by row; returns the exit code."""
    outputs.refuse(output, ["index.html"])
    output.mkdir(parents=True, exist_ok=True)
    start, soon = time.monotonic(), _Soon(output)
    results = [
        bench.run(cores, Settings(**{**vars(settings), "workers": workers}), soon.show)
        for cores, settings in RUNS
    ]
    rows = [row for result in results for row in result.records]
    printing.show(tables.bench(rows))
    # By force, since `_Soon` has written a page there.
    written = report.write(rows, report.curves(default_home()), output, force=True)
    for result in results:
        for failure in result.failures:
            say(f"failed: {failure.job['label']}: {failure.error}")
    if available():
        _place(output / "placed", workers)
    say(
        f"{len(rows)} rows, {time.monotonic() - start:.0f} s. Open {written['page']} in a browser.",
        apart=True,
    )
    return max(result.exit_code for result in results)


def _place(output: Path, workers: int) -> None:
    """Place one core, and say where its picture is."""
    asked = place.Asked(
        platform="nangate45",
        recipe=("balanced",),
        periods=(PERIOD_PS,),
        seeds=1,
        utilisation=UTILISATION,
        workers=workers,
    )
    found = place.run([PLACED], asked, output=output, force=True)
    # One core with one recipe, period and seed makes one row.
    (row,) = found["rows"]
    if row["failure"]:
        say(f"failed: placement of {PLACED}: {row['failure']}")
        return
    (picture,) = output.rglob(PICTURE)
    say(
        f"{PLACED} placed: {row['die_um2']:,.0f} µm², {row['wire_mm']:.0f} mm of wire, "
        f"{row['wire_load_ns']:.3f} ns with the library's wire load and {row['placed_ns']:.3f} ns "
        f"with its wires. A picture: {picture}",
        apart=True,
    )


class _Soon:
    """The page while the demo runs: the rows that are complete."""

    def __init__(self, output: Path):
        self.page, self.rows = output / "index.html", []

    def show(self, row: Row) -> str:
        """Put a row on the page; returns the line that says so."""
        self.rows.append(row.to_json())
        page.write(
            self.page,
            self.rows,
            title=report.TITLE,
            subtitle=f"{len(self.rows)} rows so far; more follow",
            again=AGAIN,
        )
        return f"{tables.line(row.to_json())}  (on {self.page})"

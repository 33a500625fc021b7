"""``cipherfab study``."""

import time
from collections.abc import Sequence
from pathlib import Path

from ..report import tables
from ..studies.low_latency import show as pictures
from ..studies.low_latency import study

STUDIES = {"low-latency": "Yalcin and Ghandali, Need for Low-latency Ciphers: twelve ciphers in a single cycle on Nangate45"}
"""Studies by name, and the paper of each."""


def run(*, quick: bool, ciphers: Sequence[str], scheduler: str | None, workers: int) -> study.Result:
    """Run the study ``low-latency``."""
    return study.run(study.Settings(quick=quick, ciphers=ciphers, scheduler=scheduler, workers=workers))


def records(result: study.Result) -> list[dict]:
    """What ``--json`` prints."""
    return pictures.record(result)


def show(result: study.Result, written: list[Path], start: float) -> None:
    """Print the tables, and where the rest is."""
    for title, table in pictures.all_tables(result):
        print(f"\n{title}\n")
        tables.show(table)
    both = sum(row["dominates_published"] for row in result.rows)
    verified = sum(row["verified"] for row in result.rows)
    print(f"\n{len(result.rows)} rows, {verified} verified, {both} with area and delay both at or below the published ones; "
          f"{time.monotonic() - start:.0f} s.")
    print(f"Written: {', '.join(str(path) for path in written)}")


def write(result: study.Result, output: Path) -> list[Path]:
    """Write records, tables and plots."""
    return pictures.write(result, output)

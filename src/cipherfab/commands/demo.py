"""``cipherfab demo``: Ascon's architectures on an ASIC and an FPGA, verified, measured, and shown."""

import time
from pathlib import Path

from ..bench import bench
from ..report import tables
from ..results.home import default_home
from . import report

CORES = ("ascon-128", "ascon-128/unrolled=3", "ascon-128a", "ascon-128a/unrolled=2")
"""What the demo compares everywhere."""

RUNS = (
    ((*CORES, "ascon-aead128/round,hash"), bench.Settings(recipes=("area", "balanced"), periods=2, seeds=2)),
    (CORES, bench.Settings(platforms=("ecp5", "artix7"), recipes=("area",), seeds=2)),
)
"""Which cores where, and with how much effort: some ten minutes on two cores."""


def run(output: Path, *, workers: int) -> int:
    """Run the demo; returns the exit code."""
    start = time.monotonic()
    results = [bench.run(cores, bench.Settings(**{**vars(settings), "workers": workers})) for cores, settings in RUNS]
    rows = [row for result in results for row in result.records]
    tables.show(tables.bench(rows))
    written = report.write(rows, report.curves(default_home()), output)
    for result in results:
        for failure in result.failures:
            print(f"failed: {failure.job['label']}: {failure.error}")
    print(f"\n{len(rows)} rows, {time.monotonic() - start:.0f} s. Open {written['page']} in a browser.")
    return max(result.exit_code for result in results)

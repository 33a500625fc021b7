# SPDX-License-Identifier: Apache-2.0
"""Studies whose cores are benchmarked as they are, each at its shortest period: what these share.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..bench import bench
from ..runs.outcome import Outcome
from .settings import Settings


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a study found.

    Attributes:
        rows: a record for each line of its tables, see its page in `docs/`.
        failures: outcomes of jobs that failed.
        exit_code: 0 if all was run and verified, else that of the worst benchmark.
    """

    rows: list[dict[str, Any]]
    failures: list[Outcome]
    exit_code: int


def benchmark(cores: Iterable[str], settings: Settings, *, platform: str,
              recipes: Sequence[str], seeds: int,
              netlist: bool) -> bench.Result:
    """Benchmark cores, in the order in which they are named and each once; none is an empty result.
    """
    cores = list(dict.fromkeys(cores))
    if not cores:
        return bench.Result(rows=[], failures=[])
    return bench.run(cores, bench.Settings(
        platforms=(platform,), recipes=recipes, periods=1, seeds=seeds,
        netlist=netlist, scheduler=settings.scheduler,
        workers=settings.workers, home=settings.home, quiet=settings.quiet))


def together(benches: Sequence[bench.Result]) -> dict[str, Any]:
    """``failures`` and ``exit_code`` of several benchmarks, for `Result`."""
    return {"failures": [failure for found in benches for failure in found.failures],
            "exit_code": max(found.exit_code for found in benches)}

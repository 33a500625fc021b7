# SPDX-License-Identifier: Apache-2.0
"""Studies whose cores are benchmarked as they are, each at its shortest period: what these
share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..bench import bench
from ..bench.row import Row
from ..report.data import points
from ..runs.outcome import Outcome
from .listing import Titled, listing
from .settings import Settings

CONDITIONS = "Recipe, target period and seeds of every figure: others give other figures"
"""Title of the table of `said_once`."""


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


def benchmark(
    cores: Iterable[str],
    settings: Settings,
    *,
    platform: str,
    recipes: Sequence[str],
    seeds: int,
    netlist: bool,
) -> bench.Result:
    """Benchmark cores, in the order in which they are named and each once; none is an empty
    result."""
    cores = list(dict.fromkeys(cores))
    if not cores:
        return bench.Result(rows=[], failures=[])
    return bench.run(
        cores,
        bench.Settings(
            platforms=(platform,),
            recipes=recipes,
            periods=1,
            seeds=seeds,
            netlist=netlist,
            scheduler=settings.scheduler,
            workers=settings.workers,
            home=settings.home,
            quiet=settings.quiet,
        ),
    )


def together(benches: Sequence[bench.Result]) -> dict[str, Any]:
    """``failures`` and ``exit_code`` of several benchmarks, for `Result`."""
    return {
        "failures": [failure for found in benches for failure in found.failures],
        "exit_code": max(found.exit_code for found in benches),
    }


def conditions(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """What the figures of rows were measured with: core, platform, recipe, target period in ps and
    seeds of each; a study's record has it beside its figures. Rows without a run are left out.
    """
    return [
        {
            "core": row.core,
            "platform": row.platform,
            "recipe": row.recipe,
            "period_ps": row.period_ps,
            "seeds": list(row.seeds),
        }
        for row in rows
        if row.provenance or row.seeds
    ]


def said_once(records: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The `conditions` of a study's records as lines of a table, each once."""
    found = {
        (each["core"], each["platform"], each["recipe"]): each
        for record in records
        for each in record["conditions"]
    }
    return [
        {
            "core": point.core,
            "platform": point.platform,
            "recipe": point.recipe,
            "period, seeds": point.target,
        }
        for point in points(found.values())
    ]


def with_conditions(titled: Titled, records: Iterable[Mapping[str, Any]]) -> Titled:
    """Tables of a study, and behind them that of `said_once`."""
    lines = said_once(records)
    return [*titled, (CONDITIONS, listing(lines))] if lines else titled

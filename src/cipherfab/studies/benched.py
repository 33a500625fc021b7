# SPDX-License-Identifier: Apache-2.0
"""Studies whose cores are benchmarked as they are, each at its shortest period: what these
share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..bench import bench
from ..bench.row import Row
from ..bench.settings import Settings as How
from ..report.data import points
from ..runs.outcome import Outcome
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
        settings: as it was run.
        more: what its tables and plots need beside the records, by name.
    """

    rows: list[dict[str, Any]]
    failures: Sequence[Outcome] = ()
    exit_code: int = 0
    settings: Settings = field(default_factory=Settings)
    more: Mapping[str, Any] = field(default_factory=dict)


class Points:
    """Measured rows, found by core, platform and recipe."""

    def __init__(self, rows: Iterable[Row] = ()):
        self._rows: dict[tuple[str, str, str], Row] = {}
        self.add(rows)

    def add(self, rows: Iterable[Row]) -> None:
        """Further rows."""
        self._rows |= {(row.core, row.platform, row.recipe): row for row in rows}

    def get(self, core: str, platform: str, recipe: str) -> Row | None:
        """The row; None if there is none."""
        return self._rows.get((core, platform, recipe))

    def row(self, core: str, platform: str, recipe: str) -> Row:
        """The row; an empty one if there is none."""
        found = self.get(core, platform, recipe)
        return found or Row(core=core, platform=platform, recipe=recipe)

    def of(self, core: str) -> list[Row]:
        """All of a core."""
        return [row for row in self._rows.values() if row.core == core]


class Benchmarks(Points):
    """The benchmarks of a study: their rows, and what failed.

    Attributes:
        settings: as the study is run.
        run: the benchmarks.
    """

    def __init__(self, settings: Settings):
        super().__init__()
        self.settings = settings
        self.run: list[bench.Result] = []

    def benchmark(
        self,
        cores: Iterable[str],
        platform: str,
        *recipes: str,
        seeds: int = 1,
        netlist: bool = True,
        energy: bool = False,
    ) -> None:
        """Benchmark cores, in the order in which they are named and each once; none is no
        benchmark.

        Args:
            seeds: where the settings name none; 1 in a quick run.
            netlist: check and prove the netlists; in a quick run they are not.
            energy: measure it.
        """
        quick = self.settings.quick
        cores = list(dict.fromkeys(cores))
        if cores:
            self.run.append(
                bench.run(
                    cores,
                    How(
                        platforms=(platform,),
                        recipes=recipes,
                        periods=1,
                        # A quick run has one seed, unless the user has asked for a number of them.
                        seeds=self.settings.seeds or (1 if quick else seeds),
                        netlist=netlist and not quick,
                        energy=energy,
                        scheduler=self.settings.scheduler,
                        workers=self.settings.workers,
                        home=self.settings.home,
                        quiet=self.settings.quiet,
                    ),
                )
            )
            self.add(self.run[-1].rows)

    def result(self, rows: Iterable[dict[str, Any]], **more: Any) -> Result:
        """What the study found, with its records."""
        return Result(
            rows=list(rows),
            failures=[failure for found in self.run for failure in found.failures],
            # The worst code wins: a benchmark that failed is not hidden by those that did not.
            exit_code=max((found.exit_code for found in self.run), default=0),
            settings=self.settings,
            more=more,
        )


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
        # An empty row stands for a core that was not run, so it has no conditions to tell.
        if row.provenance or row.seeds
    ]


def said_once(records: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The `conditions` of a study's records as lines of a table, each once."""
    found = {
        (each["core"], each["platform"], each["recipe"]): each
        for record in records
        for each in record.get("conditions", ())
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

# SPDX-License-Identifier: Apache-2.0
"""One benchmark: verify, measure and sweep cores, then verify the netlists that are reported,
storing every result as it comes.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from ..design import Design
from ..errors import CallError, DesignError
from ..implement import platforms, recipes, vendor_tools
from ..results.store import Store
from ..runs.outcome import Outcome
from ..runs.progress import each
from . import rows
from .designs import build_all, keep
from .row import Row
from .runner import Runner
from .settings import Settings


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a benchmark found.

    Attributes:
        rows: one for each core, platform and recipe.
        failures: outcomes of jobs that failed.
    """

    rows: list[Row]
    failures: list[Outcome]

    @property
    def records(self) -> list[dict]:
        """The rows as ``bench --json`` prints them and `report` takes them."""
        return [row.to_json() for row in self.rows]

    @property
    def exit_code(self) -> int:
        """1 if a design is wrong, else what the failed jobs say (3: a tool failed), else 1 if a row
        is not verified, else 0.
        """
        codes = {outcome.exit_code for outcome in self.failures}
        if DesignError.exit_code in codes or any(
            item["passed"] is False for row in self.rows for item in row.evidence
        ):
            return DesignError.exit_code
        if codes:
            return max(codes)
        return 0 if all(row.verified for row in self.rows) else DesignError.exit_code


def run(
    cores: Iterable[str], settings: Settings, on_row: Callable[[Row], str] | None = None
) -> Result:
    """Run a benchmark; what is in the cache is not run again.

    Args:
        on_row: called with each row as soon as it is complete; the line that it returns is shown at
            once, beside the progress.

    Raises:
        CallError: a core, platform or recipe is unknown, or a description is wrong; nothing was run
            then.
        ToolError: the scheduler cannot be reached, or a tool that reads a core of others is missing
            or failed, or a vendor's tool is not installed.
    """
    return run_designs(prepared(cores, settings), settings, on_row)


def prepared(cores: Iterable[str], settings: Settings, least: int = 1) -> list[Design]:
    """The designs of a benchmark, of which nothing is wrong any more; ours are in the cache then.

    Raises:
        CallError: as `run`; or there are fewer than ``least`` different cores.
        ToolError: as `run`.
    """
    _places(settings)
    cores = list(cores)
    # Only after the platforms and recipes, since building takes long and those are wrong at once.
    designs = build_all(each(cores, "building", quiet=settings.quiet), settings.root, settings.home)
    if len(designs) < least:
        raise CallError(
            f"expected {least} different cores or more, got {len(designs)}: {', '.join(cores)}."
        )
    keep(designs, settings.home)
    return designs


def run_designs(
    designs: Sequence[Design], settings: Settings, on_row: Callable[[Row], str] | None = None
) -> Result:
    """The same of designs that are there.

    Raises:
        CallError: a platform or recipe is unknown; nothing was run then.
        ToolError: the scheduler cannot be reached, or a vendor's tool is not installed.
    """
    places = _places(settings)
    wanted = [(design, *where) for design in designs for where in places]
    with Store(settings.home.database) as store:
        runner = Runner(settings, store, on_row)
        runner.run(wanted)
        found = [
            rows.row_of(store, settings.home, design.name, place.name, how.name)
            for design, place, how in wanted
        ]
    # Only now: most invariants compare rows with each other.
    return Result(
        rows=rows.with_violations([row for row in found if row]), failures=runner.failures
    )


def _places(settings: Settings) -> list[tuple[platforms.Platform, recipes.Recipe]]:
    """Every platform with every recipe. Raises as `run_designs`."""
    places = [platforms.find(name) for name in settings.platforms]
    hows = [recipes.find(name) for name in settings.recipes]
    for place, how in product(places, hows):
        vendor_tools.check(place, how)
    return list(product(places, hows))

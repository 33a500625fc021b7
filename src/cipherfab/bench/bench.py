"""One benchmark: verify, measure and sweep cores, then verify the netlists that are reported, storing every result as it comes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..design import Design
from ..errors import DesignError
from ..implement import platforms, recipes, sweep
from ..implement.result import Implementation
from ..results.cache import Cache
from ..results.home import Home, default_home
from ..results.store import Store
from ..runs import progress
from ..runs.outcome import Outcome
from ..runs.pool import run_all
from . import jobs, record, rows
from .designs import build_all
from .row import Row

PROBE_PS = 10_000
"""Relaxed target of the first run, whose delay says which periods to sweep."""

FASTEST, SLOWEST = 0.6, 1.1
"""Range of the sweep, as shares of the probe's delay."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a benchmark does.

    Attributes:
        platforms, recipes: names.
        periods: target periods of the sweep, beside the relaxed one.
        seeds: synthesis or placement seeds at each period.
        seed: of stimulus, stalls and the choice of periods.
        netlist: verify the reported netlists too (links 3 and 4).
        root: the sources of third-party cores may lie anywhere below this folder; None: see `imports.load`.
        scheduler: address of a Dask scheduler, or None for ``workers`` processes here.
        home: where everything is kept.
        quiet: no progress display.
    """

    platforms: Sequence[str] = ("nangate45",)
    recipes: Sequence[str] = ("balanced",)
    periods: int = 3
    seeds: int = 3
    seed: int = 1
    netlist: bool = True
    root: Path | None = None
    scheduler: str | None = None
    workers: int = 2
    home: Home = field(default_factory=default_home)
    quiet: bool = False


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
        """1 if a design is wrong, else what the failed jobs say (3: a tool failed), else 1 if a row is not verified, else 0."""
        codes = {outcome.exit_code for outcome in self.failures}
        if DesignError.exit_code in codes or any(item["passed"] is False for row in self.rows for item in row.evidence):
            return DesignError.exit_code
        if codes:
            return max(codes)
        return 0 if all(row.verified for row in self.rows) else DesignError.exit_code


def run(cores: Iterable[str], settings: Settings) -> Result:
    """Run a benchmark; what is in the cache is not run again.

    Raises:
        CallError: a core, platform or recipe is unknown, or a description is wrong; nothing was run then.
        ToolError: the scheduler cannot be reached, or a tool that reads a core of others is missing or failed.
    """
    designs = build_all(cores, settings.root)
    places = [platforms.find(name) for name in settings.platforms]
    hows = [recipes.find(name) for name in settings.recipes]
    runner = Runner(settings)
    with Store(settings.home.database) as store:
        runner.store = store
        runner.verify_and_probe(designs, places, hows)
        runner.sweep(designs, places, hows)
        if settings.netlist:
            runner.verify_netlists(designs, places, hows)
        runner.record_throughputs()
        found = [rows.row_of(store, settings.home, design.name, place.name, how.name)
                 for design in designs for place in places for how in hows]
    return Result(rows=rows.with_violations([row for row in found if row]), failures=runner.failures)


class Runner:
    """Runs the waves of a benchmark and stores what they find.

    Args:
        settings: of the benchmark.

    Attributes:
        store: the open store; set before the first wave.
        failures: outcomes that failed, so far.
        implemented: finished runs by core, platform and recipe.
        cycles: results of the cycle measurements by core.
        simulated: names of designs whose simulation has ended.
        waiting: outcomes with numbers of designs whose simulation has not.
    """

    def __init__(self, settings: Settings):
        self.settings, self.cache = settings, Cache(settings.home)
        self.store: Store | None = None
        self.failures: list[Outcome] = []
        self.implemented: dict[tuple[str, str, str], list[Outcome]] = {}
        self.cycles: dict[str, dict] = {}
        self.simulated: set[str] = set()
        self.waiting: list[Outcome] = []

    def verify_and_probe(self, designs: list[Design], places: list, hows: list) -> None:
        """Links 1 and 2, cycles, and one relaxed run of each."""
        algorithms = sorted({name for design in designs for name in record.algorithms(design)})
        wave = [jobs.model_job(name) for name in algorithms]
        wave += [jobs.rtl_job(design, self.settings.seed) for design in designs]
        wave += [jobs.cycles_job(design) for design in designs]
        wave += [self._implement(design, place, how, PROBE_PS, 0) for design in designs for place in places for how in hows]
        self._run(wave)

    def sweep(self, designs: list[Design], places: list, hows: list) -> None:
        """Every target period with every seed. A platform without timing, or a recipe without a target, has one period."""
        wave = []
        for design in designs:
            for place in places:
                for how in hows:
                    wave += self._swept(design, place, how)
        self._run(wave)

    def verify_netlists(self, designs: list[Design], places: list, hows: list) -> None:
        """Links 3 and 4 of the netlist whose area is the median at the reported period."""
        wave = []
        for design in designs:
            for place in filter(platforms.cells, places):
                for how in hows:
                    outcome = self._representative(design, place, how)
                    if outcome:
                        netlist = outcome.directory / "netlist.v"
                        wave.append(jobs.gates_job(design, netlist, place.name, how.name, self.settings.seed))
        self._run(wave)

    def record_throughputs(self) -> None:
        """Throughputs of every run, from its frequency and the cycles of its design."""
        for (core, _, _), outcomes in self.implemented.items():
            for outcome in outcomes if core in self.cycles else ():
                record.store_throughputs(self.store, outcome, self.cycles[core])

    def _implement(self, design: Design, place, how, period_ps: int, seed: int) -> dict:
        return jobs.implement_job(design, place.name, how, period_ps=period_ps, seed=seed)

    def _swept(self, design: Design, place, how) -> list[dict]:
        done = self.implemented.get((design.name, place.name, how.name), [])
        if not done:
            return []
        seeds = range(self.settings.seeds)
        delay = Implementation.from_json(done[0].result).delay_ns
        if delay is None:
            return []
        if place.kind == "fpga" or "{D}" not in how.abc:
            return [self._implement(design, place, how, PROBE_PS, seed) for seed in seeds]
        span = int(1000 * delay)
        periods = sweep.target_periods(shortest_ps=int(FASTEST * span), longest_ps=int(SLOWEST * span), count=self.settings.periods,
                                       seed=self.settings.seed)
        return [self._implement(design, place, how, period, seed) for period in periods for seed in seeds]

    def _representative(self, design: Design, place, how) -> Outcome | None:
        """The run at the reported period whose area is nearest to the median; None if no number is good."""
        outcomes = self.implemented.get((design.name, place.name, how.name), [])
        row = rows.summary(self.store, design.name, place.name, how.name)
        size = "area_ge" if place.kind == "liberty" else "luts"
        if not outcomes or row is None or row[size] is None:
            return None
        # An earlier benchmark may have stored a shorter period than this one ran.
        found = {outcome.key: Implementation.from_json(outcome.result) for outcome in outcomes}
        at_period = [outcome for outcome in outcomes if found[outcome.key].period_ps == row["period_ps"]] or outcomes
        return min(at_period, key=lambda outcome: (abs(found[outcome.key].number(size) - row[size]), found[outcome.key].seed))

    def _run(self, wave: list[dict]) -> None:
        if not wave:
            return
        display = progress.display(quiet=self.settings.quiet)
        run_all(wave, cache=self.cache, scheduler=self.settings.scheduler, workers=self.settings.workers, progress=display,
                on_result=self._keep)

    def _keep(self, outcome: Outcome) -> None:
        """Store what a job found as soon as it is there; numbers wait for the simulation of their design, see `Store.add`."""
        kind, design = outcome.job["kind"], outcome.job["inputs"].get("design", {}).get("name")
        if not outcome.ok:
            self.failures.append(outcome)
        elif kind in ("implement", "cycles") and design not in self.simulated:
            self.waiting.append(outcome)
        else:
            self._store(outcome)
        if kind == "rtl":
            self.simulated.add(design)
            waiting, self.waiting = self.waiting, []
            for earlier in waiting:
                self._keep(earlier)

    def _store(self, outcome: Outcome) -> None:
        """Store what a job found, in one transaction."""
        record.store(self.store, outcome)
        if outcome.job["kind"] == "cycles":
            self.cycles[outcome.result["core"]] = outcome.result
        if outcome.job["kind"] == "implement":
            found = Implementation.from_json(outcome.result)
            key = (found.design, found.platform, found.recipe["name"])
            known = self.implemented.setdefault(key, [])
            if outcome.key not in {other.key for other in known}:
                known.append(outcome)

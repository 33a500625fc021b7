# SPDX-License-Identifier: Apache-2.0
"""The jobs of a benchmark in their order: each row goes on by itself, so that the first is complete
while others wait.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..design import Design
from ..energy.figures import refusal
from ..implement import platforms, sweep
from ..implement.recipes import Recipe
from ..implement.result import Implementation
from ..results.cache import Cache, key_of
from ..results.store import Store
from ..runs import progress
from ..runs.outcome import Outcome
from ..runs.pool import run_all
from ..verify.finding import findings_of, not_lost
from ..verify.messages.check import refusal as refusal_of_proofs
from . import energies, jobs, record, rows
from .row import Row
from .settings import Settings

PROBE_PS = 10_000
"""Relaxed target of the first run, whose delay says which periods to sweep."""

FASTEST, SLOWEST = 0.6, 1.1
"""Range of the sweep, as shares of the probe's delay."""

Wanted = tuple[Design, Any, Recipe]
"""Design, platform and recipe of a row."""


@dataclass(kw_only=True)
class _Course:
    """How far a row is: the waves of jobs to come, and the keys of those of this wave that have not
    ended.
    """

    wanted: Wanted
    waves: Iterator[list[dict]]
    left: set[str] = field(default_factory=set)


class Runner:
    """Runs the jobs of a benchmark and stores what they find.

    Args:
        settings: of the benchmark.
        store: the open store.
        on_row: see `bench.run`.

    Attributes:
        failures: outcomes that failed, so far.
        implemented: finished runs by core, platform and recipe.
        cycles: results of the cycle measurements by core.
        simulated: names of designs whose simulation has ended.
        waiting: outcomes with numbers of designs whose simulation has not.
    """

    def __init__(
        self, settings: Settings, store: Store, on_row: Callable[[Row], str] | None = None
    ):
        self.settings, self.store, self.on_row = settings, store, on_row
        self.cache = Cache(settings.home)
        self.display = progress.display(quiet=settings.quiet)
        self.failures: list[Outcome] = []
        self.implemented: dict[tuple[str, str, str], list[Outcome]] = {}
        self.cycles: dict[str, dict] = {}
        self.simulated: set[str] = set()
        self.waiting: list[Outcome] = []
        self._courses: list[_Course] = []
        self._ended: set[str] = set()

    def run(self, wanted: Sequence[Wanted]) -> None:
        """Run all jobs of these rows."""
        self._courses = [_Course(wanted=each, waves=self._waves(*each)) for each in wanted]
        first = [job for course in self._courses for job in self._go_on(course)]
        later = [job for each in wanted for job in self._foreseen(*each)]
        run_all(
            first,
            cache=self.cache,
            scheduler=self.settings.scheduler,
            workers=self.settings.workers,
            progress=self.display,
            on_result=self._keep_and_go_on,
            later=later,
        )

    def _waves(self, design: Design, place: Any, how: Recipe) -> Iterator[list[dict]]:
        """The jobs of a row; those of a wave need what those before it have found."""
        yield [
            *map(jobs.model_job, sorted(design.algorithms)),
            jobs.rtl_job(design, self.settings.seed),
            jobs.cycles_job(design),
            self._implement(design, place, how, PROBE_PS, 0),
        ]
        yield self._swept(design, place, how)
        last = [
            *self._proofs(design),
            *self._netlist(design, place, how),
            *self._energy(design, place, how),
        ]
        if last:
            yield last

    def _foreseen(self, design: Design, place: Any, how: Recipe) -> list[dict]:
        """Jobs like those of the later waves, for the progress display."""
        periods = self.settings.periods if _has_target(place, how) else 1
        # the probe is one of those without a target
        runs = self.settings.seeds * periods - (not _has_target(place, how))
        kinds = (
            ["implement"] * runs
            + ["gates"] * bool(self.settings.netlist and platforms.cells(place))
            + ["proofs"] * len(self._proofs(design))
            # The reported netlist, and that of the relaxed target.
            + ["energy"] * 2 * bool(self.settings.energy and not refusal(design, place))
        )
        return [{"kind": kind, "inputs": {"platform": place.name}} for kind in kinds]

    def _keep_and_go_on(self, outcome: Outcome) -> list[dict]:
        """A job has ended: store what it found, and ask for what follows from it."""
        # Stored first, since the next wave is made of what is in the store.
        self._keep(outcome)
        self._ended.add(outcome.key)
        follows = []
        for course in self._courses:
            if outcome.key in course.left:
                course.left.discard(outcome.key)
                follows += [] if course.left else self._go_on(course)
        return follows

    def _go_on(self, course: _Course) -> list[dict]:
        """The next jobs of a row that have not ended; none once it is complete."""
        # A generator, so the jobs of a wave are made only when what those before it found is
        # stored.
        for wave in course.waves:
            # Rows share jobs, such as the simulation of a design on several platforms.
            missing = {key: job for job in wave if (key := key_of(job)) not in self._ended}
            if missing:
                course.left = set(missing)
                return list(missing.values())
        self._complete(*course.wanted)
        return []

    def _complete(self, design: Design, place: Any, how: Recipe) -> None:
        """Throughputs of every run, from its frequency and the cycles of its design; then the row
        can be shown.
        """
        # A run is complete before cycles are known, so its throughputs are stored only here.
        for outcome in (
            self.implemented.get((design.name, place.name, how.name), ())
            if design.name in self.cycles
            else ()
        ):
            record.store_throughputs(self.store, outcome, self.cycles[design.name])
        if self.settings.energy and (reason := refusal(design, place)):
            self.store.add(measurements=[energies.refused(design, place.name, how, reason)])
        row = (
            rows.row_of(self.store, self.settings.home, design.name, place.name, how.name)
            if self.on_row
            else None
        )
        if row:
            self.display.note(self.on_row(row))

    def _implement(
        self, design: Design, place: Any, how: Recipe, period_ps: int, seed: int
    ) -> dict:
        return jobs.implement_job(design, place.name, how, period_ps=period_ps, seed=seed)

    def _swept(self, design: Design, place: Any, how: Recipe) -> list[dict]:
        """Every target period with every seed. A platform without timing, or a recipe without a
        target, has one period.
        """
        done = self.implemented.get((design.name, place.name, how.name))
        # The first one is the probe, since no other run is in the first wave.
        delay = Implementation.from_json(done[0].result).delay_ns if done else None
        if delay is None:
            return []
        seeds = range(self.settings.seeds)
        if not _has_target(place, how):
            return [self._implement(design, place, how, PROBE_PS, seed) for seed in seeds]
        span = int(1000 * delay)
        periods = sweep.target_periods(
            shortest_ps=int(FASTEST * span),
            longest_ps=int(SLOWEST * span),
            count=self.settings.periods,
            seed=self.settings.seed,
        )
        return [
            self._implement(design, place, how, period, seed)
            for period in periods
            for seed in seeds
        ]

    def _netlist(self, design: Design, place: Any, how: Recipe) -> list[dict]:
        """Links 3 and 4 of the netlist whose area is the median at the reported period."""
        if not (self.settings.netlist and platforms.cells(place)):
            return []
        outcome = self._representative(design, place, how)
        netlist = outcome and outcome.directory / "netlist.v"
        return (
            [jobs.gates_job(design, netlist, place.name, how.name, self.settings.seed)]
            if netlist
            else []
        )

    def _proofs(self, design: Design) -> list[dict]:
        """Link ``messages`` of a core that it can be asked of."""
        if not self.settings.prove or refusal_of_proofs(design):
            return []
        return [jobs.proofs_job(design, self.settings.proof_seconds)]

    def _energy(self, design: Design, place: Any, how: Recipe) -> list[dict]:
        """Energy of the same netlist, and of that of the relaxed target."""
        if not self.settings.energy or refusal(design, place):
            return []
        probe = self.implemented.get((design.name, place.name, how.name), [])[:1]
        reported = self._representative(design, place, how)
        # The reported run may be the probe itself.
        wanted = {outcome.key: outcome for outcome in (reported, *probe) if outcome}
        return [
            jobs.energy_job(
                design,
                Implementation.from_json(outcome.result),
                outcome.directory / "netlist.v",
                self.settings.seed,
            )
            for outcome in wanted.values()
        ]

    def _representative(self, design: Design, place, how) -> Outcome | None:
        """The run at the reported period whose area is nearest to the median; None if no number is
        good.
        """
        outcomes = self.implemented.get((design.name, place.name, how.name), [])
        row = rows.summary(self.store, design.name, place.name, how.name)
        size = "area_ge" if place.kind == "liberty" else "luts"
        if not outcomes or row is None or row[size] is None:
            return None
        # An earlier benchmark may have stored a shorter period than this one ran.
        found = {outcome.key: Implementation.from_json(outcome.result) for outcome in outcomes}
        at_period = [
            outcome for outcome in outcomes if found[outcome.key].period_ps == row["period_ps"]
        ] or outcomes
        return min(
            at_period,
            key=lambda outcome: (
                abs(found[outcome.key].number(size) - row[size]),
                found[outcome.key].seed,
            ),
        )

    def _keep(self, outcome: Outcome) -> None:
        """Store what a job found as soon as it is there; numbers wait for the simulation of their
        design, see `Store.add`.
        """
        kind, design = outcome.job["kind"], outcome.job["inputs"].get("design", {}).get("name")
        if not outcome.ok:
            self.failures.append(outcome)
        elif kind in ("implement", "cycles") and design not in self.simulated:
            self.waiting.append(outcome)
        else:
            self._store(outcome)
        if kind == "rtl":
            # A simulation that failed has ended too: nothing waits for it any longer.
            self.simulated.add(design)
            waiting, self.waiting = self.waiting, []
            for earlier in waiting:
                self._keep(earlier)

    def _store(self, outcome: Outcome) -> None:
        """Store what a job found, in one transaction."""
        with not_lost(findings_of(outcome.result)):
            record.store(self.store, outcome)
        if outcome.job["kind"] == "cycles":
            self.cycles[outcome.result["core"]] = outcome.result
        if outcome.job["kind"] == "proofs":
            self._note_open(outcome)
        if outcome.job["kind"] == "implement":
            found = Implementation.from_json(outcome.result)
            key = (found.design, found.platform, found.recipe["name"])
            known = self.implemented.setdefault(key, [])
            if outcome.key not in {other.key for other in known}:
                known.append(outcome)

    def _note_open(self, outcome: Outcome) -> None:
        """What was asked for and not answered is said; it is no evidence either way."""
        for found in findings_of(outcome.result):
            if found.passed is None:
                name = outcome.job["inputs"]["design"]["name"]
                self.display.note(f"{name}: messages are not proved: {found.detail}")


def _has_target(place: Any, how: Recipe) -> bool:
    """Whether a run depends on its target period."""
    # A recipe for standard cells hands the period to ABC only where its script has the placeholder.
    return place.kind == "vendor" or place.kind == "liberty" and "{D}" in how.abc

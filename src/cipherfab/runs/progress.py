# SPDX-License-Identifier: Apache-2.0
"""The live display of jobs: what runs, how much is done, how long is left. Always on standard
error.
"""

import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TextIO, TypeVar

from rich.console import Console, Group
from rich.live import Live
from rich.progress import track
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from ..plain import lines, message, raw, say, visible
from .outcome import CACHED, DONE, FAILED, Outcome

USUAL = {"model": 4.0, "rtl": 30.0, "cycles": 25.0, "implement": 16.0, "gates": 45.0}
"""Seconds that a kind of job takes where nothing is known yet, for an LWC core on one machine of
2026; scaled by what the jobs took that have ended.
"""

OVERTIME = 0.25
"""What is left of a job that takes longer than others of its kind, as a share of the time that it
has run.
"""

QUIET, VERBOSE = "quiet", "verbose"
loudness = ""
"""What the user wants to see beyond the usual: `QUIET`, `VERBOSE` or nothing; set once by the
command line.
"""

Sort = tuple[str, str]
T = TypeVar("T")


def sort_of(job: Mapping[str, Any]) -> Sort:
    """Kind and platform of a job: durations of one sort are comparable."""
    return job["kind"], str(job.get("inputs", {}).get("platform", ""))


class Progress:
    """Keeps count of the jobs and shows nothing; base of the displays that do.

    Args:
        clock: seconds, monotonic.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self.clock = clock
        self.counts: Counter[str] = Counter()
        self.total = 0
        self.slots = 1
        self.running: dict[str, tuple[Mapping[str, Any], float]] = {}
        self._waiting: Counter[Sort] = Counter()
        self._foreseen: Counter[Sort] = Counter()
        self._typical: dict[str, float | None] = {}
        self._durations: dict[Sort, list[float]] = defaultdict(list)
        self._started = clock()

    def begin(
        self,
        jobs: Iterable[Mapping[str, Any]],
        typical: Callable[[str], float | None] = lambda kind: None,
    ) -> None:
        """All the jobs that are expected: those of now, and some like those that will follow from
        them. Counts begin anew.

        Args:
            typical: usual seconds of a kind of job on this machine (`Cache.typical_seconds`).
        """
        self.counts.clear()
        self._waiting = Counter(map(sort_of, jobs))
        self._foreseen = Counter(self._waiting)
        self.total = self._waiting.total()
        self._typical = {kind: typical(kind) for kind, _ in self._waiting}
        self._started = self.clock()

    def asked(self, jobs: Iterable[Mapping[str, Any]]) -> None:
        """Jobs that wait from now on; those that `begin` did not foresee come on top."""
        for job in jobs:
            sort = sort_of(job)
            if self._foreseen[sort]:
                self._foreseen[sort] -= 1
            else:
                self._waiting[sort] += 1
                self.total += 1

    def settle(self) -> None:
        """Nothing more follows: what was foreseen and was not asked for does not come."""
        # A difference of counters has no count below 0.
        self._waiting -= self._foreseen
        self.total -= self._foreseen.total()
        self._foreseen.clear()

    def started(self, key: str, job: Mapping[str, Any]) -> None:
        """A job runs now."""
        self.running[key] = (job, self.clock())
        self._waiting[sort_of(job)] -= 1

    def finished(self, outcome: Outcome) -> None:
        """A job has ended, or was found in the cache."""
        # Found in the cache: it never ran, and counts as one that waits.
        if self.running.pop(outcome.key, None) is None:
            self._waiting[sort_of(outcome.job)] -= 1
        self.counts[outcome.status] += 1
        if outcome.status == DONE:
            self._durations[sort_of(outcome.job)].append(outcome.seconds)

    def note(self, text: str) -> None:
        """Something to read now, such as a row that is complete."""

    def close(self) -> None:
        """Nothing more will come."""

    @property
    def elapsed(self) -> float:
        """Seconds since `begin`."""
        return self.clock() - self._started

    def remaining(self) -> float | None:
        """Estimated seconds until all is done, None while the duration of some kind of job is
        unknown.
        """
        # Without those that are 0, whose duration need not be known.
        waiting = +self._waiting
        expected = {
            sort: self._expected(sort)
            for sort in (*waiting, *(sort_of(job) for job, _ in self.running.values()))
        }
        if None in expected.values():
            return None
        rest = [
            _rest(expected[sort_of(job)], self.clock() - since)
            for job, since in self.running.values()
        ]
        work = sum(rest) + sum(expected[sort] * count for sort, count in waiting.items())
        # Not before the longest of those that run.
        return max([work / max(1, self.slots), *rest])

    def summary(self) -> str:
        """One line: counts, elapsed and remaining time."""
        parts = [f"{self.counts.total()}/{self.total}"]
        parts += [
            f"{self.counts[status]} {status}"
            for status in (DONE, CACHED, FAILED)
            if self.counts[status]
        ]
        left = self.remaining()
        parts += [f"{duration(self.elapsed)} elapsed"]
        if self.counts.total() < self.total:
            parts += [f"about {duration(left)} left" if left is not None else "time left unknown"]
        return ", ".join(parts)

    def _expected(self, sort: Sort) -> float | None:
        """Seconds of a job: this run's own durations are the best guide, as the machine and its
        load are the same; then those of its kind, those of earlier runs, and at last `USUAL` ones.
        """
        kind = sort[0]
        of_kind = [
            seconds
            for other, found in self._durations.items()
            if other[0] == kind
            for seconds in found
        ]
        for known in (self._durations.get(sort), of_kind):
            if known:
                return statistics.median(known)
        if self._typical.get(kind) is not None:
            return self._typical[kind]
        return USUAL[kind] * self._speed() if kind in USUAL else None

    def _speed(self) -> float:
        """How much longer jobs take here than usual."""
        found = [
            (seconds, USUAL[kind])
            for (kind, _), known in self._durations.items()
            if kind in USUAL
            for seconds in known
        ]
        return sum(took for took, _ in found) / sum(usual for _, usual in found) if found else 1.0


def _rest(expected: float, elapsed: float) -> float:
    """Seconds that are left of a job that runs."""
    return max(expected - elapsed, OVERTIME * elapsed)


class LineProgress(Progress):
    """One plain line for each job that ends, for logs and pipes; those of the cache with
    ``cached``.
    """

    def __init__(
        self, stream: TextIO, clock: Callable[[], float] = time.monotonic, *, cached: bool = False
    ):
        super().__init__(clock)
        self.stream, self.cached = stream, cached

    def finished(self, outcome: Outcome) -> None:
        super().finished(outcome)
        if self.cached or outcome.status != CACHED:
            say(f"[{self.summary()}] {outcome.status}: {outcome.job['label']}", stream=self.stream)
        if outcome.error:
            self.note(outcome.error)

    def note(self, text: str) -> None:
        message(text, stream=self.stream)

    def close(self) -> None:
        say(f"[{self.summary()}]", stream=self.stream)


class LiveProgress(Progress):
    """A display that is redrawn in place, for terminals; failures scroll past above it."""

    def __init__(self, console: Console):
        super().__init__()
        self._live = Live(
            console=console, get_renderable=self.render, refresh_per_second=4, transient=False
        )

    def begin(
        self,
        jobs: Iterable[Mapping[str, Any]],
        typical: Callable[[str], float | None] = lambda kind: None,
    ) -> None:
        super().begin(jobs, typical)
        self._live.start()

    def finished(self, outcome: Outcome) -> None:
        super().finished(outcome)
        if outcome.error:
            self._live.console.print(
                Text(visible(f"failed: {outcome.job['label']}"), style="bold red")
            )
            self.note(outcome.error)

    def note(self, text: str) -> None:
        self._live.console.print(Text(lines(text)))

    def close(self) -> None:
        self._live.stop()

    def render(self) -> Sort:
        """Bar, counts, and one line for each running job."""
        rows = Table.grid(padding=(0, 2))
        # A copy: `Live` draws in a thread of its own, while jobs begin and end in this one.
        for job, since in list(self.running.values()):
            rows.add_row(
                Text("  "),
                Text(duration(self.clock() - since), justify="right"),
                Text(visible(job["label"]), overflow="ellipsis"),
            )
        bar = ProgressBar(total=max(1, self.total), completed=self.counts.total(), width=40)
        return Group(bar, Text(self.summary()), rows)


def display(*, quiet: bool = False, stream: TextIO | None = None) -> Progress:
    """The display for where standard error goes: live on a terminal, lines elsewhere, nothing if
    ``quiet`` (``--json``).
    """
    stream = stream or sys.stderr
    if quiet or loudness == QUIET:
        return Progress()
    if loudness == VERBOSE:
        return LineProgress(stream, cached=True)
    console = Console(file=raw(stream))
    return LiveProgress(console) if console.is_terminal else LineProgress(stream)


def each(items: Sequence[T], doing: str, *, quiet: bool = False) -> Iterable[T]:
    """The items one by one, while a display says which is at hand: a bar on a terminal, one line
    elsewhere, nothing for a single item or if ``quiet``.

    Args:
        doing: what is done to them, as in "building".
    """
    if quiet or loudness == QUIET or len(items) < 2:
        return items
    console = Console(file=raw(sys.stderr))
    if console.is_terminal:
        return track(items, f"{doing} {len(items)} cores", console=console, transient=True)
    say(f"{doing} {len(items)} cores", err=True)
    return items


def duration(seconds: float) -> str:
    """In words: hours and minutes, minutes and seconds, or seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return (
        f"{hours} h {minutes:02} min"
        if hours
        else f"{minutes} min {rest:02} s"
        if minutes
        else f"{rest} s"
    )

"""The live display of jobs: what runs, how much is done, how long is left. Always on standard error."""

import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TextIO

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from .outcome import CACHED, DONE, FAILED, Outcome


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
        self._waiting: Counter[str] = Counter()
        self._durations: dict[str, list[float]] = defaultdict(list)
        self._started = clock()

    def begin(self, jobs: Iterable[Mapping[str, Any]], typical: Callable[[str], float | None] = lambda kind: None) -> None:
        """All the jobs that will be asked for.

        Args:
            typical: usual seconds of a kind of job (`Cache.typical_seconds`).
        """
        self._waiting = Counter(job["kind"] for job in jobs)
        self.total = self._waiting.total()
        self._typical = {kind: typical(kind) for kind in self._waiting}
        self._started = self.clock()

    def started(self, key: str, job: Mapping[str, Any]) -> None:
        """A job runs now."""
        self.running[key] = (job, self.clock())
        self._waiting[job["kind"]] -= 1

    def finished(self, outcome: Outcome) -> None:
        """A job has ended, or was found in the cache."""
        if self.running.pop(outcome.key, None) is None:
            self._waiting[outcome.job["kind"]] -= 1
        self.counts[outcome.status] += 1
        if outcome.status == DONE:
            self._durations[outcome.job["kind"]].append(outcome.seconds)

    def close(self) -> None:
        """Nothing more will come."""

    @property
    def elapsed(self) -> float:
        """Seconds since `begin`."""
        return self.clock() - self._started

    def remaining(self) -> float | None:
        """Estimated seconds until all is done, None while the duration of some kind of job is unknown."""
        expected = {kind: self._expected(kind) for kind in (*(+self._waiting), *(job["kind"] for job, _ in self.running.values()))}
        if None in expected.values():
            return None
        rest = [max(0.0, expected[job["kind"]] - (self.clock() - since)) for job, since in self.running.values()]
        work = sum(rest) + sum(expected[kind] * count for kind, count in (+self._waiting).items())
        return max([work / max(1, self.slots), *rest])

    def summary(self) -> str:
        """One line: counts, elapsed and remaining time."""
        parts = [f"{self.counts.total()}/{self.total}"]
        parts += [f"{self.counts[status]} {status}" for status in (DONE, CACHED, FAILED) if self.counts[status]]
        left = self.remaining()
        parts += [f"{_time(self.elapsed)} elapsed"]
        if self.counts.total() < self.total:
            parts += [f"about {_time(left)} left" if left is not None else "time left unknown"]
        return ", ".join(parts)

    def _expected(self, kind: str) -> float | None:
        """This run's own durations are the better guide: the machine and its load are the same."""
        return statistics.median(self._durations[kind]) if self._durations[kind] else self._typical.get(kind)


class LineProgress(Progress):
    """One plain line for each job that ends: for logs and pipes."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic):
        super().__init__(clock)
        self.stream = stream

    def finished(self, outcome: Outcome) -> None:
        super().finished(outcome)
        if outcome.status != CACHED:
            print(f"[{self.summary()}] {outcome.status}: {outcome.job['label']}", file=self.stream, flush=True)
        if outcome.error:
            print(outcome.error, file=self.stream, flush=True)

    def close(self) -> None:
        print(f"[{self.summary()}]", file=self.stream, flush=True)


class LiveProgress(Progress):
    """A display that is redrawn in place, for terminals; failures scroll past above it."""

    def __init__(self, console: Console):
        super().__init__()
        self._live = Live(console=console, get_renderable=self.render, refresh_per_second=4, transient=False)

    def begin(self, jobs: Iterable[Mapping[str, Any]], typical: Callable[[str], float | None] = lambda kind: None) -> None:
        super().begin(jobs, typical)
        self._live.start()

    def finished(self, outcome: Outcome) -> None:
        super().finished(outcome)
        if outcome.error:
            self._live.console.print(Text(f"failed: {outcome.job['label']}", style="bold red"))
            self._live.console.print(Text(outcome.error))

    def close(self) -> None:
        self._live.stop()

    def render(self) -> Group:
        """Bar, counts, and one line for each running job."""
        rows = Table.grid(padding=(0, 2))
        for job, since in list(self.running.values()):
            rows.add_row(Text("  "), Text(_time(self.clock() - since), justify="right"), Text(job["label"], overflow="ellipsis"))
        bar = ProgressBar(total=max(1, self.total), completed=self.counts.total(), width=40)
        return Group(bar, Text(self.summary()), rows)


def display(*, quiet: bool = False, stream: TextIO | None = None) -> Progress:
    """The display for where standard error goes: live on a terminal, lines elsewhere, nothing if ``quiet`` (``--json``)."""
    stream = stream or sys.stderr
    if quiet:
        return Progress()
    console = Console(file=stream)
    return LiveProgress(console) if console.is_terminal else LineProgress(stream)


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s" if minutes else f"{rest} s"

# SPDX-License-Identifier: Apache-2.0
"""Where the jobs of a call run, as one thing that is passed on."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..errors import ToolError
from ..results.cache import Cache
from ..results.home import default_home
from . import pool, progress
from .outcome import Outcome


def _usual() -> Cache:
    return Cache(default_home())


@dataclass(frozen=True, kw_only=True)
class Where:
    """Where jobs run.

    Attributes:
        cache: what is in it is not run again.
        scheduler: address of a Dask scheduler, or None for ``workers`` processes here.
        workers: how many of those; 0 runs the jobs in this process.
        quiet: no progress display.
    """

    cache: Cache = field(default_factory=_usual)
    scheduler: str | None = None
    workers: int = 2
    quiet: bool = False

    def run(self, jobs: Sequence[pool.Job]) -> list[Outcome]:
        """What became of each job, see `pool.run_all`; of none nothing."""
        if not jobs:
            return []
        return pool.run_all(
            jobs,
            cache=self.cache,
            scheduler=self.scheduler,
            workers=self.workers,
            progress=progress.display(quiet=self.quiet),
        )

    def results(self, jobs: Sequence[pool.Job]) -> list[Outcome]:
        """The same of jobs that must all succeed.

        Raises:
            ToolError: one failed.
        """
        outcomes = self.run(jobs)
        for outcome in outcomes:
            if not outcome.ok:
                raise ToolError(f"{outcome.job['label']}: {outcome.error}")
        return outcomes

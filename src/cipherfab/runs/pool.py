# SPDX-License-Identifier: Apache-2.0
"""Run many jobs on Dask `distributed`: a cluster of local processes by default, or a scheduler that
is already there.

A job that is in the cache is not run; if all are, nothing is started at all. What a finished job
leads to is asked for at once and runs before what waits, so that what was begun is ended first. A
worker that shares the cache's file system brings its result into the cache itself, so it is safe
the moment it is finished, whatever becomes of this process. A worker on another file system (it
needs only the same cipherfab) sends its run directory back, packed. If a worker dies, Dask gives
its jobs to the others; a result is named by its inputs, so it is recorded once however often it was
computed.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from typing import Any

from ..errors import ToolError
from ..results.cache import Cache, key_of
from .cluster import connect, replace_lost
from .jobs import Report, execute
from .outcome import CACHED, DONE, FAILED, Outcome
from .progress import Progress

WORKER_SECONDS = 60
"""Time to wait for workers when there are none, at the start or later."""
POLL_SECONDS = 1
RESULT_SECONDS = 60
"""Time for a finished result to arrive. One that is lost with its worker is computed again, and is
waited for as it was before: no call waits without end.
"""

Job = Mapping[str, Any]
Callback = Callable[[Outcome], Iterable[Job] | None]


def run_all(
    jobs: Sequence[Job],
    *,
    cache: Cache,
    scheduler: str | None = None,
    workers: int = 2,
    progress: Progress | None = None,
    on_result: Callback | None = None,
    later: Sequence[Job] = (),
) -> list[Outcome]:
    """Run jobs (see `runs.jobs`), and those that follow from them, and wait for all.

    Args:
        jobs: equal ones are run once.
        scheduler: address of a Dask scheduler, ``tcp://HOST:PORT``; None for processes on this
            machine.
        workers: how many of those; 0 runs the jobs in this process, one after the other.
        progress: told what happens; see `progress.display`.
        on_result: called in this thread once for each different job, as soon as it ends or is found
            in the cache. It should store the result; doing so twice, in a later call for the same
            job, must be harmless. It returns the jobs that follow from it, if any; those that were
            asked for before are not run again.
        later: for the progress display: jobs of the kinds, and as many, as are expected to follow.

    Returns:
        What became of each job, in the order of ``jobs``. A failed job is an outcome and does not
        stop the others.

    Raises:
        ToolError: the scheduler cannot be reached or is lost, or no worker is there. What was
            finished is in the cache.
        CallError: the scheduler's address or a job is malformed.
    """
    progress = progress or Progress()
    cache.clean()
    unique = {key_of(job): job for job in jobs}
    # Equal jobs count once in the display too.
    progress.begin((*unique.values(), *later), cache.typical_seconds)
    queue = _Queue(cache, progress, on_result)
    try:
        queue.add(jobs)
        with closing(_run_missing(queue, scheduler, workers)) as finished:
            for outcome in finished:
                queue.finish(outcome)
        progress.settle()
    finally:
        progress.close()
    return [queue.outcomes[key_of(job)] for job in jobs]


class _Queue:
    """Jobs that wait, and what became of the others.

    Attributes:
        waiting: keys and jobs, first to run first.
        outcomes: by key, in the order in which the jobs ended.
    """

    def __init__(self, cache: Cache, progress: Progress, on_result: Callback | None):
        self.cache, self.progress, self.on_result = cache, progress, on_result
        self.waiting: deque[tuple[str, Job]] = deque()
        self.outcomes: dict[str, Outcome] = {}
        self._asked: set[str] = set()

    def add(self, jobs: Iterable[Job]) -> None:
        """Ask for jobs, before those that wait. What is in the cache has ended at once; what was
        asked for is not run again.
        """
        new = {key: job for job in jobs if (key := key_of(job)) not in self._asked}
        self._asked |= new.keys()
        self.progress.asked(new.values())
        cached = {key: entry for key, job in new.items() if (entry := self.cache.get(job))}
        # `extendleft` turns the order round.
        self.waiting.extendleft(
            reversed([(key, job) for key, job in new.items() if key not in cached])
        )
        for key, entry in cached.items():
            self.finish(
                Outcome(
                    job=new[key],
                    key=key,
                    status=CACHED,
                    result=entry.result,
                    directory=entry.directory,
                    seconds=entry.seconds,
                )
            )

    def finish(self, outcome: Outcome) -> None:
        """A job has ended: its result is handed on, and what follows from it is asked for."""
        self.outcomes[outcome.key] = outcome
        follows = self.on_result(outcome) if self.on_result else None
        self.progress.finished(outcome)
        self.add(follows or ())


def _run_missing(queue: _Queue, scheduler: str | None, workers: int) -> Iterator[Outcome]:
    """Outcomes of what waits, and of what is added meanwhile."""
    cache = queue.cache
    if not queue.waiting:
        return
    if scheduler is None and workers == 0:
        while queue.waiting:
            key, job = queue.waiting.popleft()
            queue.progress.started(key, job)
            yield _outcome(key, job, execute(job, str(cache.home.root), cache.identity()), cache)
        return
    # Starting a process takes a second, so no more of them than there are jobs.
    with connect(scheduler, min(workers, queue.progress.total)) as client:
        yield from _run_on(client, queue)


def _run_on(client: Any, queue: _Queue) -> Iterator[Outcome]:
    """Keep every thread of every worker busy and no more: what is submitted is what runs."""
    from distributed import CancelledError, wait

    running: dict[Any, tuple[str, Job]] = {}
    cache, waiting = queue.cache, queue.waiting
    root, identity = str(cache.home.root), cache.identity()
    # in the task names: nobody else's task of the same job is waited for or cancelled
    token = time.monotonic_ns()
    for slots in _slots(client):
        queue.progress.slots = slots
        while waiting and len(running) < slots:
            key, job = waiting.popleft()
            future = client.submit(
                execute, dict(job), root, identity, key=f"{job['kind']}-{key}-{token}", pure=False
            )
            running[future] = key, job
            queue.progress.started(key, job)
        # Without a result for a while workers are counted anew; `_report` tells what was cancelled.
        with suppress(TimeoutError, CancelledError):
            wait(list(running), timeout=POLL_SECONDS, return_when="FIRST_COMPLETED")
        for future in [future for future in running if future.done()]:
            if report := _report(future):
                key, job = running.pop(future)
                yield _outcome(key, job, report, cache)
        if not waiting and not running:
            return


def _slots(client: Any) -> Iterator[int]:
    """The number of worker threads, again and again.

    Raises:
        ToolError: there are none for `WORKER_SECONDS`, or the scheduler does not answer.
    """
    last_seen = time.monotonic()
    while True:
        try:
            slots = sum(client.nthreads().values())
        except (OSError, TimeoutError) as error:
            raise ToolError(
                f"Lost the scheduler {client.scheduler.address}: {error}. What was "
                f"finished is stored; "
                "run the same command again."
            ) from None
        if slots:
            last_seen = time.monotonic()
        elif time.monotonic() - last_seen > WORKER_SECONDS:
            raise ToolError(
                f"The scheduler {client.scheduler.address} has had no workers for "
                f"{WORKER_SECONDS} s. Start some "
                "(`dask worker ADDRESS --nthreads 1`) and run the same command again; "
                "what was finished is stored."
            )
        else:
            time.sleep(POLL_SECONDS)
        replace_lost(client)
        yield slots


def _report(future: Any) -> Report | None:
    """The worker's report, or one about the worker; None if it was lost with its worker, and is on
    its way again.
    """
    error = future.exception() if future.status == "error" else None
    if future.status == "finished":
        try:
            return future.result(timeout=RESULT_SECONDS)
        except TimeoutError:
            return None
        # with its worker, after it was finished there; see `_outcome`
        except Exception as lost:
            error = lost
    if future.status == "cancelled":
        raise ToolError(
            "The scheduler was lost. What was finished is stored; run the same command again."
        )
    return Report(seconds=0.0, error=f"{type(error).__name__}: {error}", exit_code=3)


def _outcome(key: str, job: Job, report: Report, cache: Cache) -> Outcome:
    """What became of a job. Its worker may have died after it had brought the result into the
    cache, and before it said so.
    """
    if report.error and (entry := cache.get(job)):
        return Outcome(
            job=job,
            key=key,
            status=DONE,
            result=entry.result,
            directory=entry.directory,
            seconds=entry.seconds,
        )
    if report.error:
        kept = cache.home.root / report.directory if report.directory else None
        return Outcome(
            job=job,
            key=key,
            status=FAILED,
            error=report.error,
            exit_code=report.exit_code,
            directory=kept,
            seconds=report.seconds,
        )
    if report.packed is not None:
        cache.adopt(job, report.result, report.packed, report.seconds)
    return Outcome(
        job=job,
        key=key,
        status=DONE,
        result=report.result,
        directory=cache.path(job) / "run",
        seconds=report.seconds,
    )

"""Run many jobs on Dask `distributed`: a cluster of local processes by default, or a scheduler that is already there.

A job that is in the cache is not run; if all are, nothing is started at all. A worker that shares the cache's file
system brings its result into the cache itself, so it is safe the moment it is finished, whatever becomes of this
process. A worker on another file system (it needs only the same cipherfab) sends its run directory back, packed. If a
worker dies, Dask gives its jobs to the others; a result is named by its inputs, so it is recorded once however often it
was computed.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from typing import Any

from ..errors import ToolError
from ..results.cache import Cache, key_of
from .cluster import connect
from .jobs import Report, execute
from .outcome import CACHED, DONE, FAILED, Outcome
from .progress import Progress

WORKER_SECONDS = 60
"""Time to wait for workers when there are none, at the start or later."""
POLL_SECONDS = 1

Job = Mapping[str, Any]
Callback = Callable[[Outcome], None]


def run_all(jobs: Sequence[Job], *, cache: Cache, scheduler: str | None = None, workers: int = 2,
            progress: Progress | None = None, on_result: Callback | None = None) -> list[Outcome]:
    """Run jobs (see `runs.jobs`) and wait for all of them.

    Args:
        jobs: equal ones are run once.
        scheduler: address of a Dask scheduler, ``tcp://HOST:PORT``; None for processes on this machine.
        workers: how many of those; 0 runs the jobs in this process, one after the other.
        progress: told what happens; see `progress.display`.
        on_result: called in this thread once for each different job, as soon as it ends or is found in the cache. It should
            store the result; doing so twice, in a later call for the same job, must be harmless.

    Returns:
        What became of each job, in the order of ``jobs``. A failed job is an outcome and does not stop the others.

    Raises:
        ToolError: the scheduler cannot be reached or is lost, or no worker is there. What was finished is in the cache.
        CallError: the scheduler's address or a job is malformed.
    """
    progress = progress or Progress()
    cache.clean()
    unique = {key_of(job): job for job in jobs}
    outcomes: dict[str, Outcome] = {}

    def finish(outcome: Outcome) -> None:
        outcomes[outcome.key] = outcome
        if on_result:
            on_result(outcome)
        progress.finished(outcome)

    progress.begin(unique.values(), cache.typical_seconds)
    try:
        for outcome in _cached(unique, cache):
            finish(outcome)
        missing = {key: job for key, job in unique.items() if key not in outcomes}
        with closing(_run_missing(missing, cache, scheduler, workers, progress)) as finished:
            for outcome in finished:
                finish(outcome)
    finally:
        progress.close()
    return [outcomes[key_of(job)] for job in jobs]


def _cached(jobs: Mapping[str, Job], cache: Cache) -> Iterator[Outcome]:
    for key, job in jobs.items():
        if entry := cache.get(job):
            yield Outcome(job=job, key=key, status=CACHED, result=entry.result, directory=entry.directory, seconds=entry.seconds)


def _run_missing(jobs: Mapping[str, Job], cache: Cache, scheduler: str | None, workers: int,
                 progress: Progress) -> Iterator[Outcome]:
    if not jobs:
        return
    if scheduler is None and workers == 0:
        for key, job in jobs.items():
            progress.started(key, job)
            yield _outcome(key, job, execute(job, str(cache.home.root), cache.identity()), cache)
        return
    with connect(scheduler, min(workers, len(jobs))) as client:
        yield from _run_on(client, jobs, cache, progress)


def _run_on(client: Any, jobs: Mapping[str, Job], cache: Cache, progress: Progress) -> Iterator[Outcome]:
    """Keep every thread of every worker busy and no more: what is submitted is what runs."""
    from distributed import CancelledError, wait
    waiting, running = list(jobs.items()), {}
    root, identity = str(cache.home.root), cache.identity()
    token = time.monotonic_ns()     # in the task names: nobody else's task of the same job is waited for or cancelled
    for slots in _slots(client):
        progress.slots = slots
        while waiting and len(running) < slots:
            key, job = waiting.pop(0)
            future = client.submit(execute, dict(job), root, identity, key=f"{job['kind']}-{key}-{token}", pure=False)
            running[future] = key
            progress.started(key, job)
        with suppress(TimeoutError, CancelledError):
            wait(list(running), timeout=POLL_SECONDS, return_when="FIRST_COMPLETED")
        for future in [future for future in running if future.done()]:
            key = running.pop(future)
            yield _outcome(key, jobs[key], _report(future), cache)
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
            raise ToolError(f"Lost the scheduler {client.scheduler.address}: {error}. What was finished is stored; "
                            "run the same command again.") from None
        if slots:
            last_seen = time.monotonic()
        elif time.monotonic() - last_seen > WORKER_SECONDS:
            raise ToolError(f"The scheduler {client.scheduler.address} has had no workers for {WORKER_SECONDS} s. Start some "
                            "(`dask worker ADDRESS --nthreads 1`) and run the same command again; what was finished is stored.")
        else:
            time.sleep(POLL_SECONDS)
        yield slots


def _report(future: Any) -> Report:
    """The worker's report, or one about the worker."""
    error = future.exception() if future.status == "error" else None
    if future.status == "finished":
        try:
            return future.result()
        except Exception as lost:       # with its worker, after it was finished there; see `_outcome`
            error = lost
    if future.status == "cancelled":
        raise ToolError("The scheduler was lost. What was finished is stored; run the same command again.")
    return Report(seconds=0.0, error=f"{type(error).__name__}: {error}", exit_code=3)


def _outcome(key: str, job: Job, report: Report, cache: Cache) -> Outcome:
    """What became of a job. Its worker may have died after it had brought the result into the cache, and before it said so."""
    if report.error and (entry := cache.get(job)):
        return Outcome(job=job, key=key, status=DONE, result=entry.result, directory=entry.directory, seconds=entry.seconds)
    if report.error:
        kept = cache.home.root / report.directory if report.directory else None
        return Outcome(job=job, key=key, status=FAILED, error=report.error, exit_code=report.exit_code, directory=kept,
                       seconds=report.seconds)
    if report.packed is not None:
        cache.adopt(job, report.result, report.packed, report.seconds)
    return Outcome(job=job, key=key, status=DONE, result=report.result, directory=cache.path(job) / "run", seconds=report.seconds)

# SPDX-License-Identifier: Apache-2.0
"""Sweeps of small jobs on real schedulers and worker processes, some of which are killed in the
middle.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter

import dask
import psutil
import pytest
from waiting import wait_until

from cipherfab.errors import CallError, ToolError
from cipherfab.results.records import Evidence, Measurement
from cipherfab.results.store import Store
from cipherfab.runs import pool
from cipherfab.runs.cluster import connect
from cipherfab.runs.jobs import make_job
from cipherfab.runs.progress import Progress

DESIGN = "d" * 64


@pytest.fixture
def scheduler(tmp_path, job):
    """A Dask scheduler in a process of its own; its address, and a function that starts a worker
    process.
    """
    del job  # asked for first, so that PYTHONPATH is set for the processes below
    processes, info = [], tmp_path / "scheduler.json"

    def start(module, *arguments):
        command = [
            sys.executable,
            "-m",
            f"distributed.cli.{module}",
            *map(str, arguments),
            "--no-dashboard",
        ]
        log = open(tmp_path / f"{module}.log", "a")
        processes.append(subprocess.Popen(command, stdout=log, stderr=log, cwd=tmp_path))
        return processes[-1]

    try:
        head = start("dask_scheduler", "--host", "127.0.0.1", "--port", 0, "--scheduler-file", info)
        # The file is there before all of it is written.
        wait_until(lambda: info.exists() and info.read_text().rstrip().endswith("}"))
        address = json.loads(info.read_text())["address"]

        def worker():
            options = (
                "--host",
                "127.0.0.1",
                "--nthreads",
                1,
                "--no-nanny",
                "--local-directory",
                tmp_path / "dask",
            )
            return start("dask_worker", address, *options)

        worker.address, worker.head = address, head
        yield worker
    finally:
        for process in processes:
            process.kill()
            process.wait()


def recorder(store):
    """An `on_result` that records one number for each job."""
    evidence = Evidence(link="rtl", check="toy", passed=True, design=DESIGN)

    def record(outcome):
        row = Measurement(
            core="toy/round",
            metric="cycles",
            value=outcome.result["square"],
            design=DESIGN,
            seed=outcome.job["inputs"]["x"],
        )
        store.add(evidence=[evidence], measurements=[row])

    return record


def test_local_sweep_runs_each_job_once_and_a_second_one_starts_nothing(
    cache, job, calls, monkeypatch
):
    """Equal jobs run once, results come in the order of the jobs, and when all is cached no cluster
    is started.
    """
    jobs = [job("square", x) for x in (3, 1, 2, 1)]
    seen = []
    outcomes = pool.run_all(
        jobs, cache=cache, on_result=lambda outcome: seen.append(outcome.result["square"])
    )
    assert [outcome.result["square"] for outcome in outcomes] == [9, 1, 4, 1]
    assert all(
        outcome.result["pid"] != os.getpid() and outcome.status == "done" for outcome in outcomes
    )
    assert sorted(seen) == [1, 4, 9] and Counter(calls())["start 1"] == 1

    monkeypatch.setattr(pool, "connect", None)
    again = pool.run_all(jobs, cache=cache)
    assert [outcome.status for outcome in again] == ["cached"] * 4
    assert [outcome.result for outcome in again] == [outcome.result for outcome in outcomes]


def test_local_cluster_listens_on_the_loopback_interface_only(cache, job):
    """No other machine can reach the scheduler or a worker."""
    addresses = set()

    # Called for a finished job, while the cluster is still there.
    def look(_):
        for process in (psutil.Process(), *psutil.Process().children(recursive=True)):
            addresses.update(
                socket.laddr.ip
                for socket in process.net_connections("inet")
                if socket.status == psutil.CONN_LISTEN
            )

    pool.run_all([job("square", 1)], cache=cache, on_result=look)
    assert addresses == {"127.0.0.1"}


def test_callback_that_raises_ends_the_cluster(cache, job):
    """An exception in the caller's own code reaches the caller and leaves no worker behind."""
    with pytest.raises(ZeroDivisionError) as caught:
        pool.run_all(
            [job("square", 1), job("square", 2)], cache=cache, on_result=lambda outcome: 1 / 0
        )
    # So multiprocessing calls the function with which a worker process begins.
    assert caught and not [
        child for child in psutil.Process().children() if "spawn_main" in " ".join(child.cmdline())
    ]


def test_failed_jobs_do_not_stop_the_others(cache, job):
    """A tool that fails is an outcome with the tail of its log, and is tried again the next
    time."""
    jobs = [job("square", 1), job("broken"), job("square", 2), job("wrong")]
    outcomes = pool.run_all(jobs, cache=cache)
    assert [outcome.status for outcome in outcomes] == ["done", "failed", "done", "failed"]
    assert "line 99" in outcomes[1].error and (outcomes[1].directory / "tool.log").exists()
    assert [outcome.exit_code for outcome in outcomes] == [0, 3, 0, 1]
    assert [outcome.status for outcome in pool.run_all(jobs, cache=cache, workers=0)] == [
        "cached",
        "failed",
        "cached",
        "failed",
    ]


def test_job_that_kills_its_workers_fails_alone(cache, job):
    """A job that takes every worker with it is given up; the others are finished by new workers."""
    outcomes = pool.run_all([job("suicidal"), *(job("square", x) for x in range(4))], cache=cache)
    assert [outcome.status for outcome in outcomes] == ["failed"] + ["done"] * 4
    assert "KilledWorker" in outcomes[0].error


@pytest.mark.parametrize("finished, status", [(True, "done"), (False, "failed")])
def test_result_that_is_lost_with_its_worker_is_in_the_cache(cache, job, finished, status):
    """A worker that dies between bringing its result in and telling it costs nothing; one that dies
    before, its job.
    """
    lost = job("square", 3)
    if finished:
        pool.run_all([lost], cache=cache, workers=0)

    class Future:
        status = "finished"

        def result(self, timeout):
            raise RuntimeError("all those workers died")

    found = pool._outcome("key", lost, pool._report(Future()), cache)
    assert found.status == status and (found.result or {}).get("square") == (
        9 if finished else None
    )


def test_a_result_on_its_way_is_not_waited_for_without_end():
    """A result that is lost after it was finished does not come: the job counts as running."""

    class Future:
        status = "finished"

        def result(self, timeout):
            raise TimeoutError

    assert pool._report(Future()) is None


def test_workers_that_are_gone_for_good_are_replaced():
    """Where the last worker's nanny has given up, a new one is started, and its slot is there."""
    with (
        dask.config.set({"distributed.deploy.lost-worker-timeout": "100ms"}),
        connect(None, 1) as client,
    ):
        client.sync(client.cluster.workers[0].close)
        wait_until(lambda: not client.cluster.workers)
        slots = pool._slots(client)
        wait_until(lambda: next(slots) == 1)


def test_killed_worker_costs_no_record(cache, job, calls, scheduler, tmp_path):
    """Two worker processes, one killed with -9 in the middle of a sweep: every record is there
    exactly once.
    """
    workers = {worker.pid: worker for worker in (scheduler(), scheduler())}
    ended, killed = [], []

    def on_result(outcome):
        ended.append(outcome.key)
        record(outcome)
        events = [line.split() for line in (tmp_path / "calls").read_text().splitlines()]
        balance = Counter()
        for what, _, pid in events:
            balance[int(pid)] += 1 if what == "start" else -1
        busy = [pid for pid in workers if balance[pid]]
        # Both workers have been at work, and this one is in the middle of a job.
        if len(balance) == 2 and busy and not killed:
            killed.append(workers[busy[0]])
            killed[0].kill()

    with Store(cache.home.database) as store:
        record = recorder(store)
        outcomes = pool.run_all(
            [job("square", x, seconds=0.3) for x in range(12)],
            cache=cache,
            scheduler=scheduler.address,
            on_result=on_result,
        )
        rows = store.rows(history=True)
    assert killed[0].wait() == -signal.SIGKILL
    assert [outcome.status for outcome in outcomes] == ["done"] * 12 and len(ended) == len(
        set(ended)
    ) == 12
    assert sorted((row.seed, row.value) for row in rows) == [(x, float(x * x)) for x in range(12)]
    # The job of the killed worker began twice.
    assert (
        sum(line.startswith("start") for line in calls())
        > 12
        == len({line for line in calls() if line.startswith("end")})
    )
    cache.clean()
    assert not list(cache.home.runs.glob("*/run"))


@pytest.mark.parametrize("workers", [0, 1])
def test_what_follows_runs_before_what_waits(cache, job, workers):
    """Jobs that a finished one leads to run next, once each, cached ones at once; the answer has
    those first asked for.
    """
    order = []

    def follow(outcome):
        x = outcome.job["inputs"]["x"]
        order.append(x)
        return (
            [job("square", 10 * x), job("square", 10 * x + 1), job("square", 2)]
            if x in (1, 10)
            else None
        )

    # In the cache, so that it ends as soon as it is asked for.
    pool.run_all([job("square", 11)], cache=cache, workers=0)
    outcomes = pool.run_all(
        [job("square", x) for x in (1, 2, 3)], cache=cache, workers=workers, on_result=follow
    )
    assert [outcome.job["inputs"]["x"] for outcome in outcomes] == [1, 2, 3]
    assert order == [1, 11, 10, 100, 101, 2, 3]


def test_workers_that_see_no_cache_send_their_files(cache, job, scheduler, monkeypatch):
    """With a worker on another file system (here: another identity of the cache) result and run
    directory arrive all the same.
    """
    scheduler()
    monkeypatch.setattr(cache, "identity", lambda: "seen from another machine")
    (outcome,) = pool.run_all([job("square", 5)], cache=cache, scheduler=scheduler.address)
    assert (
        outcome.result["square"] == 25
        and (outcome.directory / "square.log").read_text() == "5 squared\n"
    )


def test_workers_that_never_start_are_a_tool_failure(monkeypatch):
    """Advice instead of Dask's exception."""
    import distributed

    def refuse(**options):
        raise RuntimeError("Nanny failed to start.")

    monkeypatch.setattr(distributed, "LocalCluster", refuse)
    with (
        pytest.raises(ToolError, match="2 worker processes did not start .*--workers 0"),
        connect(None, 2),
    ):
        pass


def test_unreachable_scheduler_is_reported_quickly(cache, job, monkeypatch):
    """Nobody at the address is a tool's failure with advice, an address that is none the caller's,
    both without delay.
    """
    monkeypatch.setattr("cipherfab.runs.cluster.CONNECT_SECONDS", 1)
    started = time.monotonic()
    with pytest.raises(
        ToolError, match="No Dask scheduler answers at tcp://127.0.0.1:9 .*dask scheduler"
    ):
        pool.run_all([job("square", 1)], cache=cache, scheduler="tcp://127.0.0.1:9")
    for address in ("somewhere", "tcp://host", "http://127.0.0.1:80", ""):
        with pytest.raises(CallError, match="expected an address"):
            pool.run_all([job("square", 1)], cache=cache, scheduler=address)
    assert time.monotonic() - started < 5


def test_scheduler_without_workers_is_reported(cache, job, scheduler, monkeypatch):
    """A scheduler that has no workers ends in a message instead of a hang."""
    monkeypatch.setattr(pool, "WORKER_SECONDS", 1)
    with pytest.raises(ToolError, match="no workers"):
        pool.run_all([job("square", 1)], cache=cache, scheduler=scheduler.address)


def test_lost_scheduler_is_reported_and_keeps_what_was_finished(cache, job, scheduler):
    """A scheduler killed in the middle ends in a message; finished jobs are cached."""
    scheduler()
    started = []

    def kill(outcome):
        started.append(time.monotonic())
        scheduler.head.kill()

    with pytest.raises(ToolError, match="scheduler"):
        pool.run_all(
            [job("square", x, seconds=0.1) for x in range(5)],
            cache=cache,
            scheduler=scheduler.address,
            on_result=kill,
        )
    assert time.monotonic() - started[0] < 30
    assert cache.get(job("square", 0, seconds=0.1))


def test_worker_without_the_code_is_an_outcome(cache, scheduler, tmp_path, monkeypatch):
    """A worker that lacks the job's module reports that, and does not compute with other code."""
    scheduler()
    # The path of this process alone: the worker was started before.
    monkeypatch.syspath_prepend(str(tmp_path / "here"))
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "onlyhere.py").write_text("def run(job, directory):\n    return {}\n")
    (outcome,) = pool.run_all(
        [make_job("toy", "onlyhere:run", {})], cache=cache, scheduler=scheduler.address
    )
    assert outcome.status == "failed" and "no module onlyhere" in outcome.error


def test_progress_sees_every_job(cache, job):
    """The display is told of each job's start and end, of cached ones only the end."""
    pool.run_all([job("square", 0)], cache=cache, workers=0)
    events = []

    class Spy(Progress):
        def started(self, key, job):
            super().started(key, job)
            events.append(("started", job["label"]))

        def finished(self, outcome):
            super().finished(outcome)
            events.append((outcome.status, outcome.job["label"]))

    pool.run_all(
        [job("square", 0), job("square", 1), job("broken")], cache=cache, workers=1, progress=Spy()
    )
    assert events == [
        ("cached", "square 0"),
        ("started", "square 1"),
        ("done", "square 1"),
        ("started", "broken 0"),
        ("failed", "broken 0"),
    ]

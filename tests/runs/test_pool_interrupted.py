# SPDX-License-Identifier: Apache-2.0
"""A driver of jobs, or a worker, that is ended from outside: nothing stays, nothing is lost."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections import Counter

import psutil
import pytest
from waiting import wait_until

from cipherfab.runs import pool

DRIVER = textwrap.dedent("""
    import json, sys
    from pathlib import Path
    from cipherfab.results.cache import Cache
    from cipherfab.results.home import Home
    from cipherfab.runs.pool import run_all
    if __name__ == "__main__":
        home, jobs = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text())
        run_all(jobs, cache=Cache(Home(home)), on_result=lambda outcome: print(outcome.job["inputs"]["x"], flush=True))
""")  # noqa: E501


@pytest.fixture
def driver(cache, tmp_path):
    """Starts a process that runs jobs on a local cluster and prints what is finished."""

    def start(jobs):
        (tmp_path / "jobs.json").write_text(json.dumps(jobs))
        (tmp_path / "driver.py").write_text(DRIVER)
        command = [sys.executable, tmp_path / "driver.py", cache.home.root, tmp_path / "jobs.json"]
        return subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A group of its own, so that `killpg` ends the driver and not these tests.
            start_new_session=True,
        )

    return start


def alone(process):
    """Whether the processes that a driver started have ended."""
    return not [
        child for child in process if child.is_running() and child.status() != psutil.STATUS_ZOMBIE
    ]


@pytest.mark.parametrize(
    "how",
    [
        # a whole benchmark is in tests/bench
        pytest.param((os.kill, signal.SIGKILL), id="kill-9", marks=pytest.mark.slow),
        pytest.param((os.killpg, signal.SIGINT), id="Ctrl-C"),
    ],
)
def test_ended_driver_is_continued_where_it_was(cache, job, calls, driver, how):
    """After kill -9 or Ctrl-C of the driver no worker stays, nothing is half there, and finished
    jobs are not run again.
    """
    # The later ones are long enough for the signal to arrive before the last, on a busy machine
    # too.
    jobs = [job("square", x, seconds=0.2 if x < 5 else 1.5) for x in range(10)]
    process = driver(jobs)
    reported = [int(process.stdout.readline()) for _ in range(3)]
    children = psutil.Process(process.pid).children(recursive=True)
    send, which = how
    send(process.pid, which)
    errors = process.communicate(timeout=20)[1]
    wait_until(lambda: alone(children))
    # Ctrl-C ends with a traceback of the driver; what kill -9 ends can print nothing.
    assert errors.count("Traceback") == (which == signal.SIGINT), errors
    finished = [x for x in range(10) if cache.get(jobs[x])]
    assert set(reported) <= set(finished) and len(finished) < 10

    outcomes = pool.run_all(jobs, cache=cache)
    assert [outcome.status for outcome in outcomes] == [
        "cached" if x in finished else "done" for x in range(10)
    ]
    assert all(Counter(calls())[f"start {x}"] == 1 for x in finished)
    assert not list(cache.home.runs.glob("*/run"))


def _command(process: psutil.Process) -> list[str]:
    """A process' command line; nothing of one that has just ended."""
    try:
        return process.cmdline()
    except psutil.Error:
        return []


@pytest.mark.slow  # tests/test_cli.py has Ctrl-C in a benchmark
def test_interrupt_stops_running_tools(job, driver, tmp_path):
    """Ctrl-C leaves no tool running, although each leads a session of its own."""
    process = driver([job("stuck_tool", mark="interrupted", log=str(tmp_path / "log"))])
    wait_until(
        lambda: any(
            "tool.py" in _command(child)
            for child in psutil.Process(process.pid).children(recursive=True)
        )
    )
    children = psutil.Process(process.pid).children(recursive=True)
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=20)
    wait_until(lambda: alone(children), 10)


def starting(process):
    """The processes that a driver has, as soon as it starts workers."""
    wait_until(
        lambda: [
            child
            for child in psutil.Process(process.pid).children()
            if "spawn_main" in " ".join(_command(child))
        ]
    )
    return psutil.Process(process.pid).children(recursive=True)


@pytest.mark.parametrize(
    "delay",
    [
        0.0,
        pytest.param(0.3, marks=pytest.mark.slow),
        pytest.param(0.8, marks=pytest.mark.slow),
        pytest.param(1.5, marks=pytest.mark.slow),
    ],
)
def test_interrupt_while_workers_start(job, driver, delay):
    """Ctrl-C in the middle of the start ends in one traceback, of the driver, none of a worker, and
    leaves no process.
    """
    process = driver([job("square", x, seconds=5) for x in range(3)])
    children = starting(process)
    time.sleep(delay)
    os.killpg(process.pid, signal.SIGINT)
    errors = process.communicate(timeout=60)[1]
    assert errors.count("Traceback") == 1 and errors.rstrip().endswith("KeyboardInterrupt"), errors
    wait_until(lambda: alone(children), 10)


@pytest.mark.slow
def test_a_worker_that_is_killed_while_it_starts_costs_nothing(cache, job, driver):
    """The workers are started again, and every job ends."""
    jobs = [job("square", x) for x in range(3)]
    process = driver(jobs)
    for child in starting(process):
        if "spawn_main" in " ".join(_command(child)):
            child.kill()
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 0 and sorted(out.split()) == ["0", "1", "2"], errors
    assert all(map(cache.get, jobs))

# SPDX-License-Identifier: Apache-2.0
"""A job's function runs where the job lands, and whatever it does comes back as a report."""

import os
import time
from pathlib import Path

import pytest

from cipherfab.errors import CallError
from cipherfab.results.cache import key_of
from cipherfab.runs.jobs import execute, make_job


@pytest.fixture
def run(cache):
    """Executes a job as a worker with the same file system would."""
    return lambda job: execute(job, str(cache.home.root), cache.identity())


def test_result_goes_into_the_cache(cache, job, run):
    """A worker that shares the file system commits the result itself and sends no files."""
    report = run(job("square", 7))
    assert report.result["square"] == 49 and report.packed is None and not report.error
    assert (cache.get(job("square", 7)).directory / "square.log").read_text() == "7 squared\n"


def test_finished_job_is_not_run_again(job, run, calls):
    """A job that was given to a second worker after it was finished is answered from the cache."""
    assert run(job("square", 7)) == run(job("square", 7))
    assert calls() == ["start 7", "end 7"]


def test_files_come_packed_from_another_file_system(cache, job, tmp_path):
    """A worker that does not see the cache sends result and files, and the driver adopts them."""
    report = execute(job("square", 7), str(tmp_path / "nowhere"), cache.identity())
    assert not (tmp_path / "nowhere").exists() and cache.get(job("square", 7)) is None
    entry = cache.adopt(job("square", 7), report.result, report.packed, report.seconds)
    assert (entry.directory / "square.log").read_text() == "7 squared\n"


def test_another_cache_at_the_same_path_is_not_taken_for_this_one(cache, job):
    """The path alone does not prove that the file system is shared."""
    assert execute(job("square", 7), str(cache.home.root), "other identity").packed


@pytest.mark.parametrize(
    "function, expected, code",
    [
        ("broken", ["exit code 4", "line 99", "line 80"], 3),
        ("wrong", ["vector 7: expected 00, got 01"], 1),
        ("buggy", ["KeyError: 'missing'", "last words of the log"], 3),
        ("unspeakable", ["TypeError"], 3),
        ("no_such_function", ["no_such_function"], 3),
    ],
)
def test_failure_is_reported_with_the_end_of_its_log(cache, job, run, function, expected, code):
    """Tool failures, wrong designs and bugs become reports with text, exit code and a directory;
    nothing enters the cache.
    """
    report = run(job(function))
    assert report.result is None and report.exit_code == code
    assert all(text in report.error for text in expected), report.error
    assert os.path.isdir(report.directory) and cache.get(job(function)) is None


def test_named_log_file_exists(job, run):
    """The path in a failure's message is where the log is kept, not where it was written."""
    report = run(job("broken"))
    path = report.error.split("The end of ")[1].split(":\n")[0]
    assert open(path).read().endswith("line 99\n")


def test_time_limit_stops_python_code(job, run):
    """An endless loop ends after its time limit and is a failed job."""
    started = time.monotonic()
    report = run(job("endless", timeout=0.3))
    assert "time limit of 0.3 s" in report.error and time.monotonic() - started < 5


def test_time_limit_stops_the_tool_too(job, run, tmp_path):
    """No process is left behind by a job that ran out of time; in a sandbox its number says
    nothing, its command line does. The kernel ends what is within a sandbox after it has ended
    the sandbox itself: not at once on a busy machine.
    """
    mark = f"mark-{os.getpid()}-{time.monotonic_ns()}"
    report = run(job("stuck_tool", timeout=2, mark=mark, log=str(tmp_path / "log")))
    assert "time limit" in report.error and (tmp_path / "log").read_text() == "started\n"
    until = time.monotonic() + 10
    while (left := _processes(mark)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not left


def _processes(mark: str) -> list[Path]:
    """The processes with this in their command lines."""
    return [
        process for process in Path("/proc").glob("[0-9]*/cmdline") if mark in _content(process)
    ]


def _content(path: Path) -> str:
    """What a file has; nothing if it is gone."""
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def test_other_code_on_the_worker_is_refused(cache, job, run):
    """A worker with another version of the code does not compute under this key."""
    assert "differs" in run({**job("square", 7), "code": {"sweepjobs": "0" * 64}}).error


def test_code_is_part_of_the_key(job, tmp_path, monkeypatch):
    """Editing the module that computes a result makes another key."""
    monkeypatch.syspath_prepend(str(tmp_path))
    keys = set()
    for text in ("x = 1\n", "x = 2\n"):
        (tmp_path / "edited.py").write_text(text)
        keys.add(key_of(make_job("toy", "edited:run", {})))
    assert len(keys) == 2


@pytest.mark.parametrize("function", ["nosuch:run", "cipherfab.nosuch:run", "nosuch.deep:run"])
def test_missing_module_is_the_callers_error(function):
    """A job of code that is not there is refused when it is made."""
    with pytest.raises(CallError, match="no module"):
        make_job("toy", function, {})

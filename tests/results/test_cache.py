# SPDX-License-Identifier: Apache-2.0
"""The cache shows an entry whole or not at all, whatever happens to the processes that use it."""

import io
import os
import shutil
import signal
import subprocess
import sys
import textwrap

import pytest

from cipherfab.errors import CallError
from cipherfab.results.cache import Cache, key_of, pack
from cipherfab.results.home import Home

JOB = {
    "kind": "toy",
    "function": "toy:run",
    "inputs": {"script": "strash", "seed": 1},
    "versions": {"yosys": "0.70"},
    "code": {},
}


@pytest.fixture
def cache(tmp_path):
    return Cache(Home(tmp_path / "home"))


def commit(cache, job=JOB, text="log", seconds=1.5):
    with cache.workspace(job) as run:
        (run / "toy.log").write_text(text)
        return cache.commit(job, {"area": 3}, run, seconds)


def left_over(cache):
    return sorted(
        path.name for path in cache.home.runs.iterdir() if path.name not in ("guard", "failed")
    )


def test_entry_comes_back_with_its_directory(cache):
    """A committed job is found by its inputs, with result, duration and files, and leaves nothing
    in ``runs``.
    """
    assert cache.get(JOB) is None
    entry = commit(cache)
    assert (
        cache.get(JOB) == entry
        and entry.result == {"area": 3}
        and entry.seconds == 1.5
        and entry.job == JOB
    )
    assert (entry.directory / "toy.log").read_text() == "log"
    assert left_over(cache) == []


@pytest.mark.parametrize("part", ["function", "inputs", "versions", "code"])
def test_every_input_is_in_the_key(part):
    """A change of the script, a tool's version or the code gives another key."""
    assert key_of(JOB) != key_of({**JOB, part: {"changed": "yes"}})


def test_label_and_time_limit_are_not_in_the_key():
    """What only the display or the patience is about does not run a job again."""
    assert key_of(JOB) == key_of({**JOB, "label": "Toy", "timeout": 3})


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "../toy"},
        {"kind": ""},
        {"inputs": {"x": object()}},
        {"inputs": {"x": float("inf")}},
    ],
)
def test_malformed_jobs_are_the_callers_error(wrong):
    """A kind that is no directory name, and inputs that are not JSON, are refused before anything
    runs.
    """
    with pytest.raises(CallError):
        key_of({**JOB, **wrong})


def test_first_of_two_commits_stands(cache):
    """If two processes compute the same job, the slower one's files vanish and it sees the first
    one's entry.
    """
    with cache.workspace(JOB) as slow:
        (slow / "toy.log").write_text("slow")
        commit(cache, text="fast")
        entry = cache.commit(JOB, {"area": 3}, slow, 9.0)
    assert (entry.directory / "toy.log").read_text() == "fast" and entry.seconds == 1.5
    assert left_over(cache) == []


def test_job_that_raises_leaves_nothing(cache):
    """An exception in a workspace removes it and makes no entry."""
    with pytest.raises(RuntimeError), cache.workspace(JOB) as run:
        (run / "half").write_text("…")
        raise RuntimeError
    assert cache.get(JOB) is None and left_over(cache) == []


def test_failed_jobs_files_are_kept_and_are_no_entry(cache):
    """The newest failed attempt can be looked at, and the job will run again."""
    for text in ("first", "second"):
        with cache.workspace(JOB) as run:
            (run / "toy.log").write_text(text)
            kept = cache.fail(JOB, run)
    assert (kept / "toy.log").read_text() == "second"
    assert cache.get(JOB) is None and left_over(cache) == []


def test_packed_directory_is_adopted_whole(cache, tmp_path):
    """A run directory that came over the network is an entry like any other."""
    (tmp_path / "run" / "deep").mkdir(parents=True)
    (tmp_path / "run" / "deep" / "netlist.v").write_text("module")
    entry = cache.adopt(JOB, {"area": 3}, pack(tmp_path / "run"), 2.0)
    assert (entry.directory / "deep" / "netlist.v").read_text() == "module" and entry == cache.get(
        JOB
    )


def test_typical_duration_is_the_median_of_the_same_kind(cache):
    """The estimate of one kind of job is not disturbed by others."""
    for seed, seconds in enumerate((1.0, 2.0, 30.0)):
        commit(cache, {**JOB, "inputs": {"seed": seed}}, seconds=seconds)
    commit(cache, {**JOB, "kind": "other"}, seconds=500.0)
    assert cache.typical_seconds("toy") == 2.0 and cache.typical_seconds("none") is None


WORKER = textwrap.dedent("""
    import sys, time
    from pathlib import Path
    from cipherfab.results.cache import Cache
    from cipherfab.results.home import Home
    cache = Cache(Home(Path(sys.argv[1])))
    with cache.workspace({"kind": "toy", "inputs": {"pid": sys.argv[2]}}) as run:
        (run / "half").write_text("…")
        print("ready", flush=True)
        time.sleep(60)
""")


def start_worker(cache, name):
    process = subprocess.Popen(
        [sys.executable, "-c", WORKER, cache.home.root, name], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    return process


def test_killed_process_is_cleaned_up_and_a_live_one_is_not(cache):
    """After kill -9 the workspace is removed by the next `clean`; that of a running process stays
    untouched.
    """
    dead, alive = start_worker(cache, "dead"), start_worker(cache, "alive")
    try:
        os.kill(dead.pid, signal.SIGKILL)
        dead.wait()
        assert cache.clean() == 1
        assert len(list(cache.home.runs.glob("*/run/half"))) == 1
    finally:
        alive.kill()
        alive.wait()
    assert cache.clean() == 1 and left_over(cache) == []


def abandon(cache, job):
    with cache.workspace(job) as run:
        (run / "half").write_text("…")


def fail(cache, job):
    with cache.workspace(job) as run:
        (run / "half").write_text("…")
        cache.fail(job, run)


def die_while(action, cache, job, moment):
    """In a process of its own: do it, and be killed with -9 before the given call into the
    operating system; its exit code.
    """
    left = moment

    def count(frame, event, argument):
        nonlocal left
        left -= event == "c_call" and (
            argument.__module__ in ("posix", "fcntl") or isinstance(argument.__self__, io.IOBase)
        )
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    sys.setprofile(count)
    action(cache, job)
    sys.setprofile(None)
    # The child must not go on with the tests of its parent.
    os._exit(0)


@pytest.mark.sample(1)
@pytest.mark.parametrize("action", [commit, abandon, fail])
def test_kill_at_any_moment_shows_nothing_half(cache, action):
    """Killed before each call that a job's end makes, in turn: its entry is there whole or not at
    all, and can be made again.
    """
    codes = []
    while 0 not in codes:
        job = {**JOB, "inputs": {"moment": len(codes)}}
        codes.append(die_while(action, cache, job, len(codes)))
        assert cache.path(job).exists() == (cache.get(job) is not None)
        # Before the workspace is made, and behind its removal, a kill leaves nothing to clean.
        assert cache.clean() <= 1 and left_over(cache) == []
        assert (commit(cache, job).directory / "toy.log").read_text() == "log"
    assert set(codes[:-1]) == {-signal.SIGKILL} and len(codes) > 20


def test_a_copied_home_keeps_its_entries(cache, tmp_path):
    """Links in a run lead to libraries elsewhere; a copy of the home that has files in their place
    holds the same entries.
    """
    (tmp_path / "library").write_text("cells")
    with cache.workspace(JOB) as run:
        (run / "netlist.v").write_text("module")
        (run / "liberty.lib").symlink_to(tmp_path / "library")
        cache.commit(JOB, {"area": 3}, run, 1.0)
    shutil.copytree(cache.home.root, tmp_path / "copy")
    copy = Cache(Home(tmp_path / "copy"))
    assert copy.get(JOB).result == {"area": 3} and not copy.damages()
    # A link may become a file, but no file may become a link.
    (copy.path(JOB) / "run" / "netlist.v").unlink()
    (copy.path(JOB) / "run" / "netlist.v").symlink_to(tmp_path / "library")
    assert copy.get(JOB) is None

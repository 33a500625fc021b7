# SPDX-License-Identifier: Apache-2.0
"""A wall clock that is set while a run is under way changes nothing: durations, waits and the
newest of several things do not depend on it.
"""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import cipherfab
from cipherfab.commands import report
from cipherfab.results.home import ENVIRONMENT, Home

from . import layer, small_bench

SOURCE = Path(cipherfab.__file__).parent
TESTS = Path(__file__).parents[1]

WALL_CLOCK = {
    "time.time",
    "time.time_ns",
    "time.localtime",
    "time.gmtime",
    "time.strftime",
    "time.ctime",
    "datetime.now",
    "datetime.utcnow",
    "date.today",
    "os.path.getmtime",
}

TIMES = {"st_mtime", "st_ctime", "st_atime", "st_mtime_ns", "st_ctime_ns"}
OF_A_FILE = {
    "results/database.py": "with size and inode: whether a file is as this process left it",
    "implement/liberty.py": "the same of a library in this process",
    "runs/code.py": "the same of a source",
    "runs/jobs.py": "which log's end is shown beside an error",
}
"""Where times of files are read, and for what: none decides whether a result is good or new."""


@pytest.fixture(scope="module")
def clock(tmp_path_factory):
    """Variables for a process whose wall clock jumps."""
    folder = tmp_path_factory.mktemp("clock")
    return {"LD_PRELOAD": str(layer.library(folder, "clock.c"))}


def run(words, **variables):
    """A Python program with these words, and what it said."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=TESTS,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_the_clock_jumps(clock):
    """The control: a program under the layer sees its wall clock go back, and not the other one."""
    program = (
        "import time; w = [time.time() for _ in range(50)]; m = [time.monotonic() for _ in "
        "range(50)]; print(w == sorted(w), m == sorted(m))"
    )
    assert run(["-c", program], **clock).stdout.split() == ["False", "True"]


def test_no_code_reads_the_wall_clock():
    """Not one call in the package asks what time it is, and times of files are read where it is
    written down.
    """
    asked, files = set(), set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute):
                if ast.unparse(node) in WALL_CLOCK:
                    asked.add(str(path))
                if node.attr in TIMES:
                    files.add(path.relative_to(SOURCE).as_posix())
            if isinstance(node, ast.ImportFrom) and node.module in ("time", "datetime"):
                asked |= {
                    str(path)
                    for name in node.names
                    if f"{node.module}.{name.name}" in WALL_CLOCK or name.name == "datetime"
                }
    assert asked == set() and files == set(OF_A_FILE)


def test_a_benchmark_under_a_jumping_clock_is_as_any(clock, tmp_path):
    """The same records, exit code 0 and no time below zero; a second run takes all from the cache,
    whatever times its files have.
    """
    homes = [tmp_path / "plain", tmp_path / "jumping"]
    said = [
        run(["-m", "crashes.small_bench"], **{ENVIRONMENT: str(home)}, **more)
        for home, more in zip(homes, ({}, clock), strict=True)
    ]
    assert [one.returncode for one in said] == [0, 0], said[1].stderr
    assert "-" not in said[1].stderr.replace("skinny-64-64", ""), said[1].stderr
    assert small_bench.content(Home(homes[0])) == small_bench.content(Home(homes[1]))
    for number, path in enumerate(sorted(homes[1].rglob("*"))):
        os.utime(path, times=(1e9 * (number % 5), 1e9 * (number % 5)))
    again = run(["-m", "crashes.small_bench"], **{ENVIRONMENT: str(homes[1])}, **clock)
    assert "7 cached" in again.stderr and again.returncode == 0, again.stderr
    assert again.stdout == said[1].stdout


def test_the_curve_of_a_core_is_that_recorded_last(tmp_path, monkeypatch):
    """Of two measurements of a core in the cache the page shows the one that the store has last,
    also where a clock that was set back made its file the older one.
    """
    from cipherfab.results.cache import Cache
    from cipherfab.results.records import Evidence, Measurement, Provenance
    from cipherfab.results.store import Store

    home, keys = Home(tmp_path), []
    for number in range(4):
        job = {
            "kind": "cycles",
            "function": "f",
            "inputs": {"number": number},
            "versions": {},
            "code": {},
        }
        result = {"core": "tiny", "curves": {"enc/pt": [[number, number]]}}
        with Cache(home).workspace(job) as place:
            keys.append(Cache(home).commit(job, result, place, 1.0).key)
        with Store(home.database) as store:
            store.add(
                evidence=[
                    Evidence(
                        link="rtl", check="x", passed=True, core="tiny", design=f"{number}" * 64
                    )
                ],
                measurements=[
                    Measurement(
                        core="tiny",
                        platform="",
                        recipe="",
                        metric="cycles",
                        value=number,
                        design=f"{number}" * 64,
                        provenance=Provenance(directory=f"cache/cycles/{keys[-1]}"),
                    )
                ],
            )
        os.utime(home.cache / "cycles" / keys[-1] / "entry.json", times=(9e8 - number,) * 2)
        assert report.curves(home) == [{"core": "tiny", "points": [[number, number]]}]


@pytest.mark.slow
def test_a_verdict_under_a_jumping_clock(clock):
    """A core is verified as at any time, and no check took less than no time."""
    found = run(["-m", "cipherfab", "verify", "ascon-p-6", "--seed", "1", "--json"], **clock)
    told = json.loads(found.stdout)
    assert found.returncode == 0 and told["passed"]
    assert all(0 <= one["seconds"] < 200 for one in told["findings"])

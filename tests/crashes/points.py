# SPDX-License-Identifier: Apache-2.0
"""Fails or kills a small benchmark at every call that changes its home, resumes it, and compares;
started by `layer.tried`.

``python -m crashes.points FOLDER STEP MODE…`` with ``LD_PRELOAD`` set to the library of
``inject.c``; prints JSON: for each mode the points that were tried, by the letter of their call,
and everything that was not as it should be. Every STEP-th point is tried.
"""

import ctypes
import json
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from cipherfab.results.home import ENVIRONMENT, Home

from . import small_bench

MODES = {"fail": 1, "full": 2, "kill": 3, "torn": 4}
"""One call fails; that call and all later ones that need space; kill -9 before it; kill -9 after
half of a write.
"""

EXPECTED = {"fail": (0, 3), "full": (0, 3), "kill": (-signal.SIGKILL,), "torn": (-signal.SIGKILL,)}
"""Exit codes of the benchmark; 0 where what failed was not needed: a file that the next run
removes, SQLite's log that stays.
"""


def start(work: Callable[[], int]) -> int:
    """The number of a new process that does ``work`` and ends with the exit code that it
    returns."""
    if child := os.fork():
        return child
    code = 99
    try:
        code = work()
    finally:
        os._exit(code)


def in_child(work: Callable[[], int]) -> int:
    """The exit code of ``work`` in a process of its own, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(start(work), 0)[1])


class Points:
    """One small benchmark after the other, each in a new home.

    Args:
        folder: for the homes.
    """

    def __init__(self, folder: Path):
        self.layer = ctypes.CDLL(None)
        self.layer.inject_log.restype = ctypes.c_char_p
        self.home, self.output = Home(folder / "home"), folder / "output"
        os.environ[ENVIRONMENT] = str(self.home.root)
        self.calls = ""
        # in this process: what is imported or remembered now need not be in each child
        small_bench.call(*small_bench.ARGUMENTS)
        shutil.rmtree(self.home.root)
        self.truth = self.uninterrupted()

    def uninterrupted(self) -> small_bench.Content:
        """What a benchmark that nothing disturbs leaves; its calls are in `calls` afterwards."""
        assert self.bench(0, -1) == 0, self.output.read_text()
        self.calls = (self.output.with_suffix(".calls")).read_text()
        found = small_bench.content(self.home)
        shutil.rmtree(self.home.root)
        return found

    def bench(self, mode: int, point: int) -> int:
        """The benchmark, disturbed at a point; its exit code."""

        def work() -> int:
            self.layer.inject_arm(str(self.home.root).encode(), mode, point)
            result = small_bench.call(*small_bench.ARGUMENTS)
            calls = self.layer.inject_log()
            self.layer.inject_arm(b"", 0, -1)
            expected = result.exception is None or isinstance(result.exception, SystemExit)
            unexpected = "" if expected else f"Traceback: {result.exception!r}"
            self.output.write_text(result.output + unexpected)
            self.output.with_suffix(".calls").write_bytes(calls)
            return result.exit_code

        self.output.write_text("")
        return in_child(work)

    def ending(self, mode: str, point: int) -> str:
        """How a disturbed benchmark and its resumption ended: as `small_bench.compared` says, or
        what was wrong.
        """
        shutil.rmtree(self.home.root, ignore_errors=True)
        code, said = self.bench(MODES[mode], point), self.output.read_text()
        if code not in EXPECTED[mode] or "Traceback" in said:
            return f"exit code {code}: {said[-1500:]}"
        if (again := self.bench(0, -1)) != 0:
            return f"the resumption: exit code {again}: {self.output.read_text()[-1500:]}"
        if left := small_bench.left_over(self.home):
            return f"left over: {left}"
        return small_bench.compared(small_bench.content(self.home), self.truth)

    def together(self) -> str:
        """How two benchmarks ended that were started at once on one new home."""
        shutil.rmtree(self.home.root, ignore_errors=True)
        work = partial(small_bench.call, *small_bench.ARGUMENTS)
        children = [start(lambda: work().exit_code) for _ in range(2)]
        codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        if codes != [0, 0] or small_bench.left_over(self.home):
            return f"exit codes {codes}, left over: {small_bench.left_over(self.home)}"
        return small_bench.compared(small_bench.content(self.home), self.truth)


def main(folder: str, step: str, *modes: str) -> None:
    """Try the points and print what was found."""
    small_bench.prepare()
    points = Points(Path(folder))
    tried, more, wrong = {}, {}, {}
    for number, mode in enumerate(modes):
        # Each mode begins at another point, so that they try more of them together.
        chosen = [
            point
            for point in range(number % int(step), len(points.calls), int(step))
            if mode != "torn" or points.calls[point] == "w"
        ]
        tried[mode] = Counter(points.calls[point] for point in chosen)
        found = {f"{point} {points.calls[point]}": points.ending(mode, point) for point in chosen}
        more[mode] = sum(what == "more" for what in found.values())
        wrong[mode] = {
            point: what for point, what in found.items() if what not in ("identical", "more")
        }
    print(
        json.dumps(
            {
                "calls": len(points.calls),
                "together": points.together(),
                "tried": tried,
                "more": more,
                "wrong": wrong,
            }
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:])

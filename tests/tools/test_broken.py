# SPDX-License-Identifier: Apache-2.0
"""Tools that hang, crash, print garbage or print nothing are failed tools (exit code 3), never
wrong designs, and leave nothing.
"""

import os
import time
from pathlib import Path

import pytest

from cipherfab.design import BareInterface, Design
from cipherfab.errors import ToolError
from cipherfab.implement import timing
from cipherfab.tools import opensta, verilator
from cipherfab.tools.process import run
from cipherfab.verify.rtl.program import BENCHES, Program

BROKEN = {"crash": "kill -SEGV $$", "garbage": "printf '\\377\\376\\000garbage'",
          "silent": "true", "refuses": "echo no; exit 7",
          "prose": "echo all is well", "kill": "kill -KILL $$",
          "json": "echo '[1]'", "empty": "echo '{}'"}  # fmt: skip
"""What a broken tool does, as a shell script."""


@pytest.fixture(params=BROKEN)
def broken(request, tmp_path, monkeypatch):
    """A folder at the front of the path, with a broken tool of each name."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sta", "g++", "bench"):
        (folder / name).write_text(f"#!/bin/sh\n{BROKEN[request.param]}\n")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return folder


def test_a_broken_timing_tool(broken, tmp_path):
    """Whatever `sta` does but a report is its failure."""
    with pytest.raises(ToolError, match="sta: "):
        timing.parse(opensta.run_sta("exit", directory=tmp_path))


def test_a_broken_compiler(broken, tmp_path):
    """Whatever the compiler does but a program is its failure, and nothing of it stays in the
    user's cache.
    """
    (tmp_path / "a.v").write_text("module a(input clk); endmodule\n")
    with pytest.raises(ToolError, match=r"g\+\+: "):
        verilator.build(
            sources=["a.v"],
            top="a",
            bench=BENCHES / "bare_bench.cpp",
            directory=tmp_path,
            defines={},
        )
    assert not list((tmp_path / "cache").glob("*/*/*"))


def test_a_broken_bench(broken):
    """Whatever a compiled bench prints but its result is its failure."""
    design = Design(
        name="a",
        top="a",
        sources={},
        interface=BareInterface(algorithm="prince", inputs={}, outputs={}),
    )
    with pytest.raises(ToolError, match="bench: "):
        Program(design=design, path=broken / "bench").run([], {})


@pytest.mark.parametrize(
    "script", ["sleep 300", "trap '' TERM INT HUP; sleep 300 & sleep 300", "yes > /dev/null"]
)
def test_a_tool_that_hangs_is_stopped_with_all_that_it_started(script, tmp_path):
    """After its time limit, however it resists; no process of it is left."""
    mark, started = f"mark{os.getpid()}{time.monotonic_ns()}", time.monotonic()
    with pytest.raises(ToolError, match="time limit of 0.5 s"):
        run(["sh", "-c", f"{script} # {mark}"], directory=tmp_path, log="x.log", timeout=0.5)
    # the kernel ends those behind the wall right after
    while time.monotonic() - started < 10 and _left(mark):
        time.sleep(0.05)
    assert not _left(mark)


def _left(mark: str) -> list[Path]:
    """Processes with this mark in their command line."""
    return [path for path in Path("/proc").glob("[0-9]*/cmdline") if mark in _text(path)]


def _text(path: Path) -> str:
    """What a file has; nothing if it is gone."""
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""

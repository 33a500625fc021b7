# SPDX-License-Identifier: Apache-2.0
"""Job functions for the tests: workers import this file by name."""

import os
import subprocess
import sys
import time
from pathlib import Path

from cipherfab.errors import DesignError
from cipherfab.tools.process import run


def square(job, directory):
    """Take a while, count the call in a file shared by all, and return the square."""
    inputs = job["inputs"]
    with open(inputs["calls"], "a") as calls:
        calls.write(f"start {inputs['x']} {os.getpid()}\n")
    time.sleep(inputs.get("seconds", 0))
    (directory / "square.log").write_text(f"{inputs['x']} squared\n")
    with open(inputs["calls"], "a") as calls:
        calls.write(f"end {inputs['x']} {os.getpid()}\n")
    return {"square": inputs["x"] ** 2, "pid": os.getpid()}


def broken(job, directory):
    """Fail as a tool does, after 100 lines of log."""
    run(
        [sys.executable, "-c", "for i in range(100): print('line', i)\nraise SystemExit(4)"],
        directory=directory,
        log="tool.log",
    )


def wrong(job, directory):
    """Fail as a design does."""
    raise DesignError("vector 7: expected 00, got 01")


def buggy(job, directory):
    """Fail as a programmer does, with a log at hand."""
    (directory / "step.log").write_text("last words of the log\n")
    return {}["missing"]


def unspeakable(job, directory):
    """Return what JSON cannot say."""
    return {"path": Path("x")}


def endless(job, directory):
    """Never end, in Python."""
    while True:
        pass


def stuck_tool(job, directory):
    """Start a tool that does not end, with the mark of the job in its command line."""
    (directory / "tool.py").write_text(
        "import time\nprint('started', flush=True)\ntime.sleep(60)\nprint('ended')\n"
    )
    try:
        run([sys.executable, "tool.py", job["inputs"]["mark"]], directory=directory, log="tool.log")
    finally:
        Path(job["inputs"]["log"]).write_text((directory / "tool.log").read_text())


def suicidal(job, directory):
    """Take the worker along."""
    subprocess.run(["kill", "-9", str(os.getpid())])
    # Nothing of the job may happen before the signal has come.
    time.sleep(5)

# SPDX-License-Identifier: Apache-2.0
"""Builds the library of ``inject.c`` and runs `points` under it."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
MODES = ("fail", "full", "kill", "torn")
"""See `points.MODES`."""


def library(folder: Path, source: str = "inject.c") -> Path:
    """A layer as a library that ``LD_PRELOAD`` takes."""
    path = (folder / source).with_suffix(".so")
    compiler = shutil.which("cc") or "gcc"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", path, FOLDER / source, "-ldl"], check=True
    )
    return path


def tried(step: int, modes: Sequence[str] = MODES) -> dict[str, Any]:
    """What `points` prints for every ``step``-th point, from a process of its own; homes are in
    memory where there is a place.
    """
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        environment = os.environ | {"LD_PRELOAD": str(library(Path(folder)))}
        command = [sys.executable, "-m", "crashes.points", folder, str(step), *modes]
        done = subprocess.run(
            command, cwd=FOLDER.parent, env=environment, capture_output=True, text=True
        )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def table(found: dict[str, Any]) -> str:
    """For each mode the points by the kind of their call, and how the resumptions ended."""
    kinds = {
        "o": "open",
        "w": "write",
        "t": "truncate",
        "s": "fsync",
        "r": "rename",
        "u": "unlink",
        "m": "mkdir",
    }
    names = "".join(f"{name:>10}" for name in kinds.values())
    lines = [f"mode  {names}{'points':>10}{'identical':>11}{'more':>6}{'WRONG':>7}"]
    for mode, counts in found["tried"].items():
        points, more, wrong = sum(counts.values()), found["more"][mode], len(found["wrong"][mode])
        lines.append(
            f"{mode:<6}"
            + "".join(f"{counts.get(kind, 0):>10}" for kind in kinds)
            + f"{points:>10}{points - more - wrong:>11}{more:>6}{wrong:>7}"
        )
    return "\n".join(lines)

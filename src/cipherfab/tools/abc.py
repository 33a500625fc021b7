# SPDX-License-Identifier: Apache-2.0
"""ABC, as it comes with the Python package `pyosys`."""

from importlib import util
from pathlib import Path

from ..errors import ToolError
from .process import run


def run_abc(commands: str, *, directory: Path, name: str = "abc", timeout: float = 600) -> str:
    """Run ABC commands in ``directory`` and return their output.

    Args:
        commands: separated by ``;``; paths are relative to ``directory``.
        directory: existing working directory; ``NAME.log`` is written there.
        name: stem of the log file.
        timeout: seconds.

    Raises:
        ToolError: ABC is missing, failed, or ran out of time; with the tail of the log.
    """
    return run(
        [program(), "-q", commands], directory=Path(directory), log=f"{name}.log", timeout=timeout
    )


def program() -> Path:
    """Path of ABC, found without importing pyosys.

    Raises:
        ToolError: pyosys is not installed.
    """
    found = util.find_spec("pyosys")
    if found is None or found.origin is None:
        raise ToolError(
            "ABC: expected the Python package pyosys, which brings it; install it with "
            "`pip install pyosys`."
        )
    return Path(found.origin).parent / "yosys-abc"

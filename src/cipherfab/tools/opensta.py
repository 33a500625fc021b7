# SPDX-License-Identifier: Apache-2.0
"""OpenSTA: static timing analysis of a mapped netlist."""

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from ..errors import ToolError
from .process import run

INSTALL = "apt-get install opensta"


def run_sta(
    script: str,
    *,
    directory: Path,
    name: str = "sta",
    timeout: float = 600,
    readable: Iterable[Path] = (),
) -> str:
    """Run a Tcl script in OpenSTA and return its log.

    Args:
        script: Tcl commands; paths are relative to ``directory``.
        directory: existing working directory; ``NAME.tcl`` and ``NAME.log`` are written there.
        name: stem of the script and log files.
        timeout: seconds.
        readable: files besides those in ``directory``, such as a library that is linked there.

    Raises:
        ToolError: OpenSTA is missing, failed, or printed an error (it exits with 0 then).
    """
    directory = Path(directory)
    (directory / f"{name}.tcl").write_text(script)
    log = run(
        [_program(), "-no_splash", "-exit", f"{name}.tcl"],
        directory=directory,
        log=f"{name}.log",
        timeout=timeout,
        readable=readable,
    )
    error = re.search(r"^Error:.*", log, re.MULTILINE)
    if error:
        raise ToolError(f"sta: {error[0]} (script {name}.tcl, log {directory / (name + '.log')})")
    return log


def version() -> str:
    """Version of the program ``sta``, for example ``2.0.17``.

    Raises:
        ToolError: it is missing.
    """
    import subprocess

    return subprocess.run(
        [_program(), "-version"], capture_output=True, text=True, timeout=60
    ).stdout.strip()


def _program() -> str:
    program = shutil.which("sta")
    if program is None:
        raise ToolError(
            f"OpenSTA (program `sta`) is missing; it measures the delay of ASIC "
            f"netlists. Install it: {INSTALL}"
        )
    return program

# SPDX-License-Identifier: Apache-2.0
"""nextpnr for FPGAs of several families, through its WebAssembly packages `yowasp-nextpnr-FAMILY`.
"""

import fcntl
import json
import os
import subprocess
import sys
from functools import cache
from importlib import metadata
from pathlib import Path

from ..errors import ToolError
from .process import run

FAMILIES = ("ecp5", "ice40", "nexus")
"""Families of FPGAs that have a package each."""


def run_nextpnr(family: str, arguments: list[str], *, directory: Path, name: str = "nextpnr",
                timeout: float = 1800) -> dict:
    """Place and route with ``arguments`` and return the JSON report (keys ``fmax``,
    ``utilization``, …).

    Args:
        family: one of `FAMILIES`.
        arguments: of nextpnr, without ``--report``; paths are relative to ``directory``.
        directory: existing working directory; ``NAME.log`` and ``NAME.report.json`` are written
            there.
        name: stem of these files.
        timeout: seconds.

    Raises:
        ToolError: the package is missing, or nextpnr failed, for example because the design does
            not fit.
    """
    version(family)
    report = f"{name}.report.json"
    argv = [sys.executable, "-c", _call(family), *arguments, "--report", report]
    run(argv, directory=Path(directory), log=f"{name}.log",
        timeout=timeout, readable=[_compiled(family)], memory=None,
        environment={"YOWASP_CACHE_DIR": str(_cache())})
    return json.loads((Path(directory) / report).read_text())


def _call(family: str) -> str:
    return (
        f"import sys, yowasp_nextpnr_{family} as n; sys.exit(n.run_nextpnr_{family}(sys.argv[1:]))")


def _cache() -> Path:
    """Where the packages keep the machine code of their WebAssembly."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(os.environ.get("YOWASP_CACHE_DIR") or home / "YoWASP")


@cache
def _compiled(family: str) -> Path:
    """The cache, filled: within the wall nothing can be written there. WebAssembly reserves more
    memory than it takes.

    One process at a time: the package writes its machine code in place, so one that finds none
    would cut off the file that another one, a moment earlier, has begun to run (SIGBUS).
    """
    _cache().mkdir(parents=True, exist_ok=True)
    with open(_cache() / f"{family}.lock", "w") as holder:
        fcntl.flock(holder, fcntl.LOCK_EX)
        subprocess.run([sys.executable, "-c", _call(family), "--version"],
                       check=True, capture_output=True, timeout=900,
                       env={**os.environ, "YOWASP_CACHE_DIR": str(_cache())})
    return _cache()


def version(family: str) -> str:
    """Version of the installed package of a family.

    Raises:
        ToolError: it is missing.
    """
    package = f"yowasp-nextpnr-{family}"
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        raise ToolError(f"{package} is missing; it places and routes designs on {family}. "
                        f"Install it: pip install {package}") from None

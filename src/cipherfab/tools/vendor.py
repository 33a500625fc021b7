# SPDX-License-Identifier: Apache-2.0
"""The tools of FPGA vendors, where a user has them: found on the PATH, asked for their version, run
with a Tcl script.

They run behind the same wall as every tool, with their installation and their licence file to read
and a home directory within the run's. A licence server, or a licence that is bound to a network
card, cannot be reached from there; ``CIPHERFAB_WALL=none`` leaves the wall out.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..errors import ToolError
from . import sandbox
from .process import run

LICENCES = ("XILINXD_LICENSE_FILE", "LM_LICENSE_FILE")
"""Variables that say where a licence is; each a list of files and of PORT@HOST."""

VERSION_SCRIPT = "version.tcl"

ASKED_BY_SCRIPT = 'puts "version [sys_install version]"\nexit\n'
"""How Lattice's consoles, which have no option for it, say their version."""


@dataclass(frozen=True, kw_only=True)
class VendorTool:
    """A vendor's tool.

    Attributes:
        name: as before the colon of a platform's name, and in a result's ``versions``.
        title: what it is called.
        program: what is looked for on the PATH.
        depth: folders from the program up to the installation.
        asking: arguments that make it print its version; empty: it runs `ASKED_BY_SCRIPT`.
        answer: what of its answer is the version.
        instead: what to do without it, as an option of ``bench``.
    """

    name: str
    title: str
    program: str
    answer: str
    instead: str
    asking: tuple[str, ...] = ()
    depth: int = 1


TOOLS = {
    tool.name: tool
    for tool in (
        VendorTool(
            name="vivado",
            title="AMD Vivado",
            program="vivado",
            asking=("-version",),
            answer=r"(?i)vivado v\.?(\d{4}\.\d+(?:\.\d+)?)",
            instead="--on artix7",
        ),
        VendorTool(
            name="quartus",
            title="Intel (Altera) Quartus Prime",
            program="quartus_sh",
            asking=("--version",),
            answer=r"Version (\d+\.\d+(?:\.\d+)? Build \d+)",
            instead="--on cyclone10lp",
        ),
        VendorTool(
            name="diamond",
            title="Lattice Diamond",
            program="diamondc",
            depth=2,
            answer=r"version \D*(\d+\.\d+[\d.]*)",
            instead="--on ecp5",
        ),
        VendorTool(
            name="radiant",
            title="Lattice Radiant",
            program="radiantc",
            depth=2,
            answer=r"version \D*(\d+\.\d+[\d.]*)",
            instead="--on nexus",
        ),
    )
}
"""The tools, by name."""


def version(name: str) -> str:
    """Version of a vendor's tool.

    Raises:
        ToolError: it is not on the PATH (and what to do then), or does not say its version.
    """
    tool = TOOLS[name]
    found = shutil.which(tool.program)
    if found is None:
        raise ToolError(
            f"{tool.title} is not installed: no program {tool.program} on the PATH. "
            f"If it is installed, add the folder of {tool.program} to the PATH. "
            f"Without it, {tool.instead} measures with open tools."
        )
    return _asked(tool, found)


@cache
def _asked(tool: VendorTool, program: str) -> str:
    """The version of the program at this path, asked once."""
    # These tools leave logs and journals where they run.
    with tempfile.TemporaryDirectory(prefix="cipherfab-vendor-") as scratch:
        (Path(scratch) / VERSION_SCRIPT).write_text(ASKED_BY_SCRIPT)
        try:
            told = subprocess.run(
                [program, *(tool.asking or (VERSION_SCRIPT,))],
                cwd=scratch,
                capture_output=True,
                text=True,
                timeout=120,
            ).stdout
        except (OSError, subprocess.SubprocessError) as error:
            raise ToolError(f"{program}: does not say its version: {error}") from None
    answer = re.search(tool.answer, told)
    if not answer:
        raise ToolError(
            f"{program}: expected {tool.title} to say its version, got: "
            f"{told.strip()[:200] or 'nothing'}"
        )
    return answer[1]


def run_vendor(name: str, arguments: Sequence[str], *, directory: Path, timeout: float) -> str:
    """Run a vendor's tool in ``directory``, its output to ``NAME.log`` there; returns the log.

    Raises:
        ToolError: it is missing, failed, or ran out of time.
    """
    version(name)
    tool, home = TOOLS[name], Path(directory).absolute() / "home"
    # These tools write their settings to a home, and the user's is behind the wall.
    home.mkdir(exist_ok=True)
    licences = {key: os.environ[key] for key in LICENCES if key in os.environ}
    try:
        return run([tool.program, *arguments], directory=directory, log=f"{name}.log",
                   timeout=timeout, memory=None, environment={"HOME": str(home), **licences},
                   readable=[*_installation(tool), *_licence_files(licences)])  # fmt: skip
    except ToolError as error:
        raise ToolError(f"{error}{_hint()}") from None
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _installation(tool: VendorTool) -> list[Path]:
    """The folder that the tool is installed in, unless it is one that has everything."""
    folder = Path(shutil.which(tool.program) or "").resolve().parents[tool.depth]
    return [] if folder in sandbox.wide() else [folder]


def _licence_files(licences: dict[str, str]) -> list[Path]:
    """The files among what the variables name."""
    named = (part for value in licences.values() for part in value.split(os.pathsep))
    return [Path(part) for part in named if part and os.path.isfile(part)]


def _hint() -> str:
    return (
        ""
        if sandbox.wall() == sandbox.NONE
        else "\nIt ran behind the wall, without network; if its licence needs that, set "
        f"{sandbox.ENVIRONMENT}={sandbox.NONE}."
    )

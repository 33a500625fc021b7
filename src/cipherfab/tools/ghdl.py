# SPDX-License-Identifier: Apache-2.0
"""GHDL: analyses, synthesizes and simulates VHDL; also as a plugin of Yosys. Every run has limits
of time and memory, for sources come from others. ``readable``: folders with sources beside
``directory``.
"""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ..errors import ToolError
from . import sandbox
from .process import run

INSTALL = "apt-get install ghdl; version 6 beside it: tools/install-ghdl.sh"
INSTALL_PLUGIN = (
    "apt-get install yosys-plugin-ghdl (where the distribution has it), or OSS CAD Suite")
TIMEOUT = 300
MEMORY = 8 << 30
"""Seconds and bytes that a run may take."""

MOST_MESSAGES = 50
"""Lines of what is wrong that are kept."""


MESSAGE = re.compile(r"\s*\S+:\d+:\d+:(?!.*\b(?:warning|note)[:)])|.*error:")
"""A line of GHDL that says what is wrong: ``FILE:LINE:COLUMN: …``."""


ASSERTION = re.compile(r"(?P<place>\S+:\d+):\d+:@(?P<time>\w+):"
                       r"\((?:assertion|report) failure\): (?P<said>[^\n]*)")
CHECK = re.compile(r"^\S*ghdl\S*:error: (?!simulation failed|assertion failed|report failed)"
                   r"(?P<said>[^\n]+)", re.MULTILINE)
ENDED = re.compile(r"^(?:\S*ghdl\S*:info: )?(?P<said>simulation (?:stopped|finished) @[^\n]*)",
                   re.MULTILINE)
WHERE = re.compile(r"^\s*(?:from: .* at (?P<place>\S+:\d+)|instance: (?P<instance>\S+))",
                   re.MULTILINE)
DIVISION = "SIGFPE"
"""What version 2.0.0 says of a division by zero, as if it were an error of its own."""

MOST_SAID = 300
"""Characters of what a core says that are kept."""


class Ended(Exception):
    """What is simulated ended the simulation: a failing assertion, a range error, a division by
    zero, ``std.env.stop``; with place and message.
    """


def _ended(log: str) -> str | None:
    """How the simulated design ended its simulation; None if it was not the design."""
    if found := ASSERTION.search(log):
        return (f"{found['place']}: {found['said'][:MOST_SAID]} (a failing assertion, at "
                f"{found['time']})")
    if DIVISION in log:
        return "a division by zero; this GHDL does not say where"
    if found := CHECK.search(log) or ENDED.search(log):
        said, place = found["said"][:MOST_SAID], WHERE.search(log, found.end())
        if place is None or re.search(r" at \S+:\d+$", said):
            return said
        return f"{said} at {place['place']}" if place["place"] else f"{said} in {place['instance']}"
    return None


def _ghdl(argv: Sequence[str], *, directory: Path, log: str, readable: Iterable[Path]) -> str:
    """Run GHDL on sources; what it says is wrong is in the error however much it said afterwards.
    """
    try:
        return run(argv, directory=directory, log=log, timeout=TIMEOUT, memory=MEMORY,
                   readable=readable)
    except ToolError as error:
        raise ToolError(_with_messages(str(error), directory / log)) from None


def _with_messages(said: str, log: Path) -> str:
    lines = log.read_text(errors="replace").splitlines() if log.is_file() else []
    more = [line for line in lines if MESSAGE.match(line) and line.strip() not in said]
    return "\n".join([said, *more[:MOST_MESSAGES]])


def version() -> str:
    """Version of GHDL, for example ``2.0.0``.

    Raises:
        ToolError: it is not installed.
    """
    if shutil.which("ghdl") is None:
        raise ToolError(f"ghdl: program not found. Cores in VHDL need it. Install it with: "
                        f"{INSTALL}")
    line = subprocess.run(["ghdl", "--version"], capture_output=True,
                          text=True, timeout=60).stdout.partition("\n")[0]
    found = re.search(r"\d+(\.\d+)+", line)
    return found[0] if found else line


def needed(files: Sequence[str], top: str, *, directory: Path,
           options: Sequence[str], readable: Iterable[Path] = ()) -> list[str]:
    """Which of ``files`` the entity ``top`` needs, in the order of analysis; the others are parsed
    and left alone.

    Raises:
        ToolError: a file is not VHDL, or something is missing.
    """
    version()
    folder = directory / "order"
    folder.mkdir(exist_ok=True)
    flags = [*options, "--workdir=order"]
    _ghdl(["ghdl", "-i", *flags, *files], directory=directory, log="import.log",
          readable=readable)
    text = _ghdl(["ghdl", "--elab-order", *flags, top], directory=directory, log="order.log",
                 readable=readable)
    names = [line.strip() for line in text.splitlines()]
    return [name for name in names if name in files]


TREE = "tree.xml"


def tree(files: Sequence[str], *, directory: Path, options: Sequence[str],
         readable: Iterable[Path] = ()) -> Path:
    """GHDL's own tree of files that are in the order of analysis, names resolved, as XML; returns
    the file.

    Raises:
        ToolError: they are not VHDL; with GHDL's messages.
    """
    version()
    # By its place, with that readable: what judges the sources is what reads them afterwards.
    program = shutil.which("ghdl")
    _ghdl(["sh", "-c", f'exec "$@" > {TREE}', "sh", program, "--file-to-xml", *options, *files],
          directory=directory, log="tree.log",
          readable=[*readable, *sandbox.program_places(program)])
    # Version 2.0.0 ends with 0 and no tree where it ought to end with 1.
    if (directory / TREE).stat().st_size == 0:
        raise ToolError(_with_messages("ghdl: no tree of the sources", directory / "tree.log"))
    return directory / TREE


def analyze(files: Sequence[str], *, directory: Path, options: Sequence[str],
            readable: Iterable[Path] = ()) -> None:
    """Analyse files into the library ``work`` in ``directory``. Raises `ToolError` with GHDL's
    messages.
    """
    version()
    _ghdl(["ghdl", "-a", *options, *files], directory=directory, log="analyze.log",
          readable=readable)


def dump(top: str, *, directory: Path, options: Sequence[str], generics: Mapping[str, str],
         readable: Iterable[Path] = ()) -> str:
    """The netlist of an analysed design, as ``--out=dump`` prints it, before dynamic parts of words
    are expanded (``-de``).

    Raises:
        ToolError: it cannot be synthesized; with GHDL's messages.
    """
    return _ghdl(["ghdl", "--synth", *options,
                  *(f"-g{name}={value}" for name, value in generics.items()),
                  "-de", "--out=dump", top],
                 directory=directory, log="synth.log", readable=readable)


def verilog(top: str, *, directory: Path, options: Sequence[str], generics: Mapping[str, str],
            readable: Iterable[Path] = ()) -> str:
    """The same netlist as GHDL prints it as Verilog; see `dump`."""
    return _ghdl(["ghdl", "--synth", *options,
                  *(f"-g{name}={value}" for name, value in generics.items()),
                  "-de", "--out=verilog", top],
                 directory=directory, log="verilog.log", readable=readable)


def simulate(top: str, *, directory: Path, options: Sequence[str], timeout: float) -> str:
    """Elaborate and run an analysed test bench until nothing happens any more; returns what it
    printed.

    Raises:
        Ended: what is simulated ended it.
        ToolError: it failed or ran out of time.
    """
    try:
        text = run(["ghdl", "--elab-run", *options, top, "--ieee-asserts=disable", "--unbuffered"],
                   directory=directory,
                   log="simulate.log", timeout=timeout, memory=MEMORY)
    except ToolError as error:
        log = directory / "simulate.log"
        text = log.read_text(errors="replace") if log.is_file() else ""
        if "time limit" in str(error) or _ended(text) is None:
            raise
    if found := _ended(text):
        raise Ended(found)
    return text


def plugin() -> str:
    """Versions of the user's Yosys with the ghdl plugin: ``Yosys 0.23`` or, if the plugin says its
    own, ``Yosys 0.60, GHDL 5.1.1``.

    Raises:
        ToolError: there is no such Yosys, or its plugin cannot read an entity.
    """
    if shutil.which("yosys") is None:
        raise ToolError(f"yosys: program not found; its ghdl plugin is optional. It comes with: "
                        f"{INSTALL_PLUGIN}")
    with tempfile.TemporaryDirectory(prefix="cipherfab-plugin-") as scratch:
        (Path(scratch) / "probe.vhd").write_text("entity probe is port (a : in bit; y : out bit); "
                                                 "end;\n"
                                                 "architecture rtl of probe is begin y <= a; end;\n")  # noqa: E501
        (Path(scratch) / "probe.ys").write_text("ghdl --disp-config\nghdl --std=08 probe.vhd -e "
                                                "probe\n")
        text = run_plugin("probe.ys", directory=Path(scratch))
    return ", ".join(dict.fromkeys(re.findall(r"^(?:Yosys|GHDL) \d+(?:\.\d+)+",
                                              text, re.MULTILINE)))


def run_plugin(script: str, *, directory: Path, readable: Iterable[Path] = ()) -> str:
    """Run a script of the user's Yosys, with the plugin, in ``directory``; returns the log. Raises
    `ToolError` with its end.
    """
    return run(["yosys", "-m", "ghdl", script], directory=directory,
               log="plugin.log", timeout=TIMEOUT, memory=MEMORY,
        readable=readable)

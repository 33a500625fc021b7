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
from itertools import groupby
from pathlib import Path
from typing import Any

from ..errors import ToolError
from . import sandbox
from .process import run

INSTALL = "apt-get install ghdl; version 6 beside it: tools/install-ghdl.sh"
INSTALL_PLUGIN = (
    "apt-get install yosys-plugin-ghdl (where the distribution has it), or OSS CAD Suite"
)
TIMEOUT = 300
MEMORY = 8 << 30
"""Seconds and bytes that a run may take."""

ORDER = "order"
IN_ORDER = [f"--workdir={ORDER}", f"-P{ORDER}"]
"""Where files are parsed to find their order."""

ENTITY = re.compile(r"^  entity (\w+) at ", re.MULTILINE)
"""An entity in the index that GHDL keeps of a library."""

MOST_MESSAGES = 50
"""Lines of what is wrong that are kept."""


WORK = "work"
"""The library of files that name none."""

Files = Mapping[str, str]
"""Names of files in an order, each with its library."""


MESSAGE = re.compile(r"\s*\S+:\d+:\d+:(?!.*\b(?:warning|note)[:)])|.*error:")
"""A line of GHDL that says what is wrong: ``FILE:LINE:COLUMN: …``."""


ASSERTION = re.compile(
    r"(?P<place>\S+:\d+):\d+:@(?P<time>\w+):"
    r"\((?:assertion|report) failure\): (?P<said>[^\n]*)"
)
CHECK = re.compile(
    # A unit that is not there was never simulated: GHDL 6 says so in the words of a failed check.
    r"^\S*ghdl\S*:error: (?!simulation failed|assertion failed|report failed|cannot find entity)"
    r"(?P<said>[^\n]+)",
    re.MULTILINE,
)
ENDED = re.compile(
    r"^(?:\S*ghdl\S*:info: )?(?P<said>simulation (?:stopped|finished) @[^\n]*)", re.MULTILINE
)
WHERE = re.compile(
    r"^\s*(?:from: .* at (?P<place>\S+:\d+)|instance: (?P<instance>\S+))", re.MULTILINE
)
UNASSIGNED = re.compile(
    r'warning: (?:no assignment for (?:offsets? \S+ of )?(?:signal|port) "(?P<part>\w+)"|'
    r'signal "(?P<whole>\w+)" is never assigned and has no default value)'
)
"""What GHDL says of a signal, or of bits of one, that nothing drives."""

DIVISION = "SIGFPE"
"""What version 2.0.0 says of a division by zero, as if it were an error of its own."""

ERROR = re.compile(
    r"^(?P<place>\S+:\d+):\d+:@(?P<time>\d+)(?P<unit>[a-z]+):"
    r"\((?:assertion|report) error\): (?P<said>[^\n]*)",
    re.MULTILINE,
)
FEMTOSECONDS = {"fs": 1, "ps": 10**3, "ns": 10**6, "us": 10**9, "ms": 10**12, "sec": 10**15}

MOST_SAID = 300
"""Characters of what a core says that are kept."""


class Ended(Exception):
    """What is simulated ended the simulation: a failing assertion, a range error, a division by
    zero, ``std.env.stop``; with place and message.
    """


def _ended(log: str) -> str | None:
    """How the simulated design ended its simulation; None if it was not the design."""
    if found := ASSERTION.search(log):
        return (
            f"{found['place']}: {found['said'][:MOST_SAID]} (a failing assertion, at "
            f"{found['time']})"
        )
    if DIVISION in log:
        return "a division by zero; this GHDL does not say where"
    if found := CHECK.search(log) or ENDED.search(log):
        said, place = found["said"][:MOST_SAID], WHERE.search(log, found.end())
        if place is None or re.search(r" at \S+:\d+$", said):
            return said
        return f"{said} at {place['place']}" if place["place"] else f"{said} in {place['instance']}"
    return None


def reported(log: str, *, behind: int) -> str | None:
    """The first report of severity *error* more than ``behind`` nanoseconds after the start of a
    simulation, with its place; it does not end the simulation.
    """
    return next(
        (
            f"{found['place']}: {found['said'][:MOST_SAID]} (at {found['time']}{found['unit']})"
            for found in ERROR.finditer(log)
            # GHDL chooses the unit of each time, so both sides are in femtoseconds.
            if int(found["time"]) * FEMTOSECONDS.get(found["unit"], 1) > behind * FEMTOSECONDS["ns"]
        ),
        None,
    )


def _ghdl(argv: Sequence[str], *, directory: Path, log: str, readable: Iterable[Path]) -> str:
    """Run GHDL on sources; what it says is wrong is in the error however much it said
    afterwards."""
    try:
        return run(
            argv, directory=directory, log=log, timeout=TIMEOUT, memory=MEMORY, readable=readable
        )
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
        raise ToolError(
            f"ghdl: program not found. Cores in VHDL need it. Install it with: {INSTALL}"
        )
    line = subprocess.run(
        ["ghdl", "--version"], capture_output=True, text=True, timeout=60
    ).stdout.partition("\n")[0]
    found = re.search(r"\d+(\.\d+)+", line)
    return found[0] if found else line


def in_library(name: str) -> list[str]:
    """The option by which what is read or looked for is in a library."""
    return [] if name == WORK else [f"--work={name}"]


def runs(files: Files) -> list[tuple[str, list[str]]]:
    """Files that follow each other in one library, with that library."""
    # Only neighbours go together, as the order is that of analysis.
    return [(library, list(names)) for library, names in groupby(files, key=files.get)]


def imported(
    files: Files, *, directory: Path, options: Sequence[str], readable: Iterable[Path] = ()
) -> dict[str, set[str]]:
    """Parse files; returns the entities of each library, in small letters.

    Raises:
        ToolError: a file is not VHDL.
    """
    version()
    folder = directory / ORDER
    folder.mkdir(exist_ok=True)
    for library in dict.fromkeys(files.values()):
        names = [name for name in files if files[name] == library]
        _ghdl(
            ["ghdl", "-i", *options, *in_library(library), *IN_ORDER, *names],
            directory=directory,
            log="import.log",
            readable=readable,
        )
    return {
        library: {
            found[1]
            # The index is called after the standard too, as in ``work-obj08.cf``.
            for index in folder.glob(f"{library}-obj*.cf")
            for found in ENTITY.finditer(index.read_text(errors="replace"))
        }
        for library in dict.fromkeys(files.values())
    }


def needed(
    files: Files,
    top: str,
    *,
    library: str = WORK,
    directory: Path,
    options: Sequence[str],
    readable: Iterable[Path] = (),
) -> list[str]:
    """Which of the files of `imported` the entity ``top`` of ``library`` needs, in the order of
    analysis.

    Raises:
        ToolError: something is missing.
    """
    text = _ghdl(
        ["ghdl", "--elab-order", *options, *in_library(library), *IN_ORDER, top],
        directory=directory,
        log="order.log",
        readable=readable,
    )
    names = [line.strip() for line in text.splitlines()]
    return [name for name in names if name in files]


def trees(
    files: Files, *, directory: Path, options: Sequence[str], readable: Iterable[Path] = ()
) -> list[Path]:
    """GHDL's own tree of files that are in the order of analysis, names resolved, as XML: one of
    each row of files of one library, with what it uses of others.

    Raises:
        ToolError: they are not VHDL; with GHDL's messages.
    """
    version()
    rows = runs(files)
    if len(rows) > 1:
        analyze(files, directory=directory, options=options, readable=readable)
    return [_tree(number, row, directory, options, readable) for number, row in enumerate(rows)]


def _tree(
    number: int,
    row: tuple[str, list[str]],
    directory: Path,
    options: Sequence[str],
    readable: Iterable[Path],
) -> Path:
    # By its place, with that readable: what judges the sources is what reads them afterwards.
    program, (library, files), name = shutil.which("ghdl"), row, f"tree{number}.xml"
    # Through a shell: the tree is printed, and the log is what standard output goes to.
    _ghdl(["sh", "-c", f'exec "$@" > {name}', "sh", program, "--file-to-xml", *options,
           *in_library(library), *files], directory=directory, log="tree.log",
          readable=[*readable, *sandbox.program_places(program)])  # fmt: skip
    # Version 2.0.0 ends with 0 and no tree where it ought to end with 1.
    if (directory / name).stat().st_size == 0:
        raise ToolError(_with_messages("ghdl: no tree of the sources", directory / "tree.log"))
    return directory / name


def analyze(
    files: Files, *, directory: Path, options: Sequence[str], readable: Iterable[Path] = ()
) -> None:
    """Analyse files into their libraries in ``directory``. Raises `ToolError` with GHDL's
    messages."""
    version()
    for library, names in runs(files):
        _ghdl(
            ["ghdl", "-a", *options, *in_library(library), *names],
            directory=directory,
            log="analyze.log",
            readable=readable,
        )


def dump(
    top: str,
    *,
    directory: Path,
    options: Sequence[str],
    generics: Mapping[str, str],
    readable: Iterable[Path] = (),
    form: str = "dump",
    log: str = "synth.log",
) -> str:
    """The netlist of an analysed design, as ``--out=dump`` or another ``form`` prints it, before
    dynamic parts of words are expanded (``-de``).

    Raises:
        ToolError: it cannot be synthesized; with GHDL's messages.
    """
    given = [*options, *(f"-g{name}={value}" for name, value in generics.items())]
    return _ghdl(["ghdl", "--synth", *given, "-de", f"--out={form}", top],
                 directory=directory, log=log, readable=readable)  # fmt: skip


def unassigned(directory: Path) -> list[str]:
    """Signals that nothing drives, or some of whose bits, as `dump` said in this directory."""
    log = (directory / "synth.log").read_text(errors="replace")
    found = UNASSIGNED.finditer(log)
    return list(dict.fromkeys(one["part"] or one["whole"] for one in found))


def verilog(top: str, **how: Any) -> str:
    """The same netlist as GHDL prints it as Verilog; arguments: see `dump`."""
    return dump(top, form="verilog", log="verilog.log", **how)


def simulate(
    top: str, *, library: str = WORK, directory: Path, options: Sequence[str], timeout: float
) -> str:
    """Elaborate and run an analysed test bench of ``library`` until nothing happens any more;
    returns what it printed.

    Raises:
        Ended: what is simulated ended it.
        ToolError: it failed or ran out of time.
    """
    try:
        # The packages of IEEE warn of undefined values before a reset, which is no fault of a core.
        text = run(["ghdl", "--elab-run", *options, *in_library(library), top,
                    "--ieee-asserts=disable", "--unbuffered"], directory=directory,
                   log="simulate.log", timeout=timeout, memory=MEMORY)  # fmt: skip
    except ToolError as error:
        log = directory / "simulate.log"
        text = log.read_text(errors="replace") if log.is_file() else ""
        # What ran out of time has no verdict, whatever it printed before.
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
        raise ToolError(
            f"yosys: program not found; its ghdl plugin is optional. It comes with: "
            f"{INSTALL_PLUGIN}"
        )
    with tempfile.TemporaryDirectory(prefix="cipherfab-plugin-") as scratch:
        (Path(scratch) / "probe.vhd").write_text(
            "entity probe is port (a : in bit; y : out bit); "
            "end;\n"
            "architecture rtl of probe is begin y <= a; end;\n"
        )
        (Path(scratch) / "probe.ys").write_text(
            "ghdl --disp-config\nghdl --std=08 probe.vhd -e probe\n"
        )
        text = run_plugin("probe.ys", directory=Path(scratch))
    return ", ".join(
        dict.fromkeys(re.findall(r"^(?:Yosys|GHDL) \d+(?:\.\d+)+", text, re.MULTILINE))
    )


def run_plugin(script: str, *, directory: Path, readable: Iterable[Path] = ()) -> str:
    """Run a script of the user's Yosys, with the plugin, in ``directory``; returns the log. Raises
    `ToolError` with its end.
    """
    return run(
        ["yosys", "-m", "ghdl", script],
        directory=directory,
        log="plugin.log",
        timeout=TIMEOUT,
        memory=MEMORY,
        readable=readable,
    )

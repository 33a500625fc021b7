# SPDX-License-Identifier: Apache-2.0
"""Verilog and SystemVerilog through Yosys' slang front end: one plain Verilog module that every
later tool reads the same way.

Parameters, macros and inclusion are settled, hierarchy is flat, system tasks and attributes are
gone. Nothing is optimised beyond unused wires, so that synthesis starts from what the designer
wrote.
"""

import json
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import CallError, DesignError, ToolError
from ..identifiers import identifier
from ..origin import ASSERTS, LOOP
from ..tools.yosys import run_yosys
from ..tools.yosys import version as yosys_version
from . import loops, memory_files, structure
from .description import Description
from .ports import Ports
from .sources import Sources
from .tables import Reset

TIMEOUT = 300
MEMORY = 8 << 30
"""Seconds and bytes that reading one design may take."""

DETAILS = 6
"""Lines above an error of the front end itself that belong to it."""

ADVICE = (
    "A variable of a package is read only where it is a parameter: write localparam in place "
    "of const."
)

SIMULATED = (
    "What only a simulator does goes between `ifndef SYNTHESIS and `endif, or into an "
    "assertion (assert … else $fatal)."
)

MOST_CELLS = 2_000_000
"""Cells (words, not gates) of the largest design that is taken."""

JSON = "cipherfab-design.json"
OUTPUT, OPTIONS, PARSED = "cipherfab-design.v", "cipherfab-slang.f", "cipherfab-parsed.sv"
STRING = re.compile(r"[A-Za-z0-9_.+/-]*")
NO_HARDWARE = (
    "--ignore-assertions --ignore-timing",
    "\nproc\nflatten\ndelete t:$print t:$check t:$scopeinfo",
)
"""Flags of slang and further commands that leave out what is none."""

LOOP_FOUND = "found logic loop in module"
"""What Yosys' ``check`` says of a loop of cells."""

ASYNCHRONOUS = {
    "$adff": "ARST",
    "$adffe": "ARST",
    "$aldff": "ALOAD",
    "$aldffe": "ALOAD",
    "$adlatch": "ARST",
}
"""Cells with an asynchronous reset or load, and the port that does it."""


@dataclass(frozen=True, kw_only=True)
class Elaborated:
    """A core as the reader left it: Verilog text, ports of the top, and what is odd."""

    text: str
    ports: Ports
    reader: str
    notes: tuple[str, ...] = ()


def elaborate(
    description: Description, sources: Sources, text: str, *, hardware_only: bool = False
) -> Elaborated:
    """Read a Verilog or SystemVerilog core.

    Args:
        sources: whose ``others`` may fill memories.
        text: of what `scan.check_verilog` saw and returned; nothing else is read.
        hardware_only: without what simulators alone look at: delays, assertions, what is printed.

    Raises:
        CallError: names that cannot be what they are meant for; a reset that is not as described.
        DesignError: the sources are not a synthesizable design, or it is too large; with the
            reader's words.
        ToolError: the reader is missing, failed, or ran out of time.
    """
    options = _parameters(description)
    with tempfile.TemporaryDirectory(prefix="cipherfab-import-") as scratch:
        # What is included is in the text already, so that these fill memories.
        filling = {name: memory_files.plain(words) for name, words in sources.others.items()}
        directory = replace(sources, units={}, others=filling).write(Path(scratch))
        (directory / OPTIONS).write_text("\n".join(options) + "\n")
        (directory / PARSED).write_text(text, errors="surrogateescape")
        flags, then = NO_HARDWARE if hardware_only else ("", "")
        command = f"read_slang {flags} --single-unit -f {OPTIONS} ./{PARSED}{then}"
        return read_back(
            description,
            command,
            directory,
            f"Yosys {yosys_version()} (slang)",
            readable=[Path(scratch)],
        )


def read_back(
    description: Description,
    command: str,
    directory: Path,
    reader: str,
    *,
    readable: Iterable[Path] = (),
) -> Elaborated:
    """Run ``command`` (which reads the design), and return the design as plain Verilog; see
    `elaborate` for the errors.
    """
    top = identifier(description.top, str(description.path))
    # Verilog has no word for the cell $bwmux, which the slang front end makes. A table becomes
    # logic, as in our own cores: as a memory it would take a register behind it in, which costs
    # area and leaves nothing for a proof to compare.
    script = [command, f"hierarchy -check -top {top}", "proc",
              "flatten", structure.FIND_BOXES, structure.FIND_DRIVERS,
              "chformal -assume -cover -remove", "bwmuxmap", "opt_clean",
              "memory_collect", "memory_map -rom-only", "opt_clean", "check",
              f"write_json {JSON}", f"write_verilog -noattr {OUTPUT}"]  # fmt: skip
    try:
        log = run_yosys(
            "\n".join(script) + "\n",
            directory=directory,
            name="import",
            timeout=TIMEOUT,
            memory=MEMORY,
            readable=readable,
        )
    except ToolError as error:
        raise _design_error(description, error, directory) from None
    module = json.loads((directory / JSON).read_text())["modules"][top]
    if len(module["cells"]) > MOST_CELLS:
        raise DesignError(
            f"{description.name}: too large: {len(module['cells'])} cells, at most "
            f"{MOST_CELLS} are taken"
        )
    ports = _ports(module)
    _check_reset(description.reset, module, str(description.path))
    boxes, drivers = (
        (directory / name).read_text() for name in (structure.BOXES, structure.DRIVERS)
    )
    structure.refuse(module, log, boxes, description.name, drivers=drivers)
    loop = _loop(description, top, log, directory)
    if not description.clock:
        _check_no_registers(module, str(description.path))
    return Elaborated(
        text=(directory / OUTPUT).read_text(),
        ports=ports,
        reader=reader,
        notes=(*loop, *_notes(log, module)),
    )


def flat(description: Description, command: str, directory: Path, name: str) -> tuple[str, Ports]:
    """Run ``command``, and return the top as one module ``name`` of Verilog, with its ports;
    instances of modules that are not there stay. See `elaborate` for the errors.
    """
    top = identifier(description.top, str(description.path))
    script = [command, f"hierarchy -top {top}", "proc", "flatten", "bwmuxmap", "opt_clean",
              "memory_collect", "memory_map -rom-only", "opt_clean",
              *([f"rename {top} {name}"] if name != top else []), f"write_json {JSON}",
              f"write_verilog -noattr {OUTPUT}"]  # fmt: skip
    try:
        run_yosys(
            "\n".join(script) + "\n",
            directory=directory,
            name="import",
            timeout=TIMEOUT,
            memory=MEMORY,
        )
    except ToolError as error:
        raise _design_error(description, error, directory) from None
    return (directory / OUTPUT).read_text(), _ports(
        json.loads((directory / JSON).read_text())["modules"][name]
    )


def _ports(module: dict) -> Ports:
    return {name: (port["direction"], len(port["bits"])) for name, port in module["ports"].items()}


def parse_options(description: Description) -> list[str]:
    """Lines of slang's command file with what the parser must know; every value is made of plain
    characters.

    ``SYNTHESIS`` is a macro, as for the front end of Yosys.
    """
    place = str(description.path)
    # A description may give it another value.
    defines = {"SYNTHESIS": 1, **description.defines}
    return [
        *(
            f"-D {identifier(name, place)}={_value(value, description, quoted=False)}"
            for name, value in defines.items()
        ),
        *(f"-I ./{folder}" for folder in (*description.include_dirs, ".")),
    ]


def _parameters(description: Description) -> list[str]:
    """Lines with the top and the values of its parameters."""
    place = str(description.path)
    return [
        f"--top {identifier(description.top, place)}",
        *(
            f"-G {identifier(name, place)}={_value(value, description, quoted=True)}"
            for name, value in description.parameters.items()
        ),
    ]


def _value(value: str | int | bool, description: Description, *, quoted: bool) -> str:
    if isinstance(value, str):
        if not STRING.fullmatch(value):
            raise CallError(
                f"{description.path}: expected parameters of letters, digits and "
                f"_.+/-, got {value!r}"
            )
        # slang reads a parameter as an expression, where a text needs quotes; a macro is text.
        return f'\\"{value}\\"' if quoted else value
    return str(int(value))


def _design_error(
    description: Description, error: ToolError, directory: Path
) -> DesignError | ToolError:
    """The reader's own errors, if it said any; what came from a time limit or a missing tool stays
    as it is.
    """
    log = (
        (directory / "import.log").read_text(errors="replace")
        if (directory / "import.log").exists()
        else ""
    )
    said = [line.replace(f"{directory}/", "") for line in log.splitlines()]
    lines = [line for line in said if "error:" in line.lower()]
    if "see details above" in log:  # of an error of the front end itself, what tells is above
        last = next(index for index, line in enumerate(said) if "see details above" in line)
        lines = [*filter(str.strip, said[max(0, last - DETAILS) : last]), said[last]]
        lines += [ADVICE for line in said if "is missing" in line and "wire for symbol" in line][:1]
    if not lines or "time limit" in str(error):
        return ToolError(str(error))
    lines += [SIMULATED for line in lines if "unsupported system task" in line][:1]
    return DesignError(
        f"{description.name}: the sources cannot be read:\n"
        + "\n".join(f"    {line}" for line in lines[:12])
    )


def _check_reset(reset: Reset, module: dict, place: str) -> None:
    """An asynchronous reset straight from the port tells level and kind. Raises `CallError` if the
    description says another.
    """
    if not reset.port or reset.port not in module["ports"]:
        return
    bits = module["ports"][reset.port]["bits"]
    for cell in module["cells"].values():
        port = ASYNCHRONOUS.get(cell["type"], "")
        if port and cell["connections"][port] == bits:
            level = int(cell["parameters"][f"{port}_POLARITY"], 2)
            if (level, "async") != (reset.level, reset.kind):
                raise CallError(
                    f"{place}: the registers have an asynchronous reset at "
                    f"'{reset.port}' = {level}; the description "
                    f"says level {reset.level}, {reset.kind}. Write: reset = {{ port = "
                    f'"{reset.port}", '
                    f'level = {level}, kind = "async" }}'
                )


def _check_no_registers(module: dict, place: str) -> None:
    """Raises `CallError` if a core that is described without a clock has registers or memories."""
    found = sorted(
        {
            cell["type"]
            for cell in module["cells"].values()
            if re.match(r"\$\w*(dff|sr|ff|mem)\w*$", cell["type"])
        }
    )
    if found:
        raise CallError(
            f"{place}: clock = false is said, and the core has registers "
            f"({', '.join(found)}). Name the port of its clock."
        )


def _loop(description: Description, top: str, log: str, directory: Path) -> tuple[str, ...]:
    """A note on combinational loops that may not settle. Raises `DesignError` for those that keep
    a value.
    """
    if LOOP_FOUND not in log:
        return ()
    kept, unsettled, module = loops.judged(JSON, top, directory, timeout=TIMEOUT)
    if kept:
        raise structure.latch_error(module, kept, description.name)
    return (f"{LOOP} {structure.said(module, unsettled)}",) if unsettled else ()


def _notes(log: str, module: dict) -> tuple[str, ...]:
    notes = [remark] if (remark := structure.undriven(log)) else []
    asserts = [cell for cell in module["cells"].values() if cell["type"] in ("$check", "$assert")]
    if asserts:
        notes.append(f"{ASSERTS} {structure.places(asserts)}")
    if any(cell["type"] in ("$dffsr", "$dffsre") for cell in module["cells"].values()):
        notes.append("registers with asynchronous set and reset")
    return tuple(notes)

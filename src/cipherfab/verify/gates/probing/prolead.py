# SPDX-License-Identifier: Apache-2.0
"""A judge from outside: netlist, cells and settings for PROLEAD, and its verdict.

PROLEAD (N. Müller, A. Moradi, "PROLEAD: A Probing-Based Hardware Leakage Detection Tool", TCHES
2022) places a probe on every net, with glitches and transitions, simulates the netlist on random
and on fixed secrets, and compares what the probes see with a G-test. It shares nothing with this
package but the netlist. Its settings and its library of cells are JSON; the names of both are those
of version 3.1 (its wiki).
"""

import hashlib
import json
import math
import re
import shutil
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from .... import catalog
from ....design import Design
from ....errors import CallError, DesignError, ToolError
from ....primitives.in_stages import RANDOM, share_names
from ....primitives.primitive import software
from ....tools.process import run
from ...equivalence.netlist import bit_names
from .. import cells
from ..lanes import read_module
from .symbolic import best_names

PROGRAM = "PROLEAD"
THRESHOLD = 5.0
"""Of -log10(p), PROLEAD's own: above it a probing set leaks."""

STEP = 1 << 16
"""Simulations between two reports."""

LIBRARY, DESIGN, CONFIG, RESULT = "library.json", "design.v", "config.json", "result"

_WORDS = {"~": "not ", "&": "and", "|": "or", "^": "xor"}
_NAME = re.compile(r"[A-Za-z_]\w*")


def write(design: Design, netlist: Path, liberty: Path, directory: Path, *, simulations: int,
          cycles: int, whole: bool, seed: int) -> None:
    """Write the three files that PROLEAD reads.

    Args:
        design: a masked primitive with valid and ready.
        netlist, liberty: its mapped netlist, and the cells.
        directory: existing, for `DESIGN`, `LIBRARY` and `CONFIG`.
        simulations: at least so many; a multiple of `STEP` is taken.
        cycles: the call starts in the second; so many are simulated and watched.
        whole: the result is there in the last of them; PROLEAD compares it with the model's.
        seed: of the fixed secret and of public inputs.

    Raises:
        CallError: the design is not masked.
        DesignError: a cell whose function is not known.
        ToolError: Yosys failed.
    """
    if not getattr(design.interface, "masking", None):
        raise CallError(f"{design.name}: PROLEAD judges shares, and this core has none. Try a core "
                        f"of architecture masked=1.")
    module = read_module(Path(netlist), Path(liberty), design.top, Path(directory))
    library = cells.read(Path(liberty))
    (directory / DESIGN).write_text("".join(f"{line}\n" for line in _verilog(design.top, module,
                                                                           library)))
    used = sorted({cell["type"] for cell in module["cells"].values()})
    _dump(directory / LIBRARY, {"libraries": [{"name": "cells", "cells": [
        _BUFFER, *(_cell(kind, library[kind]) for kind in used)]}]})
    _dump(directory / CONFIG, _settings(design, module, simulations=simulations, cycles=cycles,
                                        whole=whole, seed=seed))


def _dump(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, indent=1) + "\n")


_BUFFER = {"name": "buffer", "aliases": ["BUFFER"], "type": "buffer", "inputs": ["A"],
           "outputs": ["Z"], "equations": ["not (not A)"]}
"""PROLEAD makes one of each ``assign``."""


def _cell(kind: str, cell: cells.Cell) -> dict[str, Any]:
    """A cell as PROLEAD describes it; a flip-flop's next state holds when its clock is 1."""
    common = {"name": kind, "aliases": [kind], "outputs": list(cell.outputs)}
    if not cell.next_state:
        return {**common, "type": "gate", "inputs": list(cell.inputs),
                "equations": [_words(function) for function in cell.outputs.values()]}
    following, clock = _words(cell.next_state), cell.clock
    first = next((pin for pin, of in cell.outputs.items() if of == "q"), None)
    held = first or f"(not {next(iter(cell.outputs))})"
    signs = {"q": "{}", "~q": "(not {})"}
    return {**common, "type": "register", "timing": "rising_edge", "clock": clock,
            "inputs": [*cell.inputs, clock],
            "equations": [f"((not {clock}) and {signs[of].format(held)}) or "
                          f"({clock} and {signs[of].format(f'({following})')})"
                          for of in cell.outputs.values()]}


def _words(function: str) -> str:
    """A function with words in place of signs; PROLEAD takes no name alone for one."""
    text = cells.expression(function, lambda pin: pin)
    if _NAME.fullmatch(text.strip("()")):
        return f"not (not {text})"
    return re.sub(r"[~&|^]", lambda sign: _WORDS[sign[0]], text)


def _verilog(top: str, module: Mapping[str, Any], library: Mapping) -> Iterator[str]:
    """The netlist once more, in the little Verilog that PROLEAD reads: ports, a wire for each net,
    instances.
    """
    names: dict[Any, str] = {"0": "1'b0", "1": "1'b1", "x": "1'b0"}
    ports = [(bit, own) for port, entry in module["ports"].items()
             for bit, own in zip(entry["bits"], bit_names(port, len(entry["bits"])))]
    for bit, own in ports:
        names.setdefault(bit, own)
    inner = sorted({bit for cell in module["cells"].values()
                    for bits in cell["connections"].values() for bit in bits} - set(names))
    known = best_names(module)
    # The number keeps names apart that differ in signs only.
    names |= {bit: re.sub(r"\W+", "_", f"{known[bit]}_" if bit in known else "") + f"n{bit}"
              for bit in inner}
    yield f"module {top} ({', '.join(module['ports'])});"
    for port, entry in module["ports"].items():
        size = f" [{len(entry['bits']) - 1}:0]" if len(entry["bits"]) > 1 else ""
        yield f"  {entry['direction']}{size} {port};"
    for bit in inner:
        yield f"  wire {names[bit]};"
    for number, cell in enumerate(module["cells"].values()):
        if cell["type"] not in library:
            raise DesignError(f"a cell is a {cell['type']}, whose function is not known here.")
        pins = ", ".join(f".{pin}({names[bits[0]]})"
                         for pin, bits in cell["connections"].items() if bits)
        yield f"  {cell['type']} c{number} ({pins});"
    yield from (f"  assign {own} = {names[bit]};" for bit, own in ports if names[bit] != own)
    yield "endmodule"


def _settings(design: Design, module: Mapping, *, simulations: int, cycles: int, whole: bool,
              seed: int) -> dict[str, Any]:
    """Two groups, a random and a fixed secret; a reset, a call, and inputs that stay."""
    interface, random = design.interface, Random(seed)
    widths = {port: len(entry["bits"]) for port, entry in module["ports"].items()}
    first = {design.reset: "1'b1"} if design.reset else {}
    fixed = {name: random.getrandbits(width) for name, width in interface.inputs.items()}
    shares, secret, place = {}, 0, 0
    for name, width in interface.inputs.items():
        if name not in interface.masking.inputs:
            shares[f"in_{name}"] = _constant(fixed[name], width)
            continue
        for number, share in enumerate(share_names(name, interface.masking.shares)):
            shares[f"in_{share}"] = f"group_in{number}[{place + width - 1}:{place}]"
        secret, place = secret | fixed[name] << place, place + width
    quiet = [port for port, entry in module["ports"].items() if entry["direction"] == "input"
             and port not in (design.clock, design.reset, RANDOM, *shares)]
    first |= {port: _constant(0, widths[port]) for port in (*quiet, *shares)}
    second = {**({design.reset: "1'b0"} if design.reset else {}), "in_valid": "1'b1", **shares}
    steps = -(-simulations // STEP)
    return {
        "performance": {"max_number_of_threads": "half", "minimize_probing_sets": "aggressive",
                        "number_of_entries_in_report": 10},
        "simulation": {
            "groups": [_unknown(place), _constant(secret, place)],
            "always_random_inputs": [_ranged(RANDOM, widths[RANDOM])] if RANDOM in widths else [],
            "input_sequence": [_signals(first, widths), _signals(second, widths),
                               _signals({"in_valid": "1'b0"}, widths)],
            "number_of_clock_cycles": cycles,
            **(_expected(design, fixed) if whole else {}),
            "number_of_simulations": steps * STEP, "number_of_simulations_per_step": STEP},
        "hardware": {"clock_signal_name": design.clock},
        "side_channel_analysis": {"order": interface.masking.order, "transitional_leakage": True,
                                  "clock_cycles": [f"1-{cycles}"]}}


def _signals(values: Mapping[str, str], widths: Mapping[str, int]) -> dict[str, Any]:
    return {"signals": [{"name": _ranged(port, widths[port]), "value": value}
                        for port, value in values.items() if port in widths]}


def _ranged(port: str, width: int) -> str:
    return f"{port}[{width - 1}:0]" if width > 1 else port


def _expected(design: Design, inputs: Mapping[str, int]) -> dict[str, Any]:
    """The result of the fixed secret, as far as it is in shares; the first output is on top."""
    interface, masking = design.interface, design.interface.masking
    primitive = catalog.find(interface.algorithm).primitive
    results = dict(zip(interface.outputs, software(primitive)(*inputs.values())))
    value, width = 0, 0
    for name in masking.outputs:
        value = value << interface.outputs[name] | results[name]
        width += interface.outputs[name]
    shares = zip(*(share_names(name, masking.shares) for name in masking.outputs))
    return {
        "output_shares": ["{" + ",".join(_ranged(f"out_{share}", interface.outputs[name])
                                         for share, name in zip(one, masking.outputs)) + "}"
                          for one in shares],
        "expected_output": [_unknown(width), _constant(value, width)]}


def _constant(value: int, width: int) -> str:
    """All its digits: PROLEAD takes a constant for as wide as it is written."""
    return f"{width}'b{value:0{width}b}"


def _unknown(width: int) -> str:
    """All bits random, or not compared."""
    return f"{width}'b{'$' * width}"


def judge(directory: Path, top: str, *, program: str | None = None,
          timeout: float = 7200) -> dict[str, Any]:
    """Run PROLEAD on what `write` wrote.

    Args:
        directory: of the three files; `RESULT` is made in it.
        top: module of the netlist.
        program: PROLEAD's; None: the one on the path.
        timeout: seconds.

    Returns:
        ``program``: the SHA-256 of the program, since it tells no version; ``leaks``; ``log10_p``:
        the largest -log10(p) of a probing set; ``threshold``; ``simulations``; ``sets``: probing
        sets that were watched; ``probes``: those of the largest; ``seconds``.

    Raises:
        CallError: it is not installed.
        ToolError: it failed, or wrote no report.
    """
    found = program or shutil.which(PROGRAM)
    if not found:
        raise CallError(f"{PROGRAM} is not on the path. docs/masking.md says how to build it; the "
                        f"files for it are in {directory}.")
    # A report of an earlier run must not be taken for one of this.
    shutil.rmtree(directory / RESULT, ignore_errors=True)
    (directory / RESULT).mkdir()
    start = time.monotonic()
    said = run([found, "-l", LIBRARY, "-n", "cells", "-d", DESIGN, "-m", top, "-c", CONFIG,
                "-r", RESULT], directory=directory, log="prolead.log", timeout=timeout,
               readable=[Path(found)])
    return {"program": hashlib.sha256(Path(found).read_bytes()).hexdigest(), **verdict(directory),
            "sets": _sets(said), "seconds": time.monotonic() - start}


_ENTRY = re.compile(r"(?:Clock cycle |^)\d+: (.*?) -log10\(p\) = (\S+) --> (OKAY|LEAKAGE)",
                    re.MULTILINE)
_REPORT = re.compile(r"report_(\d+)(?:_Step_\d+)?\.dat")


def verdict(directory: Path) -> dict[str, Any]:
    """What the last report says; see `judge`.

    Raises:
        ToolError: there is none that can be read, or it ends before the simulations that `write`
            asked for.
    """
    asked = json.loads((directory / CONFIG).read_text())["simulation"]["number_of_simulations"]
    reports = [(int(match[1]), path) for path in (directory / RESULT).iterdir()
               if (match := _REPORT.fullmatch(path.name))]
    last = max((number for number, _ in reports), default=0)
    entries = [entry for number, path in reports if number == last
               for entry in _ENTRY.findall(path.read_text())]
    if not entries or last < asked:
        raise ToolError(f"{PROGRAM}: expected a report with a verdict after {asked} simulations in "
                        f"{directory / RESULT}, got "
                        f"{f'one after {last}' if entries else 'none'}.")
    values = [(float(value), probes) for probes, value, _ in entries]
    if not all(math.isfinite(value) or value == math.inf for value, _ in values):
        raise ToolError(f"{PROGRAM} reported a number that is none: {values[:3]}.")
    largest, probes = max(values)
    return {"leaks": largest > THRESHOLD or any(word == "LEAKAGE" for *_, word in entries),
            "log10_p": largest, "threshold": THRESHOLD, "simulations": last, "probes": probes}


def _sets(said: str) -> int | None:
    """Probing sets that remained, from what was printed."""
    found = re.findall(r"(\d+) probing sets (?:remain|generated)", said)
    return int(found[-1]) if found else None


__all__ = ["CONFIG", "DESIGN", "LIBRARY", "PROGRAM", "RESULT", "THRESHOLD", "judge", "verdict",
           "write"]

# SPDX-License-Identifier: Apache-2.0
"""A judge from outside: netlist, cells and settings for PROLEAD; `prolead_runs` has its verdict.

PROLEAD (N. Müller, A. Moradi, "PROLEAD: A Probing-Based Hardware Leakage Detection Tool", TCHES
2022) places a probe on every net, with glitches and transitions, simulates the netlist on random
and on fixed secrets, and compares what the probes see with a G-test. It shares nothing with this
package but the netlist. Its settings and its library of cells are JSON; the names of both are those
of version 3.1 (its wiki).

A call may be judged in parts, a run of PROLEAD for some cycles each, since it keeps what all probes
of a run see.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from .... import catalog
from ....design import Design
from ....errors import CallError, DesignError
from ....primitives.in_stages import RANDOM, share_names
from ....primitives.primitive import software
from ...equivalence.netlist import bit_names
from .. import cells
from ..lanes import read_module
from .symbolic import best_names

STEP = 1 << 14
"""Simulations at a time: PROLEAD keeps a bit of each for every value that a probe may see."""

LIBRARY, DESIGN, CONFIG = "library.json", "design.v", "config.json"

_WORDS = {"~": "not ", "&": "and", "|": "or", "^": "xor"}
_NAME = re.compile(r"[A-Za-z_]\w*")


def write(
    design: Design,
    netlist: Path,
    liberty: Path,
    directory: Path,
    *,
    simulations: int,
    cycles: int,
    whole: bool,
    seed: int,
    part: int | None = None,
    ones: bool = False,
) -> list[Path]:
    """Write what PROLEAD reads.

    Args:
        design: a masked primitive with valid and ready.
        netlist, liberty: its mapped netlist, and the cells.
        directory: existing, for `DESIGN` and `LIBRARY`, and a directory for each part.
        simulations: at least so many; a multiple of `STEP` is taken.
        cycles: the call starts in the second; so many are simulated and watched.
        whole: the result is there in the last of them; PROLEAD compares it with the model's.
        seed: of the fixed secret and of public inputs.
        part: cycles of a part; None: one of all cycles.
        ones: compare how many ones a probe sees (PROLEAD's compact distributions) instead of what
            it sees, of which there may be more values than simulations.

    Returns:
        The directory of each part, with its `CONFIG`.

    Raises:
        CallError: the design is not masked.
        DesignError: a cell whose function is not known.
        ToolError: Yosys failed.
    """
    if not getattr(design.interface, "masking", None):
        raise CallError(
            f"{design.name}: PROLEAD judges shares, and this core has none. Try a core "
            f"of architecture masked=1."
        )
    module = read_module(Path(netlist), Path(liberty), design.top, Path(directory))
    library = cells.read(Path(liberty))
    (directory / DESIGN).write_text(
        "".join(f"{line}\n" for line in _verilog(design.top, module, library))
    )
    used = sorted({cell["type"] for cell in module["cells"].values()})
    _dump(
        directory / LIBRARY,
        {
            "libraries": [
                {
                    "name": "cells",
                    "cells": [_BUFFER, *(_cell(kind, library[kind]) for kind in used)],
                }
            ]
        },
    )
    size, parts = part or cycles, []
    for first in range(1, cycles + 1, size):
        last = min(first + size - 1, cycles)
        parts.append(directory / f"cycles-{first}-{last}")
        parts[-1].mkdir(exist_ok=True)
        _dump(
            parts[-1] / CONFIG,
            _settings(
                design,
                module,
                simulations=simulations,
                watched=(first, last),
                # The result is there in the last cycle alone, so no other part can compare it.
                whole=whole and last == cycles,
                seed=seed,
                ones=ones,
            ),
        )
    return parts


def _dump(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, indent=1) + "\n")


_BUFFER = {
    "name": "buffer",
    "aliases": ["BUFFER"],
    "type": "buffer",
    "inputs": ["A"],
    "outputs": ["Z"],
    "equations": ["not (not A)"],
}
"""PROLEAD makes one of each ``assign``."""


def _cell(kind: str, cell: cells.Cell) -> dict[str, Any]:
    """A cell as PROLEAD describes it; a flip-flop's next state holds when its clock is 1."""
    common = {"name": kind, "aliases": [kind], "outputs": list(cell.outputs)}
    if not cell.next_state:
        return {
            **common,
            "type": "gate",
            "inputs": list(cell.inputs),
            "equations": [_words(function) for function in cell.outputs.values()],
        }
    following, clock = _words(cell.next_state), cell.clock
    # A flip-flop without an output q keeps its value as the inverse of ~q.
    first = next((pin for pin, of in cell.outputs.items() if of == "q"), None)
    held = first or f"(not {next(iter(cell.outputs))})"
    signs = {"q": "{}", "~q": "(not {})"}
    return {**common, "type": "register", "timing": "rising_edge", "clock": clock,
            "inputs": [*cell.inputs, clock],
            "equations": [f"((not {clock}) and {signs[of].format(held)}) or "
                          f"({clock} and {signs[of].format(f'({following})')})"
                          for of in cell.outputs.values()]}  # fmt: skip


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
    ports = [
        (bit, own)
        for port, entry in module["ports"].items()
        # PROLEAD's wires are single bits, so a port of several is named bit by bit.
        for bit, own in zip(entry["bits"], bit_names(port, len(entry["bits"])))
    ]
    # A net of several ports has the name of the first; an ``assign`` makes each of the others.
    for bit, own in ports:
        names.setdefault(bit, own)
    inner = sorted(
        {
            bit
            for cell in module["cells"].values()
            for bits in cell["connections"].values()
            for bit in bits
        }
        - set(names)
    )
    known = best_names(module)
    # The number keeps names apart that differ in signs only.
    names |= {
        bit: re.sub(r"\W+", "_", f"{known[bit]}_" if bit in known else "") + f"n{bit}"
        for bit in inner
    }
    yield f"module {top} ({', '.join(module['ports'])});"
    for port, entry in module["ports"].items():
        size = f" [{len(entry['bits']) - 1}:0]" if len(entry["bits"]) > 1 else ""
        yield f"  {entry['direction']}{size} {port};"
    for bit in inner:
        yield f"  wire {names[bit]};"
    for number, cell in enumerate(module["cells"].values()):
        if cell["type"] not in library:
            raise DesignError(f"a cell is a {cell['type']}, whose function is not known here.")
        pins = ", ".join(
            f".{pin}({names[bits[0]]})" for pin, bits in cell["connections"].items() if bits
        )
        yield f"  {cell['type']} c{number} ({pins});"
    yield from (f"  assign {own} = {names[bit]};" for bit, own in ports if names[bit] != own)
    yield "endmodule"


def _settings(
    design: Design,
    module: Mapping,
    *,
    simulations: int,
    watched: tuple[int, int],
    whole: bool,
    seed: int,
    ones: bool,
) -> dict[str, Any]:
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
    # `out_ready` is among these and stays 0, so a result waits at the ports until the end.
    quiet = [
        port
        for port, entry in module["ports"].items()
        if entry["direction"] == "input"
        and port not in (design.clock, design.reset, RANDOM, *shares)
    ]
    first |= {port: _constant(0, widths[port]) for port in (*quiet, *shares)}
    second = {**({design.reset: "1'b0"} if design.reset else {}), "in_valid": "1'b1", **shares}
    asked = -(-simulations // STEP) * STEP
    # Where a set sees less than another, it may yet differ in how many ones it sees.
    kept = "trivial" if ones else "aggressive"
    return {
        "performance": {"max_number_of_threads": "half", "minimize_probing_sets": kept,
                        "compact_distributions": ones, "number_of_entries_in_report": 10},
        "simulation": {
            "groups": [_unknown(place), _constant(secret, place)],
            "always_random_inputs": [_ranged(RANDOM, widths[RANDOM])] if RANDOM in widths else [],
            "input_sequence": [_signals(first, widths), _signals(second, widths),
                               _signals({"in_valid": "1'b0"}, widths)],
            # Each part begins with the reset and ends with its last cycle: no state is carried
            # over.
            "number_of_clock_cycles": watched[1],
            **(_expected(design, fixed) if whole else {}),
            # One report at the end is enough, since the verdict is taken from the last one.
            "number_of_simulations": asked, "number_of_simulations_per_step": STEP,
            "number_of_simulations_per_write": asked},
        "hardware": {"clock_signal_name": design.clock},
        "side_channel_analysis": {"order": interface.masking.order, "transitional_leakage": True,
                                  "clock_cycles": [f"{watched[0]}-{watched[1]}"]}}  # fmt: skip


def _signals(values: Mapping[str, str], widths: Mapping[str, int]) -> dict[str, Any]:
    return {
        "signals": [
            {"name": _ranged(port, widths[port]), "value": value}
            for port, value in values.items()
            if port in widths
        ]
    }


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
        # The first group has random secrets, whose results are not known here.
        "expected_output": [_unknown(width), _constant(value, width)]}  # fmt: skip


def _constant(value: int, width: int) -> str:
    """All its digits: PROLEAD takes a constant for as wide as it is written."""
    return f"{width}'b{value:0{width}b}"


def _unknown(width: int) -> str:
    """All bits random, or not compared."""
    return f"{width}'b{'$' * width}"


__all__ = ["CONFIG", "DESIGN", "LIBRARY", "STEP", "write"]

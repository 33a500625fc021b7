# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist as what a placer needs: cells, ports, and the pins of each net.

Names are as SPEF and OpenSTA have them: what is no letter, digit or underscore has a backslash in
front, but for the brackets of a bit of a bus.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import DesignError
from ...verify.gates.lanes import read_module
from .geometry import Geometry

Pin = tuple[str, str]
"""A cell and its pin; of a port its name with its bit, and nothing."""


@dataclass(frozen=True)
class Circuit:
    """A flat netlist.

    Attributes:
        cells: the kind of each cell, by its name.
        ports: whether each bit of a port is an output, by its name (``x[3]``, or ``x`` of one bit).
        nets: the pins of each net by its name, what drives it first; constants are none.
    """

    cells: Mapping[str, str]
    ports: Mapping[str, bool]
    nets: Mapping[str, tuple[Pin, ...]]


def read(netlist: Path, liberty: Path, top: str, directory: Path) -> Circuit:
    """The netlist, through Yosys.

    Raises:
        ToolError: Yosys fails.
    """
    return of_json(read_module(netlist, liberty, top, directory))


def of_json(module: Mapping[str, Any]) -> Circuit:
    """From a module of Yosys' JSON."""
    names = _names(module)
    ports: dict[str, bool] = {}
    pins: dict[str, list[tuple[bool, Pin]]] = {}
    # A constant has no name here: what is connected to one is collected under an empty name, which
    # is left out below.
    for port, entry in module["ports"].items():
        for name, bit in _bits(port, entry):
            ports[name] = entry["direction"] == "output"
            # Seen from inside, an input of the module drives its net, and an output reads it.
            pins.setdefault(names.get(bit, ""), []).append((not ports[name], (name, "")))
    for cell, entry in module["cells"].items():
        for pin, bits in entry["connections"].items():
            drives = entry["port_directions"][pin] == "output"
            # A pin of a library's cell has one bit.
            pins.setdefault(names.get(bits[0], ""), []).append((drives, (escaped(cell), pin)))
    # Drivers come first by a stable sort, so the readers stay in the order of the netlist.
    return Circuit(
        cells={escaped(name): entry["type"] for name, entry in module["cells"].items()},
        ports=ports,
        nets={
            name: tuple(pin for _, pin in sorted(found, key=lambda one: not one[0]))
            for name, found in pins.items()
            if name
        },
    )


def escaped(name: str) -> str:
    """A name as SPEF has it."""
    return re.sub(r"(\W)", r"\\\1", name)


def _bits(name: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The name of each bit of a port or a net, with its number in Yosys' JSON."""
    # A bus may begin at another index than 0, and its bits are called by the indices of the source.
    for number, bit in enumerate(entry["bits"], entry.get("offset", 0)):
        yield f"{escaped(name)}[{number}]" if len(entry["bits"]) > 1 else escaped(name), bit


def _names(module: Mapping[str, Any]) -> dict[int, str]:
    """A name for each net, as the netlist has it; that of a port goes before."""
    found: dict[int, str] = {}
    ports = module["ports"]
    # Ports first: a net that is one is called as the port.
    for name, entry in sorted(module["netnames"].items(), key=lambda one: one[0] not in ports):
        for bit_name, bit in _bits(name, entry):
            if isinstance(bit, int):
                found.setdefault(bit, bit_name)
    return found


def area_um2(circuit: Circuit, geometry: Geometry) -> float:
    """The sum of the cells' areas, in µm².

    Raises:
        DesignError: a cell is not in the library.
    """
    missing = sorted(set(circuit.cells.values()) - set(geometry.macros))
    if missing:
        raise DesignError(
            f"expected cells of the library only, got {', '.join(missing[:4])}, which its LEF does "
            f"not have"
        )
    return sum(geometry.macros[kind].width * geometry.row for kind in circuit.cells.values())

# SPDX-License-Identifier: Apache-2.0
"""Resistances and capacitances of placed wires, as SPEF for OpenSTA, and read back."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .circuit import Circuit, Pin
from .geometry import Geometry
from .trees import Tree, distance

HEADER = """\
*SPEF "IEEE 1481-1998"
*DESIGN "{top}"
*DATE "none"
*VENDOR "cipherfab"
*PROGRAM "cipherfab"
*VERSION "1"
*DESIGN_FLOW "PLACED"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 PS
*C_UNIT 1 FF
*R_UNIT 1 KOHM
*L_UNIT 1 UH
"""

LEAST = 0.001
"""µm: an edge between two points at one place is a wire too, or a pin would not be reached."""


def spef(
    top: str, circuit: Circuit, trees: Mapping[str, Tree], geometry: Geometry
) -> Iterator[str]:
    """The lines of the file.

    Args:
        top: the module.
        trees: of each net with a wire.
        geometry: what a µm of wire has.
    """
    yield HEADER.format(top=top)
    for name, tree in trees.items():
        yield from _net(name, circuit, tree, geometry)


def _net(name: str, circuit: Circuit, tree: Tree, geometry: Geometry) -> Iterator[str]:
    """A net: each edge has half its capacitance at either end (a π of one section)."""
    points, edges = tree
    pins = circuit.nets[name]
    nodes = [_node(pin) for pin in pins]
    nodes += [f"{name}:{number}" for number in range(len(nodes), len(points))]
    capacitance, resistances = [0.0] * len(points), []
    for a, b in edges:
        length = max(distance(points[a], points[b]), LEAST)
        for end in (a, b):
            capacitance[end] += length * geometry.farads / 2
        resistances.append(f"{nodes[a]} {nodes[b]} {length * geometry.ohms:.6f}")
    yield f"*D_NET {name} {sum(capacitance):.4f}\n*CONN\n"
    # Behind the pins come the points where a tree branches, which connect to no cell.
    for pin, node in zip(pins, nodes, strict=False):
        yield _connection(pin, node, circuit, geometry)
    yield "*CAP\n"
    for number, (node, value) in enumerate(zip(nodes, capacitance, strict=True), 1):
        yield f"{number} {node} {value:.5f}\n"
    yield "*RES\n"
    for number, line in enumerate(resistances, 1):
        yield f"{number} {line}\n"
    yield "*END\n\n"


def _node(pin: Pin) -> str:
    cell, name = pin
    return f"{cell}:{name}" if name else cell


def _connection(pin: Pin, node: str, circuit: Circuit, geometry: Geometry) -> str:
    """A pin of a cell or a port, with its direction."""
    cell, name = pin
    if not name:
        return f"*P {node} {'O' if circuit.ports[cell] else 'I'}\n"
    kind = circuit.cells[cell]
    way = "O" if name in geometry.macros[kind].outputs else "I"
    return f"*I {node} {way} *D {kind}\n"


@dataclass(frozen=True, kw_only=True)
class Wire:
    """A net of such a file.

    Attributes:
        pins: ``cell:pin`` of each, or a port; what drives the net is the first.
        femtofarads: of the wire alone, by node: a pin, or a point where the tree branches.
        kiloohms: each between two nodes.
    """

    pins: tuple[str, ...]
    femtofarads: Mapping[str, float]
    kiloohms: Sequence[tuple[str, str, float]]


def read(text: str) -> dict[str, Wire]:
    """The nets of a file that `spef` wrote, by name."""
    found = {}
    # In front of the first net is the head.
    for net in text.split("*D_NET ")[1:]:
        name = net.split(maxsplit=1)[0]
        _, pins, capacitances, resistances = re.split(r"^\*(?:CONN|CAP|RES)$", net, flags=re.M)
        edges = [line.split()[1:] for line in resistances.partition("*END")[0].splitlines() if line]
        found[name] = Wire(
            pins=tuple(line.split()[1] for line in pins.splitlines() if line),
            femtofarads={
                node: float(value)
                for _, node, value in (line.split() for line in capacitances.splitlines() if line)
            },
            kiloohms=[(a, b, float(value)) for a, b, value in edges],
        )
    return found

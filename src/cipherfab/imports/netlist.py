# SPDX-License-Identifier: Apache-2.0
"""GHDL's netlist as ``ghdl --synth --out=dump`` prints it: modules, gates, nets with their widths,
nothing else.

The dump is GHDL's own list of what it inferred, one gate after the other, with a number and a width
for each net. It is neither VHDL nor Verilog, so nothing is lost in the printing of expressions:
constants are numbers, a ``case`` is a gate with its default.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..errors import DesignError, ToolError

MODULE = re.compile(r"  module \{m\d+\} (\S+)$")
INSTANCE = re.compile(r"    instance (\S+?)\{i(\d+)\}: (\S+)$")
PLACE = re.compile(r"    # (\S+:\d+):\d+$")
NET = re.compile(r"\{n(\d+)w(\d+|\?)\}")
PORT = re.compile(r"    (input|output) (\S+?)(?:\[(\d+|\?)(?::0\])?\]?)?;$")
GENERIC = re.compile(r' \\(\w+)=(?:("[^"]*")|(\S+))')
KIND = re.compile(r"    parameter \\(\w+): (\S+)$")


@dataclass(frozen=True)
class Net:
    """A net: its number, unique in the netlist, and its width in bits."""

    number: int
    width: int


@dataclass
class Gate:
    """A gate or an instance of another module.

    Attributes:
        kind: ``$and`` …, or ``\\NAME`` of a module.
        name: as GHDL calls it; with a backslash if the designer did.
        number: unique in the netlist.
        parameters: numbers, in order.
        inputs: nets, in order; None where nothing is connected.
        outputs: nets, in order.
        place: ``FILE:LINE`` of the source that it comes from, as far as GHDL says it.
        named: of an instance of what is no entity here, its generics as the dump writes them.
    """

    kind: str
    name: str
    number: int
    parameters: list[int] = field(default_factory=list)
    inputs: list[Net | None] = field(default_factory=list)
    outputs: list[Net] = field(default_factory=list)
    place: str = ""
    named: dict[str, str] = field(default_factory=dict)


@dataclass
class Module:
    """A module: names of its ports in order; ``own``, whose inputs are the module's outputs and the
    other way round, None of a component without an entity; its gates; types of its generics.
    """

    name: str
    inputs: list[str] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)
    own: Gate | None = None
    gates: list[Gate] = field(default_factory=list)
    kinds: dict[str, str] = field(default_factory=dict)


def parse(text: str, boxes: dict[str, Module] | None = None) -> dict[str, Module]:
    """The modules of a dump by name, the top among them.

    Args:
        boxes: takes the components without an entity.

    Raises:
        DesignError: the dump has a form that this reader does not know.
    """
    # A list, so that two modules of one name are noticed.
    modules: list[Module] = []
    module: Module | None = None
    gate: Gate | None = None
    place = ""
    for line in text.splitlines():
        if head := MODULE.match(line):
            gate, module, place = None, _module(head[1], modules), ""
        elif head := PLACE.match(line):
            place = head[1]
        elif (
            module is not None
            and line.startswith("    ")
            and not line.startswith(("    #", "    connect", "    attribute"))
        ):
            before, gate = gate, _line(line, module, gate)
            if gate is not None and gate is not before:
                gate.place = place
    found: dict[str, Module] = {}
    for one in modules:
        if one.own is None:
            # GHDL has one of these for each width of the ports; their names are the same.
            (boxes if boxes is not None else {}).setdefault(one.name, one)
        elif one.name in found:
            raise ToolError(
                f"GHDL's netlist has two modules called {one.name}, and which of them "
                f"is meant is lost. It is an error of GHDL's, not of the core. Take a "
                f"later GHDL, first on PATH (tools/install-ghdl.sh installs version "
                f"6), or rename one of the entities in a copy."
            )
        else:
            found[one.name] = one
    return found


def _module(name: str, modules: list[Module]) -> Module:
    modules.append(Module(name))
    return modules[-1]


def _line(line: str, module: Module, gate: Gate | None) -> Gate | None:
    """Read one line of a module; returns the gate that the next lines belong to."""
    if found := INSTANCE.match(line):
        gate = Gate(kind=found[3], name=found[1], number=int(found[2]))
        # GHDL prints the ports of a module as an instance of the module in itself.
        if gate.kind == module.name:
            module.own = gate
        else:
            module.gates.append(gate)
    elif found := PORT.match(line):
        _add_port(module, found[1], found[2])
    elif gate is not None and line.startswith("      parameters "):
        gate.parameters = [
            int(word.rpartition("=")[2])
            for word in line.split()[1:]
            if word.rpartition("=")[2].isdigit()
        ]
        gate.named = {
            name: quoted or plain
            for name, quoted, plain in GENERIC.findall(line.partition("parameters")[2])
        }
    elif gate is not None and line.startswith("      input "):
        gate.inputs.append(next(_nets(line.partition(" <- ")[2]), None))
    elif gate is not None and line.startswith("      outputs "):
        gate.outputs = list(_nets(line))
    elif found := KIND.match(line):
        module.kinds[found[1]] = found[2]
    elif not line.startswith("    parameter "):
        raise DesignError(f"a line of GHDL's netlist is not understood: {line.strip()[:120]}")
    return gate


def _add_port(module: Module, way: str, name: str) -> None:
    """A port; GHDL makes one of each element of a record, ``\\r.\\a`` or ``\\r.a``, here
    ``\\r_a``. Names are in small letters, as version 2.0.0 writes them; later ones write them as
    the source does.
    """
    plain = name.replace(".\\", "_").replace(".", "_").lower()
    if plain in (*module.inputs, *module.outputs):
        raise DesignError(
            f"{module.name[1:]} has two ports that are called {plain[1:]} here: an "
            f"element of a record and another one. Rename one of them."
        )
    (module.inputs if way == "input" else module.outputs).append(plain)


def _nets(text: str) -> Iterator[Net]:
    for number, width in NET.findall(text):
        yield Net(int(number), 0 if width == "?" else int(width))

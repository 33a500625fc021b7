# SPDX-License-Identifier: Apache-2.0
"""Small modules of logic alone are written in the module that has them: one to select bits or to
compare a number is read more easily where it is used.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ...identifiers import APART
from .live import output_of
from .rtlil import Assign, Bits, Cell, Module, Switch, Value, Wire, cut, width
from .statements import overlaid

MOST = 4
"""Operators and choices of a module that is folded into another one; wiring counts for nothing."""


def folded(modules: dict[str, Module]) -> dict[str, Module]:
    """The design with the same top module, in which no small module of logic alone is an instance.

    Args:
        modules: by name, the top module first, as `rtlil.read` gives them.
    """
    # The top module is no instance.
    small = {name: module for name, module in list(modules.items())[1:] if _is_small(module)}
    found = {name: module for name, module in modules.items() if name not in small}
    kept = set()
    for module in found.values():
        # A copy, as `_Folding` takes the instance out of the list.
        for number, cell in enumerate(list(module.cells)):
            child = small.get(cell.kind[1:]) if not cell.kind.startswith("$") else None
            if child and (_is_apart(cell) or not _Folding(module, cell, child, number).done()):
                kept.add(child.name)
    return {name: module for name, module in modules.items() if name in found or name in kept}


def _is_apart(cell: Cell) -> bool:
    """Whether tools are to map an instance apart, see `APART`."""
    return cell.name.removeprefix("\\").startswith(APART)


def _is_small(module: Module) -> bool:
    """Whether it has few operators, and nothing that stores or is an instance."""
    return (
        len(module.cells) + sum(not is_wiring(body) for body in module.processes) <= MOST
        and not module.memories
        and all(cell.kind.startswith("$") and cell.kind != "$dff" for cell in module.cells)
    )


def is_wiring(body: list) -> bool:
    """Whether a process gives a wire bits of others, whatever happens."""
    return not any(isinstance(statement, Switch) for statement in body)


class _Folding:
    """Puts what is in an instance in its place.

    Args:
        parent: the module with the instance; it is changed.
        cell: the instance.
        child: the module of the instance.
        number: makes the names of its wires differ from those of others.
    """

    def __init__(self, parent: Module, cell: Cell, child: Module, number: int):
        self.parent, self.cell, self.child, self.number = parent, cell, child, number
        self.given = {
            f"\\{port}": value
            for port, value in cell.ports.items()
            if child.wires[f"\\{port}"].way == "input"
        }
        self.renamed = {
            name: f"{name}${number}fold" if name.startswith("$") else f"{name}${number}"
            for name in child.wires
            if name not in self.given
        }

    def done(self) -> bool:
        """Fold; False, and nothing is changed, if an output goes to bits of wires."""
        outputs = {
            f"\\{port}": value
            for port, value in self.cell.ports.items()
            if f"\\{port}" not in self.given
        }
        if not all(self._is_whole(value) for value in outputs.values()):
            return False
        # A name that is taken would join two wires.
        if any(new in self.parent.wires for new in self.renamed.values()):
            return False
        self.parent.cells.remove(self.cell)
        for name, new in self.renamed.items():
            wire = self.child.wires[name]
            self.parent.wires[new] = Wire(new, wire.width, "", wire.attributes)
        self.parent.cells += [self._cell(cell) for cell in self.child.cells]
        wired = self._wired(outputs)
        self.parent.processes += [
            list(self._body(body))
            for body in self.child.processes
            # Readers of what is only wired read through it (`_connect`).
            if body[0].target[0].wire not in wired
        ]
        for port, (part,) in outputs.items():
            inner = (Bits(self.renamed[port], part.width - 1, 0),)
            self._connect(part.wire, wired.get(port, inner))
        return True

    def _wired(self, outputs: Iterable[str]) -> dict[str, Value]:
        """What outputs are bits of, in the parent."""
        wired = {left[0].wire: self._value(right) for left, right in self.child.connections}
        for body in filter(is_wiring, self.child.processes):
            wire = body[0].target[0].wire
            wired[wire] = self._value(overlaid(body, self.child.wires[wire].width))
        return {port: wired[port] for port in outputs if port in wired}

    def _is_whole(self, value: Value) -> bool:
        """Whether it is one wire with all its bits."""
        return len(value) == 1 and value[0].width == self.parent.wires[value[0].wire].width

    def _connect(self, wire: str, value: Value) -> None:
        """Have a wire of the parent be a value: its readers read the value."""
        put_everywhere(self.parent, {wire: value})
        # The wire stays as a second name of the value, which is not written if nothing needs it.
        self.parent.connections.append(((Bits(wire, width(value) - 1, 0),), value))

    def _value(self, value: Value) -> Value:
        """A value of the child in the parent."""
        new = {
            name: (Bits(new, self.child.wires[name].width - 1, 0),)
            for name, new in self.renamed.items()
        }
        return put(value, {**new, **self.given})

    def _cell(self, cell: Cell) -> Cell:
        ports = {port: self._value(value) for port, value in cell.ports.items()}
        return replace(cell, name=f"{cell.name}${self.number}", ports=ports)

    def _body(self, body: list) -> Iterator[Assign | Switch]:
        for statement in body:
            if isinstance(statement, Assign):
                yield Assign(self._value(statement.target), self._value(statement.value))
            else:
                cases = [(patterns, list(self._body(inner))) for patterns, inner in statement.cases]
                yield Switch(self._value(statement.selector), cases)


def put_everywhere(module: Module, places: Mapping[str, Value]) -> None:
    """Have all that reads some wires read other values; what drives the wires stays."""
    for cell in module.cells:
        kept = output_of(cell) if cell.kind.startswith("$") else None
        cell.ports = {
            # By identity: an input with the same value is another port.
            port: value if value is kept else put(value, places)
            for port, value in cell.ports.items()
        }
    module.processes = [list(_put_in(body, places)) for body in module.processes]
    module.connections = [(left, put(right, places)) for left, right in module.connections]


def put(value: Value, places: Mapping[str, Value]) -> Value:
    """A value with other values in the places of some wires."""
    found: list[Bits] = []
    for part in value:
        if part.wire in places:
            found += cut(places[part.wire], part.high, part.low)
        else:
            found.append(part)
    return tuple(found)


def _put_in(body: list, places: Mapping[str, Value]) -> Iterator[Assign | Switch]:
    """Statements that read other values in the places of some wires."""
    for statement in body:
        if isinstance(statement, Assign):
            yield Assign(statement.target, put(statement.value, places))
        else:
            cases = [
                (patterns, list(_put_in(inner, places))) for patterns, inner in statement.cases
            ]
            yield Switch(put(statement.selector, places), cases)

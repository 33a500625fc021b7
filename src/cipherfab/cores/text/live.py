# SPDX-License-Identifier: Apache-2.0
"""Which wires of a design matter to its outputs. What matters to none, such as a second name of a
wire, is not written.
"""

from collections.abc import Iterator

from .rtlil import Assign, Cell, Module, Switch, Value

OUTPUTS = {"$dff": "Q", "$memrd_v2": "DATA"}
"""The output of cells where it is not ``Y``."""


def output_of(cell: Cell) -> Value:
    """What an operator, a flip-flop or a reading port drives; nothing for a writing port or what
    fills a memory.
    """
    return cell.ports.get(OUTPUTS.get(cell.kind, "Y"), ())


def read_by(cell: Cell) -> list[Value]:
    """What such a cell reads."""
    return [value for port, value in cell.ports.items() if port != OUTPUTS.get(cell.kind, "Y")]


def values_in(body: list) -> Iterator[Value]:
    """What the statements of a process read."""
    for statement in body:
        if isinstance(statement, Assign):
            yield statement.value
        else:
            yield statement.selector
            for _, inner in statement.cases:
                yield from values_in(inner)


def targets_in(body: list) -> Iterator[Value]:
    """What the statements of a process drive."""
    for statement in body:
        if isinstance(statement, Assign):
            yield statement.target
        elif isinstance(statement, Switch):
            for _, inner in statement.cases:
                yield from targets_in(inner)


def live(modules: dict[str, Module]) -> dict[str, set[str]]:
    """The wires that matter, by module; the first module is the top, all of whose ports matter."""
    reads = {name: _reads(module, modules) for name, module in modules.items()}
    found: dict[str, set[str]] = {name: set() for name in modules}
    top = next(iter(modules.values()))
    # All ports of the top matter: somebody else reads and drives them.
    todo = [(top.name, wire.name) for wire in top.wires.values() if wire.way]
    while todo:
        module, wire = todo.pop()
        if wire not in found[module]:
            found[module].add(wire)
            todo += reads[module].get(wire, ())
    _keep_inside(modules, found)
    return found


def _keep_inside(modules: dict[str, Module], found: dict[str, set[str]]) -> None:
    """Outputs that matter only within their module are no ports."""
    for parent in modules.values():
        for cell in parent.cells:
            for port, value in () if cell.kind.startswith("$") else cell.ports.items():
                wire = modules[cell.kind[1:]].wires[f"\\{port}"]
                if wire.way == "output" and not any(
                    part.wire in found[parent.name] for part in value
                ):
                    wire.way = ""


def _reads(module: Module, modules: dict[str, Module]) -> dict[str, list[tuple[str, str]]]:
    """For each wire those that its driver reads, each with its module; of an input port those at
    the instance.
    """
    found: dict[str, list[tuple[str, str]]] = {}

    def add(outputs: Value, inputs: list[Value]) -> None:
        wires = [(module.name, part.wire) for value in inputs for part in value if part.wire]
        for part in outputs:
            if part.wire:
                found.setdefault(part.wire, []).extend(wires)

    for cell in module.cells:
        if cell.kind.startswith("$"):
            add(output_of(cell), read_by(cell))
        else:
            _instance(cell, module, modules[cell.kind[1:]], found)
    # What is read from a memory depends on all that is written to it.
    for cell in (cell for cell in module.cells if cell.kind == "$memrd_v2"):
        add(
            output_of(cell),
            [
                value
                for other in module.cells
                if other.kind == "$memwr_v2"
                for value in read_by(other)
            ],
        )
    for body in module.processes:
        # Amaranth writes a process for each wire, so the first target tells which one it is.
        add(body[0].target, list(values_in(body)))
    for left, right in module.connections:
        add(left, [right])
    for parent in modules.values():
        for cell in parent.cells:
            if cell.kind == f"\\{module.name}":
                for port, value in cell.ports.items():
                    if module.wires[f"\\{port}"].way == "input":
                        found.setdefault(f"\\{port}", []).extend(
                            (parent.name, part.wire) for part in value if part.wire
                        )
    return found


def _instance(cell: Cell, parent: Module, child: Module, found: dict) -> None:
    for port, value in cell.ports.items():
        if child.wires[f"\\{port}"].way == "output":
            for part in value:
                found.setdefault(part.wire, []).append((child.name, f"\\{port}"))

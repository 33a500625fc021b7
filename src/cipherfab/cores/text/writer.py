# SPDX-License-Identifier: Apache-2.0
"""Writing modules: ports, declarations, logic, memories and instances, each with one statement on a
line; the registers are in `registers`, what stands under conditions in `choices`.
"""

from collections.abc import Iterator, Mapping

from ...errors import DesignError
from .bytewise import declarations as functions
from .choices import Choices
from .constants import without_constants
from .folded import folded, is_wiring
from .lines import Comments, Meanings, wrapped
from .live import live, output_of
from .logic import Logic, Uncut, merged
from .names import aliases, driving_ports, identifier, pins, place, port_names, unique
from .registers import Registers
from .rtlil import Assign, Bits, Cell, Module, Value, read
from .simplified import simplified
from .statements import overlaid, tabular


def design(text: str, meanings: Meanings | None = None) -> dict[str, str]:
    """A design as Verilog: the text of each module by the module's name, the top module first.

    Args:
        text: RTLIL as Amaranth writes it. The modules below the top are called ``TOP_PATH``, with
            the names of their instances.
        meanings: what more its comments say; nothing else of the text depends on them.
    """
    modules = read(text)
    for module in modules.values():
        # Before folding: a module that has become small by it is folded too.
        module.processes = [_joined(module, simplified(body)) for body in module.processes]
        without_constants(module)
    modules = folded(modules)
    # After folding, which leaves names that nothing reads.
    matters = live(modules)
    names = unique(
        {name: "_".join(identifier(f"\\{part}") for part in name.split(".")) for name in modules}
    )
    driving = driving_ports(modules)
    ports = {
        name: port_names(module, matters[name], driving[name]) for name, module in modules.items()
    }
    # A module whose outputs nobody reads does nothing, and is not written.
    kept = {
        name: ports[name]
        for name in modules
        if any(
            wire.way == "output" and wire.name in matters[name]
            for wire in modules[name].wires.values()
        )
    }
    return {
        names[name]: _text(
            modules[name],
            matters[name],
            names,
            kept,
            driving[name],
            pins(modules, name, kept),
            meanings,
        )
        for name in kept
    }


def _joined(module: Module, body: list) -> list:
    """Of assignments of some bits each, whatever happens, a single one."""
    if len(body) < 2 or not is_wiring(body):
        return body
    wire = module.wires[body[0].target[0].wire]
    value = tuple(merged(overlaid(body, wire.width)))
    return [Assign((Bits(wire.name, wire.width - 1, 0),), value)]


def _text(
    module: Module,
    matters: set[str],
    names: dict[str, str],
    ports: dict[str, dict[str, str]],
    driving: Mapping[str, str],
    pins: Mapping[str, tuple[str, str]],
    meanings: Meanings | None,
) -> str:
    """A module. Whether an operator needs a net of its own is only known when it is written where
    it is read.
    """
    named: set[str] = set()
    # Each turn names one wire more, so that there is an end.
    while True:
        try:
            return _Writer(module, matters, names, ports, driving, named, pins, meanings).text()
        except Uncut as found:
            named.add(found.wire)


class _Writer:
    """Writes one module."""

    def __init__(
        self,
        module: Module,
        matters: set[str],
        names: dict[str, str],
        ports: dict[str, dict[str, str]],
        driving: Mapping[str, str],
        named: set[str],
        pins: Mapping[str, tuple[str, str]],
        meanings: Meanings | None,
    ):
        self.module, self.matters, self.modules, self.ports = module, matters, names, ports
        self.driving, self.pins = driving, pins
        self.logic = Logic(module, matters, named)
        self.written = [
            wire
            for wire in module.wires.values()
            if wire.name in matters and self._is_written(wire.name)
        ]
        self.drawn = {wire.name for wire in self.written if not self.logic.own(wire.name)}
        self.places = self._places()
        self.aliases, self.comments = aliases(module), Comments(module, meanings)
        parts = {
            ("instance", cell.name): identifier(cell.name)
            for cell in module.cells
            if cell.kind[1:] in ports
        }
        stores = {("memory", name): identifier(name) for name in module.memories}
        wires = {wire.name: self._name(wire.name) for wire in self.written if not wire.way}
        values = self.logic.enumerations.wanted
        # Ports come first and so keep their names, to which users connect.
        self.logic.names = unique(ports[module.name] | parts | stores | wires | values)
        self.logic.enumerations.names = {value: self.logic.names[value] for value in values}

    def _is_written(self, wire: str) -> bool:
        return wire not in self.logic.skipped and not self.logic.inlined(wire)

    def _name(self, wire: str) -> str:
        if self.logic.own(wire):
            return self._own_name(wire)
        return self.places.get(wire) or self.driving.get(wire) or f"_{wire[1:]}_"

    def _own_name(self, wire: str) -> str:
        """Of a register that a part reads as NAME_in: NAME. Amaranth calls it as the part does."""
        named = identifier(wire)
        others = {one for one in self.aliases.get(wire, ()) if not one.endswith(("_in", "_out"))}
        given = named.removesuffix("_in")
        if given in others:
            return given
        return others.pop() if given != named and len(others) == 1 else named

    def _places(self) -> dict[str, str]:
        """For wires without a name that are bits of one with a name: that name and the bits."""
        found: dict[str, str] = {}
        for wire in self.written:
            name = self.logic.own(wire.name) and identifier(wire.name)
            for value, top in self._parts_of(wire) if name else ():
                at = top + 1
                for part in value:
                    at -= part.width
                    whole = (
                        part.wire and part.width == self.logic.width(part.wire)
                        if part.wire in self.drawn
                        else False
                    )
                    if whole:
                        found.setdefault(
                            part.wire,
                            f"{name}_{at + part.width - 1}_{at}"
                            if part.width > 1
                            else f"{name}_{at}",
                        )
        return found

    def _parts_of(self, wire) -> Iterator[tuple[Value, int]]:
        """Values that the wire is assigned as they are, with the highest bit that they go to."""
        driver = self.logic.drivers.get(wire.name)
        for statement in driver if isinstance(driver, list) else ():
            if isinstance(statement, Assign):
                yield statement.value, statement.target[0].high

    def text(self) -> str:
        """The module."""
        ports = [wire for wire in self.written if wire.way]
        ports.sort(key=place)
        head = [
            line
            for wire in ports
            for line in (
                *self.comments.of_name(wire.name, self.logic.names[wire.name], 4),
                f"    {self._declared(wire)}{',' * (wire is not ports[-1])}",
            )
        ]
        body = [
            *self._instances(),
            *self._memories(),
            *self._wires(),
            *Registers(self.logic, self.comments).lines(),
        ]
        names = self.logic.enumerations.declarations("\n".join(body))
        lines = (
            *self.comments.of_module(),
            f"module {self.modules[self.module.name]} (",
            *head,
            ");",
            *names,
            *self._declarations(),
            *functions(self.logic.calls),
            *body,
            "endmodule",
        )
        return "".join(f"{line}\n" for line in lines)

    def _declared(self, wire) -> str:
        """A declaration without what ends it."""
        # What a process assigns must be a variable.
        kind = "reg" if wire.name in self.logic.registers or self._in_case(wire.name) else "wire"
        bits = self.logic.width(wire.name)
        size = f" [{bits - 1}:0]" if bits > 1 else ""
        return f"{wire.way + ' ' if wire.way else ''}{kind}{size} {self.logic.names[wire.name]}"

    def _in_case(self, wire: str) -> bool:
        driver = self.logic.drivers.get(wire)
        return isinstance(driver, list) and tabular(driver)

    def _declarations(self) -> Iterator[str]:
        for wire in self.written:
            if not wire.way:
                yield from self.comments.on(wire.name, 2)
                name = self.logic.names[wire.name]
                yield from self.comments.of_name(wire.name, name, 2, of=self.pins.get(wire.name))
                yield f"  {self._declared(wire)};"
        for name, (width, depth) in self.module.memories.items():
            yield f"  reg [{width - 1}:0] {self.logic.names['memory', name]} [0:{depth - 1}];"

    def _wires(self) -> Iterator[str]:
        for wire in self.written:
            driver = self.logic.drivers.get(wire.name)
            if driver is None or wire.name in self.logic.registers:
                # Inputs have no driver, and registers are written apart.
                continue
            yield from self.comments.on(wire.name, 2)
            if self._in_case(wire.name):
                yield from self._combinational(driver)
            else:
                value = self.logic.of(wire.name, self.logic.width(wire.name) - 1, 0)
                yield from wrapped(f"assign {self.logic.names[wire.name]} = {value.text};")
        # Further names of a wire are dropped, but for ports, which are seen from outside.
        for left, right in self.module.connections:
            if left[0].wire in self.matters and self.module.wires[left[0].wire].way == "output":
                yield from wrapped(
                    f"assign {self.logic.names[left[0].wire]} = {self.logic.read(right).text};"
                )

    def _combinational(self, body: list) -> Iterator[str]:
        yield "  always @* begin"
        yield from Choices(self.logic, self.comments, "=").statements(body, 4)
        yield "  end"

    def _instances(self) -> Iterator[str]:
        for cell in self.module.cells:
            if not cell.kind.startswith("$") and cell.kind[1:] in self.ports:
                yield from self._instance(cell, self.ports[cell.kind[1:]])

    def _instance(self, cell: Cell, ports: dict[str, str]) -> Iterator[str]:
        yield f"  {self.modules[cell.kind[1:]]} {self.logic.names['instance', cell.name]} ("
        pins = [
            f".{name}({self.logic.read(cell.ports[port[1:]]).text})" for port, name in ports.items()
        ]
        for number, pin in enumerate(pins):
            yield from wrapped(pin + "," * (number < len(pins) - 1), 6)
        yield "  );"

    def _memory(self, cell: Cell) -> str:
        return self.logic.names["memory", cell.parameters["MEMID"].strip('"')[1:]]

    def _memories(self) -> Iterator[str]:
        for cell in self.module.cells:
            _check_port(cell)
            if cell.kind == "$memwr_v2":
                memory, read = self._memory(cell), self.logic.read
                # All bits of the enable are one signal, see `_check_port`.
                enable = read(cell.ports["EN"][:1]).text
                address, data = (read(cell.ports[port]).text for port in ("ADDR", "DATA"))
                yield f"  always_ff @(posedge {read(cell.ports['CLK']).text})"
                yield from wrapped(f"if ({enable}) {memory}[{address}] <= {data};", 4)
            elif cell.kind == "$memrd_v2" and output_of(cell)[0].wire in self.matters:
                value, address = (
                    self.logic.names[output_of(cell)[0].wire],
                    self.logic.read(cell.ports["ADDR"]).text,
                )
                yield f"  assign {value} = {self._memory(cell)}[{address}];"


def _check_port(cell: Cell) -> None:
    """Refuse a memory's port that is not written as it is described.

    Raises:
        DesignError: a port that reads with a clock, or one that writes parts of a word.
    """
    if cell.kind == "$memrd_v2" and cell.number("CLK_ENABLE"):
        raise DesignError(f"{cell.name}: a memory is read without a clock; take `domain='comb'`")
    if cell.kind == "$memwr_v2" and len(set(cell.ports["EN"])) > 1:
        raise DesignError(f"{cell.name}: a memory's word is written as a whole: one enable")

# SPDX-License-Identifier: Apache-2.0
"""Writing modules: ports, declarations, logic, registers, memories and instances, each with one
statement on a line.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping

from ...errors import DesignError
from .bytewise import TAKEN
from .bytewise import declarations as functions
from .constants import without_constants
from .expressions import Text, binary, inverted
from .folded import folded, is_wiring
from .live import live, output_of
from .logic import Logic, Uncut, merged
from .rtlil import Assign, Bits, Cell, Module, Switch, Value, Wire, read
from .simplified import simplified
from .statements import MANY, overlaid, plain, tabular, usual
from .together import groups, together

COLUMNS = 98
KEYWORDS = frozenset(
    """
    alias always and assert assign assume automatic before begin bind bins bit break buf byte case
    cell chandle class config const context continue cover default defparam design disable dist do
    edge else end enum event expect export extends extern final first_match for force foreach
    forever fork function global if iff import initial inout input inside instance int integer
    interface join let local logic longint macromodule module nand negedge new nor not null or
    output package parameter posedge primitive priority program property protected pull0 pull1 pure
    rand real ref reg release repeat return sequence shortint shortreal signed small static string
    strong strong0 strong1 struct super supply0 supply1 table tagged task this throughout time
    timeprecision timeunit tri type typedef union unique unsigned use uwire var vectored virtual
    void wait wand weak while wire with within wor xnor xor""".split()
)
"""Words of SystemVerilog that cannot be names."""


def design(text: str) -> dict[str, str]:
    """A design as Verilog: the text of each module by the module's name, the top module first.

    Args:
        text: RTLIL as Amaranth writes it. The modules below the top are called ``TOP_PATH``, with
            the names of their instances.
    """
    modules = read(text)
    for module in modules.values():
        module.processes = [_joined(module, simplified(body)) for body in module.processes]
        without_constants(module)
    modules = folded(modules)
    matters = live(modules)
    names = _unique(
        {name: "_".join(_plain(f"\\{part}") for part in name.split(".")) for name in modules}
    )
    driving = _driving(modules)
    ports = {
        name: _port_names(module, matters[name], driving[name]) for name, module in modules.items()
    }
    kept = {
        name: ports[name]
        for name in modules
        if any(
            wire.way == "output" and wire.name in matters[name]
            for wire in modules[name].wires.values()
        )
    }
    return {
        names[name]: _text(modules[name], matters[name], names, kept, driving[name])
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
) -> str:
    """A module. Whether an operator needs a net of its own is only known when it is written where
    it is read.
    """
    named: set[str] = set()
    # Each turn names one wire more, so that there is an end.
    while True:
        try:
            return _Writer(module, matters, names, ports, driving, named).text()
        except Uncut as found:
            named.add(found.wire)


def _unique(wanted: dict[str, str]) -> dict[str, str]:
    """Names that differ, also from the words of the language: numbers follow those that are
    taken."""
    found, taken = {}, set(KEYWORDS)
    for key, name in wanted.items():
        chosen, number = name, 2
        while chosen in taken or TAKEN.fullmatch(chosen):
            chosen, number = f"{name}_{number}", number + 1
        taken.add(chosen)
        found[key] = chosen
    return found


def _plain(wire: str) -> str:
    """A wire's name as an identifier, without the number that Amaranth makes equal names different
    with.
    """
    name = re.sub(r"\W+", "_", re.sub(r"(?<=.)\$\d+$", "", wire[1:]).lstrip("$"), flags=re.ASCII)
    return name if re.match(r"[A-Za-z_]", name) else f"net_{name}"


def _aliases(module: Module) -> dict[str, set[str]]:
    """Other names of the wires of a module, as identifiers."""
    found: dict[str, set[str]] = {}
    for left, right in module.connections:
        wire = right[0].wire if len(right) == 1 else ""
        if wire and right[0].width == left[0].width == module.wires[wire].width:
            found.setdefault(wire, set()).add(_plain(left[0].wire))
    return found


def _port_names(module: Module, matters: set[str], driving: Mapping[str, str]) -> dict[str, str]:
    """Amaranth numbers ports without a name over the whole design; here they are called as what
    drives them is.

    Args:
        module: whose ports they are.
        matters: its wires that matter.
        driving: by the name of an input port, the name of the output port that drives it.
    """
    return _unique(
        {
            wire.name: re.sub(r"^port_\d+$", driving.get(wire.name, "port"), _plain(wire.name))
            for wire in sorted(module.wires.values(), key=_place)
            if wire.way and wire.name in matters
        }
    )


def _driving(modules: dict[str, Module]) -> dict[str, dict[str, str]]:
    """For each module, by input port and by wire between instances, the name of the output port
    that drives it.
    """
    found: dict[str, dict[str, str]] = {name: {} for name in modules}
    for parent in modules.values():
        instances = [cell for cell in parent.cells if not cell.kind.startswith("$")]
        pins = [
            (modules[cell.kind[1:]].wires[f"\\{port}"], cell.kind[1:], value)
            for cell in instances
            for port, value in cell.ports.items()
        ]
        outputs = {value: _plain(wire.name) for wire, _, value in pins if wire.way == "output"}
        for wire, module, value in pins:
            if wire.way == "input" and value in outputs:
                found[module][wire.name] = outputs[value]
        found[parent.name] |= {
            value[0].wire: name for value, name in outputs.items() if len(value) == 1
        }
    return found


def _place(wire: Wire) -> tuple:
    """Where a port stands: clock and reset first, then what belongs to one stream side by side."""
    name = _plain(wire.name)
    return (name not in ("clk", "rst"), name.partition("__")[0], wire.way != "input", name)


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
    ):
        self.module, self.matters, self.modules, self.ports = module, matters, names, ports
        self.driving = driving
        self.logic = Logic(module, matters, named)
        self.written = [
            wire
            for wire in module.wires.values()
            if wire.name in matters and self._is_written(wire.name)
        ]
        self.drawn = {wire.name for wire in self.written if not self.logic.own(wire.name)}
        self.places = self._places()
        self.aliases, self.told = _aliases(module), set()
        self.phases: list[Switch] = []  # choices of which a comment says when they are made
        parts = {
            ("instance", cell.name): _plain(cell.name)
            for cell in module.cells
            if cell.kind[1:] in ports
        }
        stores = {("memory", name): _plain(name) for name in module.memories}
        wires = {wire.name: self._name(wire.name) for wire in self.written if not wire.way}
        values = self.logic.enumerations.wanted
        self.logic.names = _unique(ports[module.name] | parts | stores | wires | values)
        self.logic.enumerations.names = {value: self.logic.names[value] for value in values}

    def _is_written(self, wire: str) -> bool:
        return wire not in self.logic.skipped and not self.logic.inlined(wire)

    def _name(self, wire: str) -> str:
        if self.logic.own(wire):
            return self._own_name(wire)
        return self.places.get(wire) or self.driving.get(wire) or f"_{wire[1:]}_"

    def _own_name(self, wire: str) -> str:
        """Of a register that a part reads as NAME_in: NAME. Amaranth calls it as the part does."""
        named = _plain(wire)
        others = {one for one in self.aliases.get(wire, ()) if not one.endswith(("_in", "_out"))}
        given = named.removesuffix("_in")
        if given in others:
            return given
        return others.pop() if given != named and len(others) == 1 else named

    def _places(self) -> dict[str, str]:
        """For wires without a name that are bits of one with a name: that name and the bits."""
        found: dict[str, str] = {}
        for wire in self.written:
            name = self.logic.own(wire.name) and _plain(wire.name)
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
        ports.sort(key=_place)
        head = ",\n".join(f"    {self._declared(wire)}" for wire in ports)
        body = [*self._instances(), *self._memories(), *self._wires(), *self._registers()]
        names = self.logic.enumerations.declarations("\n".join(body))
        return "".join(
            [
                f"module {self.modules[self.module.name]} (\n{head}\n);\n",
                *(
                    f"{line}\n"
                    for line in (*names, *self._declarations(), *functions(self.logic.calls), *body)
                ),
                "endmodule\n",
            ]
        )

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
                yield from self._said(wire.name, 2)
                yield f"  {self._declared(wire)};"
        for name, (width, depth) in self.module.memories.items():
            yield f"  reg [{width - 1}:0] {self.logic.names['memory', name]} [0:{depth - 1}];"

    def _wires(self) -> Iterator[str]:
        for wire in self.written:
            driver = self.logic.drivers.get(wire.name)
            if driver is None or wire.name in self.logic.registers:
                continue
            yield from self._said(wire.name, 2)
            if self._in_case(wire.name):
                yield from self._combinational(driver)
            else:
                value = self.logic.of(wire.name, self.logic.width(wire.name) - 1, 0)
                yield from wrapped(f"assign {self.logic.names[wire.name]} = {value.text};")
        for left, right in self.module.connections:
            if left[0].wire in self.matters and self.module.wires[left[0].wire].way == "output":
                yield from wrapped(
                    f"assign {self.logic.names[left[0].wire]} = {self.logic.read(right).text};"
                )

    def _said(self, wire: str, indent: int, *, again: bool = False) -> Iterator[str]:
        """What the description says of a wire, as a comment, where it was not said before or
        ``again``.
        """
        said = _unquoted(self.module.wires[wire].attributes.get("section", ""))
        if said and (again or said not in self.told):
            self.told.add(said)
            yield from textwrap.wrap(
                said,
                COLUMNS,
                initial_indent=" " * indent + "// ",
                subsequent_indent=" " * indent + "// ",
            )

    def _combinational(self, body: list) -> Iterator[str]:
        yield "  always @* begin"
        yield from self._statements(body, "=", 4)
        yield "  end"

    def _registers(self) -> Iterator[str]:
        """One process for the registers that hang on the same choices, behind the same reset."""
        alike: dict[tuple, list[str]] = {}
        for register, cell in self.logic.registers.items():
            body = self.logic.fused.get(register)
            if body is None:
                alike[register,] = [register]
            else:
                reset = body and _resets(body[-1]) and body[-1].selector
                alike.setdefault((cell.ports["CLK"], reset), []).append(register)
        for registers in alike.values():
            if registers[0] not in self.logic.fused:
                yield from self._always(registers[0])
                continue
            clocked = [self._clocked(register) for register in registers]
            for numbers in groups([body for _, body in clocked]):
                chosen = [clocked[number] for number in numbers]
                joined = together([body for _, body in chosen])
                for part in [chosen] if joined is not None else [[one] for one in chosen]:
                    yield from self._process(registers[numbers[0]], part)

    def _always(self, register: str) -> Iterator[str]:
        """A register that takes a value in every cycle."""
        cell = self.logic.registers[register]
        yield f"  always_ff @(posedge {self.logic.read(cell.ports['CLK']).text})"
        yield from wrapped(
            f"{self.logic.names[register]} <= {self.logic.read(cell.ports['D']).text};", 4
        )

    def _clocked(self, register: str) -> tuple[list, list]:
        """What resets a register, and what else happens to it."""
        body = self.logic.fused[register]
        # A first assignment of its own value says that it holds, which a flip-flop does anyway.
        hold = body[0].value
        if (
            len(hold) == 1
            and hold[0].wire == register
            and hold[0].width == self.module.wires[register].width
        ):
            body = body[1:]
        if len(body) > 1 and _resets(body[-1]):
            return body[-1].cases[0][1], body[:-1]
        return [], body

    def _process(self, register: str, parts: list[tuple[list, list]]) -> Iterator[str]:
        """The process of registers, each with what resets it and what else happens to it."""
        clock = self.logic.read(self.logic.registers[register].ports["CLK"]).text
        body = together([body for _, body in parts])
        resets = [statement for reset, _ in parts for statement in reset]
        self.phases = [
            statement
            for statement in body
            if isinstance(statement, Switch) and statement.selector[0].wire in self.logic.registers
        ]
        yield f"  always_ff @(posedge {clock}) begin"
        if not resets:
            yield from self._statements(body, "<=", 4)
        elif len(body) == 1 and isinstance(body[0], Switch) and plain(body[0]):
            yield from self._block("if (rst)", resets, "<=", 4)
            yield from self._conditions(body[0], "<=", 4, after=True)
        else:
            yield from self._block("if (rst)", resets, "<=", 4)
            yield from self._block("else", body, "<=", 4)
        yield "  end"

    def _statements(self, body: list, sign: str, indent: int) -> Iterator[str]:
        for statement in body:
            if any(statement is phase for phase in self.phases):
                yield from self._said(statement.selector[0].wire, indent, again=True)
            if isinstance(statement, Assign):
                yield from wrapped(self._assignment(statement, sign), indent)
            elif plain(statement) or len(statement.cases) < MANY:
                yield from self._conditions(statement, sign, indent)
            else:
                yield from self._cases(statement, sign, indent)

    def _assignment(self, statement: Assign, sign: str) -> str:
        part = statement.target[0]
        # The statement's target is what a flip-flop stores next; the names are the register's.
        wire = self.logic.stored.get(part.wire, part.wire)
        name = self.logic.names[wire]
        if part.width < self.module.wires[wire].width:
            name += f"[{part.high}]" if part.width == 1 else f"[{part.high}:{part.low}]"
        target = (Bits(wire, part.high, part.low),)
        return f"{name} {sign} {self.logic.read_beside(statement.value, target).text};"

    def _conditions(
        self, switch: Switch, sign: str, indent: int, *, after: bool = False
    ) -> Iterator[str]:
        """``if`` and ``else if``; ``after``: behind another ``if``."""
        cases = usual(switch.cases)
        if len(cases) > 1 and not any(body for _, body in cases[:-1]):
            yield from self._last(switch, cases, sign, indent, after=after)
            return
        for number, (patterns, body) in enumerate(cases):
            condition, body = self._nested(switch, patterns, body)
            start = "else " * (after or number > 0) + (
                f"if ({condition.text})" if condition else ""
            )
            yield from self._block(start.rstrip(), body, sign, indent)

    def _last(
        self, switch: Switch, cases: list, sign: str, indent: int, *, after: bool
    ) -> Iterator[str]:
        """Of conditions one after the other the last one, if nothing happens on those before."""
        *before, (patterns, body) = cases
        found = [inverted(self.logic.condition(switch, one)) for one, _ in before]
        found += [self.logic.condition(switch, patterns)] if patterns else []
        total = found[0]
        for condition in found[1:]:
            total = binary("&", total, condition, 1)
        yield from self._block(f"{'else ' * after}if ({total.text})", body, sign, indent)

    def _nested(
        self, switch: Switch, patterns: tuple[str, ...], body: list
    ) -> tuple[Text | None, list]:
        """A condition and what happens then; of a condition within another one, both as one."""
        if not patterns:
            return None, body
        condition = self.logic.condition(switch, patterns)
        while len(usual(switch.cases)) == 1 and len(body) == 1 and isinstance(body[0], Switch):
            switch, (*_, (inner, deeper)) = body[0], usual(body[0].cases)
            if len(usual(switch.cases)) > 1 or not inner or not plain(switch):
                break
            condition = binary("&", condition, self.logic.condition(switch, inner), 1)
            body = deeper
        return condition, body

    def _block(self, start: str, body: list, sign: str, indent: int) -> Iterator[str]:
        """Statements under a condition or label: on one line if they fit."""
        if len(body) == 1 and isinstance(body[0], Assign):
            line = f"{start} {self._assignment(body[0], sign)}"
            if len(line) + indent <= COLUMNS:
                yield " " * indent + line
                return
        yield from wrapped(f"{start} begin", indent)
        yield from self._statements(body, sign, indent + 2)
        yield " " * indent + "end"

    def _cases(self, switch: Switch, sign: str, indent: int) -> Iterator[str]:
        # ``?`` matches anything in casez only.
        loose = any("-" in pattern for patterns, _ in switch.cases for pattern in patterns)
        yield from wrapped(
            f"{'casez' if loose else 'case'} ({self.logic.read(switch.selector).text})", indent
        )
        for patterns, body in usual(switch.cases):
            label = (
                ", ".join(self._label(pattern, switch.selector) for pattern in patterns)
                or "default"
            )
            if body:
                yield from self._block(f"{label}:", body, sign, indent + 2)
            else:
                yield f"{' ' * (indent + 2)}{label}: ;"
        if all(patterns for patterns, _ in switch.cases):
            yield f"{' ' * (indent + 2)}default: ;"
        yield f"{' ' * indent}endcase"

    def _label(self, pattern: str, selector: Value) -> str:
        if "-" in pattern:
            return f"{len(pattern)}'b{pattern.replace('-', '?')}"
        return self.logic.label(pattern, selector).text

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


def _unquoted(text: str) -> str:
    """The text of an attribute, without what could end a comment or a line."""
    return re.sub(r"\\(.)", r"\1", text[1:-1]).replace("\n", " ") if text else ""


def _resets(switch: Switch) -> bool:
    """Whether it gives a register a constant under reset."""
    return (
        isinstance(switch, Switch)
        and len(switch.cases) == 1
        and switch.selector[0].wire == "\\rst"
        and len(switch.cases[0][1]) == 1
        and isinstance(switch.cases[0][1][0], Assign)
        and not switch.cases[0][1][0].value[0].wire
    )


def wrapped(text: str, indent: int = 2) -> list[str]:
    """A statement on as many lines as it takes."""
    return textwrap.wrap(
        text,
        COLUMNS,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + 4),
        break_long_words=False,
        break_on_hyphens=False,
    )

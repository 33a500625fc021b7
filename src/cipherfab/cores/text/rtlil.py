# SPDX-License-Identifier: Apache-2.0
"""Reading the RTLIL that Amaranth writes: modules of wires, cells, processes, memories and
connections.

Only what Amaranth 0.5 writes is read; anything else is an error, not a guess.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ...errors import ToolError


class Bits(NamedTuple):
    """Bits ``high`` to ``low`` of a wire, or, without a wire, a constant."""

    wire: str
    high: int
    low: int
    constant: str = ""

    @property
    def width(self) -> int:
        """In bits."""
        return len(self.constant) if not self.wire else self.high - self.low + 1


Value = tuple[Bits, ...]
"""Parts of a value, the most significant first."""


@dataclass
class Wire:
    """A wire; ``way`` is ``input`` or ``output`` for a port, else empty."""

    name: str
    width: int
    way: str = ""
    attributes: dict[str, str] = field(default_factory=dict)


@dataclass
class Cell:
    """An operator, a flip-flop, a memory's port or an instance of a module."""

    kind: str
    name: str
    parameters: dict[str, str] = field(default_factory=dict)
    ports: dict[str, Value] = field(default_factory=dict)

    def number(self, parameter: str) -> int:
        """A parameter as a number."""
        text = self.parameters[parameter]
        # With its width in front a number is binary, else decimal.
        return int(text.partition("'")[2], 2) if "'" in text else int(text)


@dataclass
class Assign:
    """An assignment within a process."""

    target: Value
    value: Value


@dataclass
class Switch:
    """A choice within a process: of the cases the first of which a pattern matches; no pattern is
    the default.
    """

    selector: Value
    cases: list[tuple[tuple[str, ...], list]] = field(default_factory=list)


@dataclass
class Module:
    """A module; ``memories`` maps a memory's name to its width and its depth."""

    name: str
    wires: dict[str, Wire] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)
    processes: list[list] = field(default_factory=list)
    connections: list[tuple[Value, Value]] = field(default_factory=list)
    memories: dict[str, tuple[int, int]] = field(default_factory=dict)


# In turn: a constant with its width, a name with perhaps a bit or a range, a plain number.
TOKEN = re.compile(r"(\d+)'([01xm-]*)(?=\s|$)|([\\$]\S+)(?: \[(\d+)(?::(\d+))?\])?|(\d+)(?=\s|$)")


def width(value: Value) -> int:
    """Bits of a value."""
    return sum(part.width for part in value)


def cut(value: Value, high: int, low: int) -> Value:
    """Bits ``high`` to ``low`` of a value."""
    parts, at = [], width(value)
    for part in value:
        at -= part.width
        top, bottom = min(high, at + part.width - 1) - at, max(low, at) - at
        if top >= bottom and top >= 0 and bottom < part.width:
            parts.append(_bits_of(part, top, bottom))
    return tuple(parts)


def _bits_of(part: Bits, high: int, low: int) -> Bits:
    if part.wire:
        return Bits(part.wire, part.low + high, part.low + low)
    # A constant is written with its most significant bit first.
    return Bits("", 0, 0, part.constant[len(part.constant) - 1 - high : len(part.constant) - low])


def read(text: str) -> dict[str, Module]:
    """The modules of a design by name, without the backslash in front of it, the top module first.

    Raises:
        ToolError: a line that Amaranth 0.5 does not write.
    """
    lines = iter(text.splitlines())
    modules: dict[str, Module] = {}
    for line in lines:
        words = line.split()
        if words[:1] == ["module"]:
            modules[words[1][1:]] = _module(words[1][1:], lines)
        elif words and words[0] != "attribute":
            raise ToolError(f"RTLIL: '{line}' is not expected outside of a module")
    return modules


def _module(name: str, lines: Iterator[str]) -> Module:
    module, attributes = Module(name), {}
    for line in lines:
        words = line.split()
        if not words:
            continue
        if words[0] == "end":
            return module
        if words[0] == "attribute":
            attributes[words[1][1:]] = line.split(maxsplit=2)[2]
            continue
        _item(module, words, line, lines, attributes)
        # Attributes belong to the one item behind them.
        attributes = {}
    raise ToolError(f"RTLIL: module {name} has no end")


def _item(
    module: Module, words: list[str], line: str, lines: Iterator[str], attributes: dict[str, str]
) -> None:
    if words[0] == "wire":
        way = next((word for word in words if word in ("input", "output")), "")
        module.wires[words[-1]] = Wire(words[-1], int(words[2]), way, attributes)
    elif words[0] == "cell":
        module.cells.append(_cell(module, words, lines))
    elif words[0] == "process":
        module.processes.append(_statements(module, lines)[0])
    elif words[0] == "memory":
        module.memories[words[-1]] = int(words[2]), int(words[4])
    elif words[0] == "connect":
        module.connections.append(_pair(module, line.strip().removeprefix("connect ")))
    else:
        raise ToolError(f"RTLIL: '{line}' is not expected in a module")


def _cell(module: Module, words: list[str], lines: Iterator[str]) -> Cell:
    cell = Cell(words[1], words[2])
    for line in lines:
        words = line.split()
        if words[0] == "end":
            return cell
        if words[0] == "parameter":
            cell.parameters[words[-2][1:]] = words[-1]
        else:
            cell.ports[words[1][1:]] = _values(module, line.split(maxsplit=2)[2])[0]
    raise ToolError(f"RTLIL: cell {cell.name} has no end")


def _statements(module: Module, lines: Iterator[str]) -> tuple[list, str]:
    """Statements up to the line that ends or follows them, and that line."""
    body: list = []
    for line in lines:
        words = line.split()
        if words[0] == "assign":
            body.append(Assign(*_pair(module, line.strip().removeprefix("assign "))))
        elif words[0] == "switch":
            body.append(_switch(module, line, lines))
        else:
            return body, line
    raise ToolError("RTLIL: a process has no end")


def _switch(module: Module, line: str, lines: Iterator[str]) -> Switch:
    switch = Switch(_values(module, line.strip().removeprefix("switch "))[0])
    line = next(lines)
    while line.split()[0] == "case":
        patterns = tuple(pattern for _, pattern in re.findall(r"(\d+)'([01-]+)", line))
        body, line = _statements(module, lines)
        switch.cases.append((patterns, body))
    return switch


def _pair(module: Module, text: str) -> tuple[Value, Value]:
    left, right = _values(module, text)
    return left, right


def _values(module: Module, text: str) -> list[Value]:
    """The values of a line, one after the other; those of several parts are in braces."""
    found, at = [], 0
    for brace in re.finditer(r"\{ ?(.*?) ?\}(?=\s|$)", text):
        found += [(part,) for part in _parts(module, text[at : brace.start()])]
        found.append(tuple(_parts(module, brace[1])))
        at = brace.end()
    return [*found, *((part,) for part in _parts(module, text[at:]))]


def _parts(module: Module, text: str) -> Iterator[Bits]:
    for size, constant, name, high, low, number in TOKEN.findall(text):
        if name:
            top = int(high) if high else module.wires[name].width - 1
            # With one number in brackets it is one bit, without brackets all of the wire.
            yield Bits(name, top, int(low) if low else (top if high else 0))
        elif number:
            yield Bits("", 0, 0, f"{int(number):b}")
        # A constant of no bits is no part.
        elif size != "0":
            yield Bits("", 0, 0, constant)

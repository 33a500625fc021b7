# SPDX-License-Identifier: Apache-2.0
"""The groups of a Liberty file as a tree: of its head, and of single cells.

`liberty` scans a file for what every report needs; power needs tables, too. A file has hundreds of
cells and megabytes, a netlist uses some dozens: only those are parsed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..errors import ToolError
from .liberty import Liberty

# A backslash at the end of a line only says that the statement goes on.
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*|\\\r?\n", re.DOTALL)
# Text in quotes is one token: tables have commas and functions brackets in it.
_TOKEN = re.compile(r'"[^"]*"|[{}();:,]|[^\s{}();:,"]+')


@dataclass(frozen=True)
class Group:
    """``kind (args) { … }``.

    Attributes:
        kind, args: its head, without quotation marks.
        values: simple and complex attributes; a complex one is a list of its arguments.
        groups: those within it.
        repeated: complex attributes in their order, as some come several times.
    """

    kind: str
    args: tuple[str, ...]
    values: dict[str, str | list[str]] = field(default_factory=dict)
    groups: list["Group"] = field(default_factory=list)
    repeated: list[tuple[str, list[str]]] = field(default_factory=list)

    def all(self, kind: str) -> list["Group"]:
        """The groups of a kind."""
        return [group for group in self.groups if group.kind == kind]

    def number(self, name: str, default: float = 0.0) -> float:
        """A simple attribute as a number."""
        value = self.values.get(name)
        return float(value) if isinstance(value, str) else default


def head(library: Liberty) -> Group:
    """What stands before the first cell: units, templates, wire loads."""
    # The cells and the end of the group `library` are cut off.
    return parse(library.head + "}")


def cell(library: Liberty, name: str) -> Group:
    """One cell.

    Raises:
        ToolError: the library has no such cell.
    """
    if name not in library.cells:
        raise ToolError(f"{library.path}: has no cell {name}")
    return parse(f'cell ("{name}") {library.cells[name]}')


def enables(library: Liberty, gate: str) -> list[str]:
    """The pins of a clock-gating cell that open it, that for tests among them."""
    said = ("clock_gate_enable_pin", "clock_gate_test_pin")
    return [
        pin.args[0]
        for pin in cell(library, gate).all("pin")
        if any(pin.values.get(name) == "true" for name in said)
    ]


def by_cause(parts: Sequence[Group]) -> list[Group]:
    """Groups of which each has one related pin at most: one that lists several pins in
    ``related_pin`` says the same of each.
    """
    return [
        replace(part, values={**part.values, "related_pin": pin}) if pin else part
        for part in parts
        for pin in str(part.values.get("related_pin", "")).split() or [""]
    ]


def leakage(cell: Group) -> float:
    """What a cell leaks in the states that no condition names, in the library's unit: an attribute
    of its own says it, or a group without a condition.
    """
    plain = (one.number("value") for one in cell.all("leakage_power") if "when" not in one.values)
    return cell.number("cell_leakage_power", next(plain, 0.0))


def parse(text: str) -> Group:
    """The first group of a text.

    Raises:
        ToolError: it is no group.
    """
    tokens = _TOKEN.findall(_COMMENT.sub(" ", text))
    parser = _Parser(tokens)
    if len(tokens) < 2 or tokens[1] != "(":
        raise ToolError(f"Liberty: expected a group, got {text[:40]!r}")
    return parser.statement(Group(kind="", args=()))


class _Parser:
    """Statements by recursive descent; what comes after the first whole group is not looked at."""

    def __init__(self, tokens: list[str]):
        self.tokens, self.place = tokens, 0

    def take(self) -> str:
        if self.place >= len(self.tokens):
            raise ToolError("Liberty: the text ends within a group")
        self.place += 1
        return self.tokens[self.place - 1]

    def ahead(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def statement(self, parent: Group) -> Group | None:
        """A group, or an attribute of ``parent``."""
        name, sign = self.take(), self.take()
        if sign == ":":
            parent.values[name] = self.take().strip('"')
            while self.ahead() not in (";", "}") and self.ahead():  # `1.0 * VDD` and the like
                self.take()
            return None
        if sign != "(":
            raise ToolError(f"Liberty: expected ':' or '(' after {name!r}, got {sign!r}")
        args = []
        while (token := self.take()) != ")":
            if token != ",":
                args.append(token.strip('"'))
        # No group, but an attribute with several values, such as a row of a table.
        if self.ahead() != "{":
            parent.values[name] = args
            # `values` has only the last one of a name.
            parent.repeated.append((name, args))
            return None
        self.take()
        group = Group(kind=name, args=tuple(args))
        self.body(group)
        return group

    def body(self, group: Group) -> None:
        while (token := self.ahead()) != "}":
            if token == ";":
                self.take()
            elif (inner := self.statement(group)) is not None:
                group.groups.append(inner)
        self.take()

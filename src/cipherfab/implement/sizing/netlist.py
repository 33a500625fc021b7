# SPDX-License-Identifier: Apache-2.0
"""A netlist that changes: cells as Yosys read them, and the text that they came from.

Only the text of cells that changed is written anew, so what did not change stays byte for byte.
"""

import re
from collections.abc import Mapping
from copy import copy
from typing import Any

from ...errors import ToolError

Module = dict[str, Any]
"""A flat module of Yosys' JSON."""

# As Yosys writes it, a pin on each line; an escaped name ends with a blank that is a part of it.
_CELL = re.compile(r"^  (\\\S+|\w+) +(\\\S+ |\w+) *\(\n(.*?)^  \);\n", re.MULTILINE | re.DOTALL)
_PIN = re.compile(r"^    \.(\w+)\((.*?)\),?$", re.MULTILINE)
_HEAD = re.compile(r"^module .*?\);\n", re.MULTILINE | re.DOTALL)


class Netlist:
    """A mapped netlist.

    Args:
        text: Verilog, as `standard_cells.synthesize` writes it.
        module: the same, as Yosys reads it.

    Attributes:
        module: with all changes.
    """

    def __init__(self, text: str, module: Module):
        self.text, self.module, self._read = text, _copied(module), module["cells"]
        # In Yosys' JSON a constant bit is a text, and a net a number.
        self._written: dict[Any, str] = {"0": "1'h0", "1": "1'h1"}
        found = set()
        for _, name, body in _CELL.findall(text):
            known = _plain(name)
            found.add(known)
            # A net is written again as some pin of the text has it, so bits of buses and escaped
            # names need not be made up.
            for pin, written in _PIN.findall(body):
                bits = self._read[known]["connections"].get(pin, []) if known in self._read else []
                # A pin that is not connected has no bits.
                if len(bits) == 1:
                    self._written.setdefault(bits[0], written)
        # A cell in a form that the pattern does not know would else be lost without a word.
        if found != set(self._read):
            raise ToolError("the netlist's text and what Yosys reads of it have different cells")
        nets = [bit for cell in self._read.values() for bits in cell["connections"].values()
                for bit in bits if isinstance(bit, int)]  # fmt: skip
        # New nets are numbered behind those of Yosys, so none is taken for one of them.
        self._next = 1 + max(nets, default=0)

    def copy(self) -> "Netlist":
        """Another one, which changes apart from this one."""
        # The text and what was read of it never change, so both share them.
        other = copy(self)
        other.module, other._written = _copied(self.module), dict(self._written)
        return other

    def new_net(self) -> int:
        """A net that nothing reads or drives yet."""
        self._next += 1
        self._written[self._next - 1] = f"sized_net_{self._next - 1}"
        return self._next - 1

    def add(self, beside: str, kind: str, connections: Mapping[str, int]) -> str:
        """A new cell, named after the one it stands beside; returns its name."""
        number, cells = 1, self.module["cells"]
        while f"{beside}_sized{number}" in cells:
            number += 1
        name = f"{beside}_sized{number}"
        cells[name] = {"type": kind, "connections": {pin: [b] for pin, b in connections.items()}}
        return name

    def remove(self, name: str) -> None:
        """Take a cell out."""
        del self.module["cells"][name]

    def write(self) -> str:
        """The text, with what changed written anew and new cells at the end."""
        cells = self.module["cells"]

        def again(match: re.Match) -> str:
            name = _plain(match[2])
            if name not in cells:
                return ""
            known = self._read[name]
            same = all(cells[name][part] == known[part] for part in ("type", "connections"))
            return match[0] if same else self._cell(name)

        text = _CELL.sub(again, self.text)
        new = [name for name in cells if name not in self._read]
        used = {bit for cell in cells.values() for bits in cell["connections"].values()
                for bit in bits}  # fmt: skip
        # A new net whose cells are gone again needs no declaration.
        wires = [f"  wire {name};\n" for bit, name in sorted(self._nets()) if bit in used]
        head = _HEAD.search(text)
        if head is None:
            raise ToolError("the netlist has no module")
        body, end, rest = text[head.end() :].rpartition("endmodule")
        added = "".join(self._cell(name) for name in new)
        return text[: head.end()] + "".join(wires) + body + added + end + rest

    def _nets(self) -> list[tuple[int, str]]:
        return [
            (bit, name)
            for bit, name in self._written.items()
            if isinstance(bit, int) and name.startswith("sized_net_")
        ]

    def _cell(self, name: str) -> str:
        cell = self.module["cells"][name]
        pins = [
            f"    .{pin}({self._written[bits[0]] if bits else ''})"
            for pin, bits in cell["connections"].items()
        ]
        written = name if re.fullmatch(r"[A-Za-z_]\w*", name) else f"\\{name} "
        return f"  {cell['type']} {written} (\n" + ",\n".join(pins) + "\n  );\n"


def _copied(module: Module) -> Module:
    """A module whose cells may change apart from those of the other."""
    cells = {
        name: {"type": cell["type"], "connections": dict(cell["connections"])}
        for name, cell in module["cells"].items()
    }
    return {**module, "cells": cells}


def _plain(name: str) -> str:
    # An escaped name begins with a backslash and ends with a space; JSON has neither.
    return name.strip().lstrip("\\")

# SPDX-License-Identifier: Apache-2.0
"""Slow gates in near-critical paths become small fast ones: a multiplexer three NANDs, a gate of
three or four inputs two levels of smaller ones, the latest input next to the output.

Which cells of the library are meant is found by their functions.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import permutations, product

from ...verify.gates import cells as functions
from ..liberty import Liberty
from .netlist import Netlist

_INV, _NAND, _NOR = (1, 0), (1, 1, 1, 0), (1, 0, 0, 0)


@dataclass(frozen=True)
class Gate:
    """The smallest cell of a function: name, inputs, output."""

    cell: str
    inputs: tuple[str, ...]
    output: str


class Rewriter:
    """Replacements for the cells of a library.

    Attributes:
        kinds: of each cell that has one, what it is, see `_kind`; empty if the library lacks one of
            the small gates.
        cells: the small gates.
    """

    def __init__(self, library: Liberty, excluded: Callable[[str], bool]):
        known = functions.read(library.path)
        tables = {
            name: table
            for name, cell in sorted(known.items())
            if not excluded(name) and (table := _table(cell)) is not None
        }
        small: dict[tuple[int, ...], Gate] = {}
        # The smallest cell of a function comes first, and stays.
        for name in sorted(tables, key=lambda name: (library.areas.get(name, 0.0), name)):
            if library.areas.get(name):
                (output,) = known[name].outputs
                small.setdefault(tables[name], Gate(name, known[name].inputs, output))
        self._known, self._small = known, small
        needed = (_INV, _NAND, _NOR)
        self.cells = tuple(small[table].cell for table in needed if table in small)
        self.kinds = {
            name: kind
            for name, table in tables.items()
            if len(self.cells) == len(needed) and (kind := _kind(table)) is not None
        }

    def replace(
        self, netlist: Netlist, name: str, late: Mapping[int, float], inverted: dict[int, int]
    ) -> list[str]:
        """Put small gates in the place of a cell; returns their names.

        Args:
            netlist: is changed.
            name: of the cell.
            late: ns at which each net arrives.
            inverted: nets that have an inverter already, and what it drives; grows.
        """
        cell = netlist.module["cells"][name]
        kind, wires = self.kinds[cell["type"]], cell["connections"]
        known = self._known[cell["type"]]
        (out,) = known.outputs
        inputs = [wires[pin][0] for pin in known.inputs]
        netlist.remove(name)
        made: list[str] = []

        def gate(table: tuple[int, ...], *nets: int, to: int | None = None) -> int:
            small, result = self._small[table], netlist.new_net() if to is None else to
            pins = dict(zip(small.inputs, nets)) | {small.output: result}
            made.append(netlist.add(name, small.cell, pins))
            return result

        def inverse(net: int) -> int:
            if net not in inverted:
                inverted[net] = gate(_INV, net)
            return inverted[net]

        if kind.startswith("mux"):
            # A NAND of two NANDs is an OR of two ANDs by De Morgan's laws, and so is a multiplexer.
            zero, one, select = (inputs[int(place)] for place in kind[3:])
            kept, taken = gate(_NAND, zero, inverse(select)), gate(_NAND, one, select)
            gate(_NAND, kept, taken, to=wires[out][0])
            return made
        # The number decides between nets that are equally late, so every run gives the same
        # netlist.
        early = sorted(inputs, key=lambda net: (late.get(net, 0.0), net))
        table = _NAND if kind in ("and", "nand") else _NOR
        # and(a, b, c, d) = nor(nand(a, b), nand(c, d)); with three, and(a, b, c) has an inverter
        first, last = gate(table, *early[:2]), early[2:]
        second = gate(table, *last) if len(last) == 2 else inverse(last[0])
        if kind in ("and", "or"):
            gate(_NOR if kind == "and" else _NAND, first, second, to=wires[out][0])
        else:
            joined = gate(_NOR if kind == "nand" else _NAND, first, second)
            gate(_INV, joined, to=wires[out][0])
        return made


def _table(cell: functions.Cell) -> tuple[int, ...] | None:
    """The values of a gate's one output, the last input counting fastest; None for others."""
    # Cells with memory, with several outputs or with many inputs are none of those that are
    # replaced.
    if cell.next_state or cell.gate or len(cell.outputs) != 1 or not 0 < len(cell.inputs) <= 4:
        return None
    (function,) = cell.outputs.values()
    text = functions.expression(function, lambda pin: pin)
    return tuple(
        # `expression` has let nothing through but pins and operators.
        eval(text, {"__builtins__": {}}, dict(zip(cell.inputs, values))) & 1
        for values in product((0, 1), repeat=len(cell.inputs))
    )


def _kind(table: tuple[int, ...]) -> str | None:
    """``mux`` with the places of the inputs at 0, at 1 and of the select; ``and``, ``or`` of three
    or four inputs, ``nand``, ``nor`` of four.
    """
    ones, size = sum(table), len(table)
    # A multiplexer is 1 in half of its rows.
    if size == 8 and ones == 4:
        for zero, one, select in permutations(range(3)):
            chosen = (v[one] if v[select] else v[zero] for v in product((0, 1), repeat=3))
            if tuple(chosen) == table:
                return f"mux{zero}{one}{select}"
    if size >= 8 and ones in (1, size - 1):
        wide = {1: "and" if table[-1] else "nor", size - 1: "nand" if table[0] else "or"}[ones]
        odd = table.index(1 if ones == 1 else 0)
        # Elsewhere than in the row of all 0 or all 1 an input would be inverted.
        if odd in (0, size - 1) and (size == 16 or wide in ("and", "or")):
            return wide
    return None

# SPDX-License-Identifier: Apache-2.0
"""A netlist of standard cells as arrays: its arcs between the edges of nets, sorted by level.

A *node* is an edge of a net: twice the net's number, and one more where it falls. Nets of constants
have no number. Flip-flops and ports begin and end paths, as in `implement.timing`; the clock is
ideal.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy

from ...errors import DesignError
from ..liberty_tables import Table, WireLoad
from .families import Family
from .lookup import Array, Stack

_EDGES = {"positive_unate": ((0, 0), (1, 1)), "negative_unate": ((1, 0), (0, 1))}
_BOTH = ((0, 0), (0, 1), (1, 0), (1, 1))
_LAUNCH = ((0, 0), (0, 1))
"""A rising clock turns the output of a flip-flop to either side."""


@dataclass(frozen=True)
class Library:
    """Families as arrays; the widest has ``width`` members, and others repeat their last.

    Attributes:
        delays, slews: numbers in ``stack`` by edge of an arc and member.
        setups: the same by pin, edge and member; -1 where a pin has none.
        capacitances: pF by pin, edge and member.
        areas: µm² by family and member.
        sizes: how many members a family has.
    """

    stack: Stack
    delays: Array
    slews: Array
    setups: Array
    capacitances: Array
    areas: Array
    sizes: Array


class Graph:
    """Arcs, pins and ends of a netlist.

    Args:
        module: of Yosys' JSON, flat; its cells are of ``families``.
        families: see `families.families`.
        wires: the wire load of nets.

    Attributes:
        names: of the cells; ``family``: of each; ``member``: which it is at the start.
        arc_cell, arc_source, arc_sink, arc_kind: of each arc the cell, the nodes (source -1: the
            clock) and the row in ``library.delays``; sorted by level of the sink, then by sink.
        levels: where each level begins among the arcs.
        pin_cell, pin_net, pin_kind: of each input pin that a path may go through.
        end_node, end_cell, end_kind: nodes where paths end, with the cell and the row in
            ``library.setups``; both -1 for ports.
        wire: pF of each net's wire; ``nodes``: how many there are.
    """

    def __init__(self, module: Mapping[str, Any], families: Sequence[Family], wires: WireLoad):
        self._module, self._families = module, families
        self.places = {
            name: (number, member)
            for number, family in enumerate(families)
            for member, name in enumerate(family.members)
        }
        # Sorted, so that the same netlist gives the same sizes whatever order the file has.
        cells = sorted(module["cells"].items())
        self.names = [name for name, _ in cells]
        placed = [self.places[cell["type"]] for _, cell in cells]
        self.family = numpy.array([family for family, _ in placed], int)
        self.member = numpy.array([member for _, member in placed], int)
        self._rows()
        self._connect([cell["connections"] for _, cell in cells], wires)

    def _rows(self) -> None:
        """The arrays of the library, and where the rows of each family begin in them."""
        width = max(len(family.members) for family in self._families)
        tables: list[Table] = []
        delays: list[list[int]] = []
        slews: list[list[int]] = []
        setups: list[list[list[int]]] = []
        caps: list[list[list[float]]] = []
        self._first_arc: list[int] = []
        self._edges: list[list[tuple[str, int, str, int]]] = []
        self._pins: list[dict[str, int]] = []

        def row(given) -> list[int]:
            numbers = list(range(len(tables), len(tables) + len(given)))
            tables.extend(given)
            return numbers + [numbers[-1]] * (width - len(numbers))

        for family in self._families:
            first, clock = family.cells[0], family.cells[0].clock
            self._first_arc.append(len(delays))
            edges = []
            # All members have the same arcs, so the first one says what they are.
            for number, arc in enumerate(family.arcs[0]):
                launch = clock == arc.related and not first.gate
                for before, after in _LAUNCH if launch else _EDGES.get(arc.sense, _BOTH):
                    edges.append((arc.related, before, arc.pin, after))
                    arcs = [member[number] for member in family.arcs]
                    delays.append(row([arc.delays[after] for arc in arcs if arc.delays]))
                    slews.append(row([(arc.rise, arc.fall)[after] for arc in arcs]))
            # What a clock gate gives is a clock, which is ideal: no path goes through it.
            self._edges.append([] if first.gate else edges)
            self._pins.append(
                {pin: len(caps) + n for n, pin in enumerate(sorted(first.capacitance))}
            )
            for pin in sorted(first.capacitance):
                # A library may tell one capacitance for both edges.
                each = [cell.edges.get(pin, (cell.capacitance[pin],) * 2) for cell in family.cells]
                each += [each[-1]] * (width - len(each))
                caps.append([[edges[edge] for edges in each] for edge in (0, 1)])
                held = all(pin in cell.setups for cell in family.cells) and not first.gate
                setups.append(
                    [row([cell.setups[pin][edge] for cell in family.cells]) for edge in (0, 1)]
                    if held
                    else [[-1] * width] * 2
                )
        areas = [
            list(family.areas) + [family.areas[-1]] * (width - len(family.areas))
            for family in self._families
        ]
        self.library = Library(
            stack=Stack(tables),
            delays=numpy.array(delays, int),
            slews=numpy.array(slews, int),
            setups=numpy.array(setups, int).reshape(-1, 2, width),
            capacitances=numpy.array(caps).reshape(-1, 2, width),
            areas=numpy.array(areas),
            sizes=numpy.array([len(family.members) for family in self._families]),
        )

    def _connect(self, cells: Sequence[Mapping[str, Sequence]], wires: WireLoad) -> None:
        nets: dict[int, int] = {}

        def net(bits: Sequence) -> int:
            bit = bits[0] if bits else "x"
            # In Yosys' JSON a constant is a text.
            return nets.setdefault(bit, len(nets)) if isinstance(bit, int) else -1

        pins, arcs, ends = [], [], []
        fanout: dict[int, int] = defaultdict(int)
        for cell, (connections, family) in enumerate(zip(cells, self.family.tolist())):
            known = {pin: net(bits) for pin, bits in connections.items()}
            clock = self._families[family].cells[0].clock
            for pin, kind in self._pins[family].items():
                # No path begins in a constant, and the ideal clock loads nothing.
                if known.get(pin, -1) < 0 or pin == clock:
                    continue
                fanout[known[pin]] += 1
                pins.append((cell, known[pin], kind))
                if self.library.setups[kind, 0, 0] >= 0:
                    ends += [(2 * known[pin] + edge, cell, 2 * kind + edge) for edge in (0, 1)]
            for number, (related, before, out, after) in enumerate(self._edges[family]):
                source = -1 if related == clock else known.get(related, -1)
                if known.get(out, -1) >= 0 and (source >= 0 or related == clock):
                    kind = self._first_arc[family] + number
                    node = 2 * source + before if source >= 0 else -1
                    arcs.append((cell, node, 2 * known[out] + after, kind))
        for port in self._module["ports"].values():
            for bit in port["bits"]:
                if port["direction"] == "output" and (number := net([bit])) >= 0:
                    # The wire load of a net counts its ports as readers.
                    fanout[number] += 1
                    ends += [(2 * number + edge, -1, -1) for edge in (0, 1)]
        self.nodes = 2 * len(nets)
        counts = numpy.array([fanout[number] for number in range(len(nets))], float)
        self.wire, self.nets = wires.at(counts), nets
        self.pin_cell, self.pin_net, self.pin_kind = _columns(pins, 3)
        self.end_node, self.end_cell, self.end_kind = _columns(ends, 3)
        self._sort(arcs)

    def _sort(self, arcs: list[tuple[int, int, int, int]]) -> None:
        """Arcs in the order of levels: each comes behind all that end where it begins."""
        level = self._node_levels(arcs)
        arcs.sort(key=lambda arc: (level[arc[2]], arc[2], arc))
        self.arc_cell, self.arc_source, self.arc_sink, self.arc_kind = _columns(arcs, 4)
        of_arcs = numpy.array([level[arc[2]] for arc in arcs], int)
        self.levels = numpy.searchsorted(of_arcs, numpy.arange(1, max(level, default=0) + 2))

    def _node_levels(self, arcs: Sequence[tuple[int, int, int, int]]) -> list[int]:
        after, missing, level = defaultdict(list), [0] * self.nodes, [0] * self.nodes
        for _, source, sink, _ in arcs:
            if source >= 0:
                after[source].append(sink)
                missing[sink] += 1
            else:
                level[sink] = max(level[sink], 1)
        ready = [node for node in range(self.nodes) if not missing[node]]
        # The list grows while it is walked: a node joins when all arcs into it have been seen.
        for node in ready:
            for sink in after[node]:
                level[sink] = max(level[sink], level[node] + 1)
                missing[sink] -= 1
                if not missing[sink]:
                    ready.append(sink)
        if len(ready) < self.nodes:
            raise DesignError("the netlist has a loop of gates, which has no longest path")
        return level


def _columns(rows: Sequence[tuple[int, ...]], count: int) -> list[Array]:
    return list(numpy.array(rows, int).reshape(-1, count).T)

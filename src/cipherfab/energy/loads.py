# SPDX-License-Identifier: Apache-2.0
"""The nets of a netlist with what the Liberty file says of them: capacitance of pins and wire load,
or of placed wires; the slew at each, the worst of all arcs, from ports and clock with none, and the
delays of cells.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy

from ..implement import liberty_tables as tables
from ..implement.liberty import Liberty
from ..implement.liberty_tables import CellPower
from ..implement.placement.spef import Wire
from ..verify.gates.gatesim import GateSimulator
from ..verify.gates.lanes import Instance
from .wires import Wires, node

CLOCK_TOGGLES = 2.0
"""Of a clock pin in a cycle, if no gate is in front of it."""

_NONE = numpy.zeros(0, dtype=int)


class Loaded:
    """A netlist with the capacitance and the slews of each net.

    Args:
        simulator: of the netlist, for its cells.
        library: with tables of internal power.
        wires: by net, in place of the library's wire load; empty: no wires. None: the library's.

    Attributes:
        loads: pF of each net; ``outputs``: the nets that cells drive.
        delays: ns from an input pin of a cell to the net that it drives, by that net and pin: the
            mean of rise and fall, each the greatest of all conditions; what has no tables of delays
            in the library is missing. With ``wires`` also what the wire in front of that pin takes.
        greater: of each net the greater of what it has while its pins rise and while they fall,
            which OpenSTA charges; the same as ``loads`` where the library does not tell them apart.
        clock_network_pj: an estimate of what the net of the clock takes in a cycle, which
            `estimate.Netlist.weigh` leaves out: two toggles of the clock pin of each flip-flop and
            clock gate at it, and of the library's wire load of one pin for each. Buffers of a clock
            tree would add to it.

    Raises:
        ToolError: the wires are not those of the netlist.
    """

    def __init__(
        self, simulator: GateSimulator, library: Liberty, wires: Mapping[str, Wire] | None = None
    ):
        by_type: dict[str, list[Instance]] = defaultdict(list)
        for instance in simulator.cells:
            by_type[instance.cell].append(instance)
        self.types = {name: by_type[name] for name in sorted(by_type)}
        head = tables.head(library)
        self.power, self.volt = tables.read(library, list(self.types), head), head.volt
        self.count = 1 + max(
            [net for instance in simulator.cells for net in instance.nets.values()]
            + [net for nets in simulator.ports.values() for net in nets],
            default=0,
        )
        self.driven = {name: _nets(instances) for name, instances in self.types.items()}
        self.gated = {
            name: numpy.array(
                [-1 if instance.gated is None else instance.gated for instance in instances]
            )
            for name, instances in self.types.items()
        }
        clocks = {name: power.clock or "" for name, power in self.power.items()}
        placed = None if wires is None else Wires(simulator, wires, clocks)
        self.loads, rise, fall = (
            self._loads(simulator, head.wires, placed, edge) for edge in (None, 0, 1)
        )
        self.greater = numpy.maximum(rise, fall)
        self.clock_network_pj = self._clock_network(head.wires)
        self.outputs = numpy.array(
            sorted(
                {
                    int(net)
                    for name, nets in self.driven.items()
                    for pin in self.power[name].functions
                    for net in nets.get(pin, ())
                    if net >= 0
                }
            ),
            dtype=int,
        )
        self.rise, self.fall = numpy.zeros(self.count), numpy.zeros(self.count)
        self.delays: dict[tuple[int, str], float] = {}
        self._late = placed.late(self._pins()) if placed else {}
        self._slews(simulator.depth)

    def _pins(self) -> dict[str, float]:
        """pF of each pin of each cell, as `wires.node` names it."""
        return {
            node(instance.name, pin): value
            for name, instances in self.types.items()
            for instance in instances
            for pin, value in self.power[name].capacitance.items()
        }

    def _loads(
        self,
        simulator: GateSimulator,
        wires: tables.WireLoad,
        placed: Wires | None,
        edge: int | None,
    ) -> numpy.ndarray:
        """pF of each net: its input pins (``edge``: while they rise, 0, or fall, 1), and its wire,
        the placed one or that for as many pins.
        """
        found, fanout = numpy.zeros(self.count), numpy.zeros(self.count)
        for name, nets in self.driven.items():
            power, clocks = self.power[name], self.gated[name][self.gated[name] >= 0]
            # The clock's own net is ideal: of clock pins only those behind a gate load a net.
            for pin, cap in power.capacitance.items():
                places = clocks if pin == power.clock else nets.get(pin, _NONE)
                numpy.add.at(
                    found, places, cap if edge is None else power.edges.get(pin, (cap, cap))[edge]
                )
                # `add.at` counts a net for each of its pins; an index with the places would count
                # it once.
                numpy.add.at(fanout, places, 1)
        # An output port is one more reader for the wire load, without a capacitance of its own.
        for name in set(simulator.ports) - simulator.inputs:
            numpy.add.at(fanout, [net for net in simulator.ports[name] if net >= 0], 1)
        return found + (wires.at(fanout) if placed is None else placed.capacitance(self.count))

    def _clock_network(self, wires: tables.WireLoad) -> float:
        wire = float(wires.at(numpy.ones(1))[0])
        roots = ((self.power[name], int((gated < 0).sum())) for name, gated in self.gated.items())
        load = sum(
            count * (power.capacitance.get(power.clock, 0.0) + wire)
            for power, count in roots
            if power.clock
        )
        # Half of C V² for each toggle.
        return CLOCK_TOGGLES / 2 * self.volt**2 * load

    def _slews(self, depth: Mapping[int, int]) -> None:
        """Level by level: clock gates, flip-flops, then gates by their distance from them."""
        levels: dict[int, list[tuple[str, numpy.ndarray, str]]] = defaultdict(list)
        for name, instances in self.types.items():
            for pin in self.power[name].functions:
                places: dict[int, list[int]] = defaultdict(list)
                for number, instance in enumerate(instances):
                    if pin in instance.nets:
                        # A clock gate comes in front of the flip-flops behind it.
                        level = -1 if self.power[name].gate else depth.get(instance.nets[pin], 0)
                        places[level].append(number)
                for level, numbers in places.items():
                    levels[level].append((name, numpy.array(numbers), pin))
        for level in sorted(levels):
            for name, numbers, pin in levels[level]:
                self._slew(self.power[name], self.driven[name], numbers, pin)

    def _slew(
        self, power: CellPower, nets: Mapping[str, numpy.ndarray], numbers: numpy.ndarray, pin: str
    ) -> None:
        out = nets[pin][numbers]
        load, edges = self.loads[out], defaultdict(list)
        for arc in power.arcs:
            if arc.pin != pin or (arc.related != power.clock and arc.related not in nets):
                continue
            source = (self.gated[power.name] if arc.related == power.clock else nets[arc.related])[
                numbers
            ]
            before = {
                "rise": numpy.where(source >= 0, self.rise[source], 0.0),
                "fall": numpy.where(source >= 0, self.fall[source], 0.0),
            }
            worst = numpy.maximum(before["rise"], before["fall"])
            up = {"positive_unate": before["rise"], "negative_unate": before["fall"]}.get(
                arc.sense, worst
            )
            down = {"positive_unate": before["fall"], "negative_unate": before["rise"]}.get(
                arc.sense, worst
            )
            self.rise[out] = numpy.maximum(self.rise[out], arc.rise.at(up, load))
            self.fall[out] = numpy.maximum(self.fall[out], arc.fall.at(down, load))
            if arc.delays:
                edges[arc.related].append(
                    [table.at(slew, load) for table, slew in zip(arc.delays, (up, down))]
                )
        for related, times in edges.items():
            mean = sum(numpy.maximum.reduce(edge) for edge in zip(*times)) / 2
            for number, net, delay in zip(numbers.tolist(), out.tolist(), mean):
                wire = self._wire(self.types[power.name][number], related, power.clock)
                self.delays[net, related] = float(delay) + wire

    def _wire(self, instance: Instance, pin: str, clock: str | None) -> float:
        """ns that a wire makes a pin late; of the clock none: it is ideal."""
        return 0.0 if pin == clock else self._late.get(node(instance.name, pin), 0.0)


def _nets(instances: Sequence[Instance]) -> dict[str, numpy.ndarray]:
    """The net of each pin, for all cells of a type; -1 where an output is not connected."""
    pins = dict.fromkeys(pin for instance in instances for pin in instance.nets)
    return {
        pin: numpy.array([instance.nets.get(pin, -1) for instance in instances]) for pin in pins
    }

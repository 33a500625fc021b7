# SPDX-License-Identifier: Apache-2.0
"""Placed wires on the nets of a simulator: what each net has of capacitance, and how late the wire
makes each pin behind it.

Of a wire's resistance the first moment counts (Elmore's delay); it makes no slew flatter. Nothing
is routed, and no wire couples into another.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy

from ..errors import ToolError
from ..implement.placement.circuit import escaped
from ..implement.placement.spef import Wire
from ..verify.gates.gatesim import GateSimulator


def node(cell: str, pin: str) -> str:
    """A pin of a cell as SPEF has it."""
    return f"{escaped(cell)}:{pin}"


class Wires:
    """The wires of a netlist.

    Args:
        simulator: of the same netlist.
        wires: by the name of each net that has one; nothing: nets have no wires at all.
        clocks: the clock pin of each type of cell.

    Raises:
        ToolError: a wire is none of this netlist.
    """

    def __init__(
        self, simulator: GateSimulator, wires: Mapping[str, Wire], clocks: Mapping[str, str]
    ):
        known = dict(_nodes(simulator, clocks))
        self.wires: dict[int, Wire] = {}
        for name, wire in wires.items():
            nets = {known.get(pin, -1) for pin in wire.pins}
            if len(nets) != 1 or -1 in nets:
                raise ToolError(
                    f"net {name}: expected a wire between pins of one net of the netlist, got "
                    f"{', '.join(wire.pins[:4])}"
                )
            self.wires[nets.pop()] = wire

    def capacitance(self, count: int) -> numpy.ndarray:
        """pF of the wire of each of so many nets."""
        found = numpy.zeros(count)
        for net, wire in self.wires.items():
            # From fF to pF.
            found[net] = sum(wire.femtofarads.values()) / 1000
        return found

    def late(self, pins: Mapping[str, float]) -> dict[str, float]:
        """ns that each pin hears of its net later than the pin that drives it.

        Args:
            pins: pF of the pins themselves, by `node`.
        """
        return {
            pin: delay for wire in self.wires.values() for pin, delay in elmore(wire, pins).items()
        }


def elmore(wire: Wire, pins: Mapping[str, float]) -> dict[str, float]:
    """ns from the driver of a wire, its first pin, to each of the others: the sum over the way of
    each resistance times all capacitance behind it.

    Args:
        pins: pF of the pins themselves.
    """
    ways: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for a, b, ohms in wire.kiloohms:
        ways[a].append((b, ohms))
        ways[b].append((a, ohms))
    root = wire.pins[0]
    order, before = [root], {root: (root, 0.0)}
    # The list grows while it is walked: from the driver on each place is reached once.
    for here in order:
        for there, ohms in ways[here]:
            if there not in before:
                before[there] = here, ohms
                order.append(there)
    # Wires are in fF, pins in pF.
    behind = {name: wire.femtofarads.get(name, 0.0) + 1000 * pins.get(name, 0.0) for name in order}
    # From behind: what hangs behind a place is known before it counts at the one in front.
    for name in reversed(order[1:]):
        behind[before[name][0]] += behind[name]
    # kOhm times fF is ps.
    picoseconds = {root: 0.0}
    for name in order[1:]:
        parent, ohms = before[name]
        picoseconds[name] = picoseconds[parent] + ohms * behind[name]
    # From ps to ns.
    return {pin: picoseconds[pin] / 1000 for pin in wire.pins[1:]}


def _nodes(simulator: GateSimulator, clocks: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Each pin of a cell and each bit of a port, as SPEF has it, with its net."""
    for instance in simulator.cells:
        for pin, net in instance.nets.items():
            yield node(instance.name, pin), net
        if instance.gated is not None:
            yield node(instance.name, clocks[instance.cell]), instance.gated
    for port, nets in simulator.ports.items():
        for bit, net in enumerate(nets):
            yield f"{escaped(port)}[{bit}]" if len(nets) > 1 else escaped(port), net

# SPDX-License-Identifier: Apache-2.0
"""Where a netlist can have faults, and of which kinds.

A fault of a flip-flop changes what it holds, from one cycle on until it is written again. One of a
gate changes what the gate gives, in one cycle. Both are a flip, a 0 or a 1, whatever there was.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ..gatesim import GateSimulator

KINDS = ("flip-flop: flip", "flip-flop: 0", "flip-flop: 1", "gate: flip", "gate: 0", "gate: 1")
"""Kinds of faults, in the order of `FaultKind` in ``bench/faults.h``."""

OF_REGISTERS, OF_GATES = range(3), range(3, 6)
"""Numbers of the kinds that flip-flops and gates can have."""

VERDICT = ("out_valid", "fault", "in_ready")
"""Ports whose logic is control and comparison."""


@dataclass(frozen=True, order=True)
class Fault:
    """One fault.

    Attributes:
        kind: index of `KINDS`.
        place: number of the flip-flop, or net that the gate drives.
        cycle: from the first of the simulation.
    """

    kind: int
    place: int
    cycle: int


def everywhere(simulator: GateSimulator, cycles: Iterable[int]) -> list[Fault]:
    """All faults of every flip-flop and every gate in each of the cycles."""
    return _all(range(len(simulator.registers)), sorted(simulator.drivers), cycles)


def steering(
    simulator: GateSimulator, control: Sequence[int], cycles: Iterable[int]
) -> list[Fault]:
    """Those of control and comparison: of the flip-flops ``control`` and the gates in their next
    state, and of the gates before the ports of `VERDICT`, up to flip-flops.
    """
    # A core without protection has no port `fault`.
    ends = [net for name in VERDICT for net in simulator.ports.get(name, ())]
    ends += [net for number in control for net in simulator.following[number]]
    return _all(control, sorted(_cone(simulator.drivers, ends)), cycles)


def _all(registers: Iterable[int], gates: Iterable[int], cycles: Iterable[int]) -> list[Fault]:
    sites = [*product(OF_REGISTERS, registers), *product(OF_GATES, gates)]
    return [Fault(kind, place, cycle) for cycle in cycles for kind, place in sites]


def _cone(drivers: Mapping[int, Sequence[int]], ends: Iterable[int]) -> set[int]:
    """The nets that gates drive on the way to ``ends``."""
    stack, found = list(ends), set()
    while stack:
        net = stack.pop()
        # Flip-flops and inputs are no gates, so the cone ends there.
        if net in drivers and net not in found:
            found.add(net)
            stack += drivers[net]
    return found


def name(simulator: GateSimulator, fault: Fault) -> str:
    """The flip-flop, or the net or cell, as the netlist calls it."""
    if fault.kind in OF_REGISTERS:
        return simulator.registers[fault.place]
    return simulator.names[fault.place]

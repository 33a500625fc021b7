# SPDX-License-Identifier: Apache-2.0
"""Which registers of a netlist are behind a clock gate, and how long it is open."""

from collections import Counter, defaultdict
from typing import Any

from ..verify.gates.activity import Activity
from ..verify.gates.gatesim import GateSimulator
from .loads import Loaded


def gating(simulator: GateSimulator, netlist: Loaded, counted: Activity) -> dict[str, Any]:
    """What is behind gates.

    Args:
        counted: the task in which the gates' time is told.

    Returns:
        ``flip_flops`` of the netlist, and ``free``: those that no gate is in front of, by register;
        ``gates``, the largest first: ``open`` (share of the cycles of the task) and by register the
        flip-flops behind it, ``registers``.
    """
    # Registers come in the order of the cells that hold them.
    names = iter(simulator.registers)
    behind: dict[int | None, Counter[str]] = defaultdict(Counter)
    for cell in simulator.cells:
        if netlist.power[cell.cell].states:
            behind[cell.gated][register(next(names))] += 1
    free = behind.pop(None, Counter())
    gates = [
        # The clock behind an open gate toggles twice in a cycle.
        {"open": float(counted.settled[net] / 2), "registers": dict(found.most_common())}
        for net, found in behind.items()
    ]
    return {
        "flip_flops": sum(map(sum, (found.values() for found in (free, *behind.values())))),
        "free": dict(free.most_common()),
        "gates": sorted(gates, key=lambda gate: -sum(gate["registers"].values())),
    }


def register(name: str) -> str:
    """Of one bit's name, ``core.state[5]``, that of its register."""
    return name.partition("[")[0]

# SPDX-License-Identifier: Apache-2.0
"""Delays of the cells of a netlist in whole steps, for the simulator that counts glitches.

Each input of each cell has a delay of its own from the tables of the Liberty file: over the slew
that arrives there and the load, of pins and the file's default wire load, of what the cell drives.
It is the mean of a rising and a falling output (a value of a net does not hang on which of the two
it is, `verify.gates.schedule`), of several conditions the greatest. Flip-flops change by theirs
from the clock on, which is ideal, ports at the edge itself. Rounded to `STEP_PS`, at least one step
for a gate. With the wires of a placement their capacitance takes the place of the wire load, and an
input is later by what its wire takes (`wires.elmore`).
"""

from collections.abc import Mapping, Sequence

from ..errors import ToolError
from ..implement.liberty import Liberty
from ..implement.placement.spef import Wire
from ..verify.gates import cells
from ..verify.gates.gatesim import GateSimulator
from ..verify.gates.schedule import Delays
from .loads import Loaded

STEP_PS = 10
"""A step, in ps."""


def delays(
    simulator: GateSimulator, library: Liberty, wires: Mapping[str, Wire] | None = None
) -> Delays:
    """Of each cell, in steps of `STEP_PS`; ``wires``: of a placement, see `Loaded`.

    Raises:
        ToolError: a cell has no tables of delays, or the wires are not those of the netlist.
    """
    loaded, found = Loaded(simulator, library, wires), {}
    known = cells.read(library.path)
    for instance in simulator.cells:
        cell = known[instance.cell]
        for pin in cell.outputs.keys() & instance.nets.keys():
            net = instance.nets[pin]
            # A flip-flop that was left out is a gate, as late as it was.
            sources = (
                cell.inputs
                if not cell.clock
                else [cell.clock] * len(simulator.drivers.get(net, [None]))
            )
            found[net] = _steps(
                [loaded.delays.get((net, source)) for source in sources],
                0 if cell.clock else 1,
                f"{instance.cell}, pin {pin}",
                library,
            )
    return found


def _steps(
    given: Sequence[float | None], least: int, what: str, library: Liberty
) -> tuple[int, ...]:
    if None in given:
        raise ToolError(
            f"{library.path}: {what}: expected tables cell_rise and cell_fall for each input."
        )
    return tuple(max(least, round(1000 * ns / STEP_PS)) for ns in given)


def delayed(
    simulator: GateSimulator, library: Liberty, wires: Mapping[str, Wire] | None = None
) -> GateSimulator:
    """The simulator with these delays where it counts glitches. Raises ToolError: see `delays`."""
    return simulator.delayed(delays(simulator, library, wires))

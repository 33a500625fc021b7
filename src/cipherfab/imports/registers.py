# SPDX-License-Identifier: Apache-2.0
"""Flip-flops of GHDL's netlist as cells of Yosys."""

from .cells import Cells
from .netlist import Gate, Net

FLIP_FLOPS = ("$dff", "$idff", "$adff", "$iadff")


def flip_flop(cells: Cells, gate: Gate) -> None:
    """``$dff`` (clk, d), ``$adff`` (clk, d, rst, value); those with an initial value have it as
    a further input.
    """
    q, initial = gate.outputs[0], None
    if gate.kind in ("$idff", "$iadff"):
        initial = cells.settled(gate.inputs[-1])
    clock, rising = cells.clock(gate.inputs[0])
    connections = {
        "CLK": clock,
        "D": cells.net(gate.inputs[1], q.width),
        "Q": cells.net(q) if initial is None else _begins(cells, q, initial),
    }
    parameters: dict[str, int | str] = {"WIDTH": q.width, "CLK_POLARITY": rising}
    if gate.kind in ("$dff", "$idff"):
        cells.cell("$dff", connections, parameters)
    else:
        cells.cell(
            # A load and no reset: GHDL's reset value may be a signal.
            "$aldff",
            {
                **connections,
                "ALOAD": cells.net(gate.inputs[2]),
                "AD": cells.net(gate.inputs[3], q.width),
            },
            {**parameters, "ALOAD_POLARITY": 1},
        )


def _begins(cells: Cells, net: Net, bits: str) -> str:
    """A wire with an initial value, from which the net is driven."""
    # In RTLIL an attribute belongs to the wire behind it, which `fresh` writes next.
    cells.wires.append(f"  attribute \\init {net.width}'{bits}")
    wire = cells.fresh(net.width)
    cells.connect(cells.net(net), wire)
    return wire

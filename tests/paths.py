# SPDX-License-Identifier: Apache-2.0
"""The combinational paths of a component from its inputs to its outputs, read from Amaranth's
netlist, bit by bit.
"""

import sys

from amaranth.hdl import _nir as nir
from amaranth.hdl._ir import Fragment, build_netlist

from cipherfab.cores.verilog import DEPTH

BITWISE = ("~", "&", "|", "^", "m")
"""Operators of which a bit depends on the same bit of their operands; ``m``: and on the one bit
that chooses.
"""


def combinational_paths(component) -> dict[str, set[str]]:
    """For each output port the input ports that it depends on in the same cycle, by structure,
    whatever the values.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEPTH))
    ports = [
        ("__".join(map(str, path)), value, None)
        for path, _, value in component.signature.flatten(component)
    ]
    netlist = build_netlist(Fragment.get(component, None), ports=ports, name="top")
    reach = _Reach(netlist)
    return {
        name: set().union(*map(reach.inputs, nets)) for name, nets in netlist.top.ports_o.items()
    }


class _Reach:
    """Input ports behind a net, up to the registers."""

    def __init__(self, netlist: nir.Netlist):
        self.cells, self.known = netlist.cells, {}
        self.ports = {
            start + bit: name
            for name, (start, width) in netlist.top.ports_i.items()
            for bit in range(width)
        }

    def inputs(self, net) -> frozenset[str]:
        if net.is_const:
            return frozenset()
        # Cell 0 is the outside, whose bits are those of the input ports.
        if net.cell == 0:
            return frozenset({self.ports[net.bit]} if net.bit in self.ports else ())
        if net not in self.known:
            self.known[net] = frozenset().union(
                *map(self.inputs, _operands(self.cells[net.cell], net.bit))
            )
        return self.known[net]


def _operands(cell, bit: int) -> list:
    """The nets that a bit of a cell depends on."""
    match cell:
        case nir.FlipFlop():
            return []
        case nir.Operator(operator="m"):
            chooses, *others = cell.inputs
            return [*chooses, *(value[bit] for value in others)]
        case nir.Operator() if cell.operator in BITWISE:
            return [value[bit] for value in cell.inputs]
        case nir.AssignmentList():
            those = [
                one for one in cell.assignments if one.start <= bit < one.start + len(one.value)
            ]
            return [
                cell.default[bit],
                *(one.cond for one in those),
                *(one.value[bit - one.start] for one in those),
            ]
    return list(cell.input_nets())

# SPDX-License-Identifier: Apache-2.0
"""Slow gates as small ones."""

from itertools import product

import pytest

from cipherfab.implement.sizing.netlist import Netlist
from cipherfab.implement.sizing.rewrite import Rewriter
from cipherfab.verify.gates import cells

SMALL = {
    "INV_X1": lambda a: 1 - a["A"],
    "NAND2_X1": lambda a: 1 - (a["A1"] & a["A2"]),
    "NOR2_X1": lambda a: 1 - (a["A1"] | a["A2"]),
}


def _values(module, given):
    """The value of each net, by the small gates."""
    known, waiting = dict(given), dict(module["cells"])
    while waiting:
        for name, cell in list(waiting.items()):
            pins = {pin: bits[0] for pin, bits in cell["connections"].items()}
            out = pins.pop("ZN")
            if all(net in known for net in pins.values()):
                known[out] = SMALL[cell["type"]]({pin: known[net] for pin, net in pins.items()})
                del waiting[name]
    return known


@pytest.mark.parametrize(
    "kind", ["MUX2_X1", "AND3_X1", "AND4_X2", "OR3_X1", "OR4_X1", "NAND4_X1", "NOR4_X1"]
)
def test_small_gates_have_the_function(library, kind):
    """For all values of the inputs, whichever of them comes last."""
    cell = cells.read(library.path)[kind]
    (out,) = cell.outputs
    pins = {pin: [2 + number] for number, pin in enumerate(cell.inputs)} | {out: [9]}
    body = ",\n".join(f"    .{pin}(n{bits[0]})" for pin, bits in pins.items())
    text = f"module m(n9);\n  {kind} g1 (\n{body}\n  );\nendmodule\n"
    module = {"cells": {"g1": {"type": kind, "connections": pins}}, "ports": {}}
    function = cells.expression(cell.outputs[out], lambda pin: pin)
    for late in range(2, 2 + len(cell.inputs)):
        netlist = Netlist(text, module)
        Rewriter(library, lambda name: False).replace(netlist, "g1", {late: 1.0}, {})
        for values in product((0, 1), repeat=len(cell.inputs)):
            given = dict(zip(cell.inputs, values))
            expected = eval(function, {"__builtins__": {}}, given) & 1
            nets = {pins[pin][0]: value for pin, value in given.items()}
            assert _values(netlist.module, nets)[9] == expected


def test_what_has_no_smaller_gates_has_no_kind(library):
    """NANDs and NORs of two, inverters, XORs and flip-flops stay what they are."""
    kinds = Rewriter(library, lambda name: False).kinds
    assert not {"NAND2_X1", "NOR2_X1", "INV_X1", "XOR2_X1", "DFF_X1", "AOI21_X1"} & set(kinds)

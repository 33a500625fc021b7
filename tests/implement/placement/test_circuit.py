# SPDX-License-Identifier: Apache-2.0
"""Netlists as a placer needs them."""

import pytest

from cipherfab.errors import DesignError
from cipherfab.implement.placement.circuit import Circuit, area_um2, escaped, of_json

MODULE = {
    "ports": {
        "x": {"direction": "input", "bits": [2, 3]},
        "y": {"direction": "output", "bits": [4]},
        "copy": {"direction": "output", "bits": [4]},
    },
    "netnames": {
        "x": {"bits": [2, 3]},
        "mode.a[0]": {"bits": [5]},
        "y": {"bits": [4]},
        "alias": {"bits": [4]},
        "copy": {"bits": [4]},
    },
    "cells": {
        "g[1]": {
            "type": "NAND2_X1",
            "port_directions": {"A1": "input", "A2": "input", "ZN": "output"},
            "connections": {"A1": [2], "A2": ["1"], "ZN": [5]},
        },
        "inv": {
            "type": "INV_X1",
            "port_directions": {"A": "input", "ZN": "output"},
            "connections": {"A": [5], "ZN": [4]},
        },
    },
}


def test_each_net_begins_with_what_drives_it():
    """Ports and pins are found by net, the driver first; constants are no net, an alias is none of
    its own, and names are escaped but for the bits of a bus.
    """
    circuit = of_json(MODULE)
    assert circuit.ports == {"x[0]": False, "x[1]": False, "y": True, "copy": True}
    assert circuit.nets["x[0]"] == (("x[0]", ""), ("g\\[1\\]", "A1"))
    assert circuit.nets[escaped("mode.a[0]")] == (("g\\[1\\]", "ZN"), ("inv", "A"))
    (name,) = [name for name, pins in circuit.nets.items() if pins[0] == ("inv", "ZN")]
    assert name in ("y", "copy") and len(circuit.nets[name]) == 3
    assert circuit.nets["x[1]"] == (("x[1]", ""),)


def test_a_cell_without_geometry_is_refused(geometry):
    """The cells that the library does not have are named."""
    assert area_um2(Circuit({"a": "INV_X1"}, {}, {}), geometry) == pytest.approx(0.38 * 1.4)
    with pytest.raises(DesignError, match="got RAM, which its LEF"):
        area_um2(Circuit({"a": "RAM"}, {}, {}), geometry)

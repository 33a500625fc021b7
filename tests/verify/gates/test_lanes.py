# SPDX-License-Identifier: Apache-2.0
"""What of a netlist cannot be simulated in lanes is refused."""

from types import SimpleNamespace

import pytest

from cipherfab.errors import DesignError
from cipherfab.verify.gates.cells import Cell
from cipherfab.verify.gates.lanes import LevelledNetlist


def test_a_clock_gate_has_one_enable():
    """A second pin that is not 0 could open it too."""
    gate = Cell(inputs=("E", "SE"), outputs={}, clock="CK", gate="GCK")
    netlist = SimpleNamespace(gated={})
    LevelledNetlist._clock_gate(netlist, "one", gate, {"E": 5, "SE": 0, "GCK": 9})
    assert netlist.gated == {9: 5}
    with pytest.raises(DesignError, match="clock gate two: expected one enable that is not 0, got"):
        LevelledNetlist._clock_gate(netlist, "two", gate, {"E": 5, "SE": 6, "GCK": 9})

# SPDX-License-Identifier: Apache-2.0
"""Which gates lie on the way to something, and what a fault is called."""

from types import SimpleNamespace

from cipherfab.verify.gates.injection.places import KINDS, Fault, _cone, name


def test_a_cone_has_what_gates_drive_on_the_way_and_nothing_else():
    """Nets that no gate drives end it, and a net on two ways counts once."""
    drivers = {1: [2, 3], 2: [4], 3: [4, 5], 4: [6], 7: [1]}
    assert _cone(drivers, [1]) == {1, 2, 3, 4}


def test_a_fault_is_called_as_the_netlist_calls_its_place():
    """A fault of a flip-flop has the name of the register of its number, one of a gate that of the
    net.
    """
    simulator = SimpleNamespace(registers=["state", "key"], names=["clk", "n1"])
    names = [name(simulator, Fault(kind=kind, place=1, cycle=0)) for kind in range(len(KINDS))]
    assert names == ["key"] * 3 + ["n1"] * 3

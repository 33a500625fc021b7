# SPDX-License-Identifier: Apache-2.0
"""The order in which nets are computed, and what they are called."""

import pytest

from cipherfab.errors import DesignError
from cipherfab.verify.gates.cells import Cell
from cipherfab.verify.gates.probing import symbolic
from cipherfab.verify.gates.probing.symbolic import SymbolicNetlist, _in_order, best_names


def test_each_net_comes_after_those_it_is_made_of():
    """Whatever order the gates are in; nets that no gate drives are none of them."""
    gates = {3: ("and", (1, 2)), 1: ("not", (0,)), 2: ("or", (1, 0)), 4: ("not", (3,))}
    found = _in_order(gates)
    assert sorted(found) == [1, 2, 3, 4]
    assert all(found.index(net) > found.index(one) for net in gates for one in gates[net][1] if one)


class Gates(dict):
    """Gates that are looked at a hundred times at most, so that a search without an end fails."""

    left = 100

    def __getitem__(self, net):
        self.left -= 1
        assert self.left, "the search goes on and on"
        return super().__getitem__(net)


def test_a_loop_is_told():
    """Nets that are made of each other have no order."""
    with pytest.raises(DesignError, match="combinational loop"):
        _in_order(Gates({1: ("not", (2,)), 2: ("and", (3, 0)), 3: ("not", (1,))}))


def test_a_net_has_the_name_of_its_register(monkeypatch):
    """Of several names the one of the least depth, and of these the shortest."""
    names = [(5, "core.mode.word"), (5, "state"), (5, "a_longer_name"), (6, "core.mode.word")]
    monkeypatch.setattr(symbolic, "recognisable", lambda module: names)
    assert best_names({}) == {5: "state", 6: "word"}


LIBRARY = {
    "GATE": Cell(inputs=("E",), outputs={}, clock="CK", gate="GCK"),
    "FF": Cell(
        inputs=("D", "R"), outputs={"Q": "q"}, next_state="(D) & !(R)", clock="CK", tied=("R",)
    ),
}


def netlist(clear, **more) -> SymbolicNetlist:
    """A flip-flop ``one`` whose clear is this net, and further cells."""
    pins = {"D": [3], "CK": [2], "R": [clear], "Q": [4]}
    ports = {"clk": [2], "d": [3], "e": [5], "q": [4]}
    return SymbolicNetlist(
        {
            "netnames": {},
            "cells": {"one": {"type": "FF", "connections": pins}, **more},
            "ports": {
                name: {"direction": "output" if name == "q" else "input", "bits": bits}
                for name, bits in ports.items()
            },
        },
        LIBRARY,
    )


def test_a_clock_gate_is_refused():
    """What opens it is in the cone of no register behind it, so no probe would see that."""
    gate = {"type": "GATE", "connections": {"E": [5], "CK": [2], "GCK": [6]}}
    with pytest.raises(DesignError, match="cell two is a GATE"):
        netlist("0", two=gate)


def test_a_flip_flop_that_logic_clears_is_refused():
    """It may be cleared within a cycle; one whose clear is constant may not."""
    assert set(netlist("0").registers) == {"one"}
    with pytest.raises(DesignError, match="cell one is a FF"):
        netlist(5)


def test_a_register_is_not_called_as_an_input(monkeypatch):
    """One of a part with the name of a port of the whole would have the port's value."""
    monkeypatch.setattr(symbolic, "recognisable", lambda module: [(3, "d"), (4, "part.d[0]")])
    found = netlist("0")
    assert found.names[4] == "d[0]" in found.sources.values() and set(found.registers) == {"one"}

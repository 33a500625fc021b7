# SPDX-License-Identifier: Apache-2.0
"""The order in which nets are computed, and what they are called."""

import pytest

from cipherfab.errors import DesignError
from cipherfab.verify.gates.probing import symbolic
from cipherfab.verify.gates.probing.symbolic import _in_order, best_names


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

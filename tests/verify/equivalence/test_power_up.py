# SPDX-License-Identifier: Apache-2.0
"""What is known of registers at first."""

from dataclasses import replace

import pytest
from small_cells import design

from cipherfab.verify.equivalence.netlist import Netlist, Register
from cipherfab.verify.equivalence.power_up import Start
from cipherfab.verify.equivalence.states import Values, Word


def register(place: int, name: str, initial: int | None) -> Register:
    """One that keeps what it holds."""
    return Register(place, place, 1, (name,), (), initial)


@pytest.mark.parametrize("states, outside", [((0, 2), True), ((0, 3), False), ((1, 2), False)])
def test_one_bit_that_is_known_says_that_a_machine_begins_in_no_state(states, outside):
    """Of a register whose lowest bit alone has an initial value, 1, states without it are none to
    begin in.
    """
    bits = (register(2, "w[0]", 1), register(3, "w[1]", None))
    rtl = Netlist({"clk": [1]}, {"y": [2, 3]}, {}, bits)
    start = Start(rtl, Netlist({"clk": [1]}, {}, {}, ()), replace(design(""), reset=""))
    word = Word("w", tuple(("rtl", one.q) for one in bits))
    assert start.outside([Values(word, states)]) == list(word.bits) * outside

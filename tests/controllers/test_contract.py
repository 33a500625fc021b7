# SPDX-License-Identifier: Apache-2.0
"""What a controller says of itself."""

import pytest
from amaranth.hdl import Signal

from cipherfab.controllers.contract import Controller
from cipherfab.controllers.parts.declared import Wire


@pytest.mark.parametrize(
    "other", [lambda self, m: None, Wire("How far."), Signal(4)], ids=["method", "wire", "signal"]
)
def test_nothing_else_has_the_name_of_a_fact(other):
    """A method or a signal that is called as a fact is refused where its class is made."""
    with pytest.raises(TypeError, match=r"Bad\.turn_cycles is a .* give it another name"):
        type("Bad", (Controller,), {"turn_cycles": other})
    assert type("Good", (Controller,), {"turn_cycles": 8}).turn_cycles == 8

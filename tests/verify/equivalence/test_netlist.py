# SPDX-License-Identifier: Apache-2.0
"""Netlists with a register at another clock are refused where one clock is meant."""

from types import SimpleNamespace

import pytest

from cipherfab.errors import DesignError
from cipherfab.verify.equivalence.netlist import Netlist, Register
from cipherfab.verify.tags.machine import Machine

DESIGN = SimpleNamespace(name="two", clock="clk")


def clocked(*clocks: int) -> Netlist:
    """One register at each of these bits; the design's clock is 2."""
    registers = [
        Register(
            q=10 + number, d=3, clock=clock, names=(f"r{number}",), inverse_names=(), initial=None
        )
        for number, clock in enumerate(clocks)
    ]
    return Netlist(
        inputs={"clk": [2], "d": [3]}, outputs={"q": [10]}, gates={}, registers=tuple(registers)
    )


def test_another_clock_is_refused_with_one_of_its_registers():
    """One register of two stands at a bit that is not the clock."""
    with pytest.raises(
        DesignError,
        match=r"two: expected all registers of the RTL .* 1 at another "
        r"clock, such as \('r1',\); it is not run",
    ):
        clocked(2, 7).require_one_clock(DESIGN, "RTL", "it is not run")
    clocked(2, 2).require_one_clock(DESIGN, "RTL", "it is not run")


def test_the_proof_of_tags_asks_for_one_clock():
    """It unrolls one clock, so a register at another one would stand still."""
    with pytest.raises(DesignError, match="another clock is not run"):
        Machine(clocked(2, 7), DESIGN)

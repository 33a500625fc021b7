"""Guesses from simulation: a design runs only when its reset is released, whatever the level of that is."""

import pytest

from cipherfab.verify.correspondence import WARM_UPS, Correspondence, by_simulation
from cipherfab.verify.netlist import Netlist, Register

CLOCK, RESET, Q, TOGGLED, RELEASED, NEXT = range(2, 8)


def toggle(level: int, name: tuple[str, ...]) -> Netlist:
    """One register that toggles in every cycle without a reset."""
    released = "$_NOT_" if level else "$_BUF_"
    gates = {TOGGLED: ("$_NOT_", (Q,)), RELEASED: (released, (RESET,)), NEXT: ("$_AND_", (TOGGLED, RELEASED))}
    return Netlist(inputs={"clk": [CLOCK], "reset": [RESET]}, outputs={"q": [Q]}, gates=gates,
                   registers=(Register(Q, NEXT, CLOCK, name),))


@pytest.mark.parametrize("level", [0, 1])
def test_a_reset_of_either_level_is_released(level):
    """The register is matched with its namesake-to-be on the other side; held in reset it would look like a constant."""
    found = by_simulation(toggle(level, ("q",)), toggle(level, ()), Correspondence(), ("reset", level), 1).correspondence()
    assert found.targets == {("netlist", Q): (("rtl", Q), 0)}
    held = by_simulation(toggle(level, ("q",)), toggle(level, ()), Correspondence(), ("reset", 1 - level), 1).correspondence()
    assert set(held.targets.values()) == {(None, 0)}


def queue(names: list[str]) -> Netlist:
    """Registers in a row behind an input; those without a name have an empty one."""
    x = NEXT + 1
    row = tuple(Register(x + 1 + place, x + place, CLOCK, (name,) if name else ()) for place, name in enumerate(names))
    return Netlist(inputs={"clk": [CLOCK], "reset": [RESET], "x": [x]}, outputs={"q": [row[-1].q]}, gates={}, registers=row)


@pytest.mark.parametrize("warm_up", WARM_UPS)
def test_registers_are_matched_when_inputs_have_reached_them(warm_up):
    """A register without a reset is like its counterpart only then; so a row of 40 needs the longer simulation."""
    rtl, mapped = queue([f"q{place}" for place in range(40)]), queue([""] * 40)
    found = by_simulation(rtl, mapped, Correspondence(), ("reset", 1), 1, warm_up).correspondence()
    expected = {("netlist", register.q): (("rtl", register.q), 0) for register in rtl.registers[:warm_up + 1]}
    assert found.targets == expected

# SPDX-License-Identifier: Apache-2.0
"""Guesses from simulation: a design runs only when its reset is released, whatever the level of
that is.
"""

import pytest

from cipherfab.verify.equivalence.correspondence import (
    WARM_UPS,
    Correspondence,
    Guesses,
    by_name,
    by_next_value,
    by_simulation,
)
from cipherfab.verify.equivalence.netlist import Netlist, Register
from cipherfab.verify.equivalence.states import Values, Word

CLOCK, RESET, Q, TOGGLED, RELEASED, NEXT = range(2, 8)


def toggle(level: int, name: tuple[str, ...]) -> Netlist:
    """One register that toggles in every cycle without a reset."""
    released = "$_NOT_" if level else "$_BUF_"
    gates = {
        TOGGLED: ("$_NOT_", (Q,)),
        RELEASED: (released, (RESET,)),
        NEXT: ("$_AND_", (TOGGLED, RELEASED)),
    }
    return Netlist(
        inputs={"clk": [CLOCK], "reset": [RESET]},
        outputs={"q": [Q]},
        gates=gates,
        registers=(Register(Q, NEXT, CLOCK, name),),
    )


@pytest.mark.parametrize("level", [0, 1])
def test_a_reset_of_either_level_is_released(level):
    """The register is matched with its namesake-to-be on the other side; held in reset it would
    look like a constant.
    """
    found = by_simulation(
        toggle(level, ("q",)), toggle(level, ()), Correspondence(), ("reset", level), 1
    ).correspondence()
    assert found.targets == {("netlist", Q): (("rtl", Q), 0)}
    held = by_simulation(
        toggle(level, ("q",)), toggle(level, ()), Correspondence(), ("reset", 1 - level), 1
    ).correspondence()
    assert set(held.targets.values()) == {(None, 0)}


def queue(names: list[str]) -> Netlist:
    """Registers in a row behind an input; those without a name have an empty one."""
    x = NEXT + 1
    row = tuple(
        Register(x + 1 + place, x + place, CLOCK, (name,) if name else ())
        for place, name in enumerate(names)
    )
    return Netlist(
        inputs={"clk": [CLOCK], "reset": [RESET], "x": [x]},
        outputs={"q": [row[-1].q]},
        gates={},
        registers=row,
    )


@pytest.mark.parametrize("warm_up", WARM_UPS)
def test_registers_are_matched_when_inputs_have_reached_them(warm_up):
    """A register without a reset is like its counterpart only then; so a row of 40 needs the longer
    simulation.
    """
    rtl, mapped = queue([f"q{place}" for place in range(40)]), queue([""] * 40)
    found = by_simulation(rtl, mapped, Correspondence(), ("reset", 1), 1, warm_up).correspondence()
    expected = {
        ("netlist", register.q): (("rtl", register.q), 0)
        for register in rtl.registers[: warm_up + 1]
    }
    assert found.targets == expected


def loaded_ring(names: tuple[str, str], *, inverted: bool) -> Netlist:
    """Two registers that turn, loaded from ``x`` while ``load``, and one that stays 0 once it is;
    the second perhaps inverted.
    """
    load, x, first, second, constant, turned, into, stored, held, out = range(20, 30)
    invert = "$_NOT_" if inverted else "$_BUF_"
    gates = {
        turned: (invert, (second,)),
        stored: ("$_MUX_", (load, x, turned)),
        into: ("$_MUX_", (load, x, first)),
        held: ("$_AND_", (constant, x)),
        out: ("$_OR_", (first, constant)),
        30: (invert, (into,)),
    }
    registers = (
        Register(first, stored, CLOCK, (names[0],)),
        Register(second, 30, CLOCK, (names[1],) if names[1] else ()),
        Register(constant, held, CLOCK, ("constant",) if names[1] else ()),
    )
    return Netlist(
        inputs={"clk": [CLOCK], "reset": [RESET], "load": [load], "x": [x]},
        outputs={"q": [out]},
        gates=gates,
        registers=registers,
    )


def test_registers_are_matched_by_their_next_values():
    """A register that lost its name and is held inverted is found without being loaded; one that
    stays 0 is taken for 0.
    """
    rtl, mapped = loaded_ring(("a", "b"), inverted=False), loaded_ring(("a", ""), inverted=True)
    found = by_next_value(rtl, mapped, by_name(rtl, mapped), 1).targets
    a, b, constant = (register.q for register in rtl.registers)
    zeros = {("rtl", constant): (None, 0), ("netlist", constant): (None, 0)}
    assert found == {("netlist", a): (("rtl", a), 0), ("netlist", b): (("rtl", b), 1), **zeros}


def test_only_states_that_something_stands_for_are_claimed():
    """Of two small registers the values of one are claimed: a register of the netlist stands for
    some of them, and for none of the other's.
    """
    bits = {("rtl", number): trace for number, trace in enumerate((0b0010, 0b0100, 0b1110, 0b1100))}
    one, other = Word("one", (("rtl", 0), ("rtl", 1))), Word("other", (("rtl", 2), ("rtl", 3)))
    doubtful = ("netlist", 9)
    guesses = Guesses(
        keys=[*bits, doubtful],
        doubtful=[doubtful],
        labels={},
        machines=[],
        words=[one, other],
        _namesakes=set(bits),
        _traces={**bits, doubtful: 0b1001},
        _length=4,
    )
    found = guesses.correspondence()
    assert found.targets == {doubtful: (Values(one, (0,)), 0)}
    assert found.states == (Values(one, (0, 1, 2)),)

# SPDX-License-Identifier: Apache-2.0
"""What is known of registers at first."""

from dataclasses import replace

import pytest
from small_cells import design

from cipherfab.origin import ThirdParty
from cipherfab.verify.equivalence.netlist import Netlist, Register
from cipherfab.verify.equivalence.power_up import Start
from cipherfab.verify.equivalence.proof import prove_netlists
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


CLK, RST, A, X, Y, TWIN = 1, 2, 3, 11, 12, 13


def kept(*, twice: bool) -> Netlist:
    """A register that keeps a 1, with the initial value 0, beside one that a reset sets, which in a
    netlist may be there ``twice``: until the reset, the two may hold different values.
    """
    twin = TWIN if twice else Y
    gates = {101: ("$_MUX_", (RST, "0", A)), 102: ("$_XOR_", (Y, twin)), 103: ("$_OR_", (X, 102))}
    registers = [Register(X, 103, CLK, ("x",), (), 0), Register(Y, 101, CLK, ("y",), (), None)]
    registers += [Register(TWIN, 101, CLK, (), (), None)] * twice
    inputs = {"clk": [CLK], "rst": [RST], "a": [A]}
    return Netlist(inputs, {"out": [X, Y]}, gates, tuple(registers))


def test_an_initial_value_must_come_through_the_reset(tmp_path):
    """In a netlist in which the first cycle of a reset may change it, nothing is proved of it."""
    core = replace(design(""), third_party=ThirdParty())
    assert prove_netlists(core, kept(twice=False), kept(twice=False), tmp_path)["proved"]
    found = prove_netlists(core, kept(twice=False), kept(twice=True), tmp_path)
    assert found["verdict"] == "undecided" and "come through the reset" in found["notes"][-1]
    # Ours count on no initial value: the RTL may hold at first what the netlist does.
    assert prove_netlists(design(""), kept(twice=False), kept(twice=True), tmp_path)["proved"]

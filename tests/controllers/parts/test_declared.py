# SPDX-License-Identifier: Apache-2.0
"""Signals that a controller declares in the body of its class."""

from enum import IntEnum

import pytest
from amaranth.hdl import Module

from cipherfab.controllers.parts.declared import During, Flag, Register, Wire, declared_phases, once


class Kind(IntEnum):
    """Two kinds."""

    ONE = 0
    TWO = 1


class Base:
    """A controller with registers of states."""

    is_text, is_ad, is_tag = map(During, ("TEXT", "AD", "TAG"))


class Derived(Base):
    """One that declares a register again, in front of one of its own."""

    is_ad, is_last = map(During, ("AD FIRST", "LAST"))


class Core:
    """A controller with a signal of each kind."""

    size = 5
    call = Wire("A call starts.")
    kind = Register("Its kind.", Kind, name="call_kind")
    total = Register("A sum.", lambda core: core.size)
    free = Flag("It is free.", init=1)
    described = 0

    @once
    def logic(self, m: Module) -> int:
        """A value that takes logic."""
        self.described += 1
        return self.described


def test_a_signal_is_made_once_for_each_controller():
    """Read twice it is the same signal; another controller has another one."""
    core = Core()
    assert core.call is core.call
    assert core.call is not Core().call


def test_a_signal_has_the_name_the_width_and_the_reset_that_were_declared():
    """The attribute's name unless another is given; bits, an enumeration, or a function of the
    controller; a register is left alone by a reset, a flag is not.
    """
    core = Core()
    assert (core.call.name, core.kind.name) == ("call", "call_kind")
    assert (len(core.call), len(core.kind), len(core.total)) == (1, 1, 5)
    assert (core.total.reset_less, core.free.reset_less, core.free.init) == (True, False, 1)


def test_nothing_takes_the_place_of_a_declared_signal():
    """An assignment fails, before the signal is made and after."""
    core = Core()
    with pytest.raises(AttributeError, match="call is declared"):
        core.call = 1
    assert core.call.name == "call"
    with pytest.raises(AttributeError, match="call is declared"):
        core.call = 1


def test_the_meaning_is_what_help_shows():
    """The text of a declaration is its docstring."""
    assert Core.total.__doc__ == "A sum."
    assert Base.is_text.__doc__ == "1 in TEXT."


def test_logic_is_described_once_in_a_module_and_anew_in_the_next():
    """All calls in one module give the first one's value; another module is described again."""
    core, first, second = Core(), Module(), Module()
    assert [core.logic(first), core.logic(first), core.logic(second)] == [1, 1, 2]


def test_registers_of_states_stand_in_the_order_of_their_declarations():
    """Those of the bases first; where a class declares one again, its own place counts."""
    assert declared_phases(Base) == ["is_text", "is_ad", "is_tag"]
    assert declared_phases(Derived) == ["is_text", "is_tag", "is_ad", "is_last"]

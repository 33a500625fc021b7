# SPDX-License-Identifier: Apache-2.0
"""In emitted Verilog the values of state machines and enumerated signals have their names."""

import re

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib.enum import Enum
from amaranth.lib.wiring import Component, In, Out

from cipherfab.cores.verilog import verilog


class Light(Component):
    """Two state machines: one in the top module, one in a part."""

    go: In(1)
    stop: Out(1)

    def __init__(self, part: "Light | None" = None):
        self.part = part
        super().__init__()

    def elaborate(self, platform):
        m = Module()
        if self.part:
            m.submodules.part = self.part
            m.d.comb += self.part.go.eq(self.stop)
        with m.FSM(name="light"):
            for name, following in (("RED", "GREEN"), ("GREEN", "AMBER"), ("AMBER", "RED")):
                with m.State(name):
                    m.d.comb += self.stop.eq(name == "RED")
                    with m.If(self.go):
                        m.next = following
        return m


def test_states_have_names_wherever_they_are_numbers():
    """In each module every comparison, case and next state is a name, and its value is the state's
    number.
    """
    text = verilog(Light(Light()), "light")
    for module in re.split(r"^(?=module )", text, flags=re.MULTILINE)[1:]:
        values = dict(re.findall(r"localparam \[1:0\] (LIGHT_\w+) = (2'h\d);", module))
        assert values == {"LIGHT_RED": "2'h0", "LIGHT_GREEN": "2'h1", "LIGHT_AMBER": "2'h2"}
        body = module.split("2'h2;\n", 1)[1]
        assert not re.search(r"2'h", body), "a state is a number still"
        assert all(f"= {name};" in body for name in values)


class Watch(Component):
    """An enumerated register, a number beside it, and a part that sees the register's value."""

    choice: In(2)
    number: In(2)
    found: Out(4)

    def elaborate(self, platform):
        m = Module()
        colour = Signal(Colour)
        m.d.sync += colour.eq(self.choice)
        with m.If(self.number == 1):
            m.d.sync += colour.eq(Colour.BLUE)
        with m.If(self.number == 2):
            m.d.sync += colour.as_value().eq(3)
        m.d.comb += self.found.eq(
            Cat(
                colour == Colour.BLUE,
                self.number == 1,
                colour.as_value() == 3,
                colour.as_value()[:1] == 1,
            )
        )
        return m


class Colour(Enum, shape=2):
    """Three of the four values of two bits have a name; GREEN is not used."""

    RED = 0
    BLUE = 1
    GREEN = 2


def test_other_numbers_stay():
    """A value without a name, bits of the register and another signal of the same number stay
    numbers; a name that no text uses is not declared.
    """
    text = verilog(Watch(), "watch")
    assert re.findall(r"localparam.*;", text) == [
        "localparam [1:0] COLOUR_RED = 2'h0;",
        "localparam [1:0] COLOUR_BLUE = 2'h1;",
    ]
    assert "colour == COLOUR_BLUE" in text and "colour <= COLOUR_BLUE" in text
    assert "colour == 2'h3" in text and "colour <= 2'h3" in text and "number == 2'h1" in text


def test_a_value_has_a_name_of_its_own():
    """A name that a port has already gets a number."""

    class Taken(Watch):
        COLOUR_BLUE: In(1)

    assert "localparam [1:0] COLOUR_BLUE_2 = 2'h1;" in verilog(Taken(), "taken")


class Twins(Component):
    """A register of each of two enumerations that have one name and other values."""

    number: In(2)
    found: Out(2)

    def elaborate(self, platform):
        m = Module()
        for at, kind in enumerate((Colour, _other_colour())):
            colour = Signal(kind, name=f"colour{at}")
            m.d.sync += colour.as_value().eq(self.number)
            m.d.comb += self.found[at].eq(colour.as_value() == 1)
        return m


def _other_colour() -> type[Enum]:
    class Colour(Enum, shape=2):
        """1 is another colour."""

        BLACK = 0
        WHITE = 1

    Colour.__qualname__ = "Colour"
    return Colour


def test_two_enumerations_of_one_name_keep_apart():
    """The number 1 is BLUE of one register and WHITE of the other."""
    text = verilog(Twins(), "twins")
    assert set(re.findall(r"localparam \[1:0\] (\w+ = 2'h1);", text)) == {
        "COLOUR_BLUE = 2'h1",
        "COLOUR_WHITE = 2'h1",
    }
    assert "colour0 == COLOUR_BLUE" in text and "colour1 == COLOUR_WHITE" in text

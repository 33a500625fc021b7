# SPDX-License-Identifier: Apache-2.0
"""Where the values of a call lie."""

from cipherfab.places import Pins, Port
from cipherfab.verify.messages.calling import places_of


def test_a_value_lies_on_parts_of_ports():
    """The bits of a value are found on each port that has a part of it."""
    place = Port(name="a", width=8, bits=12, rest=(Pins(name="b", width=8, bits=8, low=0),))
    assert places_of({"x": place})["x"][:2] == [("b", 0), ("b", 1)]
    assert places_of({"x": place})["x"][-1] == ("a", 3)

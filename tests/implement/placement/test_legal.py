# SPDX-License-Identifier: Apache-2.0
"""Places that could be built, and those that could not."""

import pytest

from cipherfab.errors import ToolError
from cipherfab.implement.placement.circuit import Circuit
from cipherfab.implement.placement.die import Die
from cipherfab.implement.placement.legal import check

CIRCUIT = Circuit({"a": "INV_X1", "b": "DFF_X1", "c": "INV_X1"}, {}, {})
DIE = Die(rows=2, sites=20, row=1.4, site=0.19)
LEGAL = {"a": (0.0, 0.0, False), "b": (0.38, 0.0, False), "c": (3.42, 1.4, True)}


def test_legal_places_pass(geometry):
    """Cells that touch, or end at the die's edge, break no rule."""
    check(LEGAL, CIRCUIT, geometry, DIE)


@pytest.mark.parametrize(
    "name, place, said",
    [
        ("b", (0.19, 0.0, False), "a and b overlap"),
        ("a", (0.1, 0.0, False), "a is not on a site"),
        ("c", (3.42, 1.3, True), "c is not on a site"),
        ("c", (3.42, 1.4, False), "c is the wrong way up"),
        ("a", (0.0, 0.0, True), "a is the wrong way up"),
        ("c", (3.61, 1.4, True), "c stands outside"),
        ("c", (0.0, 2.8, False), "c stands outside"),
        ("a", (-0.19, 0.0, False), "a stands outside"),
    ],
)
def test_a_broken_rule_is_named(name, place, said, geometry):
    """Each rule is checked by itself: off site, off row, wrong way up, outside, overlap."""
    with pytest.raises(ToolError, match=said):
        check({**LEGAL, name: place}, CIRCUIT, geometry, DIE)


def test_every_cell_has_a_place(geometry):
    """A cell without a place, or a place without a cell, is refused."""
    with pytest.raises(ToolError, match="other cells"):
        check({name: LEGAL[name] for name in "ab"}, CIRCUIT, geometry, DIE)

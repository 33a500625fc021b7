# SPDX-License-Identifier: Apache-2.0
"""What COLM, ELmD and COPA share: the tables of their masks, and that each call is undone."""

import pytest

from cipherfab.catalog import ALGORITHMS
from cipherfab.modes.galois import halve, triple
from cipherfab.modes.two_layers import Layers, Multiple, TwoLayers

KEY, BLOCKS = bytes(range(16)), [bytes([number]) * 16 for number in (3, 200)]
MODES = {name: one.model for name, one in ALGORITHMS.items() if isinstance(one.model, TwoLayers)}


@pytest.mark.parametrize("name", MODES)
def test_each_call_is_undone_by_its_inverse(name):
    """A text block between masks that have walked comes back, and so does the state."""
    calls = [call for call in MODES[name].walk if "data" not in call]
    assert {"text", "last", "padded last", "tag"} == {*calls}
    for call in calls:
        forth, back = Layers(MODES[name], KEY), Layers(MODES[name], KEY)
        for block in BLOCKS:
            number = int.from_bytes(block, "big")
            assert back.back(forth.through(number, call), call) == number
        assert back.state == forth.state


@pytest.mark.parametrize("threes", range(4))
def test_a_multiple_is_what_it_says(threes):
    """3 so many times, then half."""
    mask = 1 << 127 | 5
    expected = mask
    for _ in range(threes):
        expected = triple(expected)
    assert Multiple(threes).of(mask) == expected
    assert Multiple(threes, halved=True).of(mask) == halve(expected)

# SPDX-License-Identifier: Apache-2.0
"""What a description by column says of its linear layer."""

from dataclasses import replace

import pytest

from cipherfab.ciphers.ascon import ROTATIONS
from cipherfab.ciphers.ascon_by_column import ascon_columns
from cipherfab.errors import CallError

PATH = ascon_columns(12)


def test_taps_are_the_rotations_of_the_specification():
    """A word's own bit and those of its two rotations."""
    assert list(PATH.taps.values()) == [(0, *sorted(pair)) for pair in ROTATIONS]


def test_a_layer_that_mixes_words_has_no_taps():
    """What is added to a word is of that word alone."""
    other = replace(PATH, diffuse=lambda x: [*PATH.diffuse(x)[:4], x[0]])
    with pytest.raises(CallError, match="rotations of itself"):
        _ = other.taps

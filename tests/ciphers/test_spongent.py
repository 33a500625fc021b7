# SPDX-License-Identifier: Apache-2.0
"""Spongent-pi against its official files and its specification's text."""

import pytest

from cipherfab.ciphers.spongent import ROUNDS, SBOX, add_counter, sbox, substitution_and_permutation
from cipherfab.words import SoftwareWord


@pytest.mark.parametrize("value", range(16))
def test_the_circuit_of_the_sbox_is_its_table(value):
    """Both agree on every input."""
    result = sbox(*(SoftwareWord(1, value >> bit & 1) for bit in range(4)))
    assert sum(int(word) << bit for bit, word in enumerate(result)) == SBOX[value]


@pytest.mark.parametrize("width", ROUNDS)
def test_the_layers_are_those_of_the_text(width):
    """S-boxes on nibbles, then bit j to width / 4 times j modulo width - 1."""
    x = int.from_bytes(bytes(range(7, 7 + width // 8)), "big")
    substituted = sum(SBOX[x >> low & 15] << low for low in range(0, width, 4))
    places = [width // 4 * j % (width - 1) for j in range(width - 1)] + [width - 1]
    expected = sum((substituted >> j & 1) << place for j, place in enumerate(places))
    assert int(substitution_and_permutation(SoftwareWord(width, x))) == expected


def test_the_counter_is_added_at_both_ends():
    """At the top it is reversed."""
    assert (
        int(add_counter(SoftwareWord(160, 0), SoftwareWord(7, 0b1000111)))
        == 0b1110001 << 153 | 0b1000111
    )

# SPDX-License-Identifier: Apache-2.0
"""Straight-line programs, and the sizes that the circuits of this package claim."""

import pytest

from cipherfab.ciphers.circuits import aes_mixcolumns, aes_sbox, aes_sbox_flat, prince_sbox
from cipherfab.ciphers.circuits.straightline import counts, depth, evaluate
from cipherfab.words import SoftwareWord

FAST = aes_sbox.FAST_TOP + aes_sbox.MIDDLE + aes_sbox.FAST_BOTTOM
INVERSE = aes_sbox.INVERSE_TOP + aes_sbox.MIDDLE + aes_sbox.INVERSE_BOTTOM


def test_gates_complements_and_names():
    """Each gate computes what it says; a complement is not a gate."""
    program = "a = x0 ^ x1; b = x0 # x1\nc = ~x0 & x1; d = ~c"
    words = evaluate(program, {"x0": SoftwareWord(4, 0b0011), "x1": SoftwareWord(4, 0b0101)})
    assert [int(words[name]) for name in "abcd"] == [0b0110, 0b1001, 0b0100, 0b1011]
    assert counts(program) == {"^": 1, "#": 1, "&": 1} and depth(program) == 1


@pytest.mark.parametrize(
    "program, gates, levels",
    [
        (aes_sbox.SMALL, 113, 27),
        (FAST, 128, 16),
        (INVERSE, 127, 16),
        (aes_sbox_flat.FORWARD, 152, 12),
        (aes_sbox_flat.INVERSE, 150, 12),
        (aes_mixcolumns.SMALL, 92, 6),
        (aes_mixcolumns.FAST, 103, 3),
        (prince_sbox.FAST, 19, 3),
        (prince_sbox.SMALL, 19, 3),
        (prince_sbox.INVERSE_FAST, 20, 4),
        (prince_sbox.INVERSE_SMALL, 18, 4),
    ],
)
def test_circuits_have_the_size_that_they_claim(program, gates, levels):
    """Number of gates and depth as their documentation says."""
    assert sum(counts(program).values()) == gates
    assert depth(program) == levels

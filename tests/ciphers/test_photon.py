# SPDX-License-Identifier: Apache-2.0
"""PHOTON-256 against its official file and its specification's text."""

import pytest

from cipherfab.ciphers.photon import (
    SBOX,
    constant_step,
    mix_columns_matrix,
    multiply,
    photon_256,
    sbox,
)
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

MATRIX = [
    [2, 4, 2, 11, 2, 8, 5, 6],
    [12, 9, 8, 13, 7, 7, 5, 2],
    [4, 4, 13, 13, 9, 4, 13, 9],
    [1, 6, 5, 1, 12, 13, 15, 14],
    [15, 12, 9, 13, 14, 5, 14, 13],
    [9, 14, 5, 15, 4, 12, 9, 6],
    [12, 2, 2, 10, 3, 1, 1, 14],
    [15, 1, 13, 10, 5, 10, 2, 3],
]
"""M^8 as the PHOTON paper prints it."""


@pytest.mark.parametrize("value", range(16))
def test_the_circuit_of_the_sbox_is_its_table(value):
    """Both agree on every input."""
    result = sbox(*(SoftwareWord(1, value >> bit & 1) for bit in range(4)))
    assert sum(int(word) << bit for bit, word in enumerate(result)) == SBOX[value]


def test_round_constants_are_the_list_of_the_text():
    """The shift register runs through RC."""
    rc, found = SoftwareWord(4, 1), []
    for _ in range(12):
        found.append(int(rc))
        rc = constant_step(rc)
    assert found == [1, 3, 7, 14, 13, 11, 6, 12, 9, 2, 5, 10]


def test_multiplication_is_that_of_the_field():
    """x times x^3 is x + 1, and 1 is neutral."""
    assert multiply(2, 8) == 3 and all(multiply(1, a) == a for a in range(16))


def test_the_matrix_is_the_printed_one():
    """The eighth power of the companion matrix."""
    assert mix_columns_matrix() == MATRIX


def test_both_styles_are_the_same_function():
    """The fast and the small circuit give the same output."""
    assert software(photon_256("small"))(77) == software(photon_256())(77)

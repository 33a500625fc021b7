# SPDX-License-Identifier: Apache-2.0
"""The components of Clyde-128 and Shadow against their specification's text."""

import random

import pytest

from cipherfab.ciphers.ls_design import (
    add_constant,
    constant_before,
    constant_step,
    constant_step_back,
    inverse_lbox,
    inverse_sbox,
    lbox,
    sbox,
)
from cipherfab.words import SoftwareWord

SBOX = (0, 8, 1, 15, 2, 10, 7, 9, 4, 13, 5, 6, 14, 3, 11, 12)
"""Table 1."""

CONSTANTS = [
    "1000",
    "0100",
    "0010",
    "0001",
    "1100",
    "0110",
    "0011",
    "1101",
    "1010",
    "0101",
    "1110",
    "0111",
]
"""Section 3.4: the constants of the rounds, row 0's bit first."""


@pytest.mark.parametrize("value", range(16))
def test_the_circuit_of_the_sbox_is_its_table(value):
    """Both agree on every input, and the inverse undoes it."""
    columns = [SoftwareWord(1, value >> row & 1) for row in range(4)]
    assert sum(int(word) << row for row, word in enumerate(sbox(columns))) == SBOX[value]
    assert inverse_sbox(sbox(columns)) == columns


def test_the_lbox_is_two_circulant_matrices():
    """Bit j of a row takes the bits that the text's first line has, turned by j; the inverse undoes
    it.
    """

    def circ(line: int, x: int) -> int:
        return sum(
            (bin((line << j | line >> 32 - j) & 0xFFFFFFFF & x).count("1") & 1) << j
            for j in range(32)
        )

    draw = random.Random(1)
    for _ in range(20):
        x, y = draw.getrandbits(32), draw.getrandbits(32)
        words = lbox(SoftwareWord(32, x), SoftwareWord(32, y))
        assert [int(word) for word in words] == [
            circ(0xEC045008, x) ^ circ(0x36000F60, y),
            circ(0x1B0007B0, x) ^ circ(0xEC045008, y),
        ]
        assert [int(word) for word in inverse_lbox(*words)] == [x, y]


def test_constants_are_the_list_of_the_text():
    """The register gives the twelve constants, forwards, by number and backwards."""
    w, found = SoftwareWord(4, 1), []
    for number in range(12):
        assert int(w) == constant_before(number) and constant_step_back(constant_step(w)) == w
        found.append("".join(str(int(w[row])) for row in range(4)))
        w = constant_step(w)
    assert found == CONSTANTS


@pytest.mark.parametrize("place", [0, 3])
def test_a_constant_is_added_to_one_column(place):
    """Bit i of it to row i."""
    rows = add_constant([SoftwareWord(32, 0)] * 4, SoftwareWord(4, 0b0110), place)
    assert [int(row) for row in rows] == [0, 1 << place, 1 << place, 0]

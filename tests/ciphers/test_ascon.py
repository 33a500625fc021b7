# SPDX-License-Identifier: Apache-2.0
"""Ascon-p: its layers against the S-box table and bit-wise diffusion of the document, and its round
counts.
"""

import pytest

from cipherfab.ciphers.ascon import (
    ROTATIONS,
    ascon_p,
    linear_diffusion,
    round_constant,
    substitution,
)
from cipherfab.ciphers.ascon_grouped import GROUPINGS, grouped_diffusion, grouped_substitution
from cipherfab.primitives.primitive import SCHEDULE, software
from cipherfab.words import SoftwareWord

SBOX = (0x04, 0x0B, 0x1F, 0x14, 0x1A, 0x15, 0x09, 0x02, 0x1B,
        0x05, 0x08, 0x12, 0x1D, 0x03, 0x06, 0x1C,
        0x1E, 0x13, 0x07, 0x0E, 0x00, 0x0D, 0x11, 0x18, 0x10,
        0x0C, 0x01, 0x19, 0x16, 0x0A, 0x0F, 0x17)  # fmt: skip
"""v1.2, table 4."""

CONSTANTS = (0xF0, 0xE1, 0xD2, 0xC3, 0xB4, 0xA5, 0x96, 0x87, 0x78, 0x69, 0x5A, 0x4B)
"""v1.2, table 3, for p^12."""

STATE = int.from_bytes(bytes(range(3, 43)), "big")


@pytest.mark.parametrize("grouping", ["", *GROUPINGS])
def test_substitution_is_the_table_in_every_slice(grouping):
    """Slice n of the five words, x0 on top, goes through the 5-bit table, however the XORs are
    grouped.
    """
    inputs = [
        SoftwareWord(32, sum((value >> 4 - row & 1) << value for value in range(32)))
        for row in range(5)
    ]
    outputs = grouped_substitution(inputs, grouping) if grouping else substitution(inputs)
    assert [
        sum((int(outputs[row]) >> value & 1) << 4 - row for row in range(5)) for value in range(32)
    ] == list(SBOX)


@pytest.mark.parametrize("grouping", ["", *GROUPINGS])
def test_linear_diffusion_adds_two_rotations_to_each_word(grouping):
    """A single bit of word n moves to itself and to the two places below it."""
    for number, (a, b) in enumerate(ROTATIONS):
        words = [SoftwareWord(64, 1 << 63 if n == number else 0) for n in range(5)]
        expected = [(1 << 63 | 1 << 63 - a | 1 << 63 - b) if n == number else 0 for n in range(5)]
        found = grouped_diffusion(words, grouping) if grouping else linear_diffusion(words)
        assert [int(word) for word in found] == expected


def test_round_constants_are_those_of_the_document():
    """The wiring of the round number gives the table of constants."""
    assert tuple(int(round_constant(SoftwareWord(4, i))) for i in range(12)) == CONSTANTS


@pytest.mark.parametrize("rounds", [(12, 6), (12, 8), (12, 8, 6)])
def test_a_schedule_chooses_among_permutations(rounds):
    """With several round counts, each index gives the permutation of that count alone."""
    several = ascon_p(*rounds)
    assert several.inputs[SCHEDULE] == (len(rounds) - 1).bit_length()
    for index, count in enumerate(rounds):
        assert software(several)(STATE, index) == software(ascon_p(count))(STATE)

# SPDX-License-Identifier: Apache-2.0
"""GIFT-64, GIFT-128 and their parts."""

import pytest

from cipherfab.ciphers.gift import (
    INVERSE_SBOX,
    SBOX,
    bit_target,
    constant_of_round,
    inverse_sub_cells,
    perm_bits,
    sub_cells,
)
from cipherfab.primitives.cells import from_planes, planes, substitute
from cipherfab.words import SoftwareWord

ALL_NIBBLES = SoftwareWord(64, 0x0123456789ABCDEF)


def test_sbox_circuits_are_the_tables():
    """Circuit and table agree on every input, forward and backward."""
    assert from_planes(sub_cells(planes(ALL_NIBBLES, 4))) == substitute(ALL_NIBBLES, SBOX)
    assert from_planes(inverse_sub_cells(planes(ALL_NIBBLES, 4))) == substitute(
        ALL_NIBBLES, INVERSE_SBOX
    )


@pytest.mark.parametrize("block", [64, 128])
def test_bits_move_to_their_targets(block):
    """PermBits, on planes, moves each single bit of the state to the place that the formula
    gives."""
    for bit in range(block):
        moved = from_planes(perm_bits(planes(SoftwareWord(block, 1 << bit), 4)))
        assert int(moved) == 1 << bit_target(block, bit)


def test_first_entries_of_the_printed_permutation():
    """The start of tables 2 and 3 of the paper."""
    assert [bit_target(64, bit) for bit in range(8)] == [0, 17, 34, 51, 48, 1, 18, 35]
    assert [bit_target(128, bit) for bit in range(8)] == [0, 33, 66, 99, 96, 1, 34, 67]


def test_round_constants_of_the_paper():
    """Section 2.1: the constants of the first 16 rounds."""
    assert [constant_of_round(number) for number in range(1, 17)] == [
        0x01,
        0x03,
        0x07,
        0x0F,
        0x1F,
        0x3E,
        0x3D,
        0x3B,
        0x37,
        0x2F,
        0x1E,
        0x3C,
        0x39,
        0x33,
        0x27,
        0x0E,
    ]

# SPDX-License-Identifier: Apache-2.0
"""SKINNY, its S-boxes and its linear layer."""

import pytest

from cipherfab.ciphers.skinny import (
    SBOX_4,
    SBOX_8,
    inverse_mix_columns,
    inverse_sub_cells,
    mix_columns,
    sub_cells,
)
from cipherfab.ciphers.skinny_tweakey import inverse_update_tweakey, update_tweakey
from cipherfab.primitives.cells import inverse_table, substitute
from cipherfab.words import SoftwareWord

MATRIX = ((1, 0, 1, 1), (1, 0, 0, 0), (0, 1, 1, 0), (1, 0, 1, 0))


@pytest.mark.parametrize("table", [SBOX_4, SBOX_8], ids=["S4", "S8"])
def test_sbox_circuits_are_the_tables(table):
    """Circuit and table agree on every input, forward and backward."""
    cell = (len(table) - 1).bit_length()
    for start in range(0, len(table), 16):
        state = SoftwareWord(16 * cell, sum(start + place << cell * place for place in range(16)))
        assert sub_cells(state) == substitute(state, table)
        assert inverse_sub_cells(state) == substitute(state, inverse_table(table))


@pytest.mark.parametrize("block", [64, 128])
def test_mix_columns_is_the_matrix(block):
    """Each single bit goes to the rows that the matrix names; the inverse brings it back."""
    row_bits = block // 4
    for bit in range(block):
        state = SoftwareWord(block, 1 << bit)
        row, place = 3 - bit // row_bits, bit % row_bits
        expected = sum(
            MATRIX[target][row] << row_bits * (3 - target) + place for target in range(4)
        )
        assert int(mix_columns(state)) == expected
        assert inverse_mix_columns(mix_columns(state)) == state


@pytest.mark.parametrize("index, value", [(0, 0x81), (1, 0x03), (2, 0xC0)])
def test_tweakey_cells_move_and_step(index, value):
    """Cell 9 of value 81 becomes cell 0: as it is in TK1, shifted left in TK2, right in TK3; and
    comes back.
    """
    tweakey = SoftwareWord(128, 0x81 << 8 * (15 - 9))
    moved = update_tweakey(tweakey, index)
    assert int(moved) == value << 8 * 15
    assert inverse_update_tweakey(moved, index) == tweakey

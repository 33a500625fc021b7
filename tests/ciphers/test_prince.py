# SPDX-License-Identifier: Apache-2.0
"""PRINCE and its layers."""

import pytest

from cipherfab.ciphers.prince import (
    ALPHA,
    INVERSE_SBOX,
    ROUND_CONSTANTS,
    SBOX,
    SBOX_STYLES,
    inverse_s_layer,
    inverse_shift_rows,
    m_prime_layer,
    s_layer,
    shift_rows,
    whitening_key,
)
from cipherfab.primitives.cells import substitute
from cipherfab.words import SoftwareWord

ALL_NIBBLES = SoftwareWord(64, 0x0123456789ABCDEF)


@pytest.mark.parametrize("style", SBOX_STYLES)
def test_sbox_styles_are_the_tables(style):
    """Each style agrees with the table on every input, forward and backward."""
    assert s_layer(ALL_NIBBLES, style) == substitute(ALL_NIBBLES, SBOX)
    assert inverse_s_layer(ALL_NIBBLES, style) == substitute(ALL_NIBBLES, INVERSE_SBOX)


def test_m_prime_is_the_matrix():
    """Each single bit reaches the rows whose block of the matrix keeps its place; M' is an
    involution.
    """
    for bit in range(64):
        state = SoftwareWord(64, 1 << 63 - bit)
        column, cell, place = bit // 16, bit // 4 % 4, bit % 4
        kind = (0, 1, 1, 0)[column]
        rows = [row for row in range(4) if (row + cell + kind) % 4 != place]
        assert int(m_prime_layer(state)) == sum(
            1 << 63 - (16 * column + 4 * row + place) for row in rows
        )
        assert m_prime_layer(m_prime_layer(state)) == state


def test_shift_rows_is_that_of_aes_and_comes_back():
    """Cells 0, 5, 10, 15, … in this order; the inverse undoes it."""
    assert int(shift_rows(ALL_NIBBLES)) == 0x05AF49E38D27C16B
    assert inverse_shift_rows(shift_rows(ALL_NIBBLES)) == ALL_NIBBLES


def test_constants_reflect():
    """Section 3: RC_i + RC_{11-i} is alpha."""
    assert {ROUND_CONSTANTS[i] ^ ROUND_CONSTANTS[11 - i] for i in range(12)} == {ALPHA}


def test_whitening_key():
    """k0' is k0 rotated to the right by one, plus its most significant bit."""
    assert int(whitening_key(SoftwareWord(64, 1))) == 1 << 63
    assert int(whitening_key(SoftwareWord(64, 1 << 63))) == 1 << 62 | 1

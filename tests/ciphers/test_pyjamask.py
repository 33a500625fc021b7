# SPDX-License-Identifier: Apache-2.0
"""Pyjamask and its layers."""

import pytest

from cipherfab.ciphers.pyjamask import (
    KEY_MATRIX,
    MATRICES,
    SBOXES,
    inverse_mix_key,
    inverse_row,
    inverse_sub_bytes,
    mix_key,
    multiply,
    sub_bytes,
)
from cipherfab.primitives.cells import inverse_table
from cipherfab.words import SoftwareWord


def _columns(rows: int) -> list[SoftwareWord]:
    """Every value of a column, the top row most significant."""
    width = 1 << rows
    return [
        SoftwareWord(width, sum((value >> bit & 1) << value for value in range(width)))
        for bit in reversed(range(rows))
    ]


def _values(words: list[SoftwareWord]) -> list[int]:
    return [
        sum((int(word) >> column & 1) << bit for bit, word in enumerate(reversed(words)))
        for column in range(words[0].width)
    ]


@pytest.mark.parametrize("rows", SBOXES)
def test_sbox_circuits_are_the_tables(rows):
    """Circuit and table agree on every input, forward and backward."""
    assert _values(sub_bytes(_columns(rows))) == list(SBOXES[rows])
    assert _values(inverse_sub_bytes(_columns(rows))) == list(inverse_table(SBOXES[rows]))


@pytest.mark.parametrize("first", [*MATRICES, KEY_MATRIX])
def test_matrices_are_circulant_and_have_their_inverses(first):
    """Row r of the matrix is the first one rotated to the right r times; the inverse matrix brings
    each bit back."""
    for place in range(32):
        unit = SoftwareWord(32, 1 << 31 - place)
        column = int(multiply(unit, first))
        assert all(
            column >> 31 - row & 1 == first >> 31 - (place - row) % 32 & 1 for row in range(32)
        )
        assert multiply(multiply(unit, first), inverse_row(first)) == unit


def test_key_mixing_has_its_inverse():
    """Each single bit of the key state comes back."""
    assert all(
        inverse_mix_key(mix_key(SoftwareWord(128, 1 << bit))) == SoftwareWord(128, 1 << bit)
        for bit in range(128)
    )

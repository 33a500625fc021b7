# SPDX-License-Identifier: Apache-2.0
"""KNOT's layers against its specification's text."""

import pytest

from cipherfab.ciphers.knot import (
    FEEDBACK,
    SBOX,
    constant_after,
    constant_step,
    shift_row,
    sub_column,
)
from cipherfab.words import SoftwareWord


@pytest.mark.parametrize("value", range(16))
def test_the_circuit_of_the_sbox_is_its_table(value):
    """Both agree on every input."""
    result = sub_column([SoftwareWord(1, value >> row & 1) for row in range(4)])
    assert sum(int(word) << row for row, word in enumerate(result)) == SBOX[value]


@pytest.mark.parametrize("bits", FEEDBACK)
def test_the_constants_register_has_the_full_period(bits):
    """It starts at 1, is back after 2^d - 1 steps and not before, and goes the same way in a step
    as in the formula.
    """
    rc, seen = SoftwareWord(bits, 1), []
    for number in range((1 << bits) - 1):
        assert int(rc) == constant_after(bits, number)
        seen.append(int(rc))
        rc = constant_step(rc)
    assert int(rc) == 1 and len(set(seen)) == (1 << bits) - 1


@pytest.mark.parametrize(
    "width, places", [(256, [0, 1, 8, 25]), (384, [0, 1, 8, 55]), (512, [0, 1, 16, 25])]
)
def test_rows_are_rotated_as_table_1_says(width, places):
    """The lowest bit of each row moves up by the row's offset."""
    rows = shift_row([SoftwareWord(width // 4, 1)] * 4)
    assert [int(row) for row in rows] == [1 << place for place in places]

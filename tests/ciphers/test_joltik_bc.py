# SPDX-License-Identifier: Apache-2.0
"""Joltik-BC: its layers and its tweakey schedule."""

from cipherfab.ciphers.joltik_bc import (
    BLOCK,
    double,
    halve,
    mix_columns,
    next_constant,
    previous_constant,
    subtweakey,
)
from cipherfab.words import SoftwareWord

WORD = SoftwareWord(BLOCK, 0x0123456789ABCDEF)


def test_mixing_is_its_own_inverse_and_has_the_matrix():
    """Twice is the identity, and the first column is 1, 4, 9, 13."""
    assert mix_columns(mix_columns(WORD)) == WORD != mix_columns(WORD)
    assert int(mix_columns(SoftwareWord(BLOCK, 1 << 60))) == 0x149D << 48


def test_doubling_and_constants_go_backwards():
    """Halving and the previous constant undo doubling and the next one."""
    assert halve(double(WORD)) == double(halve(WORD)) == WORD
    rc = SoftwareWord(6, 0x17)
    assert previous_constant(next_constant(rc)) == rc
    assert int(subtweakey([SoftwareWord(BLOCK, 0)] * 2, rc)) == 0x0123272700000000

# SPDX-License-Identifier: Apache-2.0
"""Xoodoo against its official files and its specification's text."""

from cipherfab.ciphers.xoodoo import chi, shift
from cipherfab.words import SoftwareWord


def test_chi_is_an_involution():
    """Applied twice it changes nothing, as the specification says."""
    planes = [
        [SoftwareWord(32, 0x12345678 * (y + 3) * (x + 7) & 0xFFFFFFFF) for x in range(4)]
        for y in range(3)
    ]
    assert chi(chi(planes)) == planes


def test_shift_moves_a_bit_as_table_1_says():
    """The bit at (x, z) = (3, 30) moves by (2, 8) to (1, 6)."""
    plane = [SoftwareWord(32, 0)] * 3 + [SoftwareWord(32, 1 << 30)]
    assert [int(lane) for lane in shift(plane, 2, 8)] == [0, 1 << 6, 0, 0]

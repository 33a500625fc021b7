# SPDX-License-Identifier: Apache-2.0
"""Scream and its layers."""

from cipherfab.ciphers.scream import (
    INVERSE_LBOX,
    LBOX,
    ROW,
    apn,
    class_13,
    inverse_lbox,
    inverse_sbox,
    lbox,
    next_tweak,
    previous_tweak,
    sbox,
)
from cipherfab.words import SoftwareWord

VALUES = [
    SoftwareWord(256, sum((value >> bit & 1) << value for value in range(256))) for bit in range(8)
]
"""Every value of a column."""


def test_sbox_is_a_permutation_and_has_its_inverse():
    """All 256 outputs differ; the inverse and each round, twice, bring the input back."""
    found = sbox(VALUES)
    assert (
        len(
            {
                sum((int(word) >> place & 1) << bit for bit, word in enumerate(found))
                for place in range(256)
            }
        )
        == 256
    )
    assert inverse_sbox(found) == VALUES
    for once in (class_13(VALUES), apn(VALUES, inverted=True)):
        assert once != VALUES
    assert class_13(class_13(VALUES)) == VALUES == apn(apn(VALUES, inverted=True), inverted=True)


def test_lbox_makes_its_columns_and_has_its_inverse():
    """Each single bit gives the listed word; the inverse brings it back."""
    for bit in range(ROW):
        word = SoftwareWord(ROW, 1 << bit)
        assert int(lbox([word])[0]) == LBOX[bit]
        assert int(inverse_lbox([word])[0]) == INVERSE_LBOX[bit]
        assert inverse_lbox(lbox([word])) == [word]


def test_lbox_has_branch_number_8():
    """Bits in and bits out are at least eight together, so that the linear layer's trails are
    long."""
    least = 16
    for value in range(1, 1 << ROW):
        total, rest = 0, value
        while rest:
            total ^= LBOX[(rest & -rest).bit_length() - 1]
            rest &= rest - 1
        least = min(least, value.bit_count() + total.bit_count())
    assert least == 8


def test_tweak_schedule_has_period_3():
    """Three steps bring the tweak back; one step back undoes one."""
    tweak = SoftwareWord(128, 0x0123456789ABCDEF << 64 | 0xFEDCBA9876543210)
    assert next_tweak(next_tweak(next_tweak(tweak))) == tweak == previous_tweak(next_tweak(tweak))

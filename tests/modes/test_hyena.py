# SPDX-License-Identifier: Apache-2.0
"""HyENA's masks, and where the versions differ."""

from cipherfab.modes.galois import double
from cipherfab.modes.hyena import added_mask, following_mask
from cipherfab.words import SoftwareWord

DELTA = 0x9123456789ABCDEF


def masks(version: int) -> list[int]:
    """Of a block between, a full last one, a padded last one."""
    bits = [(0, 0), (1, 0), (1, 1)]
    words = [[SoftwareWord(1, bit) for bit in pair] for pair in bits]
    return [int(following_mask(SoftwareWord(64, DELTA), *pair, version)) for pair in words]


def test_masks_of_version_1_are_powers_of_two():
    """Times 2, 4 and 8."""
    two = double(DELTA, 64)
    four = double(two, 64)
    assert masks(1) == [two, four, double(four, 64)]


def test_masks_of_version_2_end_with_powers_of_three():
    """Times 2, 3 and 9."""
    two = double(DELTA, 64)
    three = two ^ DELTA
    assert masks(2) == [two, three, double(three, 64) ^ three]


def test_the_reference_code_leaves_a_byte_out():
    """What it adds misses the last byte of Delta."""
    delta = SoftwareWord(64, DELTA)
    assert int(added_mask(delta, True)) == DELTA & ~0xFF and int(added_mask(delta, False)) == DELTA

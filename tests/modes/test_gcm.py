# SPDX-License-Identifier: Apache-2.0
"""The field of GCM, and the length code of CCM."""

import random

import pytest

from cipherfab.modes.ccm import length_code
from cipherfab.modes.gcm import product

ONE = 1 << 127


def test_one_is_the_first_bit():
    """Multiplication by it changes nothing; by the second bit, it moves bits down."""
    x = random.Random(1).getrandbits(128)
    assert product(ONE, x) == product(x, ONE) == x
    assert product(1, ONE >> 1) == 0xE1 << 120


def test_products_are_bilinear_and_commute():
    """As in any field."""
    draw = random.Random(2)
    x, y, z = (draw.getrandbits(128) for _ in range(3))
    assert product(x, y) == product(y, x)
    assert product(x ^ y, z) == product(x, z) ^ product(y, z)


@pytest.mark.parametrize("length, code", [(1, "0001"), (0xFEFF, "feff"), (0xFF00, "fffe0000ff00"),
                                          (1 << 32, "ffff0000000100000000")])  # fmt: skip
def test_lengths_of_associated_data_are_coded(length, code):
    """SP 800-38C, appendix A.2.2."""
    assert length_code(length).hex() == code

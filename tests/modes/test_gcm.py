# SPDX-License-Identifier: Apache-2.0
"""The field of GCM, and the length code of CCM."""

import random

import pytest

from cipherfab.modes.ccm import length_code
from cipherfab.modes.gcm import product, product_step
from cipherfab.words import SoftwareWord

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


@pytest.mark.parametrize("bits", [1, 16, 128])
def test_digits_give_the_product(bits):
    """Of the last bits of a block first, as a core takes them."""
    draw = random.Random(3)
    x, h = draw.getrandbits(128), draw.getrandbits(128)
    z = SoftwareWord(128, 0)
    for low in range(0, 128, bits):
        digit = SoftwareWord(bits, x >> low & (1 << bits) - 1)
        z = product_step(z, digit, SoftwareWord(128, h))
    assert int(z) == product(x, h)

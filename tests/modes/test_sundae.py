# SPDX-License-Identifier: Apache-2.0
"""SUNDAE's multiplier, its first block, and where its tag stands."""

import pytest

from cipherfab.catalog import ALGORITHMS
from cipherfab.modes.sundae import Sundae, first_block, times_two
from cipherfab.words import SoftwareWord


def test_the_multiplier_adds_the_first_byte_to_three():
    """Section 2.1: bytes move up by one, and the first one is added to those at 10, 12 and 14."""
    moved = times_two(SoftwareWord(128, int.from_bytes(bytes(range(1, 17)), "big")))
    expected = [*range(2, 17), 1]
    for place in (10, 12, 14):
        expected[place] ^= 1
    assert int(moved).to_bytes(16, "big") == bytes(expected)


@pytest.mark.parametrize("nonce_bytes, byte", [(0, 0xC0), (8, 0xD0), (12, 0xE0), (16, 0xF0)])
def test_the_first_block_says_what_there_is(nonce_bytes, byte):
    """Section 2.3: data, message and the length of the nonce are its top four bits."""
    one = SoftwareWord(1, 1)
    assert int(first_block(one, one, nonce_bytes)) == byte << 120


def test_the_tag_is_in_front():
    """The first 16 bytes of what `encrypt` gives are the tag."""
    model = ALGORITHMS["sundae-gift-96"].model
    sealed = model.encrypt(bytes(16), bytes(12), b"", b"message")
    ciphertext, tag, _ = model.taken_apart(sealed, 7)
    assert sealed == tag + ciphertext == model.put_together(ciphertext, tag, False)
    assert tag == Sundae(nonce_bytes=12).tag(bytes(16), bytes(12), b"", b"message")


def test_a_nonce_is_associated_data():
    """Members with a nonce differ from SUNDAE-GIFT-0 on the joined strings only by the two bits of
    the first block, and so in everything."""
    without, with_nonce = (ALGORITHMS[f"sundae-gift-{bits}"].model for bits in (0, 96))
    joined = without.encrypt(bytes(16), b"", bytes(12) + b"ad", b"text")
    assert joined != with_nonce.encrypt(bytes(16), bytes(12), b"ad", b"text")

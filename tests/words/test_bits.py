# SPDX-License-Identifier: Apache-2.0
"""Small functions over words that several ciphers share."""

import pytest

from cipherfab.words import SoftwareWord
from cipherfab.words.bits import equals, swap_bytes, swap_bytes_of_words


def test_swap_bytes_reverses_a_byte_string():
    """The little-endian number of a byte string is its big-endian number with the bytes swapped."""
    data = bytes(range(1, 8))
    assert int(swap_bytes(SoftwareWord(56, int.from_bytes(data, "big")))) == int.from_bytes(
        data, "little"
    )


def test_words_of_a_byte_string_are_little_endian_and_in_order():
    """The first four bytes make the first word, the first byte of it least significant."""
    words = swap_bytes_of_words(SoftwareWord(64, 0x0102030405060708), 32)
    assert [int(word) for word in words] == [0x04030201, 0x08070605]


@pytest.mark.parametrize("width", [1, 3, 4, 7])
def test_equals_is_one_for_its_value_only(width):
    """Every value of every small width is told from all others."""
    for value in range(1 << width):
        assert [int(equals(SoftwareWord(width, word), value)) for word in range(1 << width)] == [
            word == value for word in range(1 << width)
        ]

# SPDX-License-Identifier: Apache-2.0
"""Strings of bits: the first bit of a byte is its least significant."""

import pytest

from cipherfab.errors import CallError
from cipherfab.modes.bit_strings import Bits


def test_the_first_bits_are_the_low_ones():
    """Of the bytes FF A5 the first 11 bits are FF 05, and all of them are the bytes."""
    whole = Bits.of(b"\xff\xa5")
    assert whole.first(11) == Bits(b"\xff\x05", 11) and whole.first(16) == whole
    assert (whole.rest, whole.first(11).rest, whole.first(0)) == (0, 3, Bits(b"", 0))


@pytest.mark.parametrize(
    "data, size, expected",
    [
        (b"\x08", 3, "3 least significant bits of the last byte .* got 08"),
        (b"\1\1", 8, "expected 1 bytes for a string of 8 bits, got 2"),
        (b"", -1, "got 0"),
    ],
)
def test_other_bits_and_bytes_are_refused(data, size, expected):
    """A bit behind the last one, and a byte too many, are named."""
    with pytest.raises(CallError, match=expected):
        Bits(data, size)

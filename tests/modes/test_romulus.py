# SPDX-License-Identifier: Apache-2.0
"""Romulus: counters, padding and feedback."""

from cipherfab.modes.romulus import counters, feedback, pad
from cipherfab.words.software import SoftwareWord


def test_counter_reduces():
    """2^56 is 95 and 2^24 is 1b in hexadecimal."""
    assert (
        counters(57, 56)[55:] == [0x95, 0x12A]
        and counters(24, 24)[-1] == 0x1B
        and counters(2, 56) == [2, 4]
    )


def test_padding_says_the_length():
    """A short block ends with its length, a whole one stays."""
    assert pad(b"abc", 16) == b"abc" + bytes(12) + b"\x03" and pad(bytes(16), 16) == bytes(16)
    assert pad(b"", 12) == bytes(12)


def test_feedback_of_single_bits():
    """G moves bit i to i - 1, keeps bit 7 and adds bit 0 to it."""
    assert feedback(SoftwareWord(24, 0x018002)).value == 0x80C001

# SPDX-License-Identifier: Apache-2.0
"""OMD: its compression function and its field."""

import hashlib
from struct import pack

import pytest

from cipherfab.modes.omd import BLOCK, compressed, times_two

START = bytes.fromhex("6A09E667BB67AE853C6EF372A54FF53A510E527F9B05688C1F83D9AB5BE0CD19")


@pytest.mark.parametrize("message", [b"", b"abc", bytes(range(55))])
def test_the_compression_function_is_that_of_sha_256(message):
    """A message of one padded block has SHA-256's digest."""
    padded = (message + b"\x80").ljust(56, b"\0") + pack(">Q", 8 * len(message))
    assert compressed(START, padded) == hashlib.sha256(message).digest()


def test_times_two_reduces():
    """x^256 is the polynomial, and a small number is moved up."""
    assert times_two((1 << 255).to_bytes(BLOCK, "big")) == (0x425).to_bytes(BLOCK, "big")
    assert times_two((5).to_bytes(BLOCK, "big")) == (10).to_bytes(BLOCK, "big")

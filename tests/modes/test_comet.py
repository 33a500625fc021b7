# SPDX-License-Identifier: Apache-2.0
"""COMET: its sub-modules, and where the reference code leaves the text."""

import pytest

from cipherfab import catalog
from cipherfab.modes.comet import on_bytes, permute, shuffle

NAMES = ["comet-128-aes", "comet-128-cham", "comet-64-cham"]


def test_shuffle_moves_the_quarters():
    """X3 || X2 || X1 || X0 to X1 || X0 || (X2 >>> 1) || X3, little-endian."""
    x = bytes.fromhex("00010203 04050607 01000080 0c0d0e0f")
    assert on_bytes(shuffle, x).hex(" ", 4) == "0c0d0e0f 000000c0 00010203 04050607"


def test_permute_doubles_the_lower_half():
    """The top bit of byte 7 comes back as 1B in byte 0; the upper half stays."""
    assert on_bytes(permute, bytes(7) + b"\x80" + bytes(range(8))) == b"\x1b" + bytes(7) + bytes(
        range(8)
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_readings_differ_only_with_a_message(name):
    """Without a message the code agrees with the text; with one it does not."""
    code, text = (catalog.find(found).model for found in (name, f"{name}-corrected"))
    key, nonce, size = bytes(16), bytes(code.nonce_bytes), code.block_bytes
    assert code.encrypt(key, nonce, b"data", b"") == text.encrypt(key, nonce, b"data", b"")
    assert code.encrypt(key, nonce, b"", bytes(size)) != text.encrypt(key, nonce, b"", bytes(size))

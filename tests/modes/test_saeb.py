# SPDX-License-Identifier: Apache-2.0
"""SAEB against algorithm 1, written out for short data."""

from cipherfab.ciphers.aes import aes_128
from cipherfab.modes.byte_strings import call, xor
from cipherfab.modes.saeb import Saeb

KEY, NONCE = bytes(range(16)), bytes(range(15))


def enciphered(block: bytes) -> bytes:
    """A call of AES-128."""
    return call(aes_128(), key=KEY, plaintext=block)


def test_empty_data_is_two_padded_blocks():
    """Hash and Core each have one; the nonce comes between, with 3 behind it."""
    padded = b"\x80" + bytes(14) + b"\2"
    state = enciphered(padded)
    state = enciphered(xor(state, NONCE + b"\3"))
    assert Saeb(ad_rate=8).encrypt(KEY, NONCE, b"", b"") == enciphered(xor(state, padded))


def test_full_blocks_have_a_one():
    """In both parts; the ciphertext is the first half of the state."""
    data = b"12345678"
    full = data + bytes(7) + b"\1"
    state = enciphered(xor(enciphered(full), NONCE + b"\3"))
    mixed = xor(state, full)
    assert Saeb(ad_rate=8).encrypt(KEY, NONCE, data, data) == mixed[:8] + enciphered(mixed)

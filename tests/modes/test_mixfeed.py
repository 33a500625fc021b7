# SPDX-License-Identifier: Apache-2.0
"""mixFeed's feedback and its cipher."""

from cipherfab.ciphers.aes import aes_128, mix_columns
from cipherfab.ciphers.aes_mixfeed import AES_MIXFEED
from cipherfab.modes.mixfeed import feed
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord


def test_both_texts_go_into_the_state():
    """Algorithm 1, Feed: the plaintext's first half, the ciphertext's second one, each padded."""
    assert feed(bytes(16), b"P" * 16, b"C" * 16) == b"P" * 8 + b"C" * 8
    assert feed(bytes(16), b"P" * 3, b"C" * 3) == b"PPP\1" + bytes(12)
    assert feed(bytes(16), b"P" * 10, b"C" * 10) == b"P" * 8 + b"CC\1" + bytes(5)


def test_the_cipher_mixes_columns_at_the_end():
    """It is AES-128 with MixColumns between the last ShiftRows and the last round key."""
    key, text = 0x0123456789ABCDEF << 64, 0xFEDCBA9876543210
    result, following = software(AES_MIXFEED)(key, text)
    (plain,) = software(aes_128())(key, text)
    last_key = software(aes_128().from_last_key)(key, text)[1]
    mixed = mix_columns(SoftwareWord(128, plain ^ last_key))
    assert result == int(mixed) ^ last_key and following != last_key

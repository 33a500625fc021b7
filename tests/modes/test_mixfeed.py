# SPDX-License-Identifier: Apache-2.0
"""mixFeed's feedback and its cipher."""

from cipherfab.ciphers.aes import aes_128, mix_columns
from cipherfab.ciphers.aes_mixfeed import AES_MIXFEED
from cipherfab.modes.byte_strings import filled, xor
from cipherfab.modes.mixfeed import fed as mixfeed_fed
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord


def fed(text: bytes, *, deciphers: bool) -> bytes:
    """The block behind one of these bytes, from a state of the bytes 0F."""
    ones, padded = b"\xff" * len(text), filled(text, 16, 1)
    fresh = bytes(len(text)).ljust(16, b"\xff") if deciphers else b"\xff" * 16
    plain = (b"" if deciphers else ones).ljust(16, b"\0")
    strings = {"block": padded, "fresh": fresh, "plain": plain}
    words = {name: SoftwareWord(128, int.from_bytes(word, "big")) for name, word in strings.items()}
    state = SoftwareWord(256, int.from_bytes(b"\x0f" * 16, "big"))
    return int(mixfeed_fed({**words, "state": state})).to_bytes(32, "big")[16:]


def test_both_texts_go_into_the_state():
    """Algorithm 1, Feed: the plaintext's first half, the ciphertext's second one, each padded; the
    same from either text.
    """
    plaintexts = b"P" * 16, b"P" * 3, b"P" * 10
    for plaintext in plaintexts:
        ciphertext = xor(plaintext, b"\x0f" * 16)
        padded = [filled(text, 16, 1) for text in (plaintext, ciphertext)]
        expected = xor(b"\x0f" * 16, padded[0][:8] + padded[1][8:])
        assert fed(plaintext, deciphers=False) == fed(ciphertext, deciphers=True) == expected


def test_the_cipher_mixes_columns_at_the_end():
    """It is AES-128 with MixColumns between the last ShiftRows and the last round key."""
    key, text = 0x0123456789ABCDEF << 64, 0xFEDCBA9876543210
    result, following = software(AES_MIXFEED)(key, text)
    (plain,) = software(aes_128())(key, text)
    last_key = software(aes_128().from_last_key)(key, text)[1]
    mixed = mix_columns(SoftwareWord(128, plain ^ last_key))
    assert result == int(mixed) ^ last_key and following != last_key

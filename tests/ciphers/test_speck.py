# SPDX-License-Identifier: Apache-2.0
"""SPECK-64/128, and the addition of the reference code of COMET."""

import random

from cipherfab.ciphers.speck import WORD, add, add_losing_carries, speck_64_128
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord


def _bytes_of_words(words: str) -> int:
    """Words in hexadecimal, the least significant first, as the number of their little-endian byte
    string."""
    return int.from_bytes(b"".join(bytes.fromhex(word)[::-1] for word in words.split()), "big")


def test_vector_of_the_paper():
    """The published key, plaintext and ciphertext of SPECK-64/128."""
    key = _bytes_of_words("03020100 0b0a0908 13121110 1b1a1918")
    plaintext = _bytes_of_words("7475432d 3b726574")
    assert software(speck_64_128())(key, plaintext) == (_bytes_of_words("454e028b 8c6fa548"),)


def test_a_carry_is_lost_only_behind_two_full_bytes():
    """The two additions agree but where FF + FF meets a carry, and there the next byte is one too
    small."""
    generator = random.Random(1)
    for _ in range(100):
        a, b = (SoftwareWord(WORD, generator.getrandbits(WORD) & 0x7F7F7F7F) for _ in range(2))
        assert add_losing_carries(a, b) == add(a, b)
    a, b = SoftwareWord(WORD, 0x0000FFFF), SoftwareWord(WORD, 0x0000FF01)
    assert int(add(a, b)) == 0x0001FF00 and int(add_losing_carries(a, b)) == 0x0000FF00

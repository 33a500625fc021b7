# SPDX-License-Identifier: Apache-2.0
"""CHAM and its key schedule."""

import pytest

from cipherfab.ciphers.cham import COUNTER, KEY, cham, round_key
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord, rol


def _rotated(word: SoftwareWord, amount: int) -> SoftwareWord:
    return word ^ rol(word, 1) ^ rol(word, amount)


@pytest.mark.parametrize("width", [16, 32])
def test_round_keys_are_the_table_of_the_text(width):
    """R_i and R_((i + m) xor 1), made as the specification tabulates them, come out of the turning
    key."""
    words = [SoftwareWord(width, 0x1234 + 77 * place) for place in range(KEY // width)]
    m = len(words)
    table = {
        **{i: _rotated(word, 8) for i, word in enumerate(words)},
        **{(i + m) ^ 1: _rotated(word, 11) for i, word in enumerate(words)},
    }
    for number in range(80):
        turned = words[number % m :] + words[: number % m]
        assert round_key(turned, SoftwareWord(COUNTER, number)) == table[number % (2 * m)]


def _bytes_of_words(words: str) -> int:
    """Words in hexadecimal, the first one first, as the number of their little-endian byte
    string."""
    return int.from_bytes(b"".join(bytes.fromhex(word)[::-1] for word in words.split()), "big")


@pytest.mark.parametrize(
    "block, ciphertext", [(64, "453c 63bc dcfa bf4e"), (128, "c3746034 b55700c5 8d64ec32 489332f7")]
)
def test_vectors_of_the_paper(block, ciphertext):
    """Counting bytes as key, 00 11 22 … as plaintext."""
    plaintext = int.from_bytes(bytes(0x11 * place for place in range(block // 8)), "big")
    assert software(cham(block))(int.from_bytes(bytes(range(16)), "big"), plaintext) == (
        _bytes_of_words(ciphertext),
    )

# SPDX-License-Identifier: Apache-2.0
"""AEZ: what is enciphered as one block of its length."""

import random

import pytest

from cipherfab.catalog import find
from cipherfab.modes.aez import EXPANSION

MODEL = find("aez-v5").model


@pytest.mark.parametrize("length", [1, 14, 15, 16, 31, 32, 47, 48, 49, 80])
def test_every_byte_of_a_ciphertext_depends_on_every_byte_of_the_message(length):
    """Around the shortest message of AEZ-core, a fragment of a block, and a second pair: a changed
    bit changes about half of all bits. It is no ciphertext with a tag behind it.
    """
    draw = random.Random(length)
    key, nonce, text = map(draw.randbytes, (MODEL.key_bytes, MODEL.nonce_bytes, length))
    before = MODEL.encrypt(key, nonce, b"", text)
    assert len(before) == length + EXPANSION
    for place in {0, length // 2, length - 1}:
        other = bytearray(text)
        other[place] ^= 1
        after = MODEL.encrypt(key, nonce, b"", bytes(other))
        number = int.from_bytes(before, "big") ^ int.from_bytes(after, "big")
        assert 0.3 < number.bit_count() / (8 * len(before)) < 0.7

# SPDX-License-Identifier: Apache-2.0
"""COFB."""

import pytest

from cipherfab.ciphers.aes import aes_128
from cipherfab.modes.cofb import Cofb, feedback, following_mask
from cipherfab.words import SoftwareWord

LENGTHS = [0, 1, 15, 16, 17, 31, 32, 33, 48, 100]


@pytest.mark.parametrize("length", LENGTHS)
def test_another_cipher(length):
    """Over AES too, any length comes back, and one changed bit of tag, ciphertext, data or nonce is
    rejected.
    """
    model = Cofb(cipher=aes_128())
    key, nonce, data, text = (
        bytes(range(16)),
        bytes(range(16, 32)),
        bytes(LENGTHS[-1] - length),
        bytes(range(length)),
    )
    sealed = model.encrypt(key, nonce, data, text)
    assert len(sealed) == length + 16 and model.decrypt(key, nonce, data, sealed) == text
    for place in (0, len(sealed) - 1):
        assert model.decrypt(key, nonce, data, _flip(sealed, place)) is None
    assert model.decrypt(key, _flip(nonce, 3), data, sealed) is None
    assert model.decrypt(key, nonce, data + b"\0", sealed) is None
    # Shorter than a tag.
    assert model.decrypt(key, nonce, data, sealed[-15:]) is None


def test_feedback_swaps_and_rotates():
    """G of Y[1] || Y[2] is Y[2] || (Y[1] <<< 1)."""
    turned = feedback(SoftwareWord(128, 0x8000000000000001_0123456789ABCDEF))
    assert int(turned) == 0x0123456789ABCDEF_0000000000000003


@pytest.mark.parametrize(
    "last, padded, factor", [(0, 0, 0x1B), (1, 0, 0x1B | 1 << 63), (1, 1, 0x36 | 1 << 63)]
)
def test_masks_are_reduced(last, padded, factor):
    """Times x, 1 + x and 1 + x^2 of the top bit in GF(2^64)."""
    following = following_mask(
        SoftwareWord(64, 1 << 63), SoftwareWord(1, last), SoftwareWord(1, padded)
    )
    assert int(following) == factor


def _flip(data, place):
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]

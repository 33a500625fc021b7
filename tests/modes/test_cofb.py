"""COFB and GIFT-COFB."""

import pytest

from cipherfab import catalog
from cipherfab.ciphers.aes import aes_128
from cipherfab.modes.cofb import Cofb, feedback, following_mask
from cipherfab.verify.answers import genkat
from cipherfab.words import SoftwareWord

LENGTHS = [0, 1, 15, 16, 17, 31, 32, 33, 48, 100]


def test_regenerates_its_known_answers():
    """The whole known-answer file has the catalog's SHA-256."""
    assert genkat.check("gift-cofb")["passed"]


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("model", [catalog.find("gift-cofb").model, Cofb(cipher=aes_128())], ids=["gift", "aes"])
def test_decryption_inverts_and_rejects_forgeries(model, length):
    """Any length around block boundaries comes back; one changed bit of tag, ciphertext, data or nonce is rejected."""
    key, nonce, data, text = bytes(range(16)), bytes(range(16, 32)), bytes(LENGTHS[-1] - length), bytes(range(length))
    sealed = model.encrypt(key, nonce, data, text)
    assert len(sealed) == length + 16 and model.decrypt(key, nonce, data, sealed) == text
    for place in (0, len(sealed) - 1):
        assert model.decrypt(key, nonce, data, _flip(sealed, place)) is None
    assert model.decrypt(key, _flip(nonce, 3), data, sealed) is None
    assert model.decrypt(key, nonce, data + b"\0", sealed) is None
    assert model.decrypt(key, nonce, data, sealed[-15:]) is None


def test_feedback_swaps_and_rotates():
    """G of Y[1] || Y[2] is Y[2] || (Y[1] <<< 1)."""
    turned = feedback(SoftwareWord(128, 0x8000000000000001_0123456789ABCDEF))
    assert int(turned) == 0x0123456789ABCDEF_0000000000000003


@pytest.mark.parametrize("last, padded, factor", [(0, 0, 0x1B), (1, 0, 0x1B | 1 << 63), (1, 1, 0x36 | 1 << 63)])
def test_masks_are_reduced(last, padded, factor):
    """Times x, 1 + x and 1 + x^2 of the top bit in GF(2^64)."""
    following = following_mask(SoftwareWord(64, 1 << 63), SoftwareWord(1, last), SoftwareWord(1, padded))
    assert int(following) == factor


def _flip(data, place):
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1:]

# SPDX-License-Identifier: Apache-2.0
"""Ascon-AEAD128 with shorter tags, a masked nonce, and strings of bits."""

import random

import pytest

from cipherfab import catalog
from cipherfab.errors import CallError
from cipherfab.modes.bit_strings import Bits
from cipherfab.modes.byte_strings import xor
from cipherfab.modes.duplex_options import DuplexOptions

BASE = catalog.find("ascon-aead128").model
KEY, NONCE = bytes(range(32)), bytes(range(100, 116))
LENGTHS = (0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 250)


def some(bits: int, seed: int) -> Bits:
    """A string of so many random bits."""
    return Bits.of(random.Random(seed).randbytes(-(-bits // 8))).first(bits)


@pytest.mark.parametrize("tag_bytes", range(8, 17))
def test_a_short_tag_is_the_first_bytes_of_the_whole_one(tag_bytes):
    """The ciphertext is the same, the tag is cut, and a change of any of its bytes is refused."""
    model = DuplexOptions(base=BASE, tag_bits=8 * tag_bytes)
    whole = BASE.encrypt(KEY[:16], NONCE, b"ad", b"message")
    sealed = model.encrypt(KEY[:16], NONCE, b"ad", b"message")
    assert sealed == whole[: 7 + tag_bytes] and model.sealed_bytes(7) == len(sealed)
    assert model.decrypt(KEY[:16], NONCE, b"ad", sealed) == b"message"
    for place in range(7, len(sealed)):
        wrong = sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1 :]
        assert model.decrypt(KEY[:16], NONCE, b"ad", wrong) is None
    assert model.decrypt(KEY[:16], NONCE, b"ad", sealed[7:-1][:3]) is None


def test_a_masked_nonce_is_the_sum_with_the_second_key():
    """SP 800-232, section 4.2.2: the same as the AEAD with the sum as its nonce."""
    model = DuplexOptions(base=BASE, masks_nonce=True)
    sealed = model.encrypt(KEY, NONCE, b"ad", b"message")
    assert model.key_bytes == 32
    assert sealed == BASE.encrypt(KEY[:16], xor(NONCE, KEY[16:]), b"ad", b"message")
    assert model.decrypt(KEY, NONCE, b"ad", sealed) == b"message"


@pytest.mark.parametrize("tag_bits", [32, 56, 63])
def test_tags_below_64_bits_are_warned_of(tag_bits):
    """The warning says how many tries forge one."""
    with pytest.warns(UserWarning, match=rf"forged by 2\^{tag_bits} tries"):
        DuplexOptions(base=BASE, tag_bits=tag_bits)


@pytest.mark.parametrize("tag_bits", [0, 31, 129])
def test_other_tags_are_refused(tag_bits):
    """The message says which lengths there are."""
    with pytest.raises(CallError, match=f"32 to 128 bits, got {tag_bits}"):
        DuplexOptions(base=BASE, tag_bits=tag_bits)


def test_bits_of_whole_bytes_are_the_bytes():
    """Strings of a multiple of 8 bits have the answers of their bytes."""
    model = DuplexOptions(base=BASE)
    for length in (0, 1, 15, 16, 17):
        ad, text = some(8 * length, 1), some(8 * length, 2)
        found, tag = model.encrypt_bits(KEY[:16], NONCE, ad, text)
        assert found.data + tag.data == BASE.encrypt(KEY[:16], NONCE, ad.data, text.data)


@pytest.mark.parametrize("bits", LENGTHS)
def test_strings_of_bits_come_back(bits):
    """Of any lengths in bits, under a tag of 79; the text that the tag is of has that length."""
    model = DuplexOptions(base=BASE, tag_bits=79, masks_nonce=True)
    for of_ad in LENGTHS:
        ad, text = some(of_ad, 1), some(bits, 2)
        found, tag = model.encrypt_bits(KEY, NONCE, ad, text)
        assert (found.size, tag.size) == (bits, 79)
        assert model.decrypt_bits(KEY, NONCE, ad, found, tag) == text
        longer = Bits.of(found.data + b"\0").first(bits + 1)
        assert model.decrypt_bits(KEY, NONCE, ad, longer, tag) is None

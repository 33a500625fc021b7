# SPDX-License-Identifier: Apache-2.0
"""COPA and COLM: padding, the byte behind the tag, tags between."""

import hashlib

import pytest

from cipherfab import catalog

KEY, NONCE = bytes(range(16)), bytes(range(16))


def test_copa_says_whether_it_padded():
    """The last byte is 1 but for whole blocks, and no other value is taken."""
    model = catalog.find("aes-copa-v2").model
    assert [
        model.encrypt(KEY, NONCE, b"", bytes(length))[-1] for length in (0, 1, 15, 16, 17, 32)
    ] == [1, 1, 1, 0, 1, 0]
    sealed = model.encrypt(KEY, NONCE, b"", bytes(16))
    assert model.decrypt(KEY, NONCE, b"", sealed) == bytes(16)
    assert all(
        model.decrypt(KEY, NONCE, b"", sealed[:-1] + bytes([last])) is None for last in (1, 2, 0x80)
    )


@pytest.mark.parametrize("name", ["aes-copa-v2", "colm0"])
def test_a_message_that_ends_like_its_padding(name):
    """80 and zeros at the end of a message stay."""
    model = catalog.find(name).model
    nonce = NONCE[: model.nonce_bytes]
    for message in (b"\x80", b"a\x80\0\0", bytes(15), bytes(16) + b"\x80\0"):
        assert model.decrypt(KEY, nonce, b"d", model.encrypt(KEY, nonce, b"d", message)) == message


def test_tags_between_are_those_of_the_reference_code():
    """SHA-256 over outputs around 127 and 254 blocks, from the reference code of COLM_127; any tag
    guards its part."""
    model, outputs = catalog.find("colm127").model, hashlib.sha256()
    for length in (127 * 16, 127 * 16 + 1, 128 * 16, 2 * 127 * 16 + 5):
        message = bytes(index % 256 for index in range(length))
        sealed = model.encrypt(KEY, NONCE[:8], b"data", message)
        assert len(sealed) == model.sealed_bytes(length)
        assert model.decrypt(KEY, NONCE[:8], b"data", sealed) == message
        outputs.update(sealed)
    assert outputs.hexdigest() == "6b0ee924ac6e1b3d9e1b8af6fcc2894656c7de3c903bc63bff0ab203c7e982e4"
    # The first byte of the tag between.
    place = 127 * 16
    forged = sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1 :]
    assert model.decrypt(KEY, NONCE[:8], b"data", forged) is None


def test_the_readings_of_colm_127_differ_in_the_first_mask():
    """Every tag differs, with the same parameters."""
    tags = {
        catalog.find(name).model.encrypt(KEY, NONCE[:8], b"", b"")
        for name in ("colm127", "colm127-alt")
    }
    assert len(tags) == 2

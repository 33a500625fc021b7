# SPDX-License-Identifier: Apache-2.0
"""The dummy cipher and hash of GMU's development package, worked out by hand from their
description.
"""

from cipherfab.catalog import find

ONES = b"\x01" * 16
LENGTH_OF_ONE_BLOCK = bytes(7) + b"\x80"


def test_one_block_by_hand():
    """With key and nonce zero a block is encrypted with its number, and the tag is the block plus
    the lengths in bits.
    """
    output = find("dummy-lwc").model.encrypt(bytes(16), bytes(12), b"", ONES)
    number, lengths = bytes(15) + b"\x01", bytes(8) + LENGTH_OF_ONE_BLOCK
    assert output[:16] == bytes(a ^ b for a, b in zip(ONES, number))
    assert output[16:] == bytes(a ^ b for a, b in zip(ONES, lengths))


def test_an_incomplete_block_is_padded_and_a_whole_one_is_not():
    """Associated data of one byte adds itself and 0x80; whole blocks cancel each other out."""
    model = find("dummy-lwc").model
    # 08 is the length of the data in bits.
    assert model.encrypt(bytes(16), bytes(12), b"\x05", b"")[:8] == b"\x05\x80" + bytes(5) + b"\x08"
    assert model.encrypt(bytes(16), bytes(12), ONES * 2, b"")[8:] == bytes(8)


def test_key_and_nonce_are_in_every_block_and_in_the_tag():
    """The nonce fills the first 12 bytes; with it every block and the tag change by key ^ nonce."""
    model = find("dummy-lwc").model
    plain, keyed = (
        model.encrypt(bytes([key]) * 16, bytes([nonce]) * 12, b"", ONES * 2)
        for key, nonce in ((0, 0), (6, 3))
    )
    assert bytes(a ^ b for a, b in zip(plain, keyed)) == (b"\x05" * 12 + b"\x06" * 4) * 3


def test_a_forgery_that_the_cipher_accepts():
    """A flipped bit of the nonce cancels out in a message of one block, and is found in one of two:
    it is a dummy.
    """
    model = find("dummy-lwc").model
    other = b"\x01" + bytes(11)
    assert (
        model.decrypt(bytes(16), other, b"", model.encrypt(bytes(16), bytes(12), b"", ONES))
        is not None
    )
    assert (
        model.decrypt(bytes(16), other, b"", model.encrypt(bytes(16), bytes(12), b"", ONES * 2))
        is None
    )


def test_hash_by_hand():
    """The digest is the sum of blocks of 32 bytes, the last one padded if it is incomplete."""
    digest = find("dummy-lwc-hash").model.digest
    assert digest(b"") == bytes(32) and digest(bytes(range(32))) == bytes(range(32))
    assert digest(bytes(range(32)) + b"\xff") == b"\xff\x81" + bytes(range(2, 32))

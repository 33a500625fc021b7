# SPDX-License-Identifier: Apache-2.0
"""Minalpher: masks and padding."""

from cipherfab import catalog
from cipherfab.modes.minalpher import times_y


def test_masks_move_by_a_byte_and_reduce():
    """y^31 becomes y^32 = y^3 + y^2 + x; x^7 y^31 brings the reduction of GF(2^8), A3, as well."""
    assert times_y(bytes(31) + b"\x05") == bytes(30) + b"\x05\0"
    assert times_y(b"\x01" + bytes(31)) == bytes(28) + b"\x01\x01\0\x02"
    assert times_y(b"\x80" + bytes(31)) == bytes(28) + b"\x80\x80\0\xa3"


def test_a_message_that_ends_like_its_padding():
    """80 and zeros at the end of a message stay; the ciphertext grows by 1 to 32 bytes."""
    model = catalog.find("minalpher").model
    for message in (b"", b"\x80", b"a\x80\0", bytes(31), bytes(32)):
        sealed = model.encrypt(bytes(16), bytes(13), b"d", message)
        assert model.decrypt(bytes(16), bytes(13), b"d", sealed) == message
        assert len(sealed) == model.sealed_bytes(len(message)) == 32 * (len(message) // 32 + 1) + 16

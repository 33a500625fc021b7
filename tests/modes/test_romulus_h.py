# SPDX-License-Identifier: Apache-2.0
"""Romulus-H and Romulus-T: where padding would collide."""

from cipherfab import catalog

KEY, NONCE = bytes(range(16)), bytes(range(16, 32))


def test_a_message_and_its_padding_have_different_digests():
    """The last block is marked in the chaining value, and a whole block is followed by one of
    zeros."""
    model = catalog.find("romulus-h").model
    digests = {
        model.digest(message)
        for message in (b"", bytes(31), bytes(31) + b"\x1f", bytes(32), bytes(64))
    }
    assert len(digests) == 5


def test_every_block_has_a_key_of_its_own():
    """The key stream does not repeat over equal blocks, and the tag depends on where the data
    end."""
    model = catalog.find("romulus-t").model
    sealed = model.encrypt(KEY, NONCE, b"", bytes(48))
    assert len({sealed[start : start + 16] for start in (0, 16, 32)}) == 3
    assert model.encrypt(KEY, NONCE, bytes(16), b"") != model.encrypt(KEY, NONCE, bytes(15), b"")

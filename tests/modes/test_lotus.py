# SPDX-License-Identifier: Apache-2.0
"""LOTUS and LOCUS: what they share and what they do not.

In the official files key and nonce are equal, so that the key of every block is 0: only the long
inputs of `test_every_model.py` see how it changes.
"""

from cipherfab import catalog

KEY, NONCE = bytes(range(16)), bytes(range(16, 32))


def test_without_a_message_they_are_one():
    """Associated data and tag are the same in both modes."""
    tags = {
        catalog.find(name).model.encrypt(KEY, NONCE, b"associated data", b"")
        for name in ("lotus-aead", "locus-aead")
    }
    assert len(tags) == 1


def test_a_single_block_is_enciphered_with_other_tweaks():
    """LOTUS has tweak 12 for a last block, LOCUS 5."""
    blocks = {
        catalog.find(name).model.encrypt(KEY, NONCE, b"", bytes(8))[:8]
        for name in ("lotus-aead", "locus-aead")
    }
    assert len(blocks) == 2


def test_the_length_of_the_last_block_enters_its_key_stream():
    """A message that is a byte shorter has another ciphertext, not the start of the longer
    one's."""
    for name in ("lotus-aead", "locus-aead"):
        model = catalog.find(name).model
        short, whole = (model.encrypt(KEY, NONCE, b"", bytes(length)) for length in (7, 8))
        assert short[:7] != whole[:7]

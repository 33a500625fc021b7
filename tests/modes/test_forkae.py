# SPDX-License-Identifier: Apache-2.0
"""What PAEF and SAEF have in common, on their models."""

import pytest

from cipherfab import catalog


@pytest.mark.parametrize(
    "name, wrong", [("paef-forkskinny-64-192", 5), ("saef-forkskinny-128-192", 13)]
)
def test_wrong_padding_is_rejected(name, wrong):
    """A message that was encrypted with another padding than 10* fails although its tag fits."""
    model = catalog.find(name).model
    key, nonce, size = bytes(model.key_bytes), bytes(model.nonce_bytes), model.block_bytes
    # As long as the right padding, with a one at its end.
    fake = _with_padding(model, b"\x80" + bytes(size - wrong - 2) + b"\x01")
    sealed = fake.encrypt(key, nonce, b"ad", bytes(wrong))
    assert (
        fake.decrypt(key, nonce, b"ad", sealed) == bytes(wrong)
        and model.decrypt(key, nonce, b"ad", sealed) is None
    )


def _with_padding(model, padding: bytes):
    """The same mode with another padding of short blocks."""

    class Padded(type(model)):
        def pad(self, piece):
            return (
                piece + padding
                if len(piece) + len(padding) == self.block_bytes
                else super().pad(piece)
            )

    return Padded(cipher=model.cipher, nonce_bytes=model.nonce_bytes)


def test_blocks_say_what_they_are():
    """Whole and short, last or not, padded with 10*; empty data has one block only where a tag
    needs it.
    """
    model = catalog.find("paef-forkskinny-64-192").model
    assert model.blocks(bytes(8)) == [(bytes(8), True, False)]
    assert model.blocks(b"abcdefghi") == [
        (b"abcdefgh", False, False),
        (b"i\x80" + bytes(6), True, True),
    ]
    assert model.ad_blocks(b"", message_follows=True) == []
    assert model.ad_blocks(b"", message_follows=False) == [(b"\x80" + bytes(7), True, True)]

# SPDX-License-Identifier: Apache-2.0
"""Romulus-M: what two passes are for."""

import pytest

from cipherfab import catalog

KEY, NONCE = bytes(range(16)), bytes(range(16, 32))


@pytest.mark.parametrize("name", ["romulus-m", "romulus-m1"])
def test_a_repeated_nonce_shows_only_equal_messages(name):
    """Two messages that share their first block have unrelated ciphertexts; one message twice has
    one."""
    model = catalog.find(name).model
    first, second = (model.encrypt(KEY, NONCE, b"", bytes(16) + end) for end in (b"a", b"b"))
    assert first[:16] != second[:16] and first == model.encrypt(KEY, NONCE, b"", bytes(16) + b"a")


def test_where_a_block_stands_matters():
    """Moving a block from the associated data to the message, or padding it by hand, changes the
    tag."""
    model = catalog.find("romulus-m").model
    tags = {
        model.encrypt(KEY, NONCE, data, text)[-16:]
        for data, text in [
            (bytes(32), b""),
            (bytes(16), bytes(16)),
            (b"", bytes(32)),
            (bytes(15), bytes(16)),
            (bytes(15) + b"\x0f", bytes(16)),
        ]
    }
    assert len(tags) == 5

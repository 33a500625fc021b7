# SPDX-License-Identifier: Apache-2.0
"""Saturnin-Short: what it takes and how it fails."""

import pytest

from cipherfab import catalog

KEY, NONCE = bytes(range(32)), bytes(range(16))


def test_short_refuses_what_does_not_fit():
    """A message of a block or more, or associated data, is refused with both lengths."""
    model = catalog.find("saturnin-short").model
    with pytest.raises(ValueError, match="at most 15 bytes of message .* got 16 and 0"):
        model.encrypt(KEY, NONCE, b"", bytes(16))
    with pytest.raises(ValueError, match="got 0 and 1 bytes"):
        model.encrypt(KEY, NONCE, b"a", b"")


def test_short_keeps_zeros_and_marks_at_the_end():
    """A message that ends like its padding comes back as it was."""
    model = catalog.find("saturnin-short").model
    for message in (b"", b"\x80", b"\x80\0\0", bytes(15), b"\0" * 3 + b"\x80" * 12):
        assert model.decrypt(KEY, NONCE, b"", model.encrypt(KEY, NONCE, b"", message)) == message

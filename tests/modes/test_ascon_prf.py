# SPDX-License-Identifier: Apache-2.0
"""Ascon-Mac, Ascon-Prf and Ascon-PrfShort; their official files are in `tests/catalog`."""

import pytest

from cipherfab.catalog import find
from cipherfab.errors import CallError

NAMES = ("ascon-mac", "ascon-prf", "ascon-prfshort")
KEY = bytes(range(16))


@pytest.mark.parametrize("name", NAMES)
def test_a_shorter_output_is_a_prefix(name):
    """Of the tag, or of what comes without a length."""
    mac = find(name).mac
    whole = mac.tag(KEY, b"message")
    assert len(whole) == mac.output_bytes
    assert all(mac.tag(KEY, b"message", size) == whole[:size] for size in (0, 1, 8, 15, 16))


def test_outputs_of_any_length():
    """Ascon-Prf goes on as long as it is asked."""
    prf = find("ascon-prf").mac
    assert prf.tag(KEY, b"", 100)[:64] == prf.tag(KEY, b"") and len(prf.tag(KEY, b"", 100)) == 100


@pytest.mark.parametrize("name", NAMES)
def test_messages_and_keys_differ(name):
    """Zeros of each length, around blocks, have tags of their own; so has another key."""
    mac = find(name).mac
    lengths = range((mac.most_message_bytes or 100) + 1)
    found = {mac.tag(key, bytes(length)) for length in lengths for key in (KEY, bytes(16))}
    assert len(found) == 2 * len(lengths)


@pytest.mark.parametrize(
    "name, key, message, size, expected",
    [
        ("ascon-mac", KEY[1:], b"", None, "a key of 16 bytes, got 15"),
        ("ascon-mac", KEY, b"", 17, "0 to 16 bytes of output, got 17"),
        ("ascon-prf", KEY, b"", -1, "0 or more bytes of output, got -1"),
        ("ascon-prfshort", KEY, bytes(17), None, "at most 16 bytes, got 17. Ascon-Prf takes any"),
        ("ascon-prfshort", KEY + KEY, b"", None, "a key of 16 bytes, got 32"),
    ],
)
def test_other_lengths_are_refused(name, key, message, size, expected):
    """The message says what was expected."""
    with pytest.raises(CallError, match=expected):
        find(name).mac.tag(key, message, size)

# SPDX-License-Identifier: Apache-2.0
"""ESTATE: the case in which the reference code leaves the text."""

import pytest

from cipherfab import catalog

NAMES = ["estate-twegift-128", "estate-tweaes-128", "sestate-tweaes-128"]


@pytest.mark.parametrize("name", NAMES)
def test_the_readings_differ_only_in_the_empty_case(name):
    """With neither data nor message the tags differ; with either they do not."""
    code, text = (catalog.find(found).model for found in (name, f"{name}-corrected"))
    key, nonce = bytes(16), bytes(range(16))
    assert code.encrypt(key, nonce, b"", b"") != text.encrypt(key, nonce, b"", b"")
    for data, message in [(b"d", b""), (b"", b"m"), (b"d", b"m")]:
        assert code.encrypt(key, nonce, data, message) == text.encrypt(key, nonce, data, message)


def test_a_repeated_nonce_leaks_only_equality():
    """Two messages that share their first block have unrelated ciphertexts: the tag is the start of
    the key stream."""
    model = catalog.find("estate-tweaes-128").model
    first, second = (
        model.encrypt(bytes(16), bytes(16), b"", bytes(16) + end) for end in (b"a", b"b")
    )
    assert first[:16] != second[:16]

# SPDX-License-Identifier: Apache-2.0
"""Grain-128AEAD's length code and its authenticator."""

import pytest

from cipherfab.modes.grain import Grain, length_code


@pytest.mark.parametrize(
    "length, code",
    [(0, "00"), (127, "7f"), (128, "8180"), (255, "81ff"), (256, "820100"), (65536, "83010000")],
)
def test_lengths_are_coded_as_in_der(length, code):
    """Section 2.6.1: a byte below 128, else how many bytes follow, and these."""
    assert length_code(length).hex() == code


@pytest.mark.parametrize("version", [1, 2])
def test_the_tag_is_linear_in_the_associated_data(version):
    """Section 2.3: with one key, nonce and length, the tags of two data add up as the data do."""
    model, zero = Grain(version=version), bytes(4)
    one, other = b"\x01\x80\x10\x07", b"\xff\x00\x55\xaa"
    both = bytes(a ^ b for a, b in zip(one, other))
    tags = [
        int.from_bytes(model.encrypt(bytes(16), bytes(12), ad, b""), "big")
        for ad in (zero, one, other, both)
    ]
    # The tag of zeros takes out of each sum what does not depend on the data.
    assert tags[0] ^ tags[1] ^ tags[2] ^ tags[3] == 0


def test_versions_differ():
    """By their initialisation."""
    texts = {Grain(version=version).encrypt(bytes(16), bytes(12), b"", b"") for version in (1, 2)}
    assert len(texts) == 2

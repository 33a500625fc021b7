# SPDX-License-Identifier: Apache-2.0
"""OTR: the vectors that came with the submission."""

import hashlib

import pytest

from cipherfab import catalog

LENGTHS = [(255, 255), (1023, 1023), (1024, 1024), (1060, 2096)]
"""Bytes of message and of associated data, both counting up."""

OUTPUTS = {
    "aes-otr-p-128": "2e870cd12d4e8baf16b0a5425758a181fb681e124d53adaa2e9ffebaa392c5ee",
    "aes-otr-p-256": "f7d95d8d6d660e82087c463e67df94578276341725e72aa3432ab097e6bd5c6a",
    "aes-otr-s-128": "64cbe5873304abb54b1a62cd1cb3e58d8d7d6f7348694955d5d8990a1b0bfefe",
    "aes-otr-s-256": "d7712b22798fd29fa99e7942d3c428123d4a56a4e600402965b088c9fa715b0a",
}
"""SHA-256 over ciphertexts and tags of these lengths in the designers' files ``Test-OTRv3-*``."""


@pytest.mark.parametrize("name", OUTPUTS)
def test_long_cases_of_the_designers(name):
    """Messages and data of many blocks give the ciphertexts and tags of the designers' test
    files."""
    model, outputs = catalog.find(name).model, hashlib.sha256()
    key, nonce = bytes(range(model.key_bytes)), bytes(range(12))
    for length, ad_length in LENGTHS:
        text, data = (bytes(index % 256 for index in range(size)) for size in (length, ad_length))
        outputs.update(model.encrypt(key, nonce, data, text))
    assert outputs.hexdigest() == OUTPUTS[name]

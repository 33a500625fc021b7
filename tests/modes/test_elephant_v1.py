# SPDX-License-Identifier: Apache-2.0
"""Elephant v1: the two readings."""

import pytest

from cipherfab import catalog
from cipherfab.words import SoftwareWord

NAMES = ["elephant-dumbo-v1", "elephant-jumbo-v1", "elephant-delirium-v1"]


@pytest.mark.parametrize("name", NAMES)
def test_the_code_of_2019_keeps_128_bits_of_the_permuted_key(name):
    """The mask register of the code is that of the text with zeros behind 16 bytes."""
    code, text = (catalog.find(found).model for found in (name, f"{name}-corrected"))
    size = 8 * code.block_bytes
    permuted = SoftwareWord(size, (1 << size) - 1)
    assert code.first_mask(permuted).value == ((1 << 128) - 1) << size - 128
    assert text.first_mask(permuted) == permuted


@pytest.mark.parametrize("name", NAMES)
def test_the_first_block_of_the_message_has_the_register_as_mask(name):
    """Since the masks differ, so do the ciphertexts of the readings, and both differ from version
    2."""
    sealed = {
        catalog.find(found).model.encrypt(bytes(16), bytes(12), b"", bytes(4))[:4]
        for found in (name, f"{name}-corrected", name.replace("v1", "v2"))
    }
    assert len(sealed) == 3

# SPDX-License-Identifier: Apache-2.0
"""What of an iterated core may be driven with its own outputs."""

import pytest

from cipherfab.architectures.iterated.iterated import echoed, sources
from cipherfab.catalog import find
from cipherfab.primitives.transformed import returning

OUTPUTS = {"plaintext": "ciphertext", "key": "key"}


@pytest.mark.parametrize(
    "name, inputs", [("cham-128-128", {"plaintext", "key"}), ("twegift-64", {"plaintext"})]
)
def test_an_input_is_echoed_if_its_registers_stay_in_any_round(name, inputs):
    """CHAM's key only rotates by whole rounds but is read as it is; TweGIFT's is rotated when it
    comes back, so not before.
    """
    assert echoed(returning(find(name).primitive), OUTPUTS) == inputs


def test_a_block_that_is_whitened_is_not_echoed():
    """AES adds the key to the block when both are loaded."""
    cipher = find("aes-128").primitive
    assert sources(cipher)["x"] == {"plaintext", "key"} and not echoed(
        cipher, {"plaintext": "ciphertext"}
    )

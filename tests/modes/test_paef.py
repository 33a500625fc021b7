# SPDX-License-Identifier: Apache-2.0
"""PAEF's tweaks."""

import pytest

from cipherfab import catalog
from cipherfab.errors import CallError

NONCE = bytes.fromhex("A1A2A3A4A5A6")


@pytest.mark.parametrize(
    "name, bits",
    [
        ("paef-forkskinny-64-192", 13),
        ("paef-forkskinny-128-192", 13),
        ("paef-forkskinny-128-256", 13),
        ("paef-forkskinny-128-288", 53),
    ],
)
def test_counters_are_as_wide_as_table_2_says(name, bits):
    """What nonce and flags leave of the tweak."""
    assert catalog.find(name).model.counter_bits == bits


def test_tweak_is_nonce_flags_and_number():
    """The flags are the three bits after the nonce."""
    model = catalog.find("paef-forkskinny-64-192").model
    assert model.tweak(NONCE, 0x123, 0b101) == NONCE + bytes.fromhex("A123")


def test_more_blocks_than_the_counter_has_are_refused():
    """The block after the last number is refused, not given a number again."""
    model = catalog.find("paef-forkskinny-64-192").model
    assert model.tweak(NONCE, 0x1FFF, 0) == NONCE + bytes.fromhex("1FFF")
    with pytest.raises(CallError, match="at most 8191 blocks of 8 bytes"):
        model.tweak(NONCE, 0x2000, 0)


def test_equal_blocks_have_different_ciphertexts():
    """Each block has a tweak of its own, in the message and between message and associated data."""
    model = catalog.find("paef-forkskinny-64-192").model
    sealed = model.encrypt(bytes(16), NONCE, bytes(16), bytes(24))
    assert len({sealed[start : start + 8] for start in range(0, 32, 8)}) == 4

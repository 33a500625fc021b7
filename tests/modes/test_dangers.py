# SPDX-License-Identifier: Apache-2.0
"""Every mode says what it does not protect its user from."""

import pytest

from cipherfab.catalog import ALGORITHMS, Kind
from cipherfab.catalog.dangers import dangers
from cipherfab.modes.dangers import RESISTANT, RESPECTING, UNKEYED, UNRECORDED, Dangers
from cipherfab.modes.model import AeadModel, HashModel

WITH_MODE = {name: one for name, one in ALGORITHMS.items() if one.model is not None}


@pytest.mark.parametrize("name", WITH_MODE)
def test_every_mode_says_its_dangers(name):
    """An AEAD tells of repeated nonces, unverified plaintext and its limit of data, a hash of what
    has no key.
    """
    entry = WITH_MODE[name]
    said = entry.model.dangers
    assert isinstance(said, Dangers) and said is not UNRECORDED
    assert said.repeated and said.unverified
    assert len(dangers(entry)) == (3 if entry.kind is Kind.AEAD else 2)
    if name != "dummy-lwc" and entry.kind is Kind.AEAD:
        assert "nonce" in said.repeated.lower() and "tag" in said.unverified
    if entry.kind is Kind.HASH and name != "dummy-lwc-hash":
        assert said is UNKEYED


def test_a_mode_of_a_user_says_that_nothing_is_recorded():
    """A class without dangers of its own has a sentence that says so."""
    assert AeadModel.dangers is UNRECORDED and HashModel.dangers is UNRECORDED


@pytest.mark.parametrize("name", ["deoxys-ii-128", "ascon-aead128", "gift-cofb", "romulus-m"])
def test_a_repeated_nonce_shows_what_is_said(name):
    """Two messages with one nonce that begin alike have ciphertexts that begin alike in a mode that
    says so, and in no other.
    """
    model: AeadModel = ALGORITHMS[name].model
    key, nonce = bytes(range(model.key_bytes)), bytes(model.nonce_bytes)
    first, second = (
        model.encrypt(key, nonce, b"", bytes(model.block_bytes) + bytes([last] * 16))
        for last in (1, 2)
    )
    alike = first[: model.block_bytes] == second[: model.block_bytes]
    assert alike == (model.dangers is RESPECTING) and alike != (model.dangers is RESISTANT)

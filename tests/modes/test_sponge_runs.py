# SPDX-License-Identifier: Apache-2.0
"""Many blocks in a row are what they are one by one."""

from random import Random

import pytest

from cipherfab import catalog
from cipherfab.modes import sponge_runs
from cipherfab.modes.sponge import SpongeAead

SPONGES = [name for name, one in catalog.ALGORITHMS.items() if isinstance(one.model, SpongeAead)]
FEW = ["ascon-aead128", "xoodyak-r3", "tinyjambu-128", "knot-aead-128-256"]
"""One permutation, parts of a block of associated data, a keyed permutation, a small block."""


@pytest.mark.parametrize(
    "name",
    [name if name in FEW else pytest.param(name, marks=pytest.mark.slow) for name in SPONGES],
)
def test_long_messages_are_the_same_both_ways(name, monkeypatch):
    """With compiled blocks an encryption gives the same ciphertext and tag, and its decryption the
    plaintext.
    """
    random, model = Random(1), catalog.find(name).model
    key, nonce = random.randbytes(model.key_bytes), random.randbytes(model.nonce_bytes)
    ad = random.randbytes(40 * sum(model.ad_parts) + 5)
    plaintext = random.randbytes(40 * model.block_bytes + 3)
    expected = model.encrypt(key, nonce, ad, plaintext)
    monkeypatch.setattr(sponge_runs, "MANY", 8)
    monkeypatch.setattr(sponge_runs, "AFTER", 0)
    assert model.encrypt(key, nonce, ad, plaintext) == expected
    assert model.decrypt(key, nonce, ad, expected) == plaintext


def test_a_wrong_function_is_noticed(monkeypatch):
    """Compiled blocks that differ from the description end the run."""
    model = catalog.find("ascon-aead128").model
    monkeypatch.setattr(sponge_runs, "MANY", 8)
    monkeypatch.setattr(sponge_runs, "AFTER", 0)
    monkeypatch.setattr(
        "cipherfab.modes.sponge_message.many",
        lambda mode, **kind: lambda state, key, data: (state, b""),
    )
    with pytest.raises(RuntimeError, match="not as their description"):
        model.encrypt(bytes(16), bytes(16), bytes(1000), b"")

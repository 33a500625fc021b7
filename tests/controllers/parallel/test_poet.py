# SPDX-License-Identifier: Apache-2.0
"""The controller of POET against its model, in simulation."""

import random
from dataclasses import replace

import pytest

from cipherfab.catalog import find
from cipherfab.controllers.parallel.poet import make
from cipherfab.controllers.request import Request
from cipherfab.modes.poet import Poet

from ..blocks import Sent, message_phases, run
from ..short_ciphers import shortened

LENGTHS = [(0, 0), (3, 5), (16, 16), (17, 32), (20, 40), (32, 50)]
"""Of associated data and text: both end within a block and with one."""


def model(name: str) -> Poet:
    """With a cipher and a chaining function of few rounds."""
    full = find(name).model
    return replace(full, cipher=shortened(full.cipher), chaining=shortened(full.chaining, turns=3))


@pytest.mark.parametrize("architecture, factor", [("round", 1), ("inner", 2)])
def test_controller_computes_what_the_model_computes(architecture, factor):
    """Ciphertext, tag and plaintext are the model's, and a wrong bit in any part of the tag is
    flagged: of the start that fills the last block, and of the rest.
    """
    short = model("aes-poet-aes4")
    core = make(Request(aead=short, architecture=architecture, factor=factor))
    generator = random.Random(1)
    key, messages, expected = generator.randbytes(16), [], []
    for ad_length, length in LENGTHS:
        nonce, ad, text = map(generator.randbytes, (16, ad_length, length))
        sealed = core.aead.encrypt(key, nonce, ad, text)
        ciphertext, tag = sealed[:length], sealed[length:]
        messages += [
            Sent(message_phases(nonce, ad, text)),
            Sent(message_phases(nonce, ad, ciphertext, tag), decrypt=True),
            *(
                Sent(message_phases(nonce, ad, ciphertext, forged), decrypt=True)
                for forged in (_flipped(tag, 0), _flipped(tag, 15))
            ),
        ]
        expected += [(sealed, True), (text, True), (None, False), (None, False)]
    found = run(core, messages, key, seed=1, limit=100_000)
    assert [
        (answer.data if accepted else None, answer.success)
        for answer, (_, accepted) in zip(found, expected, strict=True)
    ] == expected


def _flipped(tag: bytes, place: int) -> bytes:
    return tag[:place] + bytes([tag[place] ^ 1]) + tag[place + 1 :]

# SPDX-License-Identifier: Apache-2.0
"""The controller of AEZ against its model, in simulation."""

import random

import pytest

from cipherfab.catalog import find
from cipherfab.controllers.parallel.aez import make
from cipherfab.controllers.request import Request

from ..blocks import Sent, message_phases, run

BUFFER = 64
LENGTHS = [(0, 0), (3, 5), (16, 16), (17, 31), (0, 47), (32, 49), (1, 64)]
"""Of associated data and text: AEZ-prf, AEZ-tiny, and AEZ-core with and without a pair, a block
beside the last bytes, and a part of one.
"""


def played(factor: int, sent: list[tuple[bytes, bytes, bytes, bytes]], key: bytes) -> list:
    """What came of messages, each (nonce, associated data, text, tag), with a tag a decryption."""
    architecture = "inner" if factor > 1 else "round"
    model = find("aez-v5").model
    core = make(Request(aead=model, architecture=architecture, factor=factor, buffer_bytes=BUFFER))
    messages = [Sent(message_phases(*parts), decrypt=bool(parts[3])) for parts in sent]
    answers = run(core, messages, key, ad_sizes=[16], seed=1, limit=100_000)
    return [(answer.data, answer.success) for answer in answers]


@pytest.mark.parametrize("factor", [1, 2])
def test_controller_computes_what_the_model_computes(factor):
    """Ciphertext, its end as the tag, and plaintext are the model's; of a message with a wrong bit
    in the tag nothing leaves but the status.
    """
    generator, model = random.Random(1), find("aez-v5").model
    key, sent, expected = generator.randbytes(model.key_bytes), [], []
    for ad_length, length in LENGTHS:
        nonce, ad, text = map(generator.randbytes, (12, ad_length, length))
        sealed = model.encrypt(key, nonce, ad, text)
        ciphertext, tag = sealed[:length], sealed[length:]
        forged = bytes([tag[0] ^ 1]) + tag[1:]
        sent += [
            (nonce, ad, text, b""),
            (nonce, ad, ciphertext, tag),
            (nonce, ad, ciphertext, forged),
        ]
        expected += [(sealed, True), (text, True), (b"", False)]
    assert played(factor, sent, key) == expected


def test_a_message_longer_than_the_buffer_is_refused():
    """The answer is the status alone, in both directions, and the next message is right."""
    generator, model = random.Random(2), find("aez-v5").model
    key, nonce, text = map(generator.randbytes, (model.key_bytes, 12, BUFFER + 1))
    sealed = model.encrypt(key, nonce, b"", text[:20])
    sent = [(nonce, b"", text, b""), (nonce, b"", text, bytes(16)), (nonce, b"", text[:20], b"")]
    assert played(1, sent, key) == [(b"", False), (b"", False), (sealed, True)]

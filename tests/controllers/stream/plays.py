# SPDX-License-Identifier: Apache-2.0
"""Messages through the controller of a stream cipher, compared with its model."""

import random

from cipherfab.controllers.contract import Controller
from cipherfab.controllers.ports import Announcement

from ..blocks import Answer, Sent, message_phases, run

ACCEPTED = [Announcement.TAG]


def plays(core: Controller, lengths: list[tuple[int, int]], *, seed: int | None = 1) -> None:
    """Both directions and a forgery of messages with such lengths of associated data and text."""
    generator, model, messages, expected = random.Random(1), core.aead, [], []
    key = generator.randbytes(model.key_bytes)
    for ad_length, length in lengths:
        nonce, ad, text = map(generator.randbytes, (model.nonce_bytes, ad_length, length))
        sealed = model.encrypt(key, nonce, ad, text)
        ciphertext, tag = sealed[:length], bytearray(sealed[length:])
        messages.append(Sent(message_phases(nonce, ad, text)))
        messages.append(Sent(message_phases(nonce, ad, ciphertext, bytes(tag)), decrypt=True))
        tag[generator.randrange(model.tag_bytes)] ^= 1 << generator.randrange(8)
        messages.append(Sent(message_phases(nonce, ad, ciphertext, bytes(tag)), decrypt=True))
        expected += [
            Answer(sealed, True, ACCEPTED),
            Answer(text, True, []),
            Answer(text, False, []),
        ]
    assert run(core, messages, key, seed=seed, limit=200_000) == expected

# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""How often SUNDAE's controller calls its cipher."""

from dataclasses import replace

import pytest

from cipherfab.catalog import find
from cipherfab.controllers.request import Request
from cipherfab.controllers.two_pass.sundae import make
from cipherfab.measure.mode_cycles import mode_cycles
from controllers.short_ciphers import shortened

ROUNDS = 3


def cycles(nonce_bytes: int, ad: int, message: int) -> int:
    """Of an encryption, with a cipher of three rounds."""
    model = find("sundae-gift-96").model
    short = replace(model, nonce_bytes=nonce_bytes, cipher=shortened(model.cipher))
    return mode_cycles(make(Request(aead=short, buffer_bytes=64)), ad, message)


@pytest.mark.parametrize(
    "nonce_bytes, ad, message", [(12, 0, 0), (12, 4, 16), (12, 5, 16), (16, 32, 1), (8, 61, 33)]
)
def test_all_blocks_before_the_message_but_the_last_take_two_calls(nonce_bytes, ad, message):
    """Two first blocks, two calls for each block of nonce and associated data but the last, and two
    for a block of the message; four cycles more to add nonce and last block to both chains, and one
    to see that there is no message.
    """
    before, text = -(-(nonce_bytes + ad) // 16), -(-message // 16)
    calls = 2 + 2 * (before - 1) + 1 + 2 * text
    assert cycles(nonce_bytes, ad, message) == ROUNDS * calls + 4 + (not message)

# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""How often CCM's controller calls its cipher."""

from dataclasses import replace

import pytest

from cipherfab.catalog import find
from cipherfab.controllers.request import Request
from cipherfab.controllers.two_pass.ccm import make
from cipherfab.measure.mode_cycles import mode_cycles
from controllers.short_ciphers import shortened

ROUNDS = 3


def controller(buffer_bytes: int = 64):
    """The controller with a cipher of three rounds."""
    model = find("aes-128-ccm").model
    short = replace(model, cipher=shortened(model.cipher))
    return make(Request(aead=short, buffer_bytes=buffer_bytes))


@pytest.mark.parametrize(
    "ad, message",
    [(0, 0), (1, 0), (14, 1), (15, 16), (16, 17), (30, 0), (31, 33), (62, 5), (63, 64), (64, 64)],
)
def test_calls_are_those_of_the_document(ad, message):
    """One for the lengths, one for each block of associated data with the two bytes of their
    length, two for a block of the message, and one for the tag.
    """
    front = -(-(2 + ad) // 16) if ad else 0
    calls = 1 + front + 2 * -(-message // 16) + 1
    assert mode_cycles(controller(), ad, message) // ROUNDS == calls


def test_as_much_associated_data_is_kept_as_of_a_message():
    """What is said of a message longer than the buffer holds for associated data too."""
    core = controller(128)
    assert core.most_ad_bytes == core.buffer_bytes == 128

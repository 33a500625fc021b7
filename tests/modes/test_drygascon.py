# SPDX-License-Identifier: Apache-2.0
"""DryGASCON128's keys of the small profile: rounds are repeated until the words of x differ."""

import random
from dataclasses import dataclass

from controllers.blocks import Answer, Sent, run

from cipherfab.catalog import find
from cipherfab.controllers.ports import Announcement, Phase
from cipherfab.controllers.request import Request
from cipherfab.controllers.sponge import general
from cipherfab.modes.drygascon import DryGasconAead
from cipherfab.words import SoftwareWord

STATE_BITS = 580


def test_equal_words_repeat_the_round():
    """Any two of the first four words of c."""
    model, words = find("drygascon128-k16").model, [1, 2, 3, 4]
    for changed in ({}, {0: 4}, {1: 3}, {2: 1}, {3: 2}):
        value = 0
        for number, word in enumerate({**dict(enumerate(words)), **changed}.values()):
            value |= word << 288 - 32 * number
        assert int(model.repeats(SoftwareWord(STATE_BITS, value))) == bool(changed)


@dataclass(frozen=True, kw_only=True)
class Choosy(DryGasconAead):
    """One in which about half of the rounds are repeated."""

    def repeats(self, state):
        return state[7]


def test_the_core_repeats_as_often_as_the_model():
    """A key that takes one round, and one that takes more."""
    model, generator, found = Choosy(key_bytes=16), random.Random(6), {}
    while len(found) < 2:
        key = generator.randbytes(16)
        sealed, usual = (
            mode.encrypt(key, bytes(16), b"", b"text")
            for mode in (model, find("drygascon128-k16").model)
        )
        found[sealed == usual] = (key, sealed)
    for key, sealed in found.values():
        sent = Sent([(Phase.NONCE, bytes(16)), (Phase.AD, b""), (Phase.MESSAGE, b"text")])
        assert run(general.make(Request(aead=model)), [sent], key) == [
            Answer(sealed, True, [Announcement.TAG])
        ]

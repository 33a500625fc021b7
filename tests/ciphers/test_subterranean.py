# SPDX-License-Identifier: Apache-2.0
"""Subterranean's round function and mode against the specification's text."""

import random

from cipherfab.ciphers.subterranean import WIDTH, subterranean_round
from cipherfab.modes.subterranean import EXTRACTED, INJECTED, SubterraneanAead
from cipherfab.words import SoftwareWord


def test_the_round_is_equation_1():
    """The four steps bit by bit, with indices modulo 257."""
    state = random.Random(1).getrandbits(WIDTH)
    s = [state >> i & 1 for i in range(WIDTH)]
    s = [s[i] ^ (1 ^ s[(i + 1) % WIDTH]) & s[(i + 2) % WIDTH] for i in range(WIDTH)]
    s[0] ^= 1
    s = [s[i] ^ s[(i + 3) % WIDTH] ^ s[(i + 8) % WIDTH] for i in range(WIDTH)]
    s = [s[12 * i % WIDTH] for i in range(WIDTH)]
    assert int(subterranean_round(SoftwareWord(WIDTH, state))) == sum(
        bit << i for i, bit in enumerate(s)
    )


def test_places_of_input_and_output():
    """The first ones are 1, 176 and 136; an output bit adds the opposite place, and the last input
    bit is at 256.
    """
    assert INJECTED[:3] == [1, 176, 136] and EXTRACTED[0] == (1, 256) and INJECTED[32] == 256

    def extract(state):
        return SubterraneanAead().text(SoftwareWord(WIDTH, state))

    assert int(extract(1 << 176 | 1 << 256)) == 3 << 24 and int(extract(1 << 1 | 1 << 256)) == 0

# SPDX-License-Identifier: Apache-2.0
"""AES-128 in both directions by one round against `ciphers.aes`."""

import random

import pytest

from cipherfab.ciphers.aes import (
    INVERSE_SBOX,
    RCON,
    SBOX,
    SBOX_STYLES,
    aes_128,
    next_round_key,
    previous_round_key,
)
from cipherfab.ciphers.aes_both_directions import aes_128_with_both, other_round_key, substituted
from cipherfab.primitives.cells import substitute
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

FLAG = [SoftwareWord(1, value) for value in (0, 1)]


@pytest.mark.parametrize("style", SBOX_STYLES)
def test_one_sbox_is_both(style):
    """On every byte the shared S-box is SubBytes, and InvSubBytes if it is asked for."""
    for start in range(0, 256, 16):
        state = SoftwareWord(128, int.from_bytes(bytes(range(start, start + 16))))
        assert substituted(state, FLAG[0], style) == substitute(state, SBOX)
        assert substituted(state, FLAG[1], style) == substitute(state, INVERSE_SBOX)


def test_one_schedule_walks_both_ways():
    """The shared schedule gives the next and the previous round key."""
    key = SoftwareWord(128, random.Random(1).getrandbits(128))
    for value in RCON:
        rcon = SoftwareWord(8, value)
        assert other_round_key(key, rcon, FLAG[0], "small") == next_round_key(key, rcon, "small")
        assert other_round_key(key, rcon, FLAG[1], "small") == previous_round_key(
            key, rcon, "small"
        )


@pytest.mark.parametrize("style", SBOX_STYLES)
def test_both_directions_are_those_of_the_cipher(style):
    """Under random keys it encrypts as AES-128 does, and its decryption, which gets the same key,
    undoes that.
    """
    generator, both = random.Random(2), aes_128_with_both(sbox=style).from_key
    for _ in range(20):
        key, text = generator.getrandbits(128), generator.getrandbits(128)
        (sealed,) = software(both)(key, text)
        assert (sealed,) == software(aes_128())(key, text)
        assert software(both.inverse)(key, sealed) == (text,)

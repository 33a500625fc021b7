# SPDX-License-Identifier: Apache-2.0
"""GASCON and what DryGASCON128 builds of it, against the specification's text."""

import random

from cipherfab.ciphers.gascon import (
    MIX_128,
    MIX_ROUNDS,
    accumulate,
    bi_ror,
    drygascon_g,
    gascon_c5,
    mix_sx32,
)
from cipherfab.modes.drygascon import DryGasconAead
from cipherfab.modes.sponge_message import SpongeMessage
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord


def interleaved(word: int) -> SoftwareWord:
    """The even bits of a word below its odd bits."""
    return SoftwareWord(
        64, sum((word >> bit & 1) << bit // 2 + 32 * (bit % 2) for bit in range(64))
    )


def test_rotation_is_that_of_the_word_before_interleaving():
    """For even and odd shifts alike."""
    word = random.Random(1).getrandbits(64)
    for shift in range(64):
        rotated = (word >> shift | word << 64 - shift) & (1 << 64) - 1
        assert bi_ror(interleaved(word), shift) == interleaved(rotated)


def test_accumulate_adds_two_parts_of_c():
    """Words 0 to 3 in their places, 4 to 7 turned by one place; 8 and 9 not at all."""
    c = [SoftwareWord(64, (1 << 2 * number + 1) << 32 | 1 << 2 * number) for number in range(5)]
    r = accumulate([SoftwareWord(32, 0)] * 4, c)
    assert [int(word) for word in r] == [
        1 << place | 1 << 4 + (place + 1) % 4 for place in range(4)
    ]


def test_mix_chooses_a_word_of_x_by_two_bits():
    """Into the lower half of each word of c; the lowest two bits are for the first."""
    x = [SoftwareWord(32, 10 + number) for number in range(4)]
    mixed = mix_sx32([SoftwareWord(64, 0)] * 5, x, SoftwareWord(10, 0b00_11_10_01_00))
    assert [int(word) for word in mixed] == [10, 11, 12, 13, 10] and MIX_ROUNDS == 14


def test_g_is_the_permutation_with_a_sum_beside_it():
    """The capacity after G is that after as many rounds of GASCON; after one round r is the sum of
    one state.
    """
    c = random.Random(2).getrandbits(320)
    for rounds in (1, 7, 11):
        assert software(drygascon_g(rounds))(c)[0] == software(gascon_c5(rounds))(c)[0]
    after, r = software(drygascon_g(1))(c)
    words = [after.to_bytes(40, "big")[start : start + 4] for start in range(0, 40, 4)]
    expected = b"".join(
        bytes(a ^ b for a, b in zip(words[i], words[4 + (i + 1) % 4])) for i in range(4)
    )
    assert r.to_bytes(16, "big") == expected


def test_mix_of_the_published_hash():
    """Section 14.5: the state after the first of the fourteen parts, which the first step's MixSX32
    shows.
    """
    c, x = (
        "243F6A8885A308D313198A2E03707344" * 2 + "243F6A8885A308D3",
        "A4093822299F31D0082EFA98EC4E6C89",
    )
    block = "00010203040506070100000000000000"
    state = MIX_128.load(
        {
            name: SoftwareWord(4 * len(text), int(text, 16))
            for name, text in (("c", c), ("x", x), ("i", block), ("ds", "B"))
        }
    )
    state = MIX_128.step(state)
    second = "1D20A609812447D1CDB40F3FFD61D844EB19F0F39A065640DE4C9BB3C92CAC747D213259BD45B5DC"
    assert (
        "".join(int(state[f"c{number}"]).to_bytes(8, "little").hex() for number in range(5)).upper()
        == second
    )


def test_key_setup_of_the_small_profile():
    """Section 14.4, listing 11: c and x of a counting key, in the state before the nonce's run."""
    state = SpongeMessage(DryGasconAead(key_bytes=16), bytes(range(16)), bytes(16)).state.to_bytes(
        73, "big"
    )
    assert state[-40:].hex().upper() == (
        "000102030405060708090A0B0C0D0E0F10FEFEFE8AF2F2F2FA171D872CB43FDF90C1F2A364656667"
    )
    assert state[-41:-57:-1].hex().upper() == "FA8EC1869CD9166FD9293729F9181919"

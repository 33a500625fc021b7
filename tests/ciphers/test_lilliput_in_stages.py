# SPDX-License-Identifier: Apache-2.0
"""Tests of `cipherfab.ciphers.lilliput_in_stages`."""

from functools import reduce
from operator import xor
from random import Random

import pytest

from cipherfab.ciphers import lilliput_in_stages as stages
from cipherfab.ciphers.lilliput import sbox
from cipherfab.errors import CallError
from cipherfab.primitives.in_stages import without_register
from cipherfab.words import SoftwareWord
from cipherfab.words.shares import SharedWord

STAGED = stages.staged_lilliput_tbc(2, 128)
WITHIN = (
    stages._first,
    stages._second,
    stages._third,
    stages._fourth,
    stages._fifth,
    stages._sixth,
)


CUBIC = (stages._cubic_first, stages._cubic_second, stages._cubic_third)


def bits(value: int, count: int) -> list[SoftwareWord]:
    """Bit 0 first."""
    return [SoftwareWord(1, value >> place & 1) for place in range(count)]


@pytest.mark.parametrize("within", [WITHIN, CUBIC])
def test_the_stages_make_the_sbox(within):
    """One after the other, on bits without shares, they are the S-box, for every byte."""
    for value in range(256):
        found = bits(value, 8)
        for stage in within:
            found = stage(found)
        assert [int(bit) for bit in found] == [int(bit) for bit in sbox(bits(value, 8))]


@pytest.mark.parametrize("stage", WITHIN)
def test_each_stage_has_degree_2(stage):
    """On shares none forms a product of a product, and the shares add up."""
    for value in range(0, 1 << 24, 79_999):
        given = [
            SharedWord(tuple(SoftwareWord(1, value >> place + share & 1) for share in (0, 8, 16)))
            for place in range(8)
        ]
        expected = stage([word.unshared() for word in given])
        assert [int(word.unshared()) for word in stage(given)] == [int(word) for word in expected]


def test_a_register_between_rounds_is_not_left_out():
    """The register after the last stage of six is refused with those that can be left out."""
    with pytest.raises(CallError, match="after stage 6 cannot be left out; expected 1 to 5"):
        without_register(STAGED, 6)


def test_the_tweak_is_public():
    """The registers of tweak and round number have no shares; no fresh randomness is needed."""
    assert {"tweak", "round", "key_0", "x_2", "u_1"} <= set(
        STAGED.registers
    ) and "tweak_0" not in STAGED.registers
    assert STAGED.random_bits == 0


def on_four_shares(stage, value):
    """A stage on the shares of eight bits, a byte each; what it gives, as a byte of each share."""
    given = [
        SharedWord(tuple(SoftwareWord(1, value >> place + 8 * share & 1) for share in range(4)))
        for place in range(8)
    ]
    found = stage(given)
    return [
        sum(int(word.shares[share]) << place for place, word in enumerate(found))
        for share in range(4)
    ]


@pytest.mark.parametrize("stage", CUBIC)
def test_a_stage_on_four_shares(stage):
    """The shares add up, and share i does not change with share i + 3 of what is read."""
    random = Random(1)
    for _ in range(300):
        value = random.getrandbits(32)
        found = on_four_shares(stage, value)
        whole = bits(reduce(xor, value.to_bytes(4, "little")), 8)
        expected = sum(int(bit) << place for place, bit in enumerate(stage(whole)))
        assert reduce(xor, found) == expected
        for share in range(4):
            other = value ^ random.getrandbits(8) << 8 * ((share + 3) % 4)
            assert on_four_shares(stage, other)[share] == found[share]


@pytest.mark.parametrize("stage", CUBIC)
def test_a_stage_on_four_shares_can_be_undone(stage):
    """Half of the bits of each share stay, and with them the other half follows: of two sharings
    with equal results both are equal, so that uniform ones stay uniform.
    """
    kept, random = (0xF0 if stage is stages._cubic_second else 0x0F), Random(1)
    for _ in range(100):
        value = random.getrandbits(32)
        other = value ^ (random.getrandbits(32) & 0x01010101 * (0xFF ^ kept))
        changed = [
            a ^ b for a, b in zip(on_four_shares(stage, value), on_four_shares(stage, other))
        ]
        assert bytes(changed) == (value ^ other).to_bytes(4, "little")
        assert all(
            a & kept == b & kept
            for a, b in zip(on_four_shares(stage, value), value.to_bytes(4, "little"))
        )

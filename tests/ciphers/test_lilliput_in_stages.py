# SPDX-License-Identifier: Apache-2.0
"""Tests of `cipherfab.ciphers.lilliput_in_stages`."""

import pytest

from cipherfab.ciphers import lilliput_in_stages as stages
from cipherfab.ciphers.lilliput import sbox
from cipherfab.errors import CallError
from cipherfab.primitives.in_stages import without_register
from cipherfab.words import SoftwareWord
from cipherfab.words.shares import SharedWord

STAGED = stages.staged_lilliput_tbc(2, 128)
WITHIN = (stages._first, stages._second, stages._third, stages._fourth,
          stages._fifth, stages._sixth)


def bits(value: int, count: int) -> list[SoftwareWord]:
    """Bit 0 first."""
    return [SoftwareWord(1, value >> place & 1) for place in range(count)]


def test_the_stages_make_the_sbox():
    """One after the other, on bits without shares, they are the S-box, for every byte."""
    for value in range(256):
        found = bits(value, 8)
        for stage in WITHIN:
            found = stage(found)
        assert [int(bit) for bit in found] == [int(bit) for bit in sbox(bits(value, 8))]


@pytest.mark.parametrize("stage", WITHIN)
def test_each_stage_has_degree_2(stage):
    """On shares none forms a product of a product, and the shares add up."""
    for value in range(0, 1 << 24, 79_999):
        given = [SharedWord(tuple(SoftwareWord(1, value >> place + share & 1)
                                  for share in (0, 8, 16))) for place in range(8)]
        expected = stage([word.unshared() for word in given])
        assert [int(word.unshared()) for word in stage(given)] == [int(word) for word in expected]


def test_a_register_between_rounds_is_not_left_out():
    """The register after the last stage of six is refused with those that can be left out."""
    with pytest.raises(CallError, match="after stage 6 cannot be left out; expected 1 to 5"):
        without_register(STAGED, 6)


def test_the_tweak_is_public():
    """The registers of tweak and round number have no shares; no fresh randomness is needed."""
    assert {"tweak", "round", "key_0", "x_2",
            "u_1"} <= set(STAGED.registers) and "tweak_0" not in STAGED.registers
    assert STAGED.random_bits == 0

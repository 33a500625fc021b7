# SPDX-License-Identifier: Apache-2.0
"""Deoxys-BC: its tweakey schedule."""

import pytest

from cipherfab.ciphers.deoxys_bc import (
    BLOCK,
    VERSIONS,
    H,
    deoxys_bc,
    lfsr_2,
    lfsr_3,
    permute_bytes,
    subtweakey,
)
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

BYTES = SoftwareWord(BLOCK, int.from_bytes(bytes(range(16)), "big"))


def test_the_versions_permute_bytes_in_opposite_directions():
    """Version 1.43 takes byte i from place h(i), version 1.41 puts it there."""
    assert list(int(permute_bytes(BYTES, VERSIONS["1.43"])).to_bytes(16, "big")) == list(H)
    assert permute_bytes(permute_bytes(BYTES, VERSIONS["1.43"]), VERSIONS["1.41"]) == BYTES


def test_versions_are_two_ciphers():
    """With a tweakey of more than one byte value the ciphertexts differ."""
    inputs = 0x0123456789ABCDEF, 5, 0
    assert software(deoxys_bc(256))(*inputs) != software(deoxys_bc(256, "1.41"))(*inputs)


def test_lfsrs_undo_each_other():
    """LFSR3 is the inverse of LFSR2, on every single bit."""
    for bit in range(BLOCK):
        word = SoftwareWord(BLOCK, 1 << bit)
        assert lfsr_3(lfsr_2(word)) == lfsr_2(lfsr_3(word)) == word != lfsr_2(word)


@pytest.mark.parametrize("words", [2, 3])
def test_subtweakey_of_zero_words_is_the_constants(words):
    """1, 2, 4, 8 and four times the round constant."""
    zero = SoftwareWord(BLOCK, 0)
    constants = subtweakey([zero] * words, SoftwareWord(8, 0x2F))
    assert int(constants) == 0x010204082F2F2F2F << 64

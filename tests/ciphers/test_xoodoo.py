# SPDX-License-Identifier: Apache-2.0
"""Xoodoo against its official files and its specification's text."""

import pytest

from cipherfab.ciphers.xoodoo import chi, shift, xoodoo
from cipherfab.primitives.primitive import software
from cipherfab.verify.answers import genkat
from cipherfab.words import SoftwareWord

from .steps import evaluate, finished_after


@pytest.mark.parametrize("name", ["xoodoo-12", "xoodoo-6"])
def test_the_official_file_comes_out(name):
    """The regenerated known-answer file has its SHA-256."""
    assert genkat.check(name)["passed"]


def test_chi_is_an_involution():
    """Applied twice it changes nothing, as the specification says."""
    planes = [
        [SoftwareWord(32, 0x12345678 * (y + 3) * (x + 7) & 0xFFFFFFFF) for x in range(4)]
        for y in range(3)
    ]
    assert chi(chi(planes)) == planes


def test_shift_moves_a_bit_as_table_1_says():
    """The bit at (x, z) = (3, 30) moves by (2, 8) to (1, 6)."""
    plane = [SoftwareWord(32, 0)] * 3 + [SoftwareWord(32, 1 << 30)]
    assert [int(lane) for lane in shift(plane, 2, 8)] == [0, 1 << 6, 0, 0]


@pytest.mark.parametrize("rounds", [1, 6, 12])
def test_it_knows_when_it_is_finished(rounds):
    """The round number tells the state after the last round from all others."""
    assert finished_after(xoodoo(rounds), 5) == [rounds]


def test_software_words_and_compiled_code_agree():
    """The two readings of the description give the same output."""
    assert evaluate(xoodoo(12), 1 << 200 | 77) == software(xoodoo(12))(1 << 200 | 77)[0]

# SPDX-License-Identifier: Apache-2.0
"""Gimli's layers against its specification's text."""

import random

import pytest

from cipherfab.ciphers.gimli import round_constant, sp_box, swap
from cipherfab.words import SoftwareWord

MASK = (1 << 32) - 1


def rotated(word, amount):
    """A rotation to the left, on plain integers."""
    return (word << amount | word >> 32 - amount) & MASK


def test_sp_box_is_algorithm_1():
    """On plain integers the three assignments of the algorithm give the same."""
    draw = random.Random(1)
    for _ in range(20):
        words = [draw.getrandbits(32) for _ in range(3)]
        x, y, z = rotated(words[0], 24), rotated(words[1], 9), words[2]
        expected = [z ^ y ^ (x & y) << 3, y ^ x ^ (x | z) << 1, x ^ z << 1 ^ (y & z) << 2]
        assert [int(word) for word in sp_box(*(SoftwareWord(32, word) for word in words))] == [
            word & MASK for word in expected
        ]


@pytest.mark.parametrize(
    "r, order", [(24, "1032"), (23, "0123"), (22, "2301"), (21, "0123"), (4, "1032"), (2, "2301")]
)
def test_swaps_follow_the_round_number(r, order):
    """Small-Swap in rounds that are 0 modulo 4, Big-Swap in those that are 2."""
    row = [SoftwareWord(32, number) for number in range(4)]
    assert "".join(str(int(word)) for word in swap(row, SoftwareWord(5, r))) == order


@pytest.mark.parametrize(
    "r, constant", [(24, 0x9E377918), (23, 0), (22, 0), (4, 0x9E377904), (1, 0)]
)
def test_constants_come_every_fourth_round(r, constant):
    """9e377900 and the round number."""
    assert int(round_constant(SoftwareWord(5, r))) == constant

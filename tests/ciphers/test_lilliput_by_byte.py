# SPDX-License-Identifier: Apache-2.0
"""Tests of `cipherfab.ciphers.lilliput_by_byte`."""

from random import Random

import pytest

from cipherfab.ciphers.lilliput import LANE, MEMBERS, PERMUTATION, multiply, multiply_r
from cipherfab.ciphers.lilliput_by_byte import (
    LOWER,
    LOWER_BACK,
    UPPER,
    UPPER_BACK,
    leaping,
    lilliput_path,
    turning,
)
from cipherfab.primitives.by_byte import LEAVING, SLOTS, after_slot, departures
from cipherfab.primitives.cells import inverse_table
from cipherfab.words import SoftwareWord, concat

ROUNDS = 4


def lane(seed: int) -> SoftwareWord:
    """A random lane."""
    return SoftwareWord(LANE, Random(seed).getrandbits(LANE))


def shifted(byte: SoftwareWord, shift: int) -> SoftwareWord:
    """To the left, or to the right if negative."""
    return SoftwareWord(8, (int(byte) << shift if shift > 0 else int(byte) >> -shift) & 0xFF)


def turned(described, word: SoftwareWord) -> tuple[SoftwareWord, list[int]]:
    """A lane after a round, and the bytes that left."""
    x, left = word.split(8), []
    for slot in range(SLOTS):
        ahead, leaving = after_slot(x, described.moves, slot, x[-1])
        moved = any(move.place == LEAVING and slot in move.slots for move in described.moves)
        ahead.append(leaving if moved else x[described.front])
        for term in described.sums:
            if slot in term.slots:
                ahead[term.place] = ahead[term.place] ^ shifted(x[term.source], term.shift)
        left.append(int(ahead.pop()))
        x = described.leap(x) if described.leap and slot == SLOTS - 1 else ahead
    return concat(*x), left


@pytest.mark.parametrize(
    "described, multiplied, power",
    [
        *((turning(power), multiply, power) for power in (1, 2, 3, 4)),
        *((leaping(power), multiply_r, power) for power in (1, 2, 3)),
    ],
)
def test_a_lane_turns_into_its_product(described, multiplied, power):
    """The bytes of a lane leave unchanged, 7 first, and after the round it is the product."""
    word = expected = lane(power)
    for _ in range(power):
        expected = multiplied(expected)
    product, left = turned(described, word)
    assert int(product) == int(expected)
    assert left == [int(byte) for byte in reversed(word.split(8))]


@pytest.mark.parametrize(
    "described, multiplied, power",
    [
        *((turning(power), multiply, power) for power in (1, 2, 3, 4)),
        *((leaping(power), multiply_r, power) for power in (1, 2, 3)),
    ],
)
def test_a_lane_leaps_back(described, multiplied, power):
    """From the last slot of a round in which the product turned as it is, to the lane before the
    product.
    """
    word = product = lane(power)
    for _ in range(power):
        product = multiplied(product)
    *others, last = product.split(8)[1:] + product.split(8)[:1]
    assert int(concat(*described.leap_back([*others, last]))) == int(word)


BOTH = pytest.mark.parametrize(
    "lower_moves, upper_moves, permutation",
    [(LOWER, UPPER, PERMUTATION), (LOWER_BACK, UPPER_BACK, inverse_table(PERMUTATION))],
)


@BOTH
def test_chains_permute(lower_moves, upper_moves, permutation):
    """Bytes that come in as PermutationLayer, or its inverse, orders them leave in the slots of
    their new places, in each round.
    """
    lower, upper = departures(lower_moves), departures(upper_moves)
    for _ in range(ROUNDS):
        for slot in range(SLOTS):
            lower, from_lower = after_slot(lower, lower_moves, slot, 7 - permutation[8 + slot])
            upper, from_upper = after_slot(upper, upper_moves, slot, permutation[7 - slot] - 8)
            assert (from_lower, from_upper) == (slot, slot)


@BOTH
def test_x7_waits_at_place_0(lower_moves, upper_moves, permutation):
    """In the slots that add it, place 0 of the upper shift register has the byte that left
    first."""
    upper = [None] * SLOTS
    path = lilliput_path(MEMBERS[0])
    for slot in range(SLOTS):
        assert slot not in path.held_slots or upper[0] == 0
        upper = after_slot(upper, upper_moves, slot, slot)[0]


@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)
def test_every_byte_has_a_word(member):
    """The 16 words have every byte of each value once."""
    path = lilliput_path(member)
    for order in (path.order("in", "out"), path.decrypt_order("in", "out")):
        for name, width in (
            ("in_key", member.key),
            ("in_tweak", member.tweak),
            ("in", 128),
            ("out", 128),
        ):
            assert len(order[name]) == 16
            assert sorted(
                byte for word in order[name] for byte in word if byte is not None
            ) == list(range(width // 8))

"""Tests of `cipherfab.ciphers.lilliput_serial`."""

from random import Random

import pytest

from cipherfab.ciphers.lilliput import LANE, MEMBERS, PERMUTATION, multiply, multiply_r
from cipherfab.ciphers.lilliput_serial import LOWER, PATHS, UPPER, leaping, turning
from cipherfab.ciphers.serial_feistel import LEAVING, SLOTS, after_slot, departures
from cipherfab.words import SoftwareWord, concat

ROUNDS = 4


def lane(seed: int) -> SoftwareWord:
    """A random lane."""
    return SoftwareWord(LANE, Random(seed).getrandbits(LANE))


def turned(described, word: SoftwareWord) -> tuple[SoftwareWord, list[int]]:
    """A lane after a round, and the bytes that left."""
    x, left = word.split(8), []
    for slot in range(SLOTS):
        ahead, leaving = after_slot(x, described.moves, slot, x[-1])
        leaving = leaving if any(move.place == LEAVING and slot in move.slots for move in described.moves) else x[described.front]
        for place, added in (described.feedback(x) if slot in described.feedback_slots else {}).items():
            ahead[place] = ahead[place] ^ added
        left.append(int(leaving ^ described.correction(x) if slot in described.correction_slots else leaving))
        x = described.leap(x) if described.leap and slot == SLOTS - 1 else ahead
    return concat(*x), left


@pytest.mark.parametrize("described, multiplied, power", [
    *((turning(power), multiply, power) for power in (1, 2, 3, 4)),
    *((leaping(multiply_r, power), multiply_r, power) for power in (1, 2, 3))])
def test_a_lane_turns_into_its_product(described, multiplied, power):
    """The bytes of a lane leave unchanged, 7 first, and after the round it is the product."""
    word = expected = lane(power)
    for _ in range(power):
        expected = multiplied(expected)
    product, left = turned(described, word)
    assert int(product) == int(expected)
    assert left == [int(byte) for byte in reversed(word.split(8))]


def test_chains_permute():
    """Bytes that come in as PermutationLayer orders them leave in the slots of their new places, round after round."""
    lower, upper = departures(LOWER), departures(UPPER)
    for _ in range(ROUNDS):
        for slot in range(SLOTS):
            lower, from_lower = after_slot(lower, LOWER, slot, 7 - PERMUTATION[8 + slot])
            upper, from_upper = after_slot(upper, UPPER, slot, PERMUTATION[7 - slot] - 8)
            assert (from_lower, from_upper) == (slot, slot)


def test_x7_waits_at_place_0():
    """In the slots that add it, place 0 of the upper chain has the byte that left first."""
    upper = [None] * SLOTS
    path = PATHS[MEMBERS[0].name]
    for slot in range(SLOTS):
        assert slot not in path.held_slots or upper[0] == 0
        upper = after_slot(upper, UPPER, slot, slot)[0]


@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)
def test_every_byte_has_a_word(member):
    """The 16 words have every byte of each value once."""
    order = PATHS[member.name].order
    for name, width in (("key", member.key), ("tweak", member.tweak), ("plaintext", 128), ("ciphertext", 128)):
        assert len(order[name]) == 16
        assert sorted(byte for word in order[name] for byte in word if byte is not None) == list(range(width // 8))

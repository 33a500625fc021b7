# SPDX-License-Identifier: Apache-2.0
"""Products beside a register that shifts, step by step on software words."""

import random

import pytest

from cipherfab.words import SoftwareWord
from cipherfab.words.gadgets import GADGETS, Circuit
from cipherfab.words.in_passing import Gadgets, Given, Tap, Total, alternating

SIZE, CLOCKS, STEPS = 64, 4, 40
FACTORS = [(3, 20), (30, 7, 19), (1, 9, 33, 34)]
SHARES = (2, 3)


def read(gadget: str, shares: list, held: dict, fresh, factors: tuple[int, ...]):
    """The gadgets, and the product of some places of the register, as a number."""
    gadgets = Gadgets(Circuit(GADGETS[gadget], len(shares), held, fresh))
    made = gadgets.chain([Tap(tuple(shares), place, CLOCKS) for place in factors])
    total = 0
    for share in made.at(0):
        total ^= int(share)
    return gadgets, total


@pytest.mark.parametrize("shares", SHARES)
@pytest.mark.parametrize("factors", FACTORS)
@pytest.mark.parametrize("gadget", ["hpc2", "hpc3"])
def test_a_product_is_there_when_it_is_due(gadget, factors, shares):
    """Of two places and more of a register that moves in each step, by gadgets with random bits
    that are new in each step.
    """
    generator, held, right = random.Random(1), {}, []
    words = [generator.getrandbits(SIZE) for _ in range(shares)]
    for _ in range(STEPS):
        given = [SoftwareWord(SIZE, word) for word in words]
        bits = read(gadget, given, {}, None, factors)[0].random_bits
        fresh = SoftwareWord(bits, generator.getrandbits(bits))
        gadgets, total = read(gadget, given, held, fresh, factors)
        secret, expected = 0, (1 << CLOCKS) - 1
        for word in words:
            secret ^= word
        for place in factors:
            expected &= secret >> place
        right.append(total == expected)
        held = dict(gadgets.written)
        words = [word >> CLOCKS | generator.getrandbits(CLOCKS) << SIZE - CLOCKS for word in words]
    # In the first steps no product was begun before.
    assert all(right[len(factors) :])


def test_every_product_has_random_bits_of_its_own():
    """As many as all of them have bits, for each pair of shares."""
    given = [SoftwareWord(SIZE, 0)] * 3
    gadgets, _ = read("hpc2", given, {}, None, FACTORS[-1])
    products = len(FACTORS[-1]) - 1
    assert gadgets.random_bits == products * CLOCKS * 3


def test_what_is_given_at_some_times_is_zero_at_others():
    """And a sum is one at each of them."""
    one, two = (SoftwareWord(4, 5),), (SoftwareWord(4, 3),)
    total = Total([Given({1: one}), Given({1: two, 0: two})])
    assert [int(total.at(steps)[0]) for steps in range(3)] == [3, 6, 0]


def test_bits_by_turns():
    """The lowest bit of the first word is the lowest of all."""
    assert int(alternating(SoftwareWord(2, 0b01), SoftwareWord(2, 0b10))) == 0b1001

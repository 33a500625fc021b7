# SPDX-License-Identifier: Apache-2.0
"""Ascon-p on two shares without random bits: a call, and why its shares stay uniform."""

import itertools
from random import Random

import pytest

from cipherfab.ciphers import ascon_on_two_shares as on_two_shares
from cipherfab.ciphers.ascon import MAX_ROUNDS, ascon_p, substitution
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord


def bits(number):
    """The bits of a number, the lowest first, as words."""
    return [SoftwareWord(1, number >> place & 1) for place in range(5)]


def inner(first, second, of_own_a=on_two_shares.OF_OWN_A):
    """Both shares of the words behind the products, as numbers."""
    y = on_two_shares.added(on_two_shares.parts_of_products(bits(first), bits(second), of_own_a))
    return tuple(
        sum(int(y[f"y{number}_{share}"]) << number for number in range(5)) for share in range(2)
    )


def test_a_call_gives_the_permutation():
    """Stage by stage, on random shares, for each count of rounds that the catalog has."""
    random = Random(1)
    for rounds in (6, 8, 12):
        described, x = on_two_shares.ascon_p_on_two_shares(rounds), random.getrandbits(320)
        mask = random.getrandbits(320)
        state = {"x_0": SoftwareWord(320, mask), "x_1": SoftwareWord(320, x ^ mask)}
        for stage in described.entry:
            state = {**state, **stage(state)}
        while True:
            for stage in described.stages:
                state = {**state, **stage(state)}
            if int(described.ends(state)):
                break
        assert int(state["i"]) == MAX_ROUNDS
        result = described.result(state)
        assert int(result["x_0"]) ^ int(result["x_1"]) == software(ascon_p(rounds))(x)[0]


def test_shares_are_permuted_for_every_secret():
    """Of each of the 32 secrets the 32 maskings give 32 different shares, whose sum is the inner
    layer's value.
    """
    for secret in range(32):
        words = [inner(mask, secret ^ mask) for mask in range(32)]
        assert len({first for first, _ in words}) == 32
        (value,) = {first ^ second for first, second in words}
        found = on_two_shares.behind_products(bits(value), first=True)
        undone = on_two_shares.undone(bits(secret))
        assert [*map(int, found)] == [int(word) & 1 for word in substitution(undone)]


@pytest.mark.parametrize("of_own_a", [(), (0, 1, 2, 3, 4)])
def test_cross_products_on_one_side_are_not_uniform(of_own_a):
    """Were all domains to keep the same operand, some secret would not have all maskings."""
    assert any(
        len({inner(mask, secret ^ mask, of_own_a)[0] for mask in range(32)}) < 32
        for secret in range(32)
    )


def test_what_is_undone():
    """`undone` is the inverse of what is linear in front of the products."""
    for values in itertools.product((0, 1), repeat=5):
        words = [SoftwareWord(1, value) for value in values]
        assert [*map(int, on_two_shares.undone(on_two_shares.before_products(words)))] == [*values]

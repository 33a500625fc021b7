# SPDX-License-Identifier: Apache-2.0
"""Statements about functions: the true ones have no fault, and a false one has."""

import pytest

from cipherfab.primitives.properties import (
    Bijection,
    BranchNumber,
    Invertible,
    Order,
    Period,
    involution,
)
from cipherfab.words import concat, ror


def _times_two(x):
    """Multiplication by x modulo x^4 + x + 1."""
    return concat(x[2:3], x[1:2], x[:1] ^ x[3:], x[3:])


def _one(x):
    return x ^ 1


def _chi(x):
    return x ^ (~ror(x, 1) & ror(x, 2))


def _sum(x):
    """Each of two nibbles becomes the sum of both, or the first of them."""
    return [x[0] ^ x[1], x[0]]


@pytest.mark.parametrize(
    "true, false",
    [
        (Bijection(of=_chi, shape=5), Bijection(of=_chi, shape=4)),
        (Bijection(of=lambda x: x ^ ror(x, 3) ^ ror(x, 8), shape=257),
         Bijection(of=lambda x: x ^ ror(x, 3), shape=257)),
        (involution(of=_one, shape=20), involution(of=lambda x: ror(x, 1), shape=20)),
        (Invertible(of=lambda x: ror(x, 3), by=lambda x: ror(x, 17), shape=20),
         Invertible(of=lambda x: ror(x, 3), by=lambda x: ror(x, 16), shape=20)),
        (Order(of=lambda x: ~ror(x, 1), shape=6, times=6),
         Order(of=lambda x: ror(x, 2), shape=6, times=6)),
        (Period(of=_times_two, shape=4, start=1, times=15),
         Period(of=_times_two, shape=4, start=1, times=30)),
        (BranchNumber(of=_sum, shape=(4, 4), number=2, cell=4),
         BranchNumber(of=_sum, shape=(4, 4), number=3, cell=4)),
        (BranchNumber(of=lambda x: x ^ ror(x, 1) ^ ror(x, 3), shape=8, number=4, cell=1),
         BranchNumber(of=lambda x: x ^ ror(x, 1) ^ ror(x, 3), shape=8, number=5, cell=1)),
    ],
)  # fmt: skip
def test_a_false_statement_has_a_fault(true, false):
    """A property that holds is without fault, and its neighbour that does not has one."""
    assert true.fault() == "" and false.fault() != ""


def test_what_is_not_affine_has_no_order():
    """An order is decided for affine functions alone, and another one is told."""
    assert "not affine" in Order(of=_chi, shape=20, times=2).fault()

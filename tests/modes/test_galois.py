# SPDX-License-Identifier: Apache-2.0
"""Doubling in GF(2^n)."""

import pytest

from cipherfab.modes.galois import REDUCTION, double, doubled, halve, times, triple
from cipherfab.words import SoftwareWord


@pytest.mark.parametrize("width", REDUCTION)
def test_doubling_reduces_and_halving_undoes_it(width):
    """The top bit becomes the polynomial; every single bit comes back; three is two and one; words
    double alike.
    """
    assert double(1 << width - 1, width) == REDUCTION[width] and triple(1, width) == 3
    assert all(halve(double(1 << bit, width), width) == 1 << bit for bit in range(width))
    assert all(double(halve(1 << bit, width), width) == 1 << bit for bit in range(width))
    assert all(
        int(doubled(SoftwareWord(width, 1 << bit))) == double(1 << bit, width)
        for bit in range(width)
    )


@pytest.mark.parametrize("width", REDUCTION)
def test_a_product_is_the_sum_of_doublings(width):
    """Times 1, 2, 3, 7 and x^4 + x^2 + 1, which is 7 squared; distributive, and times x^n is times
    x, n times.
    """
    # With its top bit set, so that each product has to be reduced.
    value = 1 << width - 1 | 1 << width - 3 | 9
    seven = times(value, 7, width)
    assert times(value, 1, width) == value and times(value, 2, width) == double(value, width)
    assert times(value, 3, width) == triple(value, width)
    assert seven == double(triple(value, width), width) ^ value
    assert times(seven, 7, width) == times(value, 0b10101, width)
    assert times(value, 0, width) == 0
    assert seven == times(value, 4, width) ^ times(value, 2, width) ^ value
    assert times(value, 8, width) == times(times(times(value, 2, width), 2, width), 2, width)

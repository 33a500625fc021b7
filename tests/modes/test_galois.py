"""Doubling in GF(2^n)."""

import pytest

from cipherfab.modes.galois import REDUCTION, double, halve, triple


@pytest.mark.parametrize("width", REDUCTION)
def test_doubling_reduces_and_halving_undoes_it(width):
    """The top bit becomes the polynomial; every single bit comes back; three is two and one."""
    assert double(1 << width - 1, width) == REDUCTION[width] and triple(1, width) == 3
    assert all(halve(double(1 << bit, width), width) == 1 << bit for bit in range(width))
    assert all(double(halve(1 << bit, width), width) == 1 << bit for bit in range(width))

# SPDX-License-Identifier: Apache-2.0
"""A value that was too large to be followed."""

from cipherfab.verify.gates.probing.polynomials import ONE, UNKNOWN, ZERO, Polynomial


def test_what_depends_on_an_unknown_value_is_unknown_and_nothing_else():
    """A product with 0 is 0 and a sum (OR) with 1 is 1; every other function of it is unknown."""
    x = Polynomial.variable(3)
    assert (UNKNOWN & ZERO).terms == ZERO.terms and (UNKNOWN | ONE).terms == ONE.terms
    unknown = [UNKNOWN & x, UNKNOWN & ONE, UNKNOWN | x, UNKNOWN | ZERO, UNKNOWN ^ x, ~UNKNOWN]
    assert all(one is UNKNOWN for one in unknown)

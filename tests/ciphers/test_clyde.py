# SPDX-License-Identifier: Apache-2.0
"""Clyde-128's tweakeys."""

from cipherfab.ciphers.clyde import inverse_phi, phi
from cipherfab.words import SoftwareWord


def test_tweakeys_are_those_of_section_3_2():
    """(t_0, t_1), (t_0 + t_1, t_0), (t_1, t_0 + t_1), and again."""
    t = [SoftwareWord(32, 1 << number) for number in range(4)]
    assert [int(row) for row in phi(t)] == [5, 10, 1, 2]
    assert [int(row) for row in phi(phi(t))] == [4, 8, 5, 10]
    assert phi(phi(phi(t))) == t and inverse_phi(phi(t)) == t

# SPDX-License-Identifier: Apache-2.0
"""Planes, tables on cells, and powers of linear maps."""

import random

import pytest

from cipherfab.primitives.cells import (
    from_planes,
    inverse_matrix,
    inverse_table,
    linear,
    planes,
    power,
    product,
    substitute,
)
from cipherfab.words import SoftwareWord, concat, ror


@pytest.mark.parametrize("cell", [1, 4, 8])
def test_planes_hold_the_bits_of_cells(cell):
    """Bit i of plane j is bit j of cell i, and from_planes brings the state back."""
    state = SoftwareWord(64, random.Random(1).getrandbits(64))
    found = planes(state, cell)
    assert [[int(found[j][i]) for j in range(cell)] for i in range(64 // cell)] == [
        [int(state) >> cell * i + j & 1 for j in range(cell)] for i in range(64 // cell)
    ]
    assert from_planes(found) == state


def test_substitute_looks_up_every_cell():
    """A table of 16 entries acts on each nibble."""
    table = [15 - value for value in range(16)]
    assert int(substitute(SoftwareWord(16, 0x0F5A), table)) == 0xF0A5


def test_inverse_table_undoes_a_table():
    """Looking up in a table and then in its inverse changes nothing."""
    table = [3, 0, 2, 1]
    assert [inverse_table(table)[value] for value in table] == [0, 1, 2, 3]


def test_power_is_repeated_application():
    """The matrix of n applications gives what n applications give, for an LFSR and for wiring."""

    def lfsr(word):
        return concat(word[:7], word[7] ^ word[5])

    for function in (lfsr, lambda word: ror(word, 3)):
        word = applied = SoftwareWord(8, 0xB7)
        for times in range(12):
            assert linear(word, power(function, 8, times)) == applied
            applied = function(applied)


def test_the_inverse_of_a_matrix_undoes_it():
    """A matrix and its inverse make each bit itself again; a matrix without one is refused."""
    generator = random.Random(5)
    rows = [generator.getrandbits(12) | 1 << 12 for _ in range(12)] + [1 << 12]
    # Ones on the diagonal and zeros on one side of it: such a matrix always has an inverse.
    rows = [row & ~((1 << place) - 1) | 1 << place for place, row in enumerate(rows)]
    assert product(inverse_matrix(rows), rows) == [1 << bit for bit in range(13)]
    with pytest.raises(ValueError, match="inverse"):
        inverse_matrix([0b01, 0b01])

# SPDX-License-Identifier: Apache-2.0
"""The circuits of PHOTON-256's MixColumnSerial against the matrix."""

import pytest

from cipherfab.ciphers.circuits.photon_mixcolumns import PROGRAMS, mix_column
from cipherfab.ciphers.circuits.straightline import counts, depth, gates
from cipherfab.ciphers.photon import mix_columns_matrix, mix_columns_rows, multiply
from cipherfab.words import SoftwareWord
from cipherfab.words.xor_search import search

SIZES = {"fast": (215, 5), "small": (197, 8)}
"""Gates and depth that the file states."""


@pytest.mark.parametrize("style", PROGRAMS)
def test_every_unit_vector_goes_to_its_column(style):
    """The circuit is the matrix over GF(2^4), input bit by input bit."""
    matrix = mix_columns_matrix()
    units = [SoftwareWord(32, 1 << number) for number in range(32)]
    result = [int(word) for word in mix_column(units, style)]
    for column in range(8):
        for bit in range(4):
            image = [
                sum((result[4 * row + b] >> 4 * column + bit & 1) << b for b in range(4))
                for row in range(8)
            ]
            assert image == [multiply(matrix[row][column], 1 << bit) for row in range(8)]


@pytest.mark.parametrize("style", PROGRAMS)
def test_the_size_is_what_the_file_states(style):
    """Number of XOR gates and depth."""
    assert (counts(PROGRAMS[style]), depth(PROGRAMS[style])) == (
        {"^": SIZES[style][0]},
        SIZES[style][1],
    )


def test_the_fast_circuit_has_the_least_depth():
    """A sum of more than 16 inputs needs five levels, and five is what it has."""
    assert max(row.bit_count() for row in mix_columns_rows()) > 16 and depth(PROGRAMS["fast"]) == 5


@pytest.mark.slow
@pytest.mark.parametrize("style, depth_limit, seed", [("fast", 5, 3), ("small", 8, 1)])
def test_the_search_finds_it_again(style, depth_limit, seed):
    """The call that the file states gives the program that it prints."""
    found = search(mix_columns_rows(), 32, depth=depth_limit, seed=seed, moves=700000)
    assert gates(found.program()) == gates(PROGRAMS[style])

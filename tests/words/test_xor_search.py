# SPDX-License-Identifier: Apache-2.0
"""The search for XOR networks."""

import random

import pytest

from cipherfab.ciphers.circuits.straightline import depth, evaluate, numbered, outputs
from cipherfab.ciphers.photon import mix_columns_rows
from cipherfab.words import SoftwareWord
from cipherfab.words.xor_search import search


def _rows(seed: int, count: int = 8) -> list[int]:
    generator = random.Random(seed)
    return generator.sample([row for row in range(1 << count) if row.bit_count() > 2], count)


@pytest.mark.parametrize("seed", range(6))
def test_the_network_is_the_matrix(seed):
    """What is found sums exactly what was asked for, within the depth, with fewer gates than row by
    row.
    """
    rows = _rows(seed)
    network = search(rows, 8, depth=3, seed=seed, moves=500)
    assert network.rows() == rows and network.depth() <= 3
    assert len(network.gates) < sum(row.bit_count() - 1 for row in rows)


def test_the_program_is_the_network():
    """The printed text, read back, gives the rows and the depth."""
    network = search(_rows(1), 8, depth=4, seed=1, moves=500)
    units = numbered([SoftwareWord(8, 1 << number) for number in range(8)], "x")
    assert [
        int(word) for word in outputs(evaluate(network.program(), units), "y", 8)
    ] == network.rows()
    assert depth(network.program()) == network.depth()


def test_the_same_seed_gives_the_same_network():
    """All choices come from the seed."""
    first, second = (search(_rows(2), 8, depth=4, seed=9, moves=300) for _ in range(2))
    assert first == second


def test_moves_make_networks_smaller():
    """The walk improves on where the greedy start leaves it."""
    rows = mix_columns_rows()
    assert len(search(rows, 32, depth=8, seed=1, moves=4000).gates) < len(
        search(rows, 32, depth=8, seed=1, moves=0).gates
    )

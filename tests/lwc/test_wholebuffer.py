# SPDX-License-Identifier: Apache-2.0
"""The buffer of whole blocks keeps words in order and number, and nothing passes it in a cycle."""

import random

import pytest
from buffered import pieces_of

from cipherfab.controllers.ports import Phase
from cipherfab.lwc.wholebuffer import WholeBuffer

from .test_splitbuffer import pass_through

shapes = pytest.mark.parametrize("width, size", [(8, 8), (16, 16), (32, 16), (32, 32)])


@pytest.mark.parametrize("seed", [1, 2])
@shapes
def test_words_and_blocks_are_kept_under_stalls(width, size, seed):
    """Any lengths, empty phases included: the mode gets the blocks, and the output its answers."""
    generator = random.Random(seed)
    lengths = [0, 1, size - 1, size, size + 1, 3 * size, generator.randrange(5 * size)]
    phases = [
        (generator.choice([Phase.AD, Phase.MESSAGE]), generator.randbytes(length))
        for length in lengths
    ] + [(Phase.MESSAGE, bytes(1))]
    buffer = WholeBuffer(width=width, size=size, owes=2)
    _, _, taken, _ = pass_through(
        width,
        size,
        phases,
        cycles=generator.randrange(1, 6),
        seed=seed,
        willing=lambda: generator.random() < 0.6,
        buffer=buffer,
    )
    assert taken.values == [
        block for phase, data in phases for block in pieces_of(data, size, phase)
    ]


@shapes
def test_a_block_costs_a_cycle_more_than_its_words(width, size):
    """A mode that is faster than the bus gets a block of n words in every n + 1 cycles."""
    buffer, count = WholeBuffer(width=width, size=size, owes=2), 8 * size // width
    data = [(Phase.MESSAGE, bytes(range(8 * size % 256)) or bytes(256))]
    _, _, taken, _ = pass_through(width, size, data, cycles=2, buffer=buffer)
    assert {after - before for before, after in zip(taken.cycles, taken.cycles[1:])} == {count + 1}

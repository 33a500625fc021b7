# SPDX-License-Identifier: Apache-2.0
"""SKINNY cell by cell: exchanges of cells against the layers that they stand for, and inverses."""

from dataclasses import replace

import pytest

from cipherfab.ciphers.skinny_by_cell import (
    ROTATIONS,
    ROW_SWAPS,
    TWEAKEY_SWAPS,
    inverse_step_tweakey,
    inverse_substitute,
    mix_column,
    mix_column_both,
    step_tweakey,
    substitute,
)
from cipherfab.ciphers.skinny_tweakey import TWEAKEY_PERMUTATION
from cipherfab.words import SoftwareWord

ROUND, INVERSE_ROUND = range(24), (*range(16, 24), *range(16))


def turned(
    swaps, ring: list[int], slots, *, back: bool = False
) -> tuple[list[int], dict[int, int]]:
    """A ring that turns by a place in each slot, with exchanges; which cell was in front in each
    slot.
    """
    fronts = {}
    for slot in slots:
        fronts[slot] = ring[0]
        ring = [*ring[1:], ring[0]]
        for swap in swaps:
            if slot in (swap.back if back else swap.slots):
                one, other = swap.places
                ring[one], ring[other] = ring[other], ring[one]
    return ring, fronts


def test_a_round_permutes_the_tweakey():
    """The ring is P_T of what it was; cells 0 to 7 are added in their order, the others stepped."""
    ring, fronts = turned(TWEAKEY_SWAPS, list(range(16)), ROUND)
    assert ring == list(TWEAKEY_PERMUTATION)
    assert [fronts[slot] for slot in range(8)] == list(range(8)) and {
        fronts[slot] for slot in range(8, 16)
    } == set(range(8, 16))


def test_an_inverse_round_permutes_it_back():
    """From P_T of a ring the ring comes again; what comes up is added in its order, the others are
    stepped back.
    """
    ring, fronts = turned(TWEAKEY_SWAPS, list(TWEAKEY_PERMUTATION), INVERSE_ROUND, back=True)
    assert ring == list(range(16))
    assert [fronts[slot] for slot in range(8)] == list(range(8)) and {
        fronts[slot] for slot in range(8, 16)
    } == set(range(8, 16))


def test_rows_rotate_behind_the_s_box():
    """After the slots of a round in which the state shifts, each row is rotated to the right."""
    cells, fronts = turned(ROW_SWAPS, list(range(16)), range(16))
    assert list(fronts.values()) == list(range(16))
    assert cells == [
        4 * row + (place - ROTATIONS[row]) % 4 for row in range(4) for place in range(4)
    ]


def test_rows_rotate_back_before_the_inverse_s_box():
    """Columns come in a row lower than they belong; then the rows come to the front rotated to the
    left.
    """
    lower = [(place - 4) % 16 for place in range(16)]
    _, fronts = turned(ROW_SWAPS, lower, (*range(20, 24), *range(16)), back=True)
    rotated = [4 * row + (place + ROTATIONS[row]) % 4 for row in range(4) for place in range(4)]
    assert [fronts[slot] for slot in range(16)] == rotated


def test_each_slot_of_an_exchange_counts():
    """The control: without any one of its slots a permutation of the tweakey is another one."""
    for number, swap in enumerate(TWEAKEY_SWAPS):
        for slot in swap.slots:
            less = replace(swap, slots=tuple(other for other in swap.slots if other != slot))
            assert turned(
                [*TWEAKEY_SWAPS[:number], less, *TWEAKEY_SWAPS[number + 1 :]],
                list(range(16)),
                ROUND,
            )[0] != list(TWEAKEY_PERMUTATION)


@pytest.mark.parametrize("cell", [4, 8])
def test_inverses_of_a_cell(cell):
    """The S-box and the steps of all tweakey words are undone, for every value."""
    for value in range(1 << cell):
        word = SoftwareWord(cell, value)
        assert inverse_substitute(substitute(word)) == word
        assert all(
            inverse_step_tweakey(step_tweakey(word, index), index) == word for index in range(3)
        )


def test_both_directions_of_a_column():
    """The linear layer and its inverse in one circuit, for every column of bits."""
    for value in range(16):
        column = [SoftwareWord(1, value >> row & 1) for row in range(4)]
        there = mix_column_both(column, SoftwareWord(1, 0))
        assert there == mix_column(column) and mix_column_both(there, SoftwareWord(1, 1)) == column

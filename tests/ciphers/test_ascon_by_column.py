# SPDX-License-Identifier: Apache-2.0
"""Ascon-p column by column against the whole permutation."""

import random

import pytest

from cipherfab.architectures.serial.by_column import sliced
from cipherfab.catalog import ALGORITHMS
from cipherfab.ciphers import ascon_by_column
from cipherfab.ciphers.ascon_by_column import ascon_columns
from cipherfab.primitives.primitive import software

STATES = [0, (1 << 320) - 1, *(random.Random(1).getrandbits(320) for _ in range(5))]


@pytest.mark.parametrize("columns", [1, 2, 4, 8, 16, 32])
def test_columns_make_up_the_permutation(columns):
    """Every width of a slot gives what the rounds give, for 12 rounds and, by the schedule, for
    6."""
    path = ascon_columns(12, 6)
    in_slots, whole = software(sliced(path, columns)), software(path.primitive)
    for state in STATES:
        assert in_slots(state, 0) == whole(state, 0) and in_slots(state, 1) == whole(state, 1)


def test_paths_are_those_of_the_catalog():
    """Every bare Ascon-p has a path, over the catalog's own primitive."""
    entries = [entry for name, entry in ALGORITHMS.items() if name.startswith("ascon-p-")]
    assert entries and all(entry.serial.primitive is entry.primitive for entry in entries)


@pytest.mark.parametrize("word", range(5))
def test_a_wrong_rotation_is_found(word, monkeypatch):
    """With one rotation of one word off by one, the slots no longer give the permutation."""
    rotations = [list(pair) for pair in ascon_by_column.ROTATIONS]
    rotations[word][1] += 1
    monkeypatch.setattr(ascon_by_column, "ROTATIONS", rotations)
    path = ascon_columns(6)
    assert software(sliced(path, 8))(STATES[2]) != software(path.primitive)(STATES[2])

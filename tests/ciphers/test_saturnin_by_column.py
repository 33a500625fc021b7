# SPDX-License-Identifier: Apache-2.0
"""Saturnin by columns against the whole cipher."""

import random
from dataclasses import replace

import pytest

from cipherfab.catalog import ALGORITHMS
from cipherfab.ciphers.saturnin_by_column import saturnin_columns
from cipherfab.primitives.primitive import software
from cipherfab.primitives.rotating import in_turns


def _calls(path) -> list[tuple[int, ...]]:
    """Random inputs."""
    generator = random.Random(1)
    return [tuple(map(generator.getrandbits, path.primitive.inputs.values())) for _ in range(3)]


@pytest.mark.parametrize("columns", [4, 8])
@pytest.mark.parametrize("rounds, domain", [(10, 1), (10, None), (16, 7)])
def test_columns_make_up_the_cipher(rounds, domain, columns):
    """Registers that turn by any number of columns give what the super-rounds give, with the domain
    built in or chosen.
    """
    path = saturnin_columns(rounds, domain)
    in_columns, whole = software(in_turns(path, columns)), software(path.primitive)
    assert [in_columns(*call) for call in _calls(path)] == [whole(*call) for call in _calls(path)]


def test_nibbles_and_more_turn():
    """SR_slice turns within nibbles, so a clock takes nibbles of each register as a whole."""
    assert saturnin_columns(10, 1).allowed_columns() == [4, 8, 16]


def test_paths_are_those_of_the_catalog():
    """Every bare Saturnin has a path, over the catalog's own primitive."""
    entries = [
        entry
        for name, entry in ALGORITHMS.items()
        if name.startswith("saturnin-") and entry.primitive
    ]
    assert entries and all(entry.serial.primitive is entry.primitive for entry in entries)


@pytest.mark.parametrize("number", range(4))
def test_a_wrong_place_is_found(number):
    """With what one round of the cycle looks at, or the key that it adds, a place off in one
    register, the columns no longer give the cipher.
    """
    path, cycle = saturnin_columns(2, 1), list(saturnin_columns(2, 1).cycle)
    each = cycle[number]
    if each.key_places:
        each = replace(each, key_places=each.key_places[1:] + each.key_places[:1])
    else:
        moved = each.places[5][4:] + each.places[5][:4]
        each = replace(each, places=(*each.places[:5], moved, *each.places[6:]))
    cycle[number] = each
    wrong = software(in_turns(replace(path, cycle=tuple(cycle)), 4))
    whole = software(path.primitive)
    assert all(wrong(*call) != whole(*call) for call in _calls(path))

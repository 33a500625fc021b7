# SPDX-License-Identifier: Apache-2.0
"""Lengths of wires by fan-out."""

from dataclasses import replace

import pytest

from cipherfab.implement import platforms
from cipherfab.implement.liberty import read as read_liberty
from cipherfab.implement.placement.spef import spef
from cipherfab.implement.placement.wire_load import LARGEST, NAME, fit, model, of_spef, table


def test_a_table_is_the_median_of_the_means():
    """Each placement counts once, whatever its size; of large fan-outs the length for a pin counts,
    for the next point of the table.
    """
    small, large = [(1, 2.0), (1, 4.0), (2, 10.0)], [(1, 7.0)] * 100
    found = fit([small, large, [(1, 5.0), (LARGEST + 8, 100.0)]])
    assert found.lengths == {1: 5.0, 2: 10.0, 24: 120.0}
    assert found.slope == 5.0 and found.placements == 3


def test_lengths_come_back_from_spef(chain, geometry):
    """A net's fan-out is its pins but the driver, its length that of its tree."""
    trees = {"q0": ([(0, 0), (4, 3)], [(0, 1)]), "in_x": ([(0, 0), (0, 9)], [(0, 1)])}
    samples = of_spef("".join(spef("top", chain, trees, geometry)), geometry)
    assert [fan_out for fan_out, _ in samples] == [1, 1]
    assert [length for _, length in samples] == pytest.approx([7, 9], rel=1e-2)


def test_the_model_takes_the_place_of_the_library_s(geometry):
    """The group stands in the file once, is its default, and longer wires follow more pins."""
    found = table("nangate45")
    liberty = read_liberty(platforms.find("nangate45").path())
    text = liberty.with_wire_load(model(found, geometry), NAME)
    assert text.count(f'wire_load ("{NAME}")') == 1
    assert text.count("default_wire_load :") == 1 and f'default_wire_load : "{NAME}"' in text
    lengths = [found.lengths[fan_out] for fan_out in sorted(found.lengths)]
    assert lengths == sorted(lengths) and found.placements >= 20


def test_the_model_counts_in_the_library_s_units(geometry):
    """Of a Liberty file in pF a µm has a thousandth of what it has in one in fF."""
    found = table("nangate45")
    assert "capacitance : 0.089;" in model(found, geometry)
    assert "capacitance : 8.9e-05;" in model(found, replace(geometry, unit=1000))


def test_a_platform_without_a_table_has_none():
    """Nothing is guessed for it."""
    assert table("virtex6") is None

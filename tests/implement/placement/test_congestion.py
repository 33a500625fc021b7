# SPDX-License-Identifier: Apache-2.0
"""Whether the wires of a placement have room."""

from dataclasses import replace

import pytest

from cipherfab.implement.placement.congestion import estimate, supply
from cipherfab.implement.placement.die import Die
from cipherfab.implement.placement.geometry import Layer

DIE = Die(rows=3, sites=3, row=10.0, site=10.0)
SIDE = 10.0
"""Of a square: the die has three by three."""

LAYERS = (Layer(5.0, True, 1.0), Layer(10.0, False, 1.0))
"""Two tracks across a vertical side of a square, one across a horizontal one."""


@pytest.fixture
def room(geometry):
    """What is found for wires, given as their ends in squares."""

    def call(*wires, die=DIE):
        ends = [tuple((SIDE * (x + 0.5), SIDE * (y + 0.5)) for x, y in wire) for wire in wires]
        return estimate(ends, die, replace(geometry, layers=LAYERS), SIDE)

    return call


def test_tracks_are_those_that_are_left_of_a_layer():
    """Half of ten tracks and a quarter of ten are seven; a layer's direction says which side."""
    layers = (Layer(1.0, True, 0.5), Layer(1.0, True, 0.25), Layer(4.0, False, 1.0))
    assert supply(layers, 10.0) == (7, 2)


def test_wires_within_a_square_take_no_room(room):
    """Both ends in one square cross nothing."""
    found = room(((1, 1), (1, 1)))
    assert (found.overflow, found.fullest, found.squares, found.tracks) == (0, 0, (3, 3), (2, 1))


def test_a_wire_with_a_bend_goes_where_fewer_are(room):
    """By hand: (0,0) to (0,1) fills the only track of that boundary. From (0,0) to (1,1) the other
    bend is free: two boundaries, of which the one with two tracks is half full.
    """
    found = room(((0, 0), (0, 1)), ((0, 0), (1, 1)))
    assert (found.overflow, found.fullest) == (0, 1.0)


def test_full_boundaries_are_gone_around(room):
    """Three wires from the left square to its neighbour have two tracks straight on; the third one
    goes around, one square up.
    """
    found = room(*3 * [((0, 0), (1, 0))])
    assert (found.overflow, found.overfull) == (0, 0)


def test_what_has_no_track_is_counted(room):
    """By hand: a die of one row of squares has no way around. Of five wires over two boundaries
    with two tracks each three are too many on both.
    """
    found = room(*5 * [((0, 0), (2, 0))], die=Die(rows=1, sites=3, row=10.0, site=10.0))
    assert (found.overflow, found.overfull, found.fullest) == (6, 2, 2.5)


def test_the_same_wires_are_laid_alike(room):
    """A second call gives the same."""
    wires = [((x % 3, 0), (2 - x % 2, 2)) for x in range(7)]
    assert room(*wires) == room(*wires)

# SPDX-License-Identifier: Apache-2.0
"""Steiner trees over the pins of a net."""

import random

import pytest

from cipherfab.implement.placement.trees import MOST, distance, spanning, steiner


def length(points, edges):
    """Of a tree."""
    return sum(distance(points[a], points[b]) for a, b in edges)


def joined(count, edges):
    """Whether edges make one tree of so many points."""
    seen, waiting = {0}, [0]
    while waiting:
        point = waiting.pop()
        for a, b in edges:
            for one, other in ((a, b), (b, a)):
                if one == point and other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return len(seen) == count and len(edges) == count - 1


@pytest.mark.parametrize("count", [2, 3, 5, 12, 40])
def test_a_tree_joins_all_pins_and_is_not_longer(count):
    """It is a tree over all points, no longer than the spanning tree."""
    for seed in range(10):
        dice = random.Random(seed)
        pins = [(dice.randrange(100), dice.randrange(100)) for _ in range(count)]
        points, edges = steiner(pins)
        assert points[:count] == pins and joined(len(points), edges)
        half = sum(max(axis) - min(axis) for axis in zip(*pins, strict=True))
        assert half <= length(points, edges) <= length(pins, spanning(pins))


def test_a_cross_shares_its_middle():
    """Four ends of a cross meet in a Steiner point: two arms long in all."""
    points, edges = steiner([(0, 5), (10, 5), (5, 0), (5, 10)])
    assert length(points, edges) == 20


def test_a_large_net_keeps_its_spanning_tree():
    """Nothing is made shorter above so many pins."""
    pins = [(number, number % 7) for number in range(MOST + 1)]
    assert steiner(pins) == (pins, spanning(pins))

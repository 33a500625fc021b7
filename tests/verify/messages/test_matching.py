# SPDX-License-Identifier: Apache-2.0
"""Where windows may end."""

import time
from functools import reduce

import pytest

from cipherfab.verify.messages.graph import Graph
from cipherfab.verify.messages.matching import SUM_NODES, Matcher, nearest_first
from cipherfab.verify.messages.windows import PROVED, Windows


def test_no_window_ends_in_a_sum_of_what_others_hold(tmp_path):
    """A mask that is a sum of bits that registers hold is no end; the bits are, and so is a sum of
    which one term was never held.
    """
    graph = Graph()
    a, b, c, d = (graph.input(name) for name in "abcd")
    held = [graph.and_(a, b), graph.and_(c, d)]
    mask, other = graph.xor(*held), graph.xor(held[0], graph.and_(a, d))
    matcher = Matcher(graph, len(graph.kinds), Windows(graph, tmp_path, set()), 1)
    matcher.hold(held, 0)
    matcher.hold([mask, other, graph.xor(a, c)], 1)
    assert matcher.stops(9, 0, []) == {node >> 1 for node in (*held, other)}
    assert matcher.stops(9, 9, []) == {node >> 1 for node in held}
    assert matcher.stops(9, 0, [(held[0], 0)]) == {held[1] >> 1, other >> 1}


def test_a_long_sum_is_not_taken_for_one(tmp_path):
    """A sum of a few bits is known as one; of more nodes than are looked at it is not."""
    graph = Graph()
    bits = [graph.input(f"bit{number}") for number in range(SUM_NODES + 3)]

    def total(count: int) -> int:
        found = bits[0]
        for one in bits[1:count]:
            found = graph.xor(found, one)
        return found

    few, many = total(SUM_NODES), total(SUM_NODES + 3)
    matcher = Matcher(graph, len(graph.kinds), Windows(graph, tmp_path, set()), 1)
    matcher.hold([many, few], 0)
    assert matcher.sums == {few >> 1}


@pytest.mark.parametrize("left, most", [(1000, 30), (10, 10), (-5, 1)])
def test_a_question_ends_with_the_deadline(left, most, tmp_path, monkeypatch):
    """A question to ABC has its own limit, or what is left until the deadline, whatever is less,
    and a second at least.
    """
    graph, asked = Graph(), []
    a, b = (graph.input(name) for name in "ab")
    windows = Windows(graph, tmp_path, set())
    matcher = Matcher(graph, len(graph.kinds), windows, 30)

    def equal(pairs, stops, seconds, *, most, solver):
        asked.append(seconds)
        return PROVED, {}

    monkeypatch.setattr(windows, "equal", equal)
    assert matcher._proved({a: b}, 0, time.monotonic() + left, (1,), solver=True) == {a: b}
    assert most - 2 < asked[0] <= most


def test_nodes_of_one_assignment_each_stay_apart(tmp_path):
    """Courses of values with one 1 each, 61 assignments apart, which Python's own hash of a number
    takes for one another.
    """
    graph = Graph(2000)
    matcher = Matcher(graph, len(graph.kinds), Windows(graph, tmp_path, set()), 1)
    places = range(0, graph.patterns, 61)
    assert len({hash(1 << place) for place in places}) == 1
    assert len({matcher._course(1 << place) for place in places}) == len(places)


def test_of_two_guesses_the_one_that_is_made_alike_is_taken(tmp_path):
    """A register that has the values of two parts of the specification, written otherwise in the
    first and alike in the second, is the second, and no solver is asked.
    """
    graph = Graph()
    windows, left, right = Windows(graph, tmp_path, set()), graph.input("l"), graph.input("r")
    a, b, c = (reduce(graph.xor, [graph.input((name, bit)) for bit in range(9)]) for name in "abc")
    far = graph.and_(graph.and_(a, b), c)
    near = graph.and_(a, graph.and_(b, c))
    matcher = Matcher(graph, len(graph.kinds), windows, 10)
    masked = graph.xor(graph.xor(near, left), graph.xor(left, right))
    register = graph.xor(masked, right)
    assert register != near and matcher.guesses(register) == [far, near]
    assert matcher.replaced([register], 0, time.monotonic() + 60) == [near]
    assert windows.asked == 0


def test_the_guess_next_to_what_is_certain_goes_first():
    """Of two guesses the one is first that is nearest to a register with one guess; without such a
    register they stay in order, and a constant is no place.
    """
    assert nearest_first({1: [10, 90], 2: [20, 80], 3: [88]}) == {1: [90, 10], 2: [80, 20], 3: [88]}
    assert nearest_first({1: [10, 90], 2: [12], 3: [88]})[1] == [10, 90]
    assert nearest_first({1: [10, 90], 2: [1], 3: []}) == {1: [10, 90], 2: [1], 3: []}

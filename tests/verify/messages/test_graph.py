# SPDX-License-Identifier: Apache-2.0
"""Graphs of ANDs and XORs: what folds, and the values that they keep."""

import time

import pytest

from cipherfab.verify.messages.graph import LOOKS, Graph, OutOfTime


def test_constants_and_equal_structure_fold():
    """What is known, or written twice, makes no node."""
    graph = Graph()
    a, b = graph.input("a"), graph.input("b")
    size = len(graph.kinds)
    assert graph.and_(a, 0) == 0 and graph.and_(a, 1) == a and graph.and_(a, a ^ 1) == 0
    assert graph.xor(a, a) == 0 and graph.xor(a, 1) == a ^ 1 and graph.mux(1, a, b) == a
    assert len(graph.kinds) == size
    assert graph.xor(a, b) == graph.xor(b ^ 1, a ^ 1) and graph.and_(a, b) == graph.and_(b, a)


def test_a_sum_loses_a_term_that_comes_twice():
    """a + b + b is a."""
    graph = Graph()
    a, b = graph.input("a"), graph.input("b")
    assert graph.xor(graph.xor(a, b), b) == a and graph.xor(a ^ 1, graph.xor(a, b)) == b ^ 1


def test_values_follow_the_operations_and_what_is_learnt():
    """Every node has the value of its operation in every assignment, those of a counterexample
    included.
    """
    graph = Graph(more=3)
    a, b, c = (graph.input(name) for name in "abc")
    found = graph.mux(c, graph.and_(a, b), graph.xor(a, b))
    before = graph.patterns
    graph.learn({a >> 1: 1, c >> 1: 0})
    x, y, z, mask = graph.value(a), graph.value(b), graph.value(c), graph.mask
    assert graph.value(found) == z & x & y | (z ^ mask) & (x ^ y)
    assert x >> before == mask >> before and z >> before == 0
    assert y >> before == y & (1 << before) - 1


def test_a_graph_ends_at_its_deadline():
    """Behind it no more nodes than between two looks at the clock are made."""
    graph = Graph(deadline=time.monotonic() - 1)
    with pytest.raises(OutOfTime):
        for name in range(2 * LOOKS):
            graph.input(name)
    assert len(graph.kinds) == LOOKS


def test_an_input_may_have_another_value_in_each_assignment():
    """What is learnt of an input is one value, or a bit for each assignment."""
    graph = Graph()
    a, b = graph.input("a"), graph.input("b")
    both, pattern = graph.xor(a, b), 0b1011
    graph.learn({a >> 1: 1}, {b >> 1: pattern})
    assert graph.learnt(b) == pattern and graph.learnt(both ^ 1) == pattern

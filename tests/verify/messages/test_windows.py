# SPDX-License-Identifier: Apache-2.0
"""Windows of a graph in ABC."""

from cipherfab.verify.messages.graph import Graph
from cipherfab.verify.messages.windows import DIFFERENT, PROVED, Windows


def parity(graph, bits):
    """Two sums of the same bits in another order."""
    one = two = 0
    for bit in bits:
        one = graph.xor(one, bit)
    for bit in reversed(bits):
        two = graph.xor(two, bit)
    return one, two


def test_equal_literals_are_proved_once(tmp_path):
    """What was equal once is known, and ABC is not asked again."""
    graph = Graph()
    pair = parity(graph, [graph.input(bit) for bit in range(20)])
    windows = Windows(graph, tmp_path, set())
    assert pair[0] != pair[1]
    assert windows.equal([pair], (), 10)[0] == PROVED and windows.asked == 1
    assert windows.equal([pair], (), 10)[0] == PROVED and windows.asked == 1


def test_a_difference_of_one_value_is_found(tmp_path):
    """Of two literals that differ for one of 2^40 values, that value is the counterexample."""
    graph = Graph()
    bits = [graph.input(bit) for bit in range(40)]
    wanted = [place % 3 == 0 for place in range(40)]
    rare = graph.all(bit ^ (not want) for bit, want in zip(bits, wanted))
    verdict, values = Windows(graph, tmp_path, set()).equal([(rare, 0)], (), 10)
    assert verdict == DIFFERENT
    assert [values[bit >> 1] for bit in bits] == wanted


def test_few_inputs_are_tried_without_abc(tmp_path):
    """A window of few inputs needs no solver, and says the same of every function of two literals.
    """
    graph = Graph()
    a, b = graph.input("a"), graph.input("b")
    windows = Windows(graph, tmp_path, set())
    functions = [graph.and_(a, b), graph.or_(a, b), graph.xor(a, b), graph.xor(a ^ 1, b), a, b, 0]
    for one in functions:
        for other in functions:
            verdict, values = windows.equal([(one, other)], (), 10)
            assert (verdict == PROVED) == (graph.value(one) == graph.value(other))
            if values:
                graph.learn({node: value for node, value in values.items() if node})
                assert graph.value(one) >> graph.patterns - 1 != (
                    graph.value(other) >> graph.patterns - 1)
    assert windows.asked == 0


def test_a_window_ends_where_it_is_told(tmp_path):
    """A node at which a window ends may have any value: equal literals behind it need not be equal
    for the window.
    """
    graph = Graph()
    a, b = graph.input("a"), graph.input("b")
    both, none = graph.and_(a, b), graph.and_(a ^ 1, b ^ 1)
    pair = graph.and_(both, none), 0
    windows = Windows(graph, tmp_path, set())
    assert windows.equal([pair], (), 10)[0] == PROVED
    assert windows.equal([pair], {both >> 1, none >> 1}, 10)[0] == DIFFERENT

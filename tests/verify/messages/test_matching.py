# SPDX-License-Identifier: Apache-2.0
"""Where windows may end."""

from cipherfab.verify.messages.graph import Graph
from cipherfab.verify.messages.matching import Matcher
from cipherfab.verify.messages.windows import Windows


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

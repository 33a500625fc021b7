# SPDX-License-Identifier: Apache-2.0
"""Windows of a graph in ABC."""

from cipherfab.verify.messages.graph import Graph
from cipherfab.verify.messages.windows import DIFFERENT, OPENED_NODES, PROVED, Windows, opened


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
    bits, chosen = [graph.input(bit) for bit in range(20)], graph.input("chosen")
    some, others = (parity(graph, part)[0] for part in (bits[:10], bits[10:]))
    # Neither sums in another order nor short products make these alike.
    pair = (
        graph.and_(chosen, graph.or_(some, others)),
        graph.or_(graph.and_(chosen, some), graph.and_(chosen, others)),
    )
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


def test_a_difference_is_found_once(tmp_path):
    """The same window asked again has the same counterexample, without ABC."""
    graph = Graph()
    bits = [graph.input(bit) for bit in range(20)]
    windows, pair = Windows(graph, tmp_path, set()), (graph.all(bits), 0)
    found = windows.equal([pair], (), 10)
    assert found == (DIFFERENT, {bit >> 1: 1 for bit in bits})
    assert windows.equal([pair], (), 10) == found and windows.asked == 1


def test_few_inputs_are_tried_without_abc(tmp_path):
    """A window of few inputs needs no solver, and says the same of every function of two
    literals."""
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
                    graph.value(other) >> graph.patterns - 1
                )
    assert windows.asked == 0


def both_and_none(graph, count):
    """Of two sums of that many inputs each: whether both are 1, and whether none is."""
    sums = [parity(graph, [graph.input((name, bit)) for bit in range(count)])[0] for name in "ab"]
    return graph.and_(*sums), graph.and_(sums[0] ^ 1, sums[1] ^ 1)


def test_a_window_ends_where_it_is_told(tmp_path):
    """A node at which a window ends may have any value: equal literals behind it need not be equal
    for the window.
    """
    graph = Graph()
    both, none = both_and_none(graph, OPENED_NODES)
    windows = Windows(graph, tmp_path, set())
    assert windows.equal([(graph.and_(both, none), 0)], {both >> 1, none >> 1}, 10)[0] == DIFFERENT


def test_a_window_is_opened_where_its_ends_hang_together(tmp_path):
    """Two nodes that never are 1 together are not taken for free, if what they hang on is near: on
    inputs or on other ends, but not where one more end would be needed.
    """
    graph = Graph()
    both, none = both_and_none(graph, 4)
    windows, pair = Windows(graph, tmp_path, set()), (graph.and_(both, none), 0)
    assert windows.equal([pair], {both >> 1, none >> 1}, 10)[0] == PROVED
    assert opened(graph, [pair], {both >> 1, none >> 1}) == set()
    far = graph.all(graph.input(("far", bit)) for bit in range(OPENED_NODES + 2))
    held = graph.and_(far, graph.input("near"))
    pair = graph.xor(far, held), held
    assert opened(graph, [pair], {far >> 1, held >> 1}) == {far >> 1}

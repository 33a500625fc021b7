# SPDX-License-Identifier: Apache-2.0
"""The gates of a clock, folded."""

from random import Random

import pytest

from cipherfab.verify.messages.folded import AND, COPY, MUX, XOR, Folder, Gate
from cipherfab.verify.messages.graph import Graph

LEAVES = 12
PLACES = range(2, 2 + LEAVES)


def drawn(dice: Random, number: int) -> list[Gate]:
    """Gates of every kind with every inversion, each behind what it reads."""
    gates = []
    for place in range(2 + LEAVES, 2 + LEAVES + number):
        kind = dice.choice((AND, XOR, MUX, COPY))
        a, b, c = (dice.randrange(place) for _ in range(3))
        left, right, inverted = (dice.randrange(2) for _ in range(3))
        gates.append(
            Gate(
                kind,
                (0 if kind in (MUX, COPY) else left, 0 if kind in (MUX, COPY) else right, inverted),
                place,
                (a, 0 if kind == COPY else b, c if kind == MUX else 0),
            )
        )
    return gates


def plain(gates: list[Gate], values: dict[int, int], mask: int) -> dict[int, int]:
    """What each place has, gate by gate, one bit for each assignment."""
    values = {0: 0, 1: mask, **values}
    for gate in gates:
        left, right, inverted = (mask * one for one in gate.inverted)
        a, b, c = (values[operand] for operand in gate.operands)
        a, b = a ^ left, b ^ right
        found = {AND: a & b, XOR: a ^ b, MUX: a & b | ~a & c & mask, COPY: a}[gate.kind]
        values[gate.place] = found ^ inverted
    return values


@pytest.mark.parametrize("seed", range(20))
def test_folded_gates_are_the_plain_ones(seed):
    """Whatever leaves are constant or the same, each result has the value of the plain gates under
    every assignment of the graph.
    """
    dice = Random(seed)
    gates = drawn(dice, 200)
    results = [dice.randrange(2 + LEAVES + len(gates)) for _ in range(40)]
    folder = Folder(gates, leaves=PLACES, size=2 + LEAVES + len(gates), results=results)
    for _ in range(4):
        graph = Graph()
        inputs = [graph.input(place) for place in PLACES]
        leaves = [dice.choice((0, 1, literal, inputs[0] ^ 1)) for literal in inputs]
        found = folder.results(graph, leaves)
        expected = plain(gates, dict(zip(PLACES, map(graph.value, leaves))), graph.mask)
        assert [graph.value(literal) for literal in found] == [expected[one] for one in results]


def test_what_no_result_needs_is_not_in_the_graph():
    """A gate enters the graph only if a result hangs on it, with these constants."""
    gates = [
        Gate(AND, (0, 0, 0), 5, (2, 3, 0)),
        Gate(XOR, (0, 0, 0), 6, (2, 3, 0)),
        Gate(MUX, (0, 0, 0), 7, (4, 5, 6)),
    ]
    folder = Folder(gates, leaves=(2, 3, 4), size=8, results=(7,))
    graph = Graph()
    a, b = graph.input("a"), graph.input("b")
    (found,) = folder.results(graph, (a, b, 1))
    assert found == graph.and_(a, b)
    assert len(graph.kinds) == 4

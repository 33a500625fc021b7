# SPDX-License-Identifier: Apache-2.0
"""Bits of a trace: wiring, constants and gates of one bit are looked through; the others know what
they read.
"""

import pytest

from cipherfab.words import concat, mux, rol
from cipherfab.words.bitgraph import bit_graph
from cipherfab.words.trace import trace


def graph(function, **widths):
    """The graph of a function of words by keyword that returns one word."""
    return bit_graph(trace(lambda words: {"y": function(**words)}, widths))


def gates(found) -> list[tuple[str, int]]:
    """Operation and delay of every gate."""
    return [
        (node.operation, weight)
        for (node, _), weight in zip(found.place, found.weight)
        if node.operation != "input"
    ]


@pytest.mark.parametrize(
    "function",
    [
        lambda a: rol(~a, 3),
        lambda a: concat(a[2:], a.constant(1, 2)),
        lambda a: a.permute([1, 1, 0]),
        lambda a: a ^ 5,
        lambda a: a & 3 | 8,
        lambda a: mux(a[0], a.constant(1), a.constant(2)),
        lambda a: a[:1] + 1,
        lambda a: a ^ a,
        lambda a: a[:1].table([2, 1], 2),
    ],
)
def test_what_depends_on_one_bit_is_no_gate(function):
    """Wiring, constants, and gates whose other operands are constants are computed anew wherever
    they are read.
    """
    assert gates(graph(function, a=4)) == []


@pytest.mark.parametrize(
    "function, expected",
    [
        (lambda a, b: a ^ b, [("xor", 2)] * 3),
        (lambda a, b: ~(a & b)[:1], [("and", 1)] * 3),
        (lambda a, b: mux(b[0], a, b)[1:], [("mux", 2)] * 3),
        (lambda a, b: a + b, [("add", 2), ("add", 4), ("add", 6)]),
        (lambda a, b: a.table(range(8), 3), [("table", 6)] * 3),
    ],
)
def test_gates_and_their_delays(function, expected):
    """Each bit of a gate is one, with the delay of its operation, of its carry, or of its
    look-up."""
    assert gates(graph(function, a=3, b=3)) == expected


def test_gates_read_through_wiring():
    """A gate behind a rotation and an inverter reads the input bits; a bit of a sum reads all lower
    ones.
    """
    found = graph(lambda a, b: rol(~a, 1) ^ b, a=3, b=3)
    assert [found.reads[number] for number in range(6, 9)] == [(2, 3), (0, 4), (1, 5)]
    assert set(graph(lambda a, b: a + b, a=3, b=3).reads[8]) == set(range(6))
    assert found.outputs == {6, 7, 8}

# SPDX-License-Identifier: Apache-2.0
"""Numbers and byte strings of literals compute what ``int`` and ``bytes`` do, in every
assignment."""

import pytest

from cipherfab.verify.messages.bits import (
    NotSymbolic,
    Number,
    bits_of,
    number,
    parts_of,
    paths,
    string,
    truth,
)
from cipherfab.verify.messages.graph import Graph
from cipherfab.verify.messages.specification import concrete, free

OPERATIONS = (
    lambda a, b: a ^ b, lambda a, b: a & 0x5A | b, lambda a, b: a + b, lambda a, b: 0xFF + a,
    lambda a, b: a << 3 ^ b >> 2, lambda a, b: 255 - a, lambda a, b: 0x1234 >> (b & 7),
    lambda a, b: a >> (b & 15), lambda a, b: a * 5, lambda a, b: 3 * b % 16,
    lambda a, b: a * (b >> 3 & 1) ^ 0xE1 * (a & 1), lambda a, b: (b & 1) * a ^ (a & 1) * 5,
)  # fmt: skip


def values(graph, value, pattern):
    """A number in an assignment."""
    if not isinstance(value, Number):
        return value
    return sum((graph.value(bit) >> pattern & 1) << place for place, bit in enumerate(value.bits))


@pytest.mark.parametrize("place", range(len(OPERATIONS)))
def test_numbers_compute_as_integers_do(place):
    """Each operation gives in every assignment what it gives of that assignment's integers."""
    graph, operation = Graph(), OPERATIONS[place]
    a, b = (number(graph, [graph.input((name, bit)) for bit in range(8)]) for name in "ab")
    result = operation(a, b)
    for pattern in range(graph.patterns):
        assert values(graph, result, pattern) == operation(
            values(graph, a, pattern), values(graph, b, pattern)
        )


def test_strings_are_cut_and_joined_as_bytes_are():
    """Slices, sums, padding and numbers of a string are those of its bytes."""
    graph = Graph()
    data = free(graph, "data", 5)
    made = b"\x01" + data[1:4] + (data[:2] + b"\x80").ljust(6, b"\0")
    swapped = data[0].to_bytes(2, "little") + bytes(2)
    for pattern in range(8):
        plain = concrete(graph, data, pattern)
        assert concrete(graph, made, pattern) == (
            b"\x01" + plain[1:4] + (plain[:2] + b"\x80").ljust(6, b"\0")
        )
        assert concrete(graph, swapped, pattern) == plain[0].to_bytes(2, "little") + bytes(2)
    assert isinstance(string(graph, parts_of(b"known")), bytes)


def test_a_question_is_answered_both_ways():
    """A description that asks gives a result for each answer, under conditions of which exactly one
    holds.
    """
    graph = Graph()
    data = free(graph, "data", 2)
    found = paths(graph, lambda: "zero" if data[:1] == b"\0" else data[1:] == b"\1" and "one")
    (zero, first), (one, second), (neither, third) = found
    assert (first, bool(second), bool(third)) == ("zero", True, True) or len(found) == 3
    held = [graph.value(literal) for literal in (zero, one, neither)]
    assert held[0] | held[1] | held[2] == graph.mask
    assert not held[0] & held[1] and not held[1] & held[2]


def test_a_literal_that_is_no_constant_is_a_question():
    """0 and 1 are False and True; the first input, and its inverse, are neither."""
    graph = Graph()
    first = graph.input("a")
    assert (truth(graph, 0), truth(graph, 1)) == (False, True)
    assert not any(isinstance(truth(graph, one), bool) for one in (first, first ^ 1))


def test_what_has_no_meaning_is_refused():
    """An index that varies, a difference that may be negative, and bits beyond a width are errors,
    never guesses.
    """
    graph = Graph()
    value = number(graph, [graph.input(bit) for bit in range(8)])
    for wrong in (
        lambda: [1, 2, 3][value],
        lambda: 100 - value,
        lambda: bits_of(value, 7),
        lambda: value % 3,
        lambda: value * value,
    ):
        with pytest.raises(NotSymbolic):
            wrong()

# SPDX-License-Identifier: Apache-2.0
"""Literals that are alike but for the order of their sums, and for products of short sums that are
multiplied out: found by structure, without a solver, for which sums of many bits are hard.
"""

from collections.abc import Collection, Iterable

from .graph import AND, CONSTANT, INPUT, Graph

MOST_TERMS = 512
"""Of a sum; a longer one is only the sum of its two operands."""

MOST_PRODUCTS = 64
"""Of two sums that are multiplied out, as in a product of GF(2^128) bit by bit; what gives more is
a term of its own.
"""


class Alike:
    """Forms of the literals of a graph, back to its inputs and to nodes that may have any value:
    equal forms are equal functions. A form is an integer: twice a number, plus 1 if inverted.

    Args:
        stops: nodes that may have any value.
    """

    def __init__(self, graph: Graph, stops: Collection[int]):
        self._graph, self._stops = graph, stops
        self._numbers: dict[object, int] = {}
        # Number 0 is the empty sum, the constant 0.
        self._terms: list[frozenset[int]] = [frozenset()]
        self._forms = {0: 0}
        self._products: set[int] = set()

    def pair(self, a: int, b: int) -> bool:
        """Whether two literals have one form."""
        return self._form(a) == self._form(b)

    def _form(self, literal: int) -> int:
        # No recursion: a graph may be deeper than Python's calls may go.
        graph, forms, stack = self._graph, self._forms, [literal >> 1]
        while stack:
            node = stack[-1]
            if node in forms:
                stack.pop()
                continue
            kind = graph.kinds[node]
            if kind in (INPUT, CONSTANT) or node in self._stops:
                forms[node] = 2 * self._number(("end", node))
                continue
            missing = [
                one >> 1 for one in (graph.left[node], graph.right[node]) if one >> 1 not in forms
            ]
            stack += missing
            if not missing:
                a, b = (forms[one >> 1] ^ one & 1 for one in (graph.left[node], graph.right[node]))
                forms[node] = self._and(a, b) if kind == AND else self._xor(a, b)
        return forms[literal >> 1] ^ literal & 1

    def _and(self, a: int, b: int) -> int:
        a, b = min(a, b), max(a, b)
        # A value and its inverse are never both 1.
        if a == 0 or a == b ^ 1:
            return 0
        if a in (1, b):
            return b
        ones, others = self._terms[a >> 1], self._terms[b >> 1]
        # A product of three can be paired in several ways and would have several forms, so a
        # product is not multiplied again.
        plain = len(ones) * len(others) > MOST_PRODUCTS or self._products & (ones | others)
        return 2 * self._number((a, b)) if plain else self._multiplied(a, b)

    def _multiplied(self, a: int, b: int) -> int:
        """The sum of the products of the terms of two sums."""
        found = a & b & 1
        # (x + 1)(y + 1) is xy + x + y + 1: each inversion adds the other factor.
        for inverted, other in ((a, b), (b, a)):
            if inverted & 1:
                found = self._xor(found, other & ~1)
        for one in sorted(self._terms[a >> 1]):
            for other in sorted(self._terms[b >> 1]):
                # A bit times itself is the bit.
                number = one
                if one != other:
                    number = self._number((2 * min(one, other), 2 * max(one, other)))
                    self._products.add(number)
                found = self._xor(found, 2 * number)
        return found

    def _xor(self, a: int, b: int) -> int:
        # Equal terms cancel: that is the symmetric difference of sets.
        terms = self._terms[a >> 1] ^ self._terms[b >> 1]
        if len(terms) > MOST_TERMS:
            number = self._number(("sum", *sorted((a >> 1, b >> 1))))
        elif len(terms) > 1:
            number = self._number(terms, terms)
        else:
            number = next(iter(terms), 0)
        return 2 * number | (a ^ b) & 1

    def _number(self, what: object, terms: Iterable[int] | None = None) -> int:
        """Of what no literal was before, a new one; it is a term by itself, or a sum."""
        if what not in self._numbers:
            number = self._numbers[what] = len(self._terms)
            self._terms.append(frozenset({number} if terms is None else terms))
        return self._numbers[what]

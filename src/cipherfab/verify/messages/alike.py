# SPDX-License-Identifier: Apache-2.0
"""Literals that are alike but for the order of their sums: found by structure, without a solver,
for which sums of many bits are hard.
"""

from collections.abc import Collection, Iterable

from .graph import AND, CONSTANT, INPUT, Graph

MOST_TERMS = 256
"""Of a sum; a longer one is only the sum of its two operands."""


class Alike:
    """Forms of the literals of a graph, back to its inputs and to nodes that may have any value:
    equal forms are equal functions. A form is an integer: twice a number, plus 1 if inverted.

    Args:
        stops: nodes that may have any value.
    """

    def __init__(self, graph: Graph, stops: Collection[int]):
        self._graph, self._stops = graph, stops
        self._numbers: dict[object, int] = {}
        self._terms: list[frozenset[int]] = [frozenset()]
        self._forms = {0: 0}

    def pair(self, a: int, b: int) -> bool:
        """Whether two literals have one form."""
        return self._form(a) == self._form(b)

    def _form(self, literal: int) -> int:
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
        if a == 0 or a == b ^ 1:
            return 0
        return b if a in (1, b) else 2 * self._number((a, b))

    def _xor(self, a: int, b: int) -> int:
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

# SPDX-License-Identifier: Apache-2.0
"""Graphs of ANDs and XORs in which every node has its value under some random assignments.

A literal is an integer as in `equivalence.aig`: twice the node, plus 1 if inverted. Node 0 is the
constant, so literal 0 is false and 1 is true. Equal structure is one node, and what is constant
folds, so that the control of a core is gone as soon as it is known.
"""

import math
import time
from collections.abc import Iterable, Mapping
from random import Random

from ...errors import DesignError
from ..equivalence.aig import FALSE, TRUE, Gates

PATTERNS = 64
"""Random assignments at first: two different functions of uniform bits hardly ever agree on all."""

CONSTANT, INPUT, AND, XOR = range(4)


LOOKS = 1 << 14
"""Nodes after which a graph looks at the clock."""


class OutOfTime(DesignError):
    """A graph is not made to its end."""


class Graph(Gates):
    """A combinational graph.

    Args:
        more: assignments besides the `PATTERNS`.
        deadline: on the monotonic clock; behind it the graph does not grow (`OutOfTime`).

    Attributes:
        kinds: of each node `CONSTANT`, `INPUT`, `AND` or `XOR`.
        left, right: of each AND and XOR the literals that it reads.
        values: of each node its value, one bit for each assignment.
        names: of each input its name, by node.
        patterns: number of assignments.
        likely: values of inputs to come, by name: assignments that random ones hardly ever are.
    """

    def __init__(self, more: int = 0, deadline: float = math.inf):
        super().__init__()
        self.kinds, self.left, self.right, self.values = [CONSTANT], [0], [0], [0]
        self.names: dict[int, object] = {}
        self.patterns = self._first = PATTERNS + more
        self.likely: dict[object, int] = {}
        # A seed of its own: the same graph has the same guesses, and asks the same questions, each
        # time.
        self._dice, self._deadline = Random(1), deadline
        self._xors: dict[tuple[int, int], int] = {}

    @property
    def mask(self) -> int:
        """All assignments."""
        return (1 << self.patterns) - 1

    def input(self, name) -> int:
        """Literal of a new input; its values are random, or what `likely` says."""
        self.names[len(self.kinds)] = name
        value = self.likely.get(name)
        return self._add(
            INPUT, 0, 0, self._dice.getrandbits(self.patterns) if value is None else value
        )

    def _and(self, a: int, b: int) -> int:
        return self._add(AND, a, b, self.value(a) & self.value(b))

    def xor(self, a: int, b: int) -> int:
        """Literal of ``a ^ b``; inversions move to the output."""
        inverted, a, b = (a ^ b) & 1, a & ~1, b & ~1
        if a > b:
            a, b = b, a
        if a == b:
            return inverted
        if not a:
            return b ^ inverted
        found = self._xors.get((a, b))
        if found is None:
            # Masks that are added and taken away again are gone at once; a solver would have to
            # find that.
            found = self._xors[a, b] = self._cancelled(a, b) or self._add(
                XOR, a, b, self.values[a >> 1] ^ self.values[b >> 1]
            )
        return found ^ inverted

    def _cancelled(self, a: int, b: int) -> int:
        """What a sum of a sum and one of its terms is; 0 of any other."""
        for one, other in ((a, b), (b, a)):
            if self.kinds[one >> 1] == XOR:
                if self.left[one >> 1] == other:
                    return self.right[one >> 1]
                if self.right[one >> 1] == other:
                    return self.left[one >> 1]
        return FALSE

    def mux(self, select: int, one: int, zero: int) -> int:
        """Literal of ``one`` where ``select`` is 1, else ``zero``."""
        if select < 2 or one == zero:
            return one if select else zero
        if one == zero ^ 1:
            return self.xor(select, zero)
        return self.or_(self.and_(select, one), self.and_(select ^ 1, zero))

    def all(self, literals: Iterable[int]) -> int:
        """Literal of the AND of all."""
        found = TRUE
        for literal in literals:
            found = self.and_(found, literal)
        return found

    def value(self, literal: int) -> int:
        """Of a literal, one bit for each assignment."""
        value = self.values[literal >> 1]
        return value ^ self.mask if literal & 1 else value

    def learn(self, assignment: Mapping[int, int], each: Mapping[int, int] | None = None) -> None:
        """Add assignments: the first ones again, but with these values.

        Args:
            assignment: 0 or 1 by node of an input.
            each: of other inputs the value in each of these assignments, a bit for each.
        """
        fresh, mask = [0] * len(self.kinds), (1 << self._first) - 1
        kinds, left, right, values = self.kinds, self.left, self.right, self.values
        # Nodes are made behind what they read, so that one pass is enough.
        for node, kind in enumerate(kinds):
            if kind == INPUT:
                given = assignment.get(node)
                fresh[node] = (
                    given and mask
                    if given is not None
                    else (each[node] if each and node in each else values[node] & mask)
                )
            elif kind:
                a, b = left[node], right[node]
                x = fresh[a >> 1] ^ (mask if a & 1 else 0)
                y = fresh[b >> 1] ^ (mask if b & 1 else 0)
                fresh[node] = x & y if kind == AND else x ^ y
        # Behind those that are there, so that the numbers of older assignments stay.
        self.values = [old | new << self.patterns for old, new in zip(values, fresh)]
        self.patterns += self._first

    def learnt(self, literal: int) -> int:
        """Of a literal, one bit for each assignment that was added last."""
        return self.value(literal) >> self.patterns - self._first

    def _add(self, kind: int, left: int, right: int, value: int) -> int:
        self.kinds.append(kind)
        self.left.append(left)
        self.right.append(right)
        self.values.append(value)
        if not len(self.kinds) % LOOKS and time.monotonic() > self._deadline:
            raise OutOfTime(f"no answer in time: {len(self.kinds)} nodes")
        return 2 * (len(self.kinds) - 1)

# SPDX-License-Identifier: Apache-2.0
"""What C stores, matched with what the description made.

Random assignments of the graph say which literal of the description a stored bit may be; no name is
looked at. At first the guess stands in its place, so that C goes on from the description's own
literals, and what it computes next is small. Behind the last store all guesses are proved together,
each in a window that ends at the other guesses. A guess that is not proved is banned, and the C
runs once more without it; so a wrong guess costs time and never yields a wrong proof.
"""

import time
from collections.abc import Collection, Sequence
from random import Random

from ..messages.graph import AND, CONSTANT, INPUT, Graph
from ..messages.windows import DIFFERENT, PROVED, Pair, Windows
from .arithmetic import Value, packed

PATTERNS = 256
"""Random assignments of a window in which guesses are tried first."""

GROUP = 4096
"""Guesses that are proved in one call."""

DEPTHS = (0, 700, 3000)
"""How many bits must have been held between a guess and what its window ends at, if a window that
ends at all of them does not suffice.
"""

PART = 1000
"""Bits held between the guesses that are proved together then."""


class Guesses:
    """Which literals of the description stand for what C stores.

    Args:
        graph: which has the whole description, and nothing else.

    Attributes:
        banned: pairs that are not guessed any more.
        made: the pairs of the last run, of what C computed and what stands for it, in order.
        held: nodes of the description that C stored, each with the number of its first time.
    """

    def __init__(self, graph: Graph):
        self._graph, self.banned = graph, set()
        self.made: dict[int, int] = {}
        self.held: dict[int, int] = {}
        self._nodes: dict[int, int] = {}
        for node, value in enumerate(graph.values):
            if graph.kinds[node] != CONSTANT:
                # Inverted or not: a value and its inverse have one entry.
                self._nodes.setdefault(value ^ graph.mask if value & 1 else value, node)

    def __call__(self, value: Value) -> Value:
        """What stands for a value."""
        if isinstance(value, int):
            return value
        return packed([bit if bit < 2 else self._one(bit) for bit in value])

    def _one(self, literal: int) -> int:
        graph, node = self._graph, literal >> 1
        value = graph.values[node]
        found = self._nodes.get(value ^ graph.mask if value & 1 else value)
        if found is None:
            return literal
        self.held.setdefault(found, len(self.held))
        if found == node:
            return literal
        guess = 2 * found | (value ^ graph.values[found]) & 1
        if (2 * node, guess) in self.banned:
            return literal
        # By the literal that is not inverted, so that both signs are one question.
        self.made[2 * node] = guess
        return guess ^ literal & 1


class Prover:
    """Proves guesses.

    Args:
        windows: of the graph.
        seconds: for one question to ABC.
        deadline: on the monotonic clock.
    """

    def __init__(self, graph: Graph, windows: Windows, seconds: float, deadline: float):
        self._graph, self._windows = graph, windows
        self._seconds, self._deadline = seconds, deadline
        self._dice = Random(1)

    def unproved(self, guesses: Guesses, known: Collection[Pair] = ()) -> list[Pair]:
        """The guesses that are not proved.

        Args:
            known: pairs that were proved before.
        """
        held = guesses.held
        left = self._all([pair for pair in guesses.made.items() if pair not in known], held)
        # A window that ends at all that was held may miss what two of these have in common.
        for depth in DEPTHS:
            parts, left = _parts(left, held), []
            for part in parts:
                first = min(held[guess >> 1] for _, guess in part)
                old = {node for node, age in held.items() if age < first - depth}
                left += self._all(part, old)
        return left

    def _all(self, pairs: Sequence[Pair], stops: Collection[int]) -> list[Pair]:
        left: list[Pair] = []
        for start in range(0, len(pairs), GROUP):
            left += self._group(list(pairs[start : start + GROUP]), stops)
        return left

    def _group(self, pairs: list[Pair], stops: Collection[int]) -> list[Pair]:
        """Those of a few pairs that are not proved."""
        if time.monotonic() > self._deadline:
            return pairs
        # Random values find most of the wrong guesses, and are much sooner tried than a solver is
        # asked.
        wrong = self._different(pairs, stops, {})
        left = [pair for pair in pairs if pair not in wrong]
        while left and time.monotonic() < self._deadline:
            verdict, values = self._windows.equal(left, stops, self._time(), inside=True)
            if verdict == PROVED:
                return sorted(wrong)
            found = self._different(left, stops, values) if verdict == DIFFERENT else set()
            if not found:
                break
            wrong |= found
            left = [pair for pair in left if pair not in found]
        return sorted(wrong | set(left))

    def _time(self) -> float:
        return max(1, min(self._seconds, self._deadline - time.monotonic()))

    def _different(
        self, pairs: Sequence[Pair], stops: Collection[int], given: dict[int, int]
    ) -> set[Pair]:
        """Those that differ for random values of what windows end at; or for given ones."""
        graph, dice = self._graph, self._dice
        patterns = 1 if given else PATTERNS
        mask, values = (1 << patterns) - 1, {0: 0}

        def leaf(node: int) -> int:
            return given.get(node, 0) if given else dice.getrandbits(patterns)

        def of(literal: int) -> int:
            return values[literal >> 1] ^ (mask if literal & 1 else 0)

        def computed(node: int) -> int:
            a, b = of(graph.left[node]), of(graph.right[node])
            return a & b if graph.kinds[node] == AND else a ^ b

        # No recursion: a graph may be deeper than Python's calls may go.
        def enter(root: int) -> None:
            stack = [root]
            while stack:
                node = stack[-1]
                if node in values:
                    stack.pop()
                elif graph.kinds[node] == INPUT or node in stops:
                    values[node] = leaf(node)
                    stack.pop()
                else:
                    missing = [
                        literal >> 1
                        for literal in (graph.left[node], graph.right[node])
                        if literal >> 1 not in values
                    ]
                    if missing:
                        stack += missing
                    else:
                        values[node] = computed(node)
                        stack.pop()

        def opened(literal: int) -> int:
            node = literal >> 1
            if graph.kinds[node] in (CONSTANT, INPUT):
                enter(node)
                return of(literal)
            # The node of the pair itself is computed, though windows may end at it.
            enter(graph.left[node] >> 1)
            enter(graph.right[node] >> 1)
            return computed(node) ^ (mask if literal & 1 else 0)

        return {pair for pair in pairs if opened(pair[0]) != opened(pair[1])}


def _parts(pairs: Sequence[Pair], held: dict[int, int]) -> list[list[Pair]]:
    """The pairs by when their guesses were held first."""
    found: dict[int, list[Pair]] = {}
    for pair in pairs:
        found.setdefault(held[pair[1] >> 1] // PART, []).append(pair)
    return [found[number] for number in sorted(found)]

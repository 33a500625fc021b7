# SPDX-License-Identifier: Apache-2.0
"""Registers matched with the specification, cycle by cycle.

Which bit of the specification a register may hold is guessed from its values under the random
assignments of the graph: no name and no place is looked at, so any order of bits, of rounds or of
words will do. A guess that ABC proves puts the specification's literal in place of the register's,
and what follows is computed from that on both sides. A guess that is wrong costs time and never
yields a wrong proof.
"""

import time
from bisect import bisect
from collections.abc import Iterable, Mapping

from .graph import AND, CONSTANT, INPUT, XOR, Graph
from .windows import DIFFERENT, PROVED, Pair, Windows

DEPTHS = (0, 1, 4)
"""How many cycles old a node of the specification must be, by the cycle in which a register held it
first, for a window to end there; then windows go back to the inputs.
"""

MOST_NODES = 30_000
"""Of a window in which a guess is proved; larger ones hardly ever end."""

MOST_GUESSES = 4
"""So often it is guessed anew what some registers hold, behind counterexamples that were learnt."""

MOST_LEARNT = 16
"""Counterexamples that are learnt from in a shape."""


SUM_NODES = 64
"""XORs of a node where no window ends, since it is only a sum of others where windows end."""


class Matcher:
    """Finds and proves what literals of a graph are equal to.

    Args:
        graph: which has the whole specification already.
        size: nodes of the specification, the first ones.
        windows: of the same graph.
        seconds: for one question to ABC.

    Attributes:
        size: see above.
        held: nodes of the specification that a register held, each with the cycle of its first.
        sums: those of them that are sums of others and of inputs: masks, keys of rounds, sums over
            blocks. No window ends there, so that how they hang together is not lost.
        proved: how many literals were replaced behind a proof.
        given_up: what was guessed and neither proved nor refuted.
    """

    def __init__(self, graph: Graph, size: int, windows: Windows, seconds: float):
        self._graph, self._windows, self._seconds = graph, windows, seconds
        self.size = size
        self.held: dict[int, int] = {}
        self.sums: set[int] = set()
        self.proved, self.given_up = 0, 0
        self._learnt: set[frozenset] = set()
        self._doubtful: set[Pair] = set()
        # What was proved holds in each cycle after, what was guessed until an example is learnt.
        self._known: dict[int, int] = {}
        self._guesses: dict[int, list[int]] = {}
        self._ends: tuple[tuple, set[int]] = ((), set())
        self._tags = self._right_tags()
        self.index()

    def index(self) -> None:
        """The first and the last node of the specification with each course of values, inverted or
        not.
        """
        mask, values = self._graph.mask, self._graph.values
        first: dict[int, int] = {}
        last: dict[int, int] = {}
        for node in range(self.size):
            value = values[node]
            # A register may hold the inverse: the first assignment decides the sign, so both have
            # one course.
            course = self._course(value ^ mask if value & 1 else value)
            first.setdefault(course, node)
            last[course] = node
        self._nodes = first, last
        self._guesses = {}

    def guesses(self, literal: int) -> list[int]:
        """Literals of the specification with the same values, two at most. Of a comparison that is
        made bit by bit many have the same ones, and the last is the whole of it.
        """
        found = self._guesses.get(literal)
        if found is None:
            found = self._guesses[literal] = self._guessed_of(literal)
        return found

    def _guessed_of(self, literal: int) -> list[int]:
        values, mask = self._graph.values, self._graph.mask
        value = values[literal >> 1]
        inverted = (value ^ literal) & 1
        value = value ^ mask if value & 1 else value
        if not value:
            # Nothing is gained from a node of the specification that seems to be constant too.
            return [inverted]
        course = self._course(value)
        found = dict.fromkeys(nodes[course] for nodes in self._nodes if course in nodes)
        return [2 * node | inverted ^ (values[node] & 1) for node in found]

    def _course(self, value: int) -> int:
        """What stands for the values of a node.

        Not the number itself: Python takes it modulo 2^61 - 1, so that of the many nodes that are 1
        in one assignment only 61 are apart.
        """
        return hash(value.to_bytes(self._graph.patterns + 7 >> 3, "little"))

    def replaced(self, literals: Iterable[int], cycle: int, deadline: float) -> list[int]:
        """The literals, each as one of the specification if that is proved."""
        literals, known = list(literals), self._known
        before = len(known)
        # A counterexample that was learnt changes what is guessed; without one, a new try is the
        # same.
        for _ in range(MOST_GUESSES):
            learnt = len(self._learnt)
            self._guessed(literals, cycle, deadline)
            if len(self._learnt) == learnt:
                break
        self.proved += len(known) - before
        found = [known.get(literal, literal) for literal in literals]
        self.hold(found, cycle)
        return found

    def _guessed(self, literals: list[int], cycle: int, deadline: float) -> None:
        """Guess what those are that are not known, and keep what is proved."""
        known = self._known
        guesses = nearest_first(
            {
                literal: self.guesses(literal)
                for literal in dict.fromkeys(literals)
                if literal > 1 and literal not in known
            }
        )
        # What a solver needs seconds for can be equal by accident: of two guesses the one that is
        # made alike is the one from which the next cycle follows.
        for place, depths, solver in (
            (0, DEPTHS, False),
            (-1, DEPTHS, False),
            (0, DEPTHS, True),
            (-1, (*DEPTHS, None), True),
        ):
            pairs = {
                literal: found[place]
                for literal, found in guesses.items()
                if found
                and literal not in known
                and literal not in found
                # Where there is one guess alone the last turn asks all of its questions.
                and (len(found) > 1 or place and solver)
                and (literal, found[place]) not in self._doubtful
            }
            known |= self._proved(pairs, cycle, deadline, depths, solver=solver)

    def hold(self, literals: Iterable[int], cycle: int) -> None:
        """Registers hold these in a cycle: windows may end where they are of the specification."""
        for literal in literals:
            node = literal >> 1
            if (
                node in self.held
                or node >= self.size
                or self._graph.kinds[node] in (CONSTANT, INPUT)
            ):
                continue
            if self._is_sum(node):
                self.sums.add(node)
            self.held[node] = cycle

    def _is_sum(self, node: int) -> bool:
        """Whether it is made of XORs alone, from inputs and what registers held."""
        graph, seen, stack = self._graph, set(), [node]
        while stack and len(seen) <= SUM_NODES:
            node = stack.pop()
            if graph.kinds[node] != XOR:
                return False
            seen.add(node)
            below = {graph.left[node] >> 1, graph.right[node] >> 1}
            stack += [
                one for one in below - seen if graph.kinds[one] != INPUT and one not in self.held
            ]
        return not stack

    def _proved(
        self, pairs: dict[int, int], cycle: int, deadline: float, depths: tuple, *, solver: bool
    ) -> dict[int, int]:
        """Those of the pairs that are proved; without a solver no counterexample is learnt."""
        for depth in depths:
            while pairs:
                verdict, values = self._windows.equal(
                    list(pairs.items()),
                    self.stops(cycle, depth, pairs.items()),
                    min(self._seconds, max(1, deadline - time.monotonic())),
                    most=MOST_NODES,
                    solver=solver,
                )
                if verdict == PROVED:
                    return pairs
                if time.monotonic() > deadline or not (
                    verdict == DIFFERENT and self._refuted(pairs, values)
                ):
                    break
        if solver:
            self.given_up += len(pairs)
            self._doubtful |= set(pairs.items())
        return {}

    def stops(self, cycle: int, depth: int | None, pairs: Iterable[Pair]) -> set[int]:
        """Where windows end: what registers held, but for what is asked."""
        if depth is None:
            return set()
        asked = {literal >> 1 for pair in pairs for literal in pair}
        state = cycle - depth, len(self.held), len(self.sums)
        if self._ends[0] != state:
            found = {node for node, first in self.held.items() if first <= cycle - depth}
            self._ends = state, found - self.sums
        # A window that ends in the node that is asked about would say nothing of it.
        return self._ends[1] - asked

    def _refuted(self, pairs: dict[int, int], values: dict[int, int]) -> bool:
        """Take out the pairs that differ for values of the inputs; False if there is none."""
        graph = self._graph
        if not self.learn(values):
            return False
        wrong = [
            literal
            for literal, guess in pairs.items()
            if graph.value(literal) != graph.value(guess)
        ]
        for literal in wrong:
            del pairs[literal]
        return bool(wrong)

    def learn(self, values: dict[int, int]) -> bool:
        """Try what a counterexample has for inputs, by node, and once more with tags that differ
        from the right ones as they do there; False if there were too many before, or the same.
        """
        graph = self._graph
        inputs = {node: value for node, value in values.items() if graph.kinds[node] == INPUT}
        found = frozenset(inputs.items())
        # Each makes every value in the graph longer.
        if len(self._learnt) == MOST_LEARNT or found in self._learnt:
            return False
        self._learnt.add(found)
        graph.learn(inputs)
        if self._tags:
            # In a part of the graph the tag need not be the one of the data that are found there.
            differ = {
                node: values[node] ^ there
                for node, there in evaluated(graph, self._tags, values).items()
                if node in values
            }
            graph.learn(
                {node: value for node, value in inputs.items() if node not in self._tags},
                {
                    node: graph.learnt(right ^ differ.get(node, 0))
                    for node, right in self._tags.items()
                },
            )
        self.index()
        return True

    def _right_tags(self) -> dict[int, int]:
        """What each bit of a tag is compared with in the specification, by its node."""
        graph, found = self._graph, {}
        tags = {node for node, name in graph.names.items() if str(name[0]).startswith("tag")}
        for node in range(self.size) if tags else ():
            if graph.kinds[node] == XOR:
                left, right = graph.left[node], graph.right[node]
                if left >> 1 in tags:
                    found.setdefault(left >> 1, right)
                if right >> 1 in tags:
                    found.setdefault(right >> 1, left)
        return found


def nearest_first(guesses: Mapping[int, list[int]]) -> dict[int, list[int]]:
    """Of two guesses the one first that was made next to what other registers are for certain.

    Registers of one cycle are of one round of the specification. Where a block is decrypted and
    encrypted again under another tweak, half of a round's bits are those of another round too, from
    which no next one follows.
    """
    sure = sorted(found[0] for found in guesses.values() if len(found) == 1 and found[0] > 1)

    def distance(guess: int) -> int:
        place = bisect(sure, guess)
        return min((abs(guess - one) for one in sure[max(0, place - 1) : place + 1]), default=0)

    return {literal: sorted(found, key=distance) for literal, found in guesses.items()}


def evaluated(
    graph: Graph, literals: Mapping[int, int], values: Mapping[int, int]
) -> dict[int, int]:
    """Values of literals, by their keys, as far as those of some nodes say them."""
    known = {0: 0, **values}
    for literal in literals.values():
        stack = [literal >> 1]
        while stack:
            node = stack.pop()
            if node < 0:
                a, b = graph.left[~node], graph.right[~node]
                x, y = known[a >> 1], known[b >> 1]
                if x is not None and y is not None:
                    x, y = x ^ a & 1, y ^ b & 1
                    known[~node] = x & y if graph.kinds[~node] == AND else x ^ y
            elif node not in known:
                known[node] = None
                if graph.kinds[node] != INPUT:
                    # As ``~node`` it comes again, behind what it is made of.
                    stack += (~node, graph.left[node] >> 1, graph.right[node] >> 1)
    return {
        key: known[literal >> 1] ^ literal & 1
        for key, literal in literals.items()
        if known[literal >> 1] is not None
    }

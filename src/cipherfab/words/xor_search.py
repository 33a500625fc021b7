# SPDX-License-Identifier: Apache-2.0
"""Search for a small XOR network of a binary matrix within a depth.

Two stages. `greedy` shares the pair of terms that most rows have in common, one gate at a time (C.
Paar, "Optimized Arithmetic for Reed-Solomon Encoders", ISIT 1997), as long as the depth allows.
`Walk` then changes the network at random without adding gates, by other sums for the same value
(the moves of D. Lin, Z. Xiang, X. Zeng, S. Zhang, "A Framework to Optimize Implementations of
Matrices", CT-RSA 2021), and removes each gate that becomes unused.
"""

import random
from collections import Counter
from itertools import combinations

from .xor_network import XorNetwork


def search(rows: list[int], inputs: int, *, depth: int, seed: int, moves: int) -> XorNetwork:
    """The smallest network found.

    Args:
        rows: for each output a number whose bit i says whether input i is in the sum; all
            different, none with a single bit.
        inputs: number of inputs.
        depth: gates that a path may have; at least what the heaviest row needs.
        seed: of the random choices; the same arguments give the same network.
        moves: random moves to try.
    """
    generator = random.Random(seed)
    walk = Walk(greedy(rows, inputs, depth, generator), rows, inputs, depth, generator)
    for _ in range(moves):
        walk.move()
    return walk.best()


def greedy(
    rows: list[int], inputs: int, depth: int, generator: random.Random
) -> dict[int, tuple[int, int]]:
    """Gates, by node number, that compute all rows."""
    gates, depths = {}, [0] * inputs
    sums = [{bit for bit in range(inputs) if row >> bit & 1} for row in rows]
    while any(len(terms) > 1 for terms in sums):
        a, b, users = _most_shared_pair(sums, depths, depth, generator)
        node = len(depths)
        gates[node] = (a, b)
        depths.append(max(depths[a], depths[b]) + 1)
        for terms in users:
            terms -= {a, b}
            terms.add(node)
    return gates


def _most_shared_pair(sums, depths, limit, generator):
    counts = Counter(pair for terms in sums for pair in combinations(sorted(terms), 2))
    ranked = sorted(
        counts,
        # Of equal ones any, so that another seed finds another network.
        key=lambda pair: (-counts[pair], max(depths[pair[0]], depths[pair[1]]), generator.random()),
    )
    best = (0, 0, [])
    for a, b in ranked:
        # Sorted by how many share a pair: none of the others is shared by more.
        if counts[a, b] <= len(best[2]):
            break
        # In Kraft's sum two leaves give way to one that is a level higher than the deeper of them.
        growth = (1 << max(depths[a], depths[b]) + 1) - (1 << depths[a]) - (1 << depths[b])
        users = [
            terms
            for terms in sums
            if a in terms and b in terms and _leaves(terms, depths) + growth <= 1 << limit
        ]
        if len(users) > len(best[2]):
            best = (a, b, users)
    return best


def _leaves(terms, depths) -> int:
    """Terms fit under a tree of depth d if this is at most 2 to the power of d (Kraft's
    inequality).
    """
    return sum(1 << depths[term] for term in terms)


class Walk:
    """A network that changes at random and never grows. A node's value is the set of inputs that it
    sums, as a number.
    """

    def __init__(self, gates, rows, inputs, depth, generator):
        self._inputs, self._rows, self._limit, self._random = inputs, rows, depth, generator
        self._wanted = set(rows)
        self._gates = dict(gates)
        self._values = {node: 1 << node for node in range(inputs)}
        for node, (a, b) in self._gates.items():
            self._values[node] = self._values[a] ^ self._values[b]
        self._nodes = {}
        # Of several gates with one value the first stays; the others are not read any more and are
        # removed.
        for node, value in self._values.items():
            self._nodes.setdefault(value, node)
        self._gates = {
            node: tuple(self._nodes[self._values[operand]] for operand in pair)
            for node, pair in self._gates.items()
        }
        self._remove_unused()
        self._best = self._snapshot()

    def best(self) -> XorNetwork:
        """The smallest network so far."""
        return self._best

    def move(self) -> None:
        """One random change, kept if the depth stays within its limit."""
        node = self._random.choice(list(self._gates))
        if (self._other_sum if self._random.random() < 0.5 else self._reassociate)(node):
            self._remove_unused()
            if len(self._gates) < len(self._best.gates):
                self._best = self._snapshot()

    def _other_sum(self, node) -> bool:
        """Another two nodes whose sum this node is."""
        value, nodes, old = self._values[node], self._nodes, self._gates[node]
        pairs = [
            (a, nodes[value ^ other])
            for a, other in self._values.items()
            # Each pair once, not in both orders.
            if a < nodes.get(value ^ other, -1)
        ]
        pairs = [pair for pair in pairs if node not in pair and set(pair) != set(old)]
        return bool(pairs) and self._try({node: self._random.choice(pairs)})

    def _reassociate(self, node) -> bool:
        """(a + b) + c to (a + c) + b, where nothing else needs a + b."""
        inner, c = self._shuffled(self._gates[node])
        if (
            inner not in self._gates
            or self._uses[inner] != 1
            or self._values[inner] in self._wanted
        ):
            return False
        a, b = self._shuffled(self._gates[inner])
        value = self._values[a] ^ self._values[c]
        # If a + c is there already, it takes no gate, and the inner one is left without a use.
        if value in self._nodes or not value:
            return (
                value != 0
                and node not in (self._nodes[value], b)
                and self._try({node: (self._nodes[value], b)})
            )
        if not self._try({inner: (a, c), node: (inner, b)}):
            return False
        del self._nodes[self._values[inner]]
        self._values[inner], self._nodes[value] = value, inner
        return True

    def _shuffled(self, pair):
        return pair if self._random.random() < 0.5 else pair[::-1]

    def _try(self, changes) -> bool:
        """Replace gates, unless that makes a cycle or too long a path."""
        old = {node: self._gates[node] for node in changes}
        self._gates.update(changes)
        if self._order() is None:
            self._gates.update(old)
            return False
        return True

    def _order(self) -> list[int] | None:
        """The gates, operands first; None if there is a cycle or a path longer than the limit."""
        depths: dict = {node: 0 for node in range(self._inputs)}

        # The limit ends the recursion in a cycle, too.
        def depth(node, left):
            if node not in depths:
                if not left:
                    return None
                below = [depth(operand, left - 1) for operand in self._gates[node]]
                if None in below:
                    return None
                depths[node] = max(below) + 1
            return depths[node] if depths[node] <= left else None

        if any(depth(node, self._limit) is None for node in self._gates):
            return None
        return [node for node in depths if node >= self._inputs]

    def _remove_unused(self) -> None:
        # When a gate goes, its operands may be unused too.
        while True:
            self._uses = Counter(operand for pair in self._gates.values() for operand in pair)
            unused = [
                node
                for node in self._gates
                if self._nodes[self._values[node]] != node
                or not self._uses[node]
                and self._values[node] not in self._wanted
            ]
            if not unused:
                return
            for node in unused:
                if self._nodes[self._values[node]] == node:
                    del self._nodes[self._values[node]]
                del self._gates[node], self._values[node]

    def _snapshot(self) -> XorNetwork:
        order = [*range(self._inputs), *self._order()]
        number = {node: index for index, node in enumerate(order)}
        gates = tuple(
            tuple(sorted(number[operand] for operand in self._gates[node]))
            for node in order[self._inputs :]
        )
        return XorNetwork(
            inputs=self._inputs,
            gates=gates,
            outputs=tuple(number[self._nodes[row]] for row in self._rows),
        )

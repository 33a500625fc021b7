# SPDX-License-Identifier: Apache-2.0
"""Equalities of literals, proved by ABC over a window of a graph: from the literals back to nodes
that may have any values.

What is equal for all values of these nodes is equal in the graph. What is not may be equal all the
same, since the nodes may never have those values together.
"""

import hashlib
import math
import time
from collections.abc import Collection, Sequence
from pathlib import Path

from ...errors import ToolError
from ...tools.abc import run_abc
from ..equivalence.aig import FALSE, Aig
from .alike import Alike
from .graph import AND, CONSTANT, INPUT, Graph

CONFLICTS = 1_000_000
"""Of the SAT solver for one output; the time limit is what ends it."""

TABLE_INPUTS, TABLE_NODES = 10, 300
"""Up to so many inputs, and nodes, of a pair all values are tried, which is sooner done than ABC is
started.
"""

OPENED_NODES = 1_000
"""Up to so many between a node where a window ends and the others."""

Pair = tuple[int, int]
"""Two literals that should be equal."""

PROVED, DIFFERENT, OPEN = "equal", "different", "no answer"


class Windows:
    """Asks ABC; what was equal once need not be asked again.

    Args:
        graph: whose literals.
        directory: existing, for files and logs.
        known: hashes of windows that were equal, kept from graph to graph.

    Attributes:
        asked: how often ABC was asked.
        seconds: how long that took.
    """

    def __init__(self, graph: Graph, directory: Path, known: set[str]):
        self._graph, self._directory, self._known = graph, Path(directory), known
        self._different: dict[str, str] = {}
        self.asked, self.seconds = 0, 0.0

    def equal(
        self,
        pairs: Sequence[Pair],
        stops: Collection[int],
        timeout: float,
        *,
        most: int | None = None,
        inside: bool = False,
        solver: bool = True,
    ) -> tuple[str, dict[int, int]]:
        """Whether all pairs are equal; if not, values of the window's inputs, by node, for which
        one is not.

        Args:
            stops: nodes that may have any value, where the window ends.
            timeout: seconds.
            most: nodes of a window that is asked for; None: any number.
            inside: the nodes of the pairs may be stops for each other: each is looked into where
                it is asked about.
            solver: ABC may be asked; otherwise what structure and tables do not answer is open.
        """
        found = self._equal(pairs, stops, timeout, most, inside, solver)
        if found[0] == DIFFERENT and stops:
            # The difference may be one of values that the ends never have together: a window that
            # goes further back may still prove it.
            fewer = opened(self._graph, pairs, stops)
            return self._equal(pairs, fewer, timeout, most, inside, solver)
        return found

    def _equal(
        self,
        pairs: Sequence[Pair],
        stops: Collection[int],
        timeout: float,
        most: int | None,
        inside: bool,
        solver: bool,
    ) -> tuple[str, dict[int, int]]:
        large = []
        for pair in pairs:
            # From the cheapest to the dearest: a table, structure, a proof that is known, ABC.
            values = by_table(self._graph, pair, stops, inside=inside)
            if values is None:
                large.append(pair)
            elif values:
                return DIFFERENT, values
        if not large:
            return PROVED, {}
        roots = [literal >> 1 for pair in large for literal in pair]
        if most is not None and _ends(self._graph, roots, stops, most=most) is None:
            return OPEN, {}
        alike = Alike(self._graph, stops)
        large = [pair for pair in large if not alike.pair(*pair)]
        if not large:
            return PROVED, {}
        window = _Window(self._graph, large, stops, inside)
        wrong = [literal for literal in window.outputs if literal != FALSE]
        if not wrong:
            return PROVED, {}
        if not solver:
            return OPEN, {}
        path = self._directory / "window.aig"
        window.aig.write(path, wrong)
        # The file has no names of nets, so the same window in another cycle or shape is the same
        # question.
        name = hashlib.sha256(path.read_bytes()).hexdigest()
        if name in self._known:
            return PROVED, {}
        if name in self._different:
            return DIFFERENT, window.values(self._different[name])
        begun = time.monotonic()
        self.asked += 1
        try:
            log = run_abc(
                f"read_aiger window.aig; &get; &cec -m -C {CONFLICTS} -T "
                f"{max(1, int(timeout))}; write_cex window.cex",
                directory=self._directory,
                name="window",
                timeout=timeout + 10,
            )
        except ToolError as error:
            # ABC may not look at its own limit for long; that is no answer, and no fault of the
            # tool.
            if "time limit" not in str(error):
                raise
            log = ""
        self.seconds += time.monotonic() - begun
        if "Networks are equivalent" in log:
            self._known.add(name)
            return PROVED, {}
        if "NOT EQUIVALENT" not in log:
            return OPEN, {}
        # Without names: with them ABC fails where it took a single output apart.
        bits = (self._directory / "window.cex").read_text().partition("#")[0].strip()
        self._different[name] = bits
        return DIFFERENT, window.values(bits)


def opened(graph: Graph, pairs: Sequence[Pair], stops: Collection[int]) -> set[int]:
    """Where the window of these pairs ends, without the nodes that hang on the other ends and on
    inputs alone: as a comparison that a register holds and the words that are compared, or the
    keys of two rounds.
    """
    ends = _ends(graph, [literal >> 1 for pair in pairs for literal in pair], stops)
    found = set()
    for node in ends & set(stops):
        below = _ends(
            graph, [graph.left[node] >> 1, graph.right[node] >> 1], ends, most=OPENED_NODES
        )
        if below is not None and all(graph.kinds[one] == INPUT for one in below - ends):
            found.add(node)
    return ends - found


def _ends(
    graph: Graph, roots: Sequence[int], stops: Collection[int], *, most: float = math.inf
) -> set[int] | None:
    """Inputs and stops that are reached from these nodes, or None if there are ``most`` between."""
    # Node 0 is the constant: it is no end that could have any value.
    found, seen, stack = set(), {0}, list(roots)
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if graph.kinds[node] == INPUT or node in stops:
            found.add(node)
        else:
            stack += (graph.left[node] >> 1, graph.right[node] >> 1)
        if len(seen) > most:
            return None
    return found


def by_table(
    graph: Graph, pair: Pair, stops: Collection[int], *, inside: bool = False
) -> dict[int, int] | None:
    """The same for one pair by trying all values of the window's inputs: empty if it is equal, None
    if there are too many.
    """
    kinds, left, right = graph.kinds, graph.left, graph.right
    order, inputs, seen = [], [], {0}
    stack = [pair[0] >> 1, pair[1] >> 1]
    asked = tuple(stack) if inside else ()
    while stack:
        node = stack.pop()
        if node < 0:
            # Below it all is in the order already.
            order.append(~node)
        elif node not in seen:
            seen.add(node)
            if kinds[node] == INPUT or node in stops and node not in asked:
                inputs.append(node)
            else:
                # As ``~node`` it comes again, behind what it is made of.
                stack += (~node, left[node] >> 1, right[node] >> 1)
            if len(inputs) > TABLE_INPUTS or len(seen) > TABLE_NODES:
                return None
    mask = (1 << (1 << len(inputs))) - 1
    table = {
        0: 0,
        **{
            # The truth table of one variable: 2^place zeros and as many ones, again and again.
            node: mask // ((1 << (1 << place)) + 1) << (1 << place)
            for place, node in enumerate(inputs)
        },
    }

    def of(literal: int) -> int:
        return table[literal >> 1] ^ (mask if literal & 1 else 0)

    for node in order:
        a, b = left[node], right[node]
        x, y = table[a >> 1], table[b >> 1]
        x, y = x ^ mask if a & 1 else x, y ^ mask if b & 1 else y
        table[node] = x & y if kinds[node] == AND else x ^ y
    differs = of(pair[0]) ^ of(pair[1])
    if not differs:
        return {}
    # The highest row that differs; its number has the values of the inputs as its bits.
    row = differs.bit_length() - 1
    # The constant is in no window: the values of one without inputs must not be empty.
    return {0: 0, **{node: row >> place & 1 for place, node in enumerate(inputs)}}


class _Window:
    """The part of a graph between literals and nodes where it ends.

    Attributes:
        aig: its inputs are called by the node that they stand for.
        outputs: for each pair a literal that is 1 where they differ.
    """

    def __init__(
        self, graph: Graph, pairs: Sequence[Pair], stops: Collection[int], inside: bool = False
    ):
        self.aig, self._graph = Aig(), graph
        self._literals = {0: FALSE}
        for pair in pairs:
            for literal in pair:
                for node in self._below(literal >> 1) if inside else (literal >> 1,):
                    self._enter(node, stops)
        of = self._inside if inside else self._of
        self.outputs = [self.aig.xor(of(a), of(b)) for a, b in pairs]

    def _below(self, node: int) -> tuple[int, ...]:
        graph = self._graph
        if graph.kinds[node] in (CONSTANT, INPUT):
            return (node,)
        return graph.left[node] >> 1, graph.right[node] >> 1

    def _inside(self, literal: int) -> int:
        """A literal made of what its node reads, also where the window ends at the node."""
        graph, node = self._graph, literal >> 1
        if graph.kinds[node] in (CONSTANT, INPUT):
            return self._of(literal)
        make = self.aig.and_ if graph.kinds[node] == AND else self.aig.xor
        return make(self._of(graph.left[node]), self._of(graph.right[node])) ^ literal & 1

    def values(self, bits: str) -> dict[int, int]:
        """Of each node that is an input, of the bits of a counterexample."""
        return {node: int(bit == "1") for bit, node in zip(bits, self.aig.inputs)}

    def _of(self, literal: int) -> int:
        return self._literals[literal >> 1] ^ (literal & 1)

    def _enter(self, root: int, stops: Collection[int]) -> None:
        # No recursion: a graph may be deeper than Python's calls may go.
        graph, known, aig = self._graph, self._literals, self.aig
        kinds, left, right = graph.kinds, graph.left, graph.right
        stack = [root]
        while stack:
            node = stack[-1]
            if node in known:
                stack.pop()
                continue
            kind = kinds[node]
            if kind == INPUT or kind == CONSTANT or node in stops:
                known[node] = aig.input(node)
                stack.pop()
                continue
            a, b = left[node], right[node]
            missing = [literal >> 1 for literal in (a, b) if literal >> 1 not in known]
            if missing:
                stack += missing
                continue
            stack.pop()
            x, y = known[a >> 1] ^ (a & 1), known[b >> 1] ^ (b & 1)
            known[node] = aig.and_(x, y) if kind == AND else aig.xor(x, y)

# SPDX-License-Identifier: Apache-2.0
"""Is what C computes, for all inputs, what the description computes?"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pycparser import c_ast

from ..equivalence.aig import FALSE
from ..messages.bits import NotSymbolic
from ..messages.graph import PATTERNS, Graph, OutOfTime
from ..messages.windows import DIFFERENT, Pair, Windows
from ..messages.windows import PROVED as EQUAL
from .calling import Called, call
from .machine import UndefinedC, UnreadC, placed
from .matching import Guesses, Prover
from .question import Question, shown, swept

PROVED, REFUTED, UNDEFINED, OPEN = "proved", "refuted", "undefined", "open"
"""The two are equal for all inputs; there are inputs for which they differ, or for which the C is
not defined; or there is no answer.
"""

SECONDS = 300
"""For a comparison."""

ONE_QUESTION = 60
"""Seconds for one question to ABC at most."""

OF_CONTROL = 5
"""Seconds for one about the control of the C."""

MOST_RUNS = 12
"""So often the C is run, each time with fewer guesses."""

AGREED = 0
"""Assignment in which the description over bits is compared with the model."""


@dataclass(frozen=True, kw_only=True)
class Compared:
    """An answer.

    Attributes:
        verdict: `PROVED`, `REFUTED`, `UNDEFINED` or `OPEN`.
        detail: why, if it is not proved.
        seconds: how long it took.
        guesses: bits of the C for which a bit of the description stands, each proved.
        structural: output bits that were equal without a question to ABC.
        bits: output bits.
        inputs: if it is not proved, inputs that show it, if there are.
        model, second: what the description and the C give for them; None where the tag is wrong.
    """

    verdict: str
    detail: str = ""
    seconds: float = 0.0
    guesses: int = 0
    structural: int = 0
    bits: int = 0
    inputs: Mapping[str, bytes] = field(default_factory=dict)
    model: Mapping[str, bytes] | None = None
    second: Mapping[str, bytes] | None = None


def compare(
    tree: c_ast.FileAST,
    function: str,
    question: Question,
    directory: Path,
    *,
    seconds: float = SECONDS,
) -> Compared:
    """Compare a function of C with a description.

    Args:
        tree: C behind its preprocessor.
        function: its name.
        directory: existing, for files of the prover.
        seconds: after which the answer is `OPEN`.

    Raises:
        CallError: the function's parameters are not those of the question.
    """
    begun = time.monotonic()
    try:
        found = _Comparison(tree, function, question, directory, begun + seconds).answer()
    except UndefinedC as error:
        found = Compared(verdict=UNDEFINED, detail=str(error))
    # That C is not read here says nothing against it.
    except (UnreadC, NotSymbolic, OutOfTime) as error:
        found = Compared(verdict=OPEN, detail=str(error))
    return Compared(**{**vars(found), "seconds": round(time.monotonic() - begun, 3)})


class _Comparison:
    def __init__(
        self,
        tree: c_ast.FileAST,
        function: str,
        question: Question,
        directory: Path,
        deadline: float,
    ):
        self._tree, self._function, self._question = tree, function, question
        self._deadline = deadline
        graph = question.graph()
        self._graph, self._answer = swept(graph, question.described(graph))
        # First of all: of a description that is read wrongly nothing would be proved.
        self._agree()
        self._windows = Windows(self._graph, directory, set())
        self._guesses = Guesses(self._graph)
        self._prover = Prover(self._graph, self._windows, ONE_QUESTION, deadline)

    def _agree(self) -> None:
        """Raises `NotSymbolic` if the description over bits does not give what the model does."""
        graph, answer = self._graph, self._answer
        # Behind the random assignments of a decryption are some with the right tag, and then some
        # with a wrong bit in it.
        for pattern in {AGREED, min(PATTERNS, graph.patterns - 1), graph.patterns - 1}:
            wanted = self._question.plain(shown(graph, answer.inputs, pattern))
            right = graph.value(answer.right) >> pattern & 1
            if (
                right != (wanted is not None)
                or right
                and shown(graph, answer.outputs, pattern) != wanted
            ):
                raise NotSymbolic(
                    f"{self._question.algorithm}: the description over bits and its "
                    f"model give different answers"
                )

    def answer(self) -> Compared:
        """What is found."""
        proved: set[Pair] = set()
        for _ in range(MOST_RUNS):
            # Other guesses are banned now, so the C stores other literals: it is matched anew.
            self._guesses.made, self._guesses.held = {}, {}
            try:
                called = self._called()
            except UndefinedC as error:
                if error.pattern is None:
                    raise
                return self._shown(error.pattern, UNDEFINED, str(error))
            pairs = self._pairs(called)
            if wrong := self._different(pairs, called):
                return wrong
            left = self._prover.unproved(self._guesses, proved)
            proved |= self._guesses.made.items() - set(left)
            if not left:
                return self._decided(pairs, called)
            if time.monotonic() > self._deadline:
                break
            self._guesses.banned |= set(left)
        return Compared(verdict=OPEN, detail=f"{len(left)} guesses are left without an answer")

    def _called(self) -> Called:
        def impossible(literal: int) -> bool:
            return self._windows.equal([(literal, FALSE)], (), OF_CONTROL)[0] == EQUAL

        return call(
            self._tree,
            self._function,
            self._question,
            self._answer.inputs,
            self._graph,
            matched=self._guesses,
            impossible=impossible,
            answered=self._answer.right,
        )

    def _pairs(self, called: Called) -> list[Pair]:
        """What must be equal: each output bit where there is an answer, and whether there is
        one."""
        graph, right = self._graph, self._answer.right
        found = [
            (one, other)
            for name, parts in self._answer.outputs.items()
            for ours, theirs in zip(parts, called.outputs.get(name, ()), strict=True)
            for one, other in zip(ours, theirs)
        ]
        if self._question.decrypts:
            # A refused message has no plaintext to compare.
            found = [(graph.and_(right, one), graph.and_(right, other)) for one, other in found]
            found.append((right, called.right))
        return found

    def _different(self, pairs: Sequence[Pair], called: Called) -> Compared | None:
        """An assignment that shows a difference, or that the C is not defined there."""
        graph = self._graph
        for literal, (node, what) in called.doubts.items():
            if value := graph.value(literal):
                return self._shown(value.bit_length() - 1, UNDEFINED, placed(node, what))
        for one, other in pairs:
            if value := graph.value(one) ^ graph.value(other):
                return self._shown(value.bit_length() - 1, REFUTED, "")
        return None

    def _shown(self, pattern: int, verdict: str, detail: str) -> Compared:
        """The inputs of an assignment, and what both give for them, each run by itself."""
        inputs = shown(self._graph, self._answer.inputs, pattern)
        model = self._question.plain(inputs)
        if verdict == UNDEFINED:
            return Compared(verdict=verdict, detail=detail, inputs=inputs, model=model)
        second = stepped(self._tree, self._function, self._question, inputs)
        if second == model:
            return Compared(
                verdict=OPEN,
                detail="inputs for which the two differ in the graph, "
                "and not when they are run by themselves",
            )
        return Compared(verdict=verdict, detail=detail, inputs=inputs, model=model, second=second)

    def _decided(self, pairs: Sequence[Pair], called: Called) -> Compared:
        """The answer, once every guess is proved."""
        bits = len(pairs)
        left = [pair for pair in dict.fromkeys(pairs) if pair[0] != pair[1]]
        found = {
            "guesses": len(self._guesses.made),
            "bits": bits,
            "structural": bits - sum(one != other for one, other in pairs),
        }
        # C that may do what C does not define may give anything, so this is proved too.
        left += [(literal, FALSE) for literal in called.doubts]
        stops = set(self._guesses.held)
        # First windows that end at what was proved; a difference counts only in one back to the
        # inputs.
        for nodes in (stops, ()):
            if not left:
                break
            time_left = max(1, self._deadline - time.monotonic())
            verdict, values = self._windows.equal(left, nodes, time_left, inside=True)
            if verdict == EQUAL:
                left = []
            elif verdict == DIFFERENT and not nodes:
                return self._learnt(values, pairs, called)
        if not left:
            return Compared(verdict=PROVED, **found)
        return Compared(verdict=OPEN, detail="no answer in time", **found)

    def _learnt(self, values: Mapping[int, int], pairs: Sequence[Pair], called: Called) -> Compared:
        graph = self._graph
        graph.learn({node: values.get(node, 0) for node in graph.names})
        return self._different(pairs, called) or Compared(
            verdict=OPEN, detail="a counterexample of ABC shows nothing in the graph"
        )


def stepped(
    tree: c_ast.FileAST, function: str, question: Question, inputs: Mapping[str, bytes]
) -> dict[str, bytes] | None:
    """What C gives for plain inputs; None if it says that the tag is wrong."""
    graph = Graph()
    given = {
        name: [tuple(byte >> bit & 1 for bit in range(8)) for byte in data]
        for name, data in inputs.items()
    }
    # Outputs are not looked at: of a message that is refused they need not be written.
    probe = call(tree, function, question, given, graph, answered=FALSE)
    if question.decrypts and probe.right == FALSE:
        return None
    found = call(tree, function, question, given, graph)
    return {
        name: bytes(sum(bit << place for place, bit in enumerate(part)) for part in parts)
        for name, parts in found.outputs.items()
    }

# SPDX-License-Identifier: Apache-2.0
"""A core and the specification in one graph from a cut in a message on: what `lengths` steps."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from ...design import Design
from ...lwc.messages import Operation
from ...modes.sponge import SpongeAead
from ..equivalence.aig import TRUE
from .cases import Case, Stopped
from .events import AHEAD, COUNT_BITS, Cut, Events, Script, assignments
from .graph import Graph
from .matching import Matcher
from .ports import Ports
from .prove import ASK_SECONDS, Found, Run
from .unroll import Machine, State
from .windows import Windows

MOST_CYCLES = 4_000
"""From a cut to the next."""


@dataclass(kw_only=True)
class Setting:
    """What all scenes of a proof share.

    Attributes:
        known: see `windows.Windows`.
        deadline: on the monotonic clock.
        word: bytes of a word.
        look: words by which a count may differ from another that a register holds.
        ask_seconds: for one question to ABC.
    """

    design: Design
    machine: Machine
    mode: SpongeAead
    operation: Operation
    directory: Path
    known: set[str]
    deadline: float
    word: int
    look: int
    ask_seconds: float = ASK_SECONDS


@dataclass(frozen=True, kw_only=True)
class Reached:
    """A core at a cut.

    Attributes:
        cut: of the specification.
        facts: of each register 0, 1, a name with its inversion, or None for any value.
        taken: words of PDI behind the block in front of the cut, or behind the header of the text.
        pending: words of DO before the next block's that are not taken yet; before the text, those
            that are.
    """

    cut: Cut
    facts: tuple
    taken: int
    pending: int


class Way(Run):
    """A core that is stepped from one cut to the next."""

    def until(self, state: State, reached: Callable[[State], bool]) -> State:
        """The first state from here on of which this holds."""
        first = self.cycle
        while not reached(state):
            if time.monotonic() > self._deadline:
                raise Stopped("no answer in time")
            if self.cycle > first + MOST_CYCLES:
                raise Stopped("the registers never hold the whole state of the specification")
            state, _ = self._clock(state)
            if self._wrong:
                raise Stopped(self._wrong[0][0])
        return state

    def place(self, port: str) -> int:
        """Words that passed."""
        return self._place if port == "do" else self._ports.place(port)

    def due(self, until: int) -> list:
        """Words of DO before this one that are not taken yet."""
        return self._expected[self._place : until]

    def has_keys(self) -> bool:
        """Whether all words of SDI were taken."""
        return self._ports.place("sdi") == len(self._answered[0].sdi)

    def _refuted(self, detail: str, pattern: int) -> Found:
        raise Stopped(detail)


class Scene:
    """A graph with the specification from a cut on, and the core there.

    Args:
        bound: of the count, or the count itself if it is not ``free``.
    """

    def __init__(self, proof: Setting, bound: int, *, free: bool):
        self.proof, self.graph = proof, Graph(assignments(proof.mode), proof.deadline)
        self.events = Events(self.graph, proof.design.interface, proof.mode, proof.operation)
        near = [words * proof.word for words in range(-proof.look, proof.look + 1)]
        self.count = (
            _at_least(self.graph, bound, near)
            if free
            else [bound >> bit & 1 for bit in range(COUNT_BITS)]
        )
        self.free, self._less = free, {}
        for words in range(-proof.look, proof.look + 1):
            # Made before the core is: so a register that holds the count less some words finds it
            # as a node of the specification.
            self.less(words * proof.word)

    def less(self, amount: int) -> list[int]:
        """The count less so many bytes."""
        if amount not in self._less:
            self._less[amount] = _added(self.graph, self.count, -amount)
        return self._less[amount]

    def script(self, cut: Cut, ad: int, text: int, **long) -> Script:
        """See `Events.script`; afterwards the specification is complete."""
        script = self.events.script(cut, ad, text, **long)
        self.windows = Windows(self.graph, self.proof.directory, self.proof.known)
        self.matcher = Matcher(
            self.graph, len(self.graph.kinds), self.windows, self.proof.ask_seconds
        )
        return script

    def way(self, pdi: Sequence, sdi: Sequence, do: Sequence) -> Way:
        """The core with these words."""
        answered: Any = SimpleNamespace(pdi=list(pdi), sdi=list(sdi), do=list(do))
        proof = self.proof
        return Way(
            self.graph,
            proof.design,
            proof.machine,
            Case(answered=[answered], conditions=[TRUE]),
            self.matcher,
            self.windows,
            proof.deadline,
            proof.ask_seconds,
            Ports(self.graph, proof.design, [answered], None),
            last=proof.design.interface.do_last,
        )

    def begin(self, reached: Reached, pending: Sequence) -> State:
        """The registers at a cut."""
        graph = self.graph
        inputs = {name: 2 * node for node, name in graph.names.items()}
        state = self.proof.machine.power_up(graph)
        for place, fact in enumerate(reached.facts):
            if fact in (0, 1):
                state[place] = fact
            elif fact is not None:
                name, inverted = fact
                state[place] = inverted ^ (
                    self.less(name[1])[name[2]]
                    if name[0] == "left"
                    else pending[name[1]][name[2]]
                    if name[0] == "answer"
                    else inputs[name]
                )
        return state

    def facts(
        self,
        state: State,
        spec: Sequence[int],
        data: str,
        absorbed: int,
        counted: int,
        pending: Sequence,
    ) -> tuple:
        """What the registers hold at a cut.

        Args:
            spec: the bits of the specification's state.
            data: name of the bytes of the segment; ``absorbed`` of them are in that state, and
                ``counted`` were taken since the count was what it is here.
            pending: words of DO that are due.
        """
        names = {literal: ("state", place) for place, literal in enumerate(spec)}
        for node, name in self.graph.names.items():
            if name[0] == "key0":
                names.setdefault(2 * node, name)
            # What is absorbed already is in the state; only the bytes behind it may be in
            # registers.
            elif name[0] == data and name[1] >= absorbed:
                names.setdefault(2 * node, (AHEAD, name[1] - absorbed, name[2]))
        # The nearest count names a bit, so that a core that is where it was has the same facts.
        for amount in sorted(self._less, key=lambda amount: (abs(amount - counted), amount)):
            for bit, literal in enumerate(self._less[amount]):
                # A count that is known is a constant in the registers, and no name.
                if self.free:
                    names.setdefault(literal, ("left", amount - counted, bit))
        for number, word in enumerate(pending):
            for bit, literal in enumerate(word.bits):
                names.setdefault(literal, ("answer", number, bit))
        return tuple(
            literal
            if literal < 2
            else (names[literal], 0)
            if literal in names
            else (names[literal ^ 1], 1)
            if literal ^ 1 in names
            else None
            for literal in state
        )


def _added(graph: Graph, bits: Sequence[int], amount: int) -> list[int]:
    """The sum with a number, modulo the range."""
    carry, found = 0, []
    for place, bit in enumerate(bits):
        if amount >> place & 1:
            found.append(graph.xor(bit, carry) ^ 1)
            carry = graph.or_(bit, carry)
        else:
            found.append(graph.xor(bit, carry))
            carry = graph.and_(bit, carry)
    return found


def _at_least(graph: Graph, bound: int, near: Sequence[int]) -> list[int]:
    """Literals of a number that is any from a bound on, and no other.

    Args:
        near: what is added to it and taken from it.
    """
    # Random numbers are hardly ever near the bound, where comparisons with them change, or near a
    # power of two, where a carry makes all bits of two sums differ.
    dice = Random(bound)
    values = [
        (dice.getrandbits(COUNT_BITS) >> shift << shift) + dice.randrange(4 * bound)
        for shift in dice.choices(range(COUNT_BITS + 1), k=graph.patterns)
    ]
    values[::2] = [
        (1 << COUNT_BITS - 1) + near[place % len(near)] for place in range(len(values[::2]))
    ]
    for place in range(COUNT_BITS):
        graph.likely["count", place] = sum(
            (value >> place & 1) << pattern for pattern, value in enumerate(values)
        )
    bits = [graph.input(("count", place)) for place in range(COUNT_BITS)]
    # From the lowest bit on: 1 if the bits so far are below those of the bound.
    below = 0
    for place, bit in enumerate(bits):
        below = graph.or_(bit ^ 1, below) if bound >> place & 1 else graph.and_(bit ^ 1, below)
    return [graph.mux(below, bound >> place & 1, bit) for place, bit in enumerate(bits)]

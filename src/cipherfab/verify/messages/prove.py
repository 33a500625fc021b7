# SPDX-License-Identifier: Apache-2.0
"""One shape of messages proved on a core with the LWC Hardware API.

From any power-up state and behind a reset, PDI and SDI always offer their next word and DO is
always taken. What leaves on DO is compared, word by word, with what `lwc.streams` says of the
answers that the software description gives.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...design import Design
from ...lwc.messages import Message
from .bits import NotSymbolic
from .cases import Case, Stopped, agree, message_of, specified
from .graph import Graph, OutOfTime
from .likely import assignments
from .matching import Matcher
from .ports import Ports
from .shapes import Shape
from .specification import concrete
from .unroll import Machine, State
from .windows import PROVED as EQUAL
from .windows import Windows

PROVED, REFUTED, OPEN = "proved messages", "refuted", "open"

RESET_CYCLES = 2

ASK_SECONDS = 10
"""For one question to ABC."""

TAIL = 8
"""Cycles behind the last answer in which nothing may follow."""

MOST_CYCLES = 20_000
"""Of a shape."""


IDLE_CYCLES = 4_000
"""Without a word on any port, behind which a core counts as stuck."""


@dataclass(kw_only=True)
class Found:
    """What became of a shape.

    Attributes:
        verdict: `PROVED`, `REFUTED` or `OPEN`.
        detail: in a line.
        messages: of a refuted shape, concrete ones that show it.
        ends: of a proved shape, what each register holds behind the last word of DO: ``0``, ``1``,
            the name of an input as a tuple with its inversion behind it, or ``None`` for anything
            else.
        caveat: what is wrong all the same, or empty.
        early: of a shape under all stalls, that whatever is offered behind it before its answer was
            taken changes nothing.
        waits: of a shape refuted under all stalls, those of the counterexample: port, number of the
            word in front of which it waits, cycles.
    """

    verdict: str
    detail: str
    cycles: int = 0
    nodes: int = 0
    replaced: int = 0
    asked: int = 0
    seconds: float = 0.0
    messages: list[Message] = field(default_factory=list)
    ends: list = field(default_factory=list)
    caveat: str = ""
    early: bool = False
    waits: list[tuple[str, int, int]] = field(default_factory=list)


def prove(
    design: Design,
    machine: Machine,
    shape: Shape,
    directory: Path,
    *,
    known: set[str],
    timeout: float = 120,
    ask_seconds: float = ASK_SECONDS,
    start: Sequence | None = None,
    protocol: bool = True,
    along: "type[Run] | None" = None,
) -> Found:
    """Prove a shape, or find messages of it that are answered wrongly.

    Args:
        design: with the LWC Hardware API, not masked.
        machine: its RTL.
        directory: existing, for files and logs.
        known: see `windows.Windows`.
        timeout: seconds for the shape.
        ask_seconds: for one question to ABC.
        start: what the registers hold at first, as in `Found.ends`; None stands for any value. By
            default it begins at power-up with a reset.
        protocol: compare ``do_last``.
        along: how the core is stepped through the messages; None: ports wait as the shape says.
    """
    along = along or Run
    begun = time.monotonic()
    # All parts share the assignments, so the largest need is that of all.
    graph = Graph(max(map(assignments, shape.parts)), begun + timeout)
    runs: list[Run] = []
    try:
        cases = specified(graph, design.interface, shape)
        # What is in the graph now is the specification; all later nodes are of the core.
        size, windows = len(graph.kinds), Windows(graph, directory, known)
        for case in cases:
            agree(graph, design.interface, case)
            runs.append(
                along(
                    graph,
                    design,
                    machine,
                    case,
                    Matcher(graph, size, windows, ask_seconds),
                    windows,
                    begun + timeout,
                    ask_seconds,
                    Ports(graph, design, case.answered, shape.stalls),
                    last=protocol and design.interface.do_last,
                )
            )
            found = runs[-1].result(start)
            if found.verdict != PROVED:
                break
    # What cannot be followed or does not end is open: neither proved nor refuted.
    except (NotSymbolic, OutOfTime, Stopped) as reason:
        found = Found(verdict=OPEN, detail=str(reason))
    if runs:
        found.cycles, found.asked = max(run.cycle for run in runs), windows.asked
        found.replaced = sum(run.matcher.proved for run in runs)
    if found.verdict == PROVED:
        ends = zip(*(run.ends for run in runs))
        # What a register holds must be so in every case, since the state behind a message does not
        # say which it was.
        found.ends = [end[0] if len(set(end)) == 1 else None for end in ends]
        found.early = all(getattr(run, "early", False) for run in runs)
    found.nodes, found.seconds = len(graph.kinds), round(time.monotonic() - begun, 3)
    return found


class Run:
    """A core that is stepped through the messages of a shape."""

    def __init__(
        self,
        graph: Graph,
        design: Design,
        machine: Machine,
        case: Case,
        matcher: Matcher,
        windows: Windows,
        deadline: float,
        ask_seconds: float,
        ports: Ports,
        *,
        last: bool,
    ):
        self._graph, self._design, self._machine = graph, design, machine
        self._answered, self._assumed = case.answered, case.assumed
        self.matcher, self.windows, self._deadline = matcher, windows, deadline
        self._ask_seconds, self._ports, self._last = ask_seconds, ports, last
        self.cycle = 0
        self.ends: list = []
        self._wrong: list[tuple[str, int]] = []
        words = case.words()
        self._expected = [word for word, _ in words]
        # What a later message assumes says nothing of this word, and is as large as its cipher.
        self._assumed_of = [assumed for _, assumed in words]
        self._place = 0

    def result(self, start: Sequence | None = None) -> Found:
        """Of the shape."""
        return self.through(
            self._reset() if start is None else self._machine.begin(self._graph, start)
        )

    def through(self, state: State) -> Found:
        """Of the shape, from a state of literals."""
        idle = 0
        while not self._ended():
            if time.monotonic() > self._deadline:
                raise Stopped(
                    f"no answer in time: cycle {self.cycle}, word {self._place + 1} of "
                    f"{len(self._expected)} of DO"
                )
            state, moved = self._clock(state)
            idle = 0 if moved else idle + 1
            if idle > IDLE_CYCLES or self.cycle > MOST_CYCLES:
                return self._refuted(
                    f"stuck in cycle {self.cycle}: no word on any port for {idle} cycles",
                    self._pattern(),
                )
            if self._wrong:
                return self._refuted(*self._wrong[0])
        # Right behind the last word, since the next message may begin here.
        self.ends = [self._machine.said(self._graph, literal) for literal in state]
        if not self._ports.empty():
            raise Stopped("the last word of DO came before all input was taken")
        for _ in range(TAIL):
            state, _ = self._clock(state)
            if self._wrong:
                return self._refuted(*self._wrong[0])
        return Found(verdict=PROVED, detail=f"{self._place} words of DO")

    def _ended(self) -> bool:
        return self._place == len(self._expected)

    def _reset(self) -> State:
        state, level = self._machine.power_up(self._graph), self._design.reset_level
        # Without a reset a design begins in any state.
        for _ in range(RESET_CYCLES if self._design.reset else 0):
            _, state = self._machine.step(
                self._graph, state, {**self._ports.idle(), self._design.reset: level}
            )
        return state

    def _clock(self, state: State) -> tuple[State, bool]:
        """One cycle; whether a word passed on a port."""
        inputs = self._ports.offered()
        outputs, following = self._machine.step(self._graph, state, inputs)
        moved = False
        for port in ("pdi", "sdi"):
            # Asked of a word that is offered alone: ready may hang on what an idle port shows.
            if inputs[f"{port}_valid"] and self._constant(
                outputs[f"{port}_ready"][0], f"{port}_ready"
            ):
                self._ports.taken(port)
                moved = True
        if self._constant(outputs["do_valid"][0], "do_valid") and inputs["do_ready"]:
            self._compare(outputs)
            moved = True
        following = self._replaced(following)
        self.cycle += 1
        return following, moved

    def _replaced(self, literals: list[int]) -> list[int]:
        """See `Matcher.replaced`; what is assumed is known."""
        found = self.matcher.replaced(literals, self.cycle, self._deadline)
        for assumed in self._assumed:
            # What is assumed is 1, and its inverse 0.
            found = [
                assumed == literal if literal >> 1 == assumed >> 1 else literal for literal in found
            ]
        return list(map(int, found))

    def _constant(self, literal: int, name: str) -> int:
        if literal < 2:
            return literal
        (known,) = self._replaced([literal])
        if known < 2:
            return known
        what = f"{name} depends on data in cycle {self.cycle}"
        held = self._graph.value(self._graph.all(self._assumed))
        # If no assignment shows both values, nothing is wrong for certain, and nothing is proved.
        one, zero = (self._graph.value(literal) & held for literal in (known, known ^ 1))
        if not one or not zero:
            raise Stopped(what)
        # The first assignment is a random one: what others do is rare. A core may take longer for
        # some data; whether it is wrong the simulation says.
        often = bool(one & held & -held)
        self._wrong.append((what, (zero if often else one).bit_length() - 1))
        return int(often)

    def _compare(self, outputs: dict[str, list[int]]) -> None:
        place = self._place
        if place == len(self._expected):
            self._wrong.append((f"a word too many in cycle {self.cycle}", self._pattern()))
            return
        expected = self._expected[place]
        self._place += 1
        got = list(outputs["do_data"])
        columns = list(zip(got, expected.bits, expected.cares, expected.hoped, strict=True))
        if self._last:
            status = int(expected.status)
            columns.append((outputs["do_last"][0], status, 1, status))
        # A bit whose care is the constant 0 may be anything.
        self._check([column for column in columns if column[2]], place)

    def _check(self, columns: list[tuple[int, int, int, int]], place: int) -> None:
        """Prove one word of DO: of each bit what it is, should be, whether it must match, and what
        is hoped.
        """
        graph = self._graph
        what = self._called(place)
        case = graph.all(self._assumed_of[place])
        weak = {
            (have, want)
            # 1 is the literal of true: the bit matters for all data, and is asked as it is.
            if care == case == 1
            else (graph.and_(graph.xor(have, want), graph.and_(case, care)), 0)
            for have, want, care, _ in columns
        }
        if self._seen_wrong(sorted(weak), what):
            return
        # First the simpler question: a proof of it is also one of the weaker, conditional one.
        hoped = dict.fromkeys((have, hope) for have, _, _, hope in columns if have != hope)
        if not any(self._graph.value(a) != self._graph.value(b) for a, b in hoped):
            if not hoped or self._equal(list(hoped), (0, 1, 4), what, learn=False):
                return
        pairs = sorted(pair for pair in weak if pair[0] != pair[1])
        if not self._equal(pairs, (0, 1, 4, None), what, learn=True) and not self._wrong:
            raise Stopped(f"{what}: neither proved nor refuted in time")

    def _called(self, place: int) -> str:
        return f"word {place + 1} of DO ({self._expected[place].comment}), cycle {self.cycle}"

    def _equal(
        self, pairs: list[tuple[int, int]], depths: tuple, what: str, *, learn: bool
    ) -> bool:
        """Whether all are proved; with ``learn`` counterexamples are looked at."""
        for depth in depths:
            stops = self.matcher.stops(self.cycle, depth, pairs)
            while True:
                # A window back to the inputs is the last and the largest try.
                seconds = self._ask_seconds * (6 if depth is None else 1)
                verdict, values = self.windows.equal(
                    pairs, stops, max(1, min(seconds, self._deadline - time.monotonic()))
                )
                if verdict == EQUAL:
                    return True
                if not learn or not values or not self._learnt(values):
                    break
                if self._seen_wrong(pairs, what):
                    return False
        return False

    def _pattern(self) -> int:
        """An assignment of this case."""
        values = self._graph.value(self._graph.all(self._assumed))
        if not values:
            raise Stopped(f"cycle {self.cycle} is wrong in a case of which no message is known")
        return values.bit_length() - 1

    def _learnt(self, values: dict[int, int]) -> bool:
        """Try the values that a counterexample has for inputs; False if too many were tried."""
        return self.matcher.learn(values)

    def _seen_wrong(self, pairs: Sequence[tuple[int, int]], what: str) -> bool:
        """Whether one of the assignments shows a difference."""
        for a, b in pairs:
            differs = self._graph.value(a) ^ self._graph.value(b)
            if differs:
                self._wrong.append((f"{what} is wrong", differs.bit_length() - 1))
                return True
        return False

    def _refuted(self, detail: str, pattern: int) -> Found:
        shown = [
            message_of(
                one.part,
                {
                    name: concrete(self._graph, value, pattern)
                    for name, value in one.strings.items()
                },
            )
            for one in self._answered
        ]
        return Found(verdict=REFUTED, detail=detail, messages=shown)

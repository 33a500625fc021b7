# SPDX-License-Identifier: Apache-2.0
"""One shape of messages under all stalls: whatever cycles PDI, SDI and DO wait in, and however
long.

A core goes on computing while a port waits, so a stalled run goes through states that one without
stalls never sees. But for a shape the control is constant and every register that matters holds a
function of the bits of the messages, so there are only so many states: all of them are visited,
from each with every choice of which ports wait in the next cycle. What a register holds that hangs
on anything else (on power-up, on a port that offers nothing) is forgotten: it may be anything,
which takes in more states and leaves none out.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from .cases import Stopped
from .graph import INPUT
from .prove import PROVED, Found, Run
from .unroll import State

PORTS = ("pdi", "sdi")

BEGINS = 40
"""A port that begins to wait counts as so many cycles, in the order in which states are visited."""

SHOWN = 6
"""Stretches of waiting of a port that are told."""


class At(NamedTuple):
    """Where a core is.

    Attributes:
        state: literal of each register.
        taken: words that were taken from PDI, SDI and DO.
        offered: whether the next word of PDI, and of SDI, is offered already; then it stays.
    """

    state: tuple[int, ...]
    taken: tuple[int, int, int]
    offered: tuple[bool, bool]


class Choice(NamedTuple):
    """Which ports go in a cycle: PDI and SDI offer a word, DO is taken if there is one."""

    pdi: bool
    sdi: bool
    do: bool


class AnyStalls(Run):
    """A core that is stepped through the messages of a shape, along all choices of stalls.

    Attributes:
        states: how many were visited.
        early: whether the core leaves alone what is offered on PDI and SDI behind the messages
            until the answer was taken.
    """

    def __init__(self, *given, **options):
        super().__init__(*given, **options)
        words = {
            port: [word for one in self._answered for word in getattr(one, port)] for port in PORTS
        }
        self._words = words["pdi"], words["sdi"]
        self._size = self.matcher.size
        graph = self._graph
        # An input for each register, which takes the place of what is forgotten.
        self._any = [2 * node for node in self._of_registers()]
        widths = self._machine.widths
        self._noise = {
            f"{port}_data": [graph.input(("port", port)) for _ in range(widths[f"{port}_data"])]
            for port in PORTS
        }
        # The specification hangs on bits of the messages alone.
        self._foreign = [False] * self._size
        self._same: dict[int, int] = {}
        self._steps: dict[tuple, tuple] = {}
        self._from: dict[At, tuple[At, Choice]] = {}
        self.states, self.early = 0, True

    def _of_registers(self) -> Iterator[int]:
        for literal in self._machine.power_up(self._graph):
            yield literal >> 1

    def result(self, start: Sequence | None = None) -> Found:
        """Of the shape, under all stalls."""
        state = self._reset() if start is None else self._machine.begin(self._graph, start)
        first = At(self._settled(state), (0, 0, 0), (False, False))
        # What begins to wait once, however long, comes before what does so again and again.
        depth, queue, going = {first: 0}, [(0, 0, first)], {}
        # When no new state comes the set is closed: every run under any stalls stays in it.
        while queue:
            effort, _, at = heappop(queue)
            self.cycle = depth[at]
            for choice in self._choices(at):
                if time.monotonic() > self._deadline:
                    raise Stopped(f"no answer in time: {len(depth)} states under all stalls")
                after = self._after(at, choice)
                if self._wrong:
                    return self._shown(*self._wrong[0], at, choice)
                # The one step in which no port waits: `_stuck` follows these from every state.
                if all(choice):
                    going[at] = after
                if after not in depth:
                    depth[after] = depth[at] + 1
                    heappush(
                        queue, (effort + 1 + BEGINS * self._begun(at, choice), len(depth), after)
                    )
                    self._from[after] = at, choice
        self.states = len(depth)
        # From each state the answer must end if no port waits any more.
        stuck = self._stuck(going)
        if stuck:
            return self._shown("stuck", self._pattern(), stuck, Choice(True, True, True))
        # The message may end in several states: known is what all of them have.
        ends = zip(*(at.state for at in depth if self._over(at)))
        self.ends = [
            self._machine.said(self._graph, column[0]) if len(set(column)) == 1 else None
            for column in ends
        ]
        return Found(
            verdict=PROVED,
            early=self.early,
            detail=f"{len(self._expected)} words of DO, any stalls: {len(depth)} states, "
            f"{len(self._steps)} steps",
        )

    def _settled(self, literals: State) -> tuple[int, ...]:
        """What the registers hold, without what need not be remembered."""
        fresh = [
            literal
            for literal in dict.fromkeys(literals)
            if literal > 1 and literal >> 1 >= self._size and literal not in self._same
        ]
        self._same |= dict(zip(fresh, self._replaced(fresh)))
        self.matcher.hold(literals, self.cycle)
        found = self._replaced_known(literals)
        # The last cycle made new nodes, and `_foreign` must know all of them.
        self._spread()
        return tuple(
            free if self._foreign[literal >> 1] else literal
            for literal, free in zip(found, self._any)
        )

    def _spread(self) -> None:
        """Find out which nodes hang on inputs that are not of the messages."""
        graph, foreign = self._graph, self._foreign
        for node in range(len(foreign), len(graph.kinds)):
            if graph.kinds[node] == INPUT:
                # The key in use may be one that these messages do not have.
                foreign.append(not str(graph.names[node][0]).startswith("key"))
                continue
            foreign.append(foreign[graph.left[node] >> 1] or foreign[graph.right[node] >> 1])

    def _replaced_known(self, literals: State) -> list[int]:
        same = self._same
        found = [same.get(literal, literal) for literal in literals]
        for assumed in self._assumed:
            found = [
                int(assumed == literal) if literal >> 1 == assumed >> 1 else literal
                for literal in found
            ]
        return found

    def _over(self, at: At) -> bool:
        """Whether everything was taken."""
        pdi, sdi, do = at.taken
        return (pdi, sdi, do) == (len(self._words[0]), len(self._words[1]), len(self._expected))

    def _choices(self, at: At) -> Iterator[Choice]:
        """Which ports may go; one without a word does not, and one that offers its word does."""
        ways = []
        for words, taken, offered in zip(self._words, at.taken, at.offered):
            ways.append((True,) if offered else (True, False))
            if taken == len(words):
                # A port without a word has nothing to wait with: one choice stands for both.
                ways[-1] = (True,)
        for pdi in ways[0]:
            for sdi in ways[1]:
                yield Choice(pdi, sdi, True)
                yield Choice(pdi, sdi, False)

    def _after(self, at: At, choice: Choice) -> At:
        """Where the core is a cycle later."""
        # What is offered follows from the choice, so states that differ in ``offered`` alone share
        # a step.
        key = at.state, at.taken, choice
        if key not in self._steps:
            self._steps[key] = self._stepped(at, choice)
        state, passed = self._steps[key]
        taken = tuple(count + more for count, more in zip(at.taken, passed))
        offered = tuple(
            # By valid and ready a word that was offered may not be taken back.
            goes and not more and count < len(words)
            for goes, more, count, words in zip(choice, passed, at.taken, self._words)
        )
        return At(state, taken, offered)

    def _inputs(self, at: At, choice: Choice) -> dict:
        """What is on the ports."""
        inputs = {**self._ports.idle(), **self._noise, "do_ready": int(choice.do)}
        for port, words, goes, taken in zip(PORTS, self._words, choice, at.taken):
            if goes and taken < len(words):
                inputs |= {f"{port}_valid": 1, f"{port}_data": words[taken]}
        return inputs

    def _stepped(self, at: At, choice: Choice) -> tuple:
        """The state a cycle later, and which words passed."""
        inputs = self._inputs(at, choice)
        outputs, following = self._machine.step(self._graph, list(at.state), inputs)
        self.early = self.early and self._left_alone(at, inputs, outputs, following)
        passed = [
            int(
                bool(
                    inputs[f"{port}_valid"]
                    and self._constant(outputs[f"{port}_ready"][0], f"{port}_ready")
                )
            )
            for port in PORTS
        ]
        passed.append(int(self._constant(outputs["do_valid"][0], "do_valid") and choice.do))
        if passed[2]:
            # States are visited in any order, so the place in the answer is that of the state.
            self._place = at.taken[2]
            self._compare(outputs)
            if (
                self._place == len(self._expected)
                # A word that passes in this very cycle counts as taken.
                and [a + b for a, b in zip(at.taken[:2], passed)] != [*map(len, self._words)]
            ):
                raise Stopped("the last word of DO came before all input was taken")
        return self._settled(following), tuple(passed)

    def _left_alone(
        self, at: At, inputs: dict, outputs: dict[str, list[int]], following: State
    ) -> bool:
        """Whether a word of the next message is neither taken nor looked at before the answer to
        this one was taken.
        """
        done = [
            port for port, words, taken in zip(PORTS, self._words, at.taken) if taken == len(words)
        ]
        if not done or self._over(at):
            return True
        settled = self._settled(following)
        # Each port alone, and all at once: a core may look at one only when both offer.
        for offered in {(port,) for port in done} | {tuple(done)}:
            others, other = self._machine.step(
                self._graph, list(at.state), {**inputs, **{f"{port}_valid": 1 for port in offered}}
            )
            if (
                self._settled(other) != settled
                or any(others[f"{port}_ready"][0] for port in offered)
                or not self._same_outputs(inputs, outputs, others)
            ):
                return False
        return True

    def _same_outputs(self, inputs: dict, *outputs: dict[str, list[int]]) -> bool:
        """Whether the core says the same of the words that are offered, and on DO."""
        one, other = (self._told(inputs, found) for found in outputs)
        return one == other or self._replaced(one) == self._replaced(other)

    def _told(self, inputs: dict, outputs: dict[str, list[int]]) -> State:
        valid = outputs["do_valid"]
        word = [*outputs["do_data"], *(outputs["do_last"] if self._last else ())]
        ready = [outputs[f"{port}_ready"][0] for port in PORTS if inputs[f"{port}_valid"]]
        return [*ready, *valid, *([] if valid == [0] else word)]

    def _stuck(self, going: dict[At, At]) -> At | None:
        """A state from which the answer does not end though no port waits any more."""
        ends: dict[At, bool] = {}
        for first in going:
            path, at = [], first
            while at not in ends and not self._over(at):
                # A path that meets itself never ends: what is on it stays False.
                ends[at] = False
                path.append(at)
                at = going[at]
            if not ends.get(at, True):
                return at
            ends |= dict.fromkeys(path, True)
        return None

    def _begun(self, at: At, choice: Choice) -> int:
        """How many ports begin to wait."""
        _, before = self._from.get(at, (at, Choice(True, True, True)))
        return sum(did and not does for did, does in zip(before, choice))

    def _way(self, at: At, choice: Choice) -> list[tuple[At, Choice]]:
        """A way to a state, and what is chosen there."""
        way = [(at, choice)]
        while at in self._from:
            at, choice = self._from[at]
            way.append((at, choice))
        return way[::-1]

    def _waits(self, at: At, choice: Choice) -> str:
        """In which cycles behind the reset which port waits, on a way to a state."""
        choices, said = [choice for _, choice in self._way(at, choice)], []
        for place, port in enumerate(Choice._fields):
            cycles = [cycle for cycle, one in enumerate(choices) if not one[place]]
            if cycles:
                more = ", …" if len(cycles) > SHOWN else ""
                said.append(f"{port.upper()} in {', '.join(map(str, cycles[:SHOWN]))}{more}")
        waits = f" with waits of {'; '.join(said)}" if said else " without waits"
        return f"{len(choices) - 1} cycles behind the start{waits}"

    def _shown(self, detail: str, pattern: int, at: At, choice: Choice) -> Found:
        """What is wrong in the step behind a state, with the waits for the bench: of each port the
        word in front of which it waits, and for how many cycles in which the core waits for it.
        """
        counts: Counter[tuple[str, int]] = Counter()
        for state, chosen in self._way(at, choice):
            outputs, _ = self._machine.step(
                self._graph, list(state.state), self._inputs(state, chosen)
            )
            asks = (*(outputs[f"{port}_ready"][0] for port in PORTS), outputs["do_valid"][0])
            counts.update(
                (port, taken)
                for port, goes, asked, taken in zip(Choice._fields, chosen, asks, state.taken)
                if asked and not goes
            )
        found = self._refuted(f"{detail}, {self._waits(at, choice)}", pattern)
        found.waits = [(port, place, cycles) for (port, place), cycles in sorted(counts.items())]
        return found

# SPDX-License-Identifier: Apache-2.0
"""A message on the buses of a `machine.Machine`: what comes on DO is a function of what is free.

Nothing is assumed of the time that a core takes: whether a word is taken, and which one is offered
then, may depend on the free bits, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ..equivalence.aig import FALSE, TRUE
from .machine import Machine, State

Bits = list[int]
"""A word as literals, the least significant first."""


WATCHED = 64
"""Cycles behind the last one in which a status may come, if it need not come at all."""


class NotEnded(Exception):
    """A run that has become too long or too large."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The status of a message, as literals of the machine's graph of what is free.

    Attributes:
        accepted: 1 if the first status word is *success*.
        said: 1 if there is one; where that is not constant, no more came for `WATCHED` cycles.
        cycles: for each cycle, whether it comes then.
        state: the registers behind it.
    """

    accepted: int
    said: int
    cycles: tuple[int, ...]
    state: State


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Where a run is given up: cycles, and nodes of the graph of what is free."""

    cycles: int
    nodes: int


def word(number: int, width: int) -> Bits:
    """A constant."""
    return [number >> bit & 1 for bit in range(width)]


class _Source:
    """A stream into the core. A word that is offered stays until it is taken; which one is offered
    may be free.
    """

    def __init__(self, machine: Machine, words: Sequence[Bits]):
        self._graph, self._words, self._waits = machine.free, words, FALSE
        self._at = {0: TRUE}

    def offer(self, goes: bool) -> tuple[Bits, int]:
        """The word and *valid*; a word that does not wait yet begins to if it ``goes``."""
        graph, there, data = self._graph, FALSE, [FALSE] * len(self._words[0])
        for place, here in self._at.items():
            if place < len(self._words):
                there = graph.or_(there, here)
                # For each value of the free bits one place at most is here, so an OR of gated words
                # is the word.
                data = [
                    graph.or_(bit, graph.and_(here, one))
                    for bit, one in zip(data, self._words[place])
                ]
        self._valid = graph.and_(there, TRUE if goes else self._waits)
        return data, self._valid

    def take(self, ready: int) -> None:
        """Go on to the next word where this one is taken."""
        graph, at = self._graph, {}
        taken = graph.and_(self._valid, ready)
        # By valid and ready what was offered stays: it is offered in the next cycle whatever the
        # dice say.
        self._waits = graph.and_(self._valid, taken ^ 1)
        for place, here in self._at.items():
            stays, goes = graph.and_(here, taken ^ 1), graph.and_(here, taken)
            for where, literal in ((place, stays), (place + 1, goes)):
                at[where] = graph.or_(at.get(where, FALSE), literal)
        self._at = {place: here for place, here in at.items() if here != FALSE}


def play(
    machine: Machine,
    state: State,
    pdi: Sequence[Bits],
    sdi: Sequence[Bits],
    limits: Limits,
    *,
    skipped: int = 0,
    stalls: Random | None = None,
) -> Answer:
    """Play one message until its status is there, whatever the free bits are.

    Args:
        pdi: the words; no word of its answer but the status begins with 111, but for those that
            are ``skipped``.
        sdi: the words of its keys, if it brings some.
        skipped: words on DO that are not looked at, of an answer without free bits.
        stalls: random ones on PDI and DO; without, there are none.

    Raises:
        NotEnded: no status within the limits.
    """
    graph, streams = machine.free, [("pdi", _Source(machine, pdi))]
    if sdi:
        streams.append(("sdi", _Source(machine, sdi)))
    accepted, said, when = FALSE, FALSE, []
    # Where a status comes for some tags alone, the run ends when none came for a while.
    while said != TRUE and (said == FALSE or any(one != FALSE for one in when[-WATCHED:])):
        if len(when) == limits.cycles or len(graph.fanins) > limits.nodes:
            raise NotEnded
        goes, ready = [not stalls or stalls.random() < 0.6 for _ in range(2)]
        inputs = {"do_ready": [int(ready)]}
        for name, source in streams:
            inputs[f"{name}_data"], valid = source.offer(goes)
            inputs[f"{name}_valid"] = [valid]
        outputs, state = machine.step(state, inputs)
        for name, source in streams:
            source.take(outputs[f"{name}_ready"][0])
        given = graph.and_(outputs["do_valid"][0], inputs["do_ready"][0])
        if skipped and given == TRUE:
            skipped, given = skipped - 1, FALSE
        # Opcodes E (success) and F (failure) differ in their last bit alone.
        *_, kind, third, second, first = outputs["do_data"]
        now = graph.and_(graph.and_(graph.and_(first, second), third), given)
        # The first status counts.
        now = graph.and_(now, said ^ 1)
        accepted = graph.or_(accepted, graph.and_(now, kind ^ 1))
        said = graph.or_(said, now)
        when.append(now)
    return Answer(accepted=accepted, said=said, cycles=tuple(when), state=state)

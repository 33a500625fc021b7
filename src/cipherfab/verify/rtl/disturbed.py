# SPDX-License-Identifier: Apache-2.0
"""A few messages in many runs, between which one thing changes: what is in the registers at first,
when a reset comes, when a message fails.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from ... import catalog
from ...lwc.messages import Message, Violation, hashing
from ..answers import forgeries, outputs, stimulus
from ..answers.goals import Goals, goals
from ..answers.late_headers import at_any_time
from ..answers.violations import violations
from .plan import Plan
from .played import Play, Played, failed
from .simulator import WAITING, PlayResult, Resets, Simulator

RUN_TAIL = 200
"""Cycles that each of many runs is watched for words too many."""


@dataclass(frozen=True)
class Budget:
    """How many runs there are: as many as fit into some cycles, within two bounds."""

    fewest: int
    most: int
    cycles: int

    def runs(self, first: PlayResult) -> int:
        """Of the length of the first one."""
        return min(max(self.cycles // (first.cycles + RUN_TAIL), self.fewest), self.most)


POWER_UPS = Budget(fewest=32, most=96, cycles=250_000)
"""Runs that differ in what is in the registers at first. An order of messages has a fourth of the
bounds, and its part of the cycles.
"""

HELD = Budget(fewest=16, most=64, cycles=150_000)
"""Runs in which what breaks a message is late, by a cycle more in each."""

RESET_POINTS, RESET_CYCLES = 75, 150_000
"""Resets in the midst of messages that the default level plays at most, or more, as many as these
cycles last for, without stalls and as many with them; the thorough one plays them in every cycle.
"""

RESETS_EXPECTED = 12
"""What waits in so many cycles with a reset, going by how often it does, must have had one."""


def power_ups(plan: Plan) -> Play:
    """The same few messages from several power-up states, each of them as the first one; our own
    cores start with a reset of one cycle in every other one, and answer in the same cycles as
    behind a longer one. Where something breaks the rules it leads once: a failure puts registers in
    order, too.
    """
    first, others = broken(plan), plan.answerable(few(plan))
    orders = [*([first + others] if first else []), *each_first(others)]
    plays = [plan.streams(messages) for messages in orders]
    budget = Budget(POWER_UPS.fewest // 4, POWER_UPS.most // 4, POWER_UPS.cycles // len(plays))
    # That one cycle of reset is enough is promised of our own cores alone.
    first_reset = 1 if plan.ours else None

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        options = {
            "stall_seed": plan.seed,
            **options,
            "power": plan.seed,
            "first_reset": first_reset,
            "tail": RUN_TAIL,
            "waveform": waveform,
        }
        total = states = 0
        for streams in plays:
            # One run first: how long it is says how many fit into the budget.
            runs = budget.runs(simulator.play(streams, **options))
            result = simulator.play(streams, **options, powers=runs, same_cycles=plan.ours)
            if not result.passed:
                return failed(result, waveform)
            total, states = total + runs * result.messages, states + runs
        return Played(
            passed=True,
            messages=total,
            detail=f"{total} messages, from {states} power-up states, each of "
            f"{len(orders[-1])} as the first one",
        )

    return play


def each_first(messages: list[Message]) -> Iterator[list[Message]]:
    """The messages in a circle, from each of them on, which then brings its key."""
    for place, message in enumerate(messages):
        yield [replace(message, new_key=True), *messages[place + 1 :], *messages[:place]]


def resets(plan: Plan, *, everywhere: bool, zeroise: bool = False) -> Play:
    """A reset of one cycle in each cycle of a few messages, or in as many as a budget allows,
    without stalls and with them; a core of others gets longer ones. With ``zeroise`` it is a cycle
    of the port of this name: what leads is refused then, as no key is in use.
    """
    streams = plan.streams(broken(plan) + few(plan))

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        options = {"stall_seed": plan.seed, **options, "power": plan.seed}
        found: list[tuple[PlayResult, range]] = []
        # Once where a check asks for no stalls anyway.
        for stalls in dict.fromkeys((None, options["stall_seed"])):
            options = {**options, "stall_seed": stalls}
            first = simulator.play(streams, **options)
            points = _reset_points(first.cycles, everywhere)
            result = (
                first
                if not first.passed
                else simulator.play(
                    streams,
                    **options,
                    waveform=waveform,
                    resets=Resets(at=points, cycles=1 if plan.ours else 8, zeroise=zeroise),
                )
            )
            if not result.passed:
                return failed(result, waveform)
            found.append((result, points))
        return _with_resets(found, "zeroisations" if zeroise else "resets")

    return play


def _reset_points(cycles: int, everywhere: bool) -> range:
    # up to a reset half of the messages on average, and behind it all of them
    most = max(RESET_POINTS, 2 * RESET_CYCLES // (3 * max(1, cycles)))
    return range(1, max(2, cycles), 1 if everywhere else -(-cycles // most))


def _with_resets(found: list[tuple[PlayResult, range]], what: str) -> Played:
    """What runs without and with stalls showed."""
    (result, points), (last, others) = found[0], found[-1]
    total = sum(len(at) for _, at in found)
    # With stalls a run is longer, and a budget may reach fewer of its cycles.
    more = f"; {len(others)} of them with stalls, in {_each(others)}" if len(found) > 1 else ""
    return Played(
        passed=True,
        messages=result.messages * (len(found) + total),
        detail=f"{total} {what}, in {_each(points)} of {result.messages} messages, which are "
        f"played again after it{more}",
    ).judged(_reset_goals(last, others))


def _each(points: range) -> str:
    return "each cycle" if points.step == 1 else f"every {points.step}th cycle"


def _reset_goals(result: PlayResult, points: range) -> Goals:
    """A reset comes while a word waits, or the core for a word, on each port where that is not
    rare.
    """
    cycles = max(1, result.cycles)
    names = {f"a reset while {what}": number for number, what in enumerate(WAITING)}
    often = [
        # How many resets should meet this, if they were spread evenly over all cycles.
        len(points) * (result.asked[number:] or (0,))[0] / cycles >= RESETS_EXPECTED
        for number in names.values()
    ]
    return goals(
        names,
        [name for name, number in names.items() if result.hit[number:] and result.hit[number]],
        {name: "seldom or never so on this core" for name, known in zip(names, often) if not known},
    )


def failures(plan: Plan) -> Play:
    """Headers and instructions that break a message, later by a cycle in each run."""
    streams = plan.streams(
        at_any_time(plan.interface.aead, seed=plan.seed, decrypts=plan.interface.decrypts)
    )

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        options = {
            **options,
            "stall_seed": None,
            "power": plan.seed,
            "tail": RUN_TAIL,
            # Each further run waits for a cycle more, see `Simulator.play`.
            "hold": 0,
            "waveform": waveform,
        }
        runs = HELD.runs(simulator.play(streams, **options))
        result = simulator.play(streams, **options, powers=runs)
        return failed(result, waveform) or Played(
            passed=True,
            messages=runs * result.messages,
            detail=f"{runs * result.messages} messages, their headers up to {runs - 1} cycles late",
        )

    return play


def broken(plan: Plan) -> list[Violation]:
    """What must fail before there is a key; nothing for a core of others."""
    if not plan.ours or not plan.interface.aead:
        return []
    # The first one is an encryption before any key.
    return violations(*plan.names, seed=plan.seed)[:1]


def few(plan: Plan) -> list[Message]:
    """What a reset and the time before it must not change: each operation works; with ours, types
    that end with an empty segment, too.
    """
    random, aead, hash_function = Random(plan.seed), plan.interface.aead, plan.interface.hash
    messages = forgeries.few(aead, seed=plan.seed) if aead else []
    if hash_function:
        block = catalog.find(hash_function).model.block_bytes
        messages += [
            hashing(hash_function, message=random.randbytes(size)) for size in (0, block + 1)
        ]
    messages += outputs.few(plan.interface, seed=plan.seed)
    ended = stimulus.ended_by_nothing(aead, hash_function, seed=plan.seed)
    return messages + ended if plan.ours else messages

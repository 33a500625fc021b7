# SPDX-License-Identifier: Apache-2.0
"""Checks with goals of coverage: sequences, counts, segments, lengths and values. Each says
how many goals what it played has met, and fails if one that applies to the core was not.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType

from ...errors import CallError
from ...lwc.messages import Message
from ...lwc.vectors import Stream, Vectors
from ..answers import counts, joint_lengths, many_segments, sequences, tag_bits, values
from ..answers.counts import Loop
from ..answers.events import Event, events
from ..answers.goals import Part, fitting, goals
from .pace import Pace
from .plan import EMPTY, Plan
from .played import Play, Played, failed
from .simulator import PlayResult, Repeats, Simulator

SEQUENCES, FOURS, COUNTS, SEGMENTS = 150_000, 100_000, 400_000, 350_000
TAG_BITS, LENGTHS = 150_000, 1_000_000
"""Cycles that a default run may spend on each of these checks, but for each loop of the counts."""

ENDLESS = 1 << 30
"""Bytes of a memory that no check fills."""

TOO_SLOW = "too many cycles for this level"

WRONG = EMPTY.partition(":")[0]
"""Why goals with empty segments are left out of a core of others."""


def of_sequences(plan: Plan) -> Play:
    """Four and three outcomes in a row, or fewer on a slow core."""
    core = plan.core

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        wanted = sequences.wanted_pairs(core) + sequences.wanted_triples(core)
        made = sequences.sequence(core, seed=plan.seed, length=3)
        left: dict[str, str] = {}
        if plan.pace(simulator).cost(2 * len(made), 20 * len(made)) > plan.budget(SEQUENCES):
            made = sequences.sequence(core, seed=plan.seed, length=2)
            left = dict.fromkeys(sequences.wanted_triples(core), TOO_SLOW)
        fours, wanted = sequences.fours(core, seed=plan.seed), wanted + sequences.wanted_fours(core)
        if plan.pace(simulator).cost(2 * len(fours), 20 * len(fours)) <= plan.budget(FOURS):
            made = [*fours, *made]
        else:
            left |= dict.fromkeys(sequences.wanted_fours(core), TOO_SLOW)
        streams = plan.streams(made)
        found = plan.run(simulator, streams, waveform, options)
        return found.judged(goals(wanted, sequences.met(events(streams)), left))

    return play


def of_tag_bits(plan: Plan) -> Play:
    """Each bit of the tag in each class of message."""
    return _of_parts(plan, tag_bits, TAG_BITS)


def of_values(plan: Plan) -> Play:
    """Constant and equal values."""
    messages = values.messages(plan.core, seed=plan.seed)
    streams = plan.streams(messages)

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        found = plan.run(simulator, streams, waveform, options)
        return found.judged(
            goals(values.wanted(plan.core), values.met(events(streams), plan.core), {})
        )

    return play


def of_counts(plan: Plan) -> Play:
    """Short messages again and again, as often as a goal asks or the cycles last."""

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        options = {**options, "stall_seed": None, "power": plan.seed, "waveform": waveform}
        wanted, met, left, cycles, messages = [], set(), {}, 0, 0
        for loop in counts.loops(plan.core, seed=plan.seed):
            streams = plan.streams(loop.messages)
            times = _times(loop, plan.pace(simulator), plan.budget(COUNTS))
            result = simulator.play(
                streams, **options, repeats=Repeats(first=loop.first, end=loop.end, times=times)
            )
            if not result.passed:
                return failed(result, waveform)
            played = loop.played(events(streams), times)
            reached = loop.met(events(streams), times)
            wanted, met = wanted + loop.goals(), met | reached
            # Left out is only what the cycles did not reach; a goal that is missed with all
            # repetitions fails the check.
            if times * loop.each < loop.counts[-1]:
                left |= dict.fromkeys(
                    (loop.goal(count) for count in loop.counts if count > loop.measure(played)),
                    TOO_SLOW,
                )
            cycles, messages = cycles + result.cycles, messages + len(played)
        return Played(
            passed=True,
            messages=messages,
            detail=f"{messages} messages, {cycles} cycles, no stalls",
        ).judged(goals(wanted, met, left))

    return play


def _times(loop: Loop, pace: Pace, cycles: int) -> int:
    most = cycles // max(1, pace.cost(loop.end - loop.first, 0))
    wanted = [-(-count // loop.each) for count in loop.counts]
    # No more repetitions than a goal asks for; where even the first is too far, a part of the
    # cycles is enough.
    return max((times for times in wanted if times <= most), default=most // 4)


def of_segments(plan: Plan) -> Play:
    """Many segments; rows of empty ones by themselves, which cores of others may answer with empty
    ones or with nothing.
    """

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        # Without stalls more messages fit into the cycles.
        options = {"stall_seed": None, "power": plan.seed, **options}
        whole = _parts(
            plan,
            simulator,
            many_segments.parts(plan.core, seed=plan.seed, empty=False),
            plan.budget(SEGMENTS),
        )
        streams = plan.streams(whole.messages)
        found = plan.run(simulator, streams, waveform, options, whole.messages)
        wanted = many_segments.wanted(plan.core, empty=False)
        met = many_segments.met(events(streams), plan.core)
        left = whole.left | _too_long(plan, whole.messages, many_segments, met)
        # A core that needs one segment for each type is not asked about empty ones.
        if not found.passed or found.caveat:
            return plan.judged(found, streams, wanted, _meets(plan, many_segments), left)
        rows = _parts(
            plan,
            simulator,
            many_segments.parts(plan.core, seed=plan.seed, empty=True),
            plan.budget(SEGMENTS),
        )
        found = _empty_rows(plan, simulator, rows.messages, found, waveform, options)
        more = many_segments.wanted(plan.core, empty=True)
        if found.caveat:
            # What was answered wrong meets no goal.
            return found.judged(goals([*wanted, *more], met, left | dict.fromkeys(more, WRONG)))
        met = met | many_segments.met(events(plan.streams(rows.messages)), plan.core)
        return found.judged(goals([*wanted, *more], met, left | rows.left))

    return play


def _empty_rows(
    plan: Plan,
    simulator: Simulator,
    messages: list[Message],
    before: Played,
    waveform: Path | None,
    options: dict,
) -> Played:
    """What was found before, with the messages of rows of empty segments."""
    results: list[PlayResult] = []
    # Ours promise that an empty segment leaves nothing; of others both ways are right.
    for mirrored in (False, *([] if plan.ours else [True])):
        results.append(
            simulator.play(
                plan.streams(messages, empty_segments=mirrored), **options, waveform=waveform
            )
        )
        if results[-1].passed:
            more = replace(before, messages=before.messages + results[-1].messages)
            return replace(
                more,
                detail=f"{before.detail}, and {results[-1].messages} with rows of empty segments",
            )
    # The way in which the core got further is the one that it means to follow.
    worst = max(results, key=lambda result: result.completed)
    if plan.ours or plan.takes_segments(simulator, empty=True, **options):
        return failed(worst, waveform)
    return before.but(EMPTY.format(worst.failure.text))


def of_lengths(plan: Plan) -> Play:
    """Lengths of both types together."""
    return _of_parts(plan, joint_lengths, LENGTHS)


def _of_parts(plan: Plan, module: ModuleType, cycles: int) -> Play:
    """The parts of a module of messages, as far as they fit, and its goals."""

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        options = {"stall_seed": None, "power": plan.seed, **options}
        chosen = _parts(
            plan, simulator, module.parts(plan.core, seed=plan.seed), plan.budget(cycles)
        )
        streams = plan.streams(chosen.messages)
        found = plan.run(simulator, streams, waveform, options, chosen.messages)
        met = module.met(events(streams), plan.core)
        left = chosen.left | _too_long(plan, chosen.messages, module, met)
        return plan.judged(found, streams, module.wanted(plan.core), _meets(plan, module), left)

    return play


def _meets(plan: Plan, module: ModuleType) -> Callable[[Sequence[Event]], set[str]]:
    """Which goals of a module messages meet."""
    return partial(module.met, core=plan.core)


def _too_long(
    plan: Plan, messages: list[Message], module: ModuleType, met: set[str]
) -> dict[str, str]:
    """Goals that these messages meet on a core that keeps messages of any length, and not on this
    one; and why.
    """
    limits = {name: size for name, size in plan.interface.kept.items() if size is not None}
    if not limits:
        return {}
    # The same messages as a core without such a limit is answered: what these meet more, the limit
    # takes away.
    endless = plan.streams(messages, **dict.fromkeys(limits, ENDLESS))
    others = module.met(events(endless), plan.core)
    reason = f"the core keeps {min(limits.values()):,} bytes and refuses longer messages"
    return dict.fromkeys(others - met, reason)


@dataclass(frozen=True)
class Chosen:
    """Messages of the parts that fit, and the goals of the others."""

    messages: list[Message]
    left: dict[str, str]


def _parts(plan: Plan, simulator: Simulator, parts: Iterable[Part], cycles: int) -> Chosen:
    chosen, left = fitting(parts, plan.pace(simulator).cost, cycles)
    messages: list[Message] = []
    for part in chosen:
        try:
            messages += part.make()
        except CallError as error:
            left |= dict.fromkeys(part.goals, f"the algorithm takes no such message: {error}")
    return Chosen(messages, left)


def again(vectors: Vectors, times: int) -> Vectors:
    """The same several times."""

    def repeated(stream: Stream) -> Stream:
        return replace(stream, blocks=stream.blocks * times)

    return Vectors(pdi=repeated(vectors.pdi), sdi=repeated(vectors.sdi), do=repeated(vectors.do))

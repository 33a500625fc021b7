# SPDX-License-Identifier: Apache-2.0
"""What is played on a core with the LWC API: the checks of each level, by name.
``docs/explanation/method.md`` has them as a table.
"""

from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from random import Random

from ... import catalog
from ...catalog import Kind
from ...design import Design
from ...lwc.messages import Message
from ...lwc.vectors import Vectors
from ..answers import lengths, outputs, stimulus
from ..answers.violations import violations
from . import covered, disturbed
from .block_waits import of_blocks
from .key_changes import of_keys
from .long_lengths import of_powers
from .plan import Plan
from .played import Play, Played, failed
from .refused import of_forgeries
from .simulator import Simulator
from .splits import of_splits
from .waited import of_waits


class Level(IntEnum):
    """How much is played."""

    NETLIST = 0
    DEFAULT = 1
    THOROUGH = 2


RANDOM_MESSAGES, CHUNK = 100_000, 5_000
"""Random messages of the thorough level, and how many of them are played in one run from power-up.
"""

VIOLATION_RUNS = 3
"""So often the protocol violations are played."""

UNLOOKED = 200
"""Messages of the test plan that are played once more, with noise in what is not looked at."""


def lwc_plays(
    design: Design,
    seed: int,
    level: Level,
    *,
    kat: Path | None = None,
    given: Vectors | None = None,
) -> Iterator[tuple[str, Play]]:
    """The checks of a level: name, and what plays it. Link 4 plays `Level.NETLIST`."""
    names = design.algorithms
    plan = Plan(design, seed)
    for name in names:
        yield (
            f"official known answers of {name}",
            plan.messages(stimulus.official(name, seed=seed, every=level != Level.NETLIST)),
        )
    if names:
        # Before all that is longer: by these `Easing` learns what a core of others needs.
        yield from _basic(plan)
    if names and level >= Level.DEFAULT:
        yield from _beyond(plan, level)
    if names and level == Level.THOROUGH:
        yield from _thorough(plan)
    if kat is not None:
        yield (
            f"known answers of {kat.name}",
            plan.messages(stimulus.from_kat(kind_of(kat, names), kat)),
        )
    if given is not None:
        yield "given vectors", plan.vectors(given)


def kind_of(kat: Path, names: list[str]) -> str:
    """Which of the algorithms of a core a file is for: that of a hash has messages and digests,
    and one with customizations has those.
    """
    # The first record is enough, and a file that is none is refused where it is parsed.
    found = kat.read_text(errors="replace").splitlines()[:20] if kat.is_file() else []
    first = {name: value.strip() for name, _, value in (line.partition(" =") for line in found)}
    if "Msg" not in first:
        return names[0]
    kinds = (Kind.CXOF,) if "Z" in first else (Kind.HASH, Kind.XOF)
    fits = [name for name in names if catalog.find(name).kind in kinds]
    size = len(first.get("MD", "")) // 2
    of_size = [
        name for name in fits if getattr(catalog.find(name).model, "digest_bytes", 0) == size
    ]
    # Of no digest of this size it is the output of a XOF, which may have any; these stand last.
    return next(iter(of_size + fits[::-1]), names[0])


def without_stalls(play: Play) -> Play:
    """The same with words as fast as the core takes and gives them, which random stalls hardly
    ever bring about for long.
    """

    def unhindered(simulator: Simulator, waveform: Path | None, **options) -> Played:
        return play(simulator, waveform, **{**options, "stall_seed": None})

    return unhindered


def _basic(plan: Plan) -> Iterator[tuple[str, Play]]:
    """Of every level."""
    yield "test plan", _whole_plan(plan)
    yield "splits into segments", of_splits(plan)
    if plan.interface.xofs:
        yield "outputs of any length", plan.messages(_outputs(plan))


def _beyond(plan: Plan, level: Level) -> Iterator[tuple[str, Play]]:
    """Of the default level."""
    aead = plan.interface.aead
    yield "test plan without stalls", without_stalls(_whole_plan(plan))
    if plan.interface.xofs:
        play = plan.messages(_outputs(plan))
        yield "outputs of any length without stalls", without_stalls(play)
        noise = plan.messages(_outputs(plan)[:UNLOOKED], noise=Random(plan.seed))
        yield "outputs of any length, and what is not looked at", noise
    if aead and plan.interface.decrypts:
        yield "forgeries", of_forgeries(plan)
        yield "each bit of the tag", covered.of_tag_bits(plan)
    if aead:
        yield "key changes", of_keys(plan)
        yield "sequences", covered.of_sequences(plan)
    yield "many messages", covered.of_counts(plan)
    yield "many segments", covered.of_segments(plan)
    yield "lengths of both types", covered.of_lengths(plan)
    yield "values", covered.of_values(plan)
    yield "long waits", of_waits(plan)
    yield "lengths around powers of two", of_powers(plan, every=level == Level.THOROUGH)
    yield "power-up states", disturbed.power_ups(plan)
    yield "resets", disturbed.resets(plan, everywhere=level == Level.THOROUGH)
    if plan.interface.zeroises:
        everywhere = level == Level.THOROUGH
        yield "zeroisations", disturbed.resets(plan, everywhere=everywhere, zeroise=True)
    if plan.ours and aead:
        yield "waits in a block", of_blocks(plan)
    # What the API leaves open is promised of our own cores alone.
    if plan.ours:
        yield (
            "what is not looked at",
            plan.messages(plan.plan[:UNLOOKED], noise=Random(plan.seed)),
        )
        yield "protocol violations", _of_violations(plan)
    if plan.ours and aead:
        yield "failures at any time", disturbed.failures(plan)


def _thorough(plan: Plan) -> Iterator[tuple[str, Play]]:
    """Of the thorough level only."""
    yield "random messages", _at_random(plan, RANDOM_MESSAGES)
    if plan.ours and (wrong := lengths.too_long(plan.interface.aead, seed=plan.seed)):
        yield "more blocks than allowed", plan.vectors(plan.streams(wrong))


def _whole_plan(plan: Plan) -> Play:
    """The messages of the test plan."""
    play = plan.messages(plan.plan)
    return play if plan.ours else plan.eased(play, plan.plan)


def _outputs(plan: Plan) -> list[Message]:
    """Messages with an output of any length, and the test plan between them."""
    return outputs.plan(plan.interface, seed=plan.seed)


def _of_violations(plan: Plan) -> Play:
    """All of them, several times with other bytes and other stalls: what a register holds from
    the message before decides whether a fault shows.
    """
    runs = [
        (
            seed,
            plan.streams(
                violations(
                    *plan.names,
                    seed=seed,
                    decrypts=plan.interface.decrypts,
                    xofs=plan.interface.xofs,
                )
            ),
        )
        for seed in range(plan.seed, plan.seed + VIOLATION_RUNS)
    ]

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        options, messages = {"waveform": waveform, **options}, 0
        for seed, streams in runs:
            result = simulator.play(streams, **{"stall_seed": seed, **options})
            if not result.passed:
                return failed(result, waveform)
            messages += result.messages
        return Played(
            passed=True,
            messages=messages,
            detail=f"{messages} messages in {len(runs)} runs, random stalls from seed {plan.seed}",
        )

    return play


def _at_random(plan: Plan, count: int) -> Play:
    """Random messages, in several runs."""

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        played = cycles = 0
        while played < count:
            # With one seed each run would play the same messages.
            seed = plan.seed + played
            messages = lengths.at_random(*plan.names, seed=seed, count=min(CHUNK, count - played))
            result = simulator.play(
                plan.streams(messages), **{"stall_seed": seed, "waveform": waveform, **options}
            )
            if not result.passed:
                return failed(result, waveform)
            # For a core that only encrypts, what it is asked for is counted.
            played, cycles = played + result.messages, cycles + result.cycles
        return Played(
            passed=True,
            messages=played,
            detail=f"{played} messages, {cycles} cycles, random stalls and power-up "
            f"states from seed {plan.seed}",
        )

    return play

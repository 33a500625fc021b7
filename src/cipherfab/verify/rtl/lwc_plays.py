# SPDX-License-Identifier: Apache-2.0
"""What is played on a core with the LWC API: the checks of each level, by name. ``docs/trust.md``
has them as a table.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path
from random import Random

from ... import catalog
from ...catalog import Kind
from ...design import Design, LwcInterface
from ...lwc.messages import Message, Violation, hashing, vectors
from ...lwc.vectors import Vectors
from ..answers import forgeries, lengths, stimulus
from ..answers.violations import at_any_time, violations
from .long_lengths import grow
from .simulator import PlayResult, Resets, Simulator


class Level(IntEnum):
    """How much is played."""

    NETLIST = 0
    DEFAULT = 1
    THOROUGH = 2


RANDOM_MESSAGES, CHUNK = 100_000, 5_000
"""Random messages of the thorough level, and how many of them are played in one run from power-up.
"""

FEWEST_POWER_UPS, POWER_UPS, POWER_CYCLES = 32, 256, 250_000
"""Runs that differ in what is in the registers at first: so many, or as many as these cycles last
for, but never fewer than the first.
"""

POWER_TAIL = 200
"""Cycles that each of them is watched for words too many."""

VIOLATION_RUNS = 3
"""So often the protocol violations are played."""

FEWEST_HELD, MOST_HELD, HELD_CYCLES = 16, 150, 200_000
"""Cycles that headers of broken messages are late at most: so many, or as many as runs of the first
one's length fit into these cycles, but never fewer than the first number.
"""

UNLOOKED = 200
"""Messages of the test plan that are played once more, with noise in what is not looked at."""

RESET_POINTS, RESET_CYCLES = 150, 400_000
"""Resets in the midst of messages that the default level plays at most, or more, as many as these
cycles last for; the thorough one plays them in every cycle.
"""


@dataclass(frozen=True, kw_only=True)
class Played:
    """What a check showed.

    Attributes:
        detail: in a line.
        messages: how many were played, with those around resets.
        caveat: what a core of others that passed does not do, or empty.
    """

    passed: bool
    detail: str
    messages: int = 0
    caveat: str = ""


Play = Callable[..., Played]
"""Plays on a simulator, with a waveform of a failure at a path or None and options of
`Simulator.play`.
"""


def lwc_plays(design: Design, seed: int, level: Level, *, kat: Path | None = None,
              given: Vectors | None = None) -> Iterator[tuple[str, Play]]:
    """The checks of a level: name, and what plays it. Link 4 plays `Level.NETLIST`."""
    names = [name for name in (design.interface.aead, design.interface.hash) if name]
    plan = _Plan(design, seed)
    for name in names:
        yield f"official known answers of {name}", plan.messages(stimulus.official(name, seed=seed))
    if names:
        yield from plan.basic()
    if names and level >= Level.DEFAULT:
        yield from plan.beyond(level)
    if names and level == Level.THOROUGH:
        yield from plan.thorough()
    if kat is not None:
        yield f"known answers of {kat.name}", plan.messages(
            stimulus.from_kat(kind_of(kat, names), kat))
    if given is not None:
        yield "given vectors", plan.vectors(given)


def kind_of(kat: Path, names: list[str]) -> str:
    """Whether a file is for the AEAD or for the hash of a core: a hash file has messages and
    digests.
    """
    hashes = [name for name in names if catalog.find(name).kind is Kind.HASH]
    is_hash = (
        kat.is_file() and any(line.startswith("Msg")
                              for line in kat.read_text(errors="replace").splitlines()[:20]))
    return hashes[0] if is_hash and hashes else names[0]


class _Plan:
    """The checks of one core."""

    def __init__(self, design: Design, seed: int):
        self.interface: LwcInterface = design.interface
        self.names, self.seed = (design.interface.aead, design.interface.hash), seed
        # What the API leaves open is a promise of our own cores only, see docs/lwc.md.
        self.ours = design.third_party is None
        self.plan = stimulus.plan(*self.names, seed=seed)

    def basic(self) -> Iterator[tuple[str, Play]]:
        """Of every level."""
        yield "test plan", self.messages(self.plan)
        split = stimulus.splits(*self.names, seed=self.seed)
        yield (
            "splits into segments", self.messages(split) if self.ours
            else self.foreign_splits(split))

    def beyond(self, level: Level) -> Iterator[tuple[str, Play]]:
        """Of the default level."""
        aead = self.interface.aead
        if aead and self.interface.decrypts:
            yield "forgeries", self.forgeries()
        if aead:
            yield "key changes", self.keys()
        yield "lengths around powers of two", self.lengths(level)
        yield "power-up states", self.power_ups()
        yield "resets", self.resets(everywhere=level == Level.THOROUGH)
        if self.ours:
            yield "what is not looked at", self.messages(self.plan[:UNLOOKED],
                                                         noise=Random(self.seed))
            yield "protocol violations", self.violations()
        if self.ours and aead:
            yield "failures at any time", self.at_any_time()

    def thorough(self) -> Iterator[tuple[str, Play]]:
        """Of the thorough level only."""
        yield "random messages", self.random(RANDOM_MESSAGES)
        if self.ours and (wrong := lengths.too_long(self.interface.aead, seed=self.seed)):
            yield "more blocks than allowed", self.vectors(self.streams(wrong))

    def answerable(self, messages: Iterable[Message | Violation]) -> list[Message | Violation]:
        """Without decryptions, for a core that only encrypts."""
        messages = list(messages)
        good = {id(message) for message in stimulus.answerable(
            self.interface, [message for message in messages if isinstance(message, Message)])}
        return [message for message in messages if isinstance(message, Violation)
                or id(message) in good]

    def streams(self, messages: Iterable[Message | Violation], **options) -> Vectors:
        """Words on the core's buses."""
        interface = self.interface
        return vectors(self.answerable(messages), width=interface.width,
                       sdi_width=interface.sdi_width,
                       buffer_bytes=interface.buffer_bytes, **options)

    def messages(self, messages: Iterable[Message], **options) -> Play:
        """Messages in one run; ``options``: of `lwc.messages.vectors`."""
        return self.vectors(self.streams(messages, **options))

    def vectors(self, streams: Vectors) -> Play:
        """Words in one run, with random stalls unless the play's options say otherwise."""
        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            result = simulator.play(streams,
                                    **{"stall_seed": self.seed, "waveform": waveform, **options})
            return _failed(result, waveform) or _passed(result)
        return play

    def foreign_splits(self, split: list[Message]) -> Play:
        """For a core of others. What an empty segment that does not end its type leaves on DO is
        open, both ways are right.
        """
        streams = [self.streams(split, empty_segments=mirrored) for mirrored in (False, True)]
        whole = self.streams([message for message in split if not _has_empty_segment(message)])

        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            options = {"stall_seed": self.seed, "waveform": waveform, **options}
            results = []
            for words in streams:
                results.append(simulator.play(words, **options))
                if results[-1].passed:
                    return _passed(results[-1])
            failed = max(results, key=lambda result: result.completed)
            result = simulator.play(whole, **{**options, "waveform": None})
            if not result.passed:
                return _failed(result, None)
            caveat = (
                f"a type with an empty segment beside others is answered wrong: "
                f"{failed.failure.text}")
            return Played(passed=True, detail=f"{_passed(result).detail}; {caveat}",
                          messages=result.messages, caveat=caveat)
        return play

    def forgeries(self) -> Play:
        """Each bit of the tag, of the nonce …; and that the time of a refusal does not say which
        bit of the tag is wrong.
        """
        wrong = forgeries.wrong_tags(self.interface.aead, seed=self.seed)
        streams = self.streams([message for group in wrong for message in group]
                               + forgeries.wrong_fields(self.interface.aead, seed=self.seed))
        timed = self.streams(wrong[0])

        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            result = simulator.play(streams,
                                    **{"stall_seed": self.seed, "waveform": waveform, **options})
            if not result.passed or not self.ours:
                return _failed(result, waveform) or _passed(result)
            again = simulator.play(timed, **{**options, "stall_seed": None, "spaced": True})
            cycles = sorted(set(again.message_cycles[1:]))
            if again.passed and len(cycles) == 1:
                return _passed(result,
                               f"; each wrong tag is refused in {cycles[0]} cycles, a right one "
                               f"accepted in as many",
                               again.messages)
            return (
                _failed(again, None)
                or Played(passed=False,
                          detail=f"a decryption takes {cycles} cycles, depending on its tag"))
        return play

    def keys(self) -> Play:
        """Keys that change; and that SDI is read only after *activate key*."""
        messages = self.answerable(forgeries.wrong_keys(self.interface.aead, seed=self.seed))
        streams = self.streams(messages)
        firsts, count = [], 0
        for number, message in enumerate(messages):
            if message.new_key:
                firsts.append((number, count))
                count += 1 + len(message.earlier_keys)

        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            options = {"stall_seed": self.seed, "waveform": waveform, **options}
            result = simulator.play(streams, **options)
            if not self.ours:
                return (_passed(result) if result.passed
                        else self.used_keys(messages, simulator, result, options))
            if not result.passed:
                return _failed(result, waveform)
            early = [number for number, key in firsts
                     if result.key_cycles[key] < result.first_cycles[number]]
            if early:
                return Played(passed=False,
                              detail=f"SDI was read before the key of message {early[0] + 1} was "
                                     f"activated")
            return _passed(result,
                           "; every key was offered before it was activated, and taken after it")
        return play

    def used_keys(self, messages: list[Message], simulator: Simulator, failed: PlayResult,
                  options: dict) -> Played:
        """For a core of others that fails the key changes: the same without keys that are activated
        and not used, of which the API says nothing.
        """
        used = self.streams(replace(message, earlier_keys=()) for message in messages)
        result = simulator.play(used, **{**options, "waveform": None})
        if not result.passed:
            return _failed(failed, options["waveform"])
        caveat = f"a key that is activated and not used is one too many: {failed.failure.text}"
        return replace(_passed(result), detail=f"{_passed(result).detail}; {caveat}", caveat=caveat)

    def lengths(self, level: Level) -> Play:
        """Lengths around powers of two: all of them, or as far as the core is fast enough."""
        def streams(least: int, most: int) -> Vectors:
            return self.streams(lengths.around_powers(*self.names, seed=self.seed,
                                                      least=least, most=most))
        if level == Level.THOROUGH:
            return self.vectors(streams(lengths.LEAST_BYTES, lengths.LONGEST_BYTES))

        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            found = grow(simulator, streams, waveform, {"stall_seed": self.seed, **options})
            return _failed(found.result, waveform) or Played(
                passed=True, messages=found.messages,
                detail=f"{found.messages} messages, {found.cycles} cycles, {found.reached}")
        return play

    def power_ups(self) -> Play:
        """The same few messages from several power-up states; our own cores start with a reset of
        one cycle in every other one, and answer in the same cycles as behind a longer one. What
        breaks the rules leads each, or what keeps them: a failure puts registers in order, too.
        """
        plays = [self.streams(found) for found in (self.broken() + self.few(), self.few())]
        first_reset = 1 if self.ours else None

        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            options = {"stall_seed": self.seed, **options, "power": self.seed,
                       "first_reset": first_reset, "tail": POWER_TAIL, "waveform": waveform}
            total = 0
            for streams in plays:
                first = simulator.play(streams, **options)
                runs = POWER_CYCLES // (first.cycles + POWER_TAIL)
                runs = min(max(runs, FEWEST_POWER_UPS), POWER_UPS)
                result = simulator.play(streams, **options, powers=runs, same_cycles=self.ours)
                if not result.passed:
                    return _failed(result, waveform)
                total += runs * result.messages
            return Played(passed=True, messages=total,
                          detail=f"{total} messages, from {runs} power-up states")
        return play

    def resets(self, *, everywhere: bool) -> Play:
        """A reset of one cycle in each cycle of a few messages, or in as many as a budget allows; a
        core of others gets longer ones.
        """
        streams = self.streams(self.broken() + self.few())

        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            options = {**options, "stall_seed": None, "power": self.seed}
            first = simulator.play(streams, **options)
            # up to a reset half of the messages on average, and behind it all of them
            most = max(RESET_POINTS, 2 * RESET_CYCLES // (3 * max(1, first.cycles)))
            step = 1 if everywhere else -(-first.cycles // most)
            points = range(1, max(2, first.cycles), step)
            result = simulator.play(streams, **options,
                                    resets=Resets(at=points, cycles=1 if self.ours else 8),
                                    waveform=waveform)
            where = "each cycle" if step == 1 else f"every {step}th cycle"
            return _failed(first, None) or _failed(result, waveform) or Played(
                passed=True, messages=result.messages * (1 + len(points)),
                detail=f"{len(points)} resets, in {where} of {result.messages} messages, which are "
                       f"played again after it")
        return play

    def violations(self) -> Play:
        """All of them, several times with other bytes and other stalls: what a register holds from
        the message before decides whether a fault shows.
        """
        runs = [(seed, self.streams(violations(*self.names, seed=seed,
                                               decrypts=self.interface.decrypts)))
                for seed in range(self.seed, self.seed + VIOLATION_RUNS)]

        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            options, messages = {"waveform": waveform, **options}, 0
            for seed, streams in runs:
                result = simulator.play(streams, **{"stall_seed": seed, **options})
                if not result.passed:
                    return _failed(result, waveform)
                messages += result.messages
            return Played(passed=True, messages=messages,
                          detail=f"{messages} messages in {len(runs)} runs, random stalls from "
                                 f"seed {self.seed}")
        return play

    def at_any_time(self) -> Play:
        """Headers that break a message, later by a cycle in each run."""
        streams = self.streams(at_any_time(self.interface.aead, seed=self.seed,
                                           decrypts=self.interface.decrypts))

        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            options = {**options, "stall_seed": None, "power": self.seed, "tail": POWER_TAIL,
                       "hold": 0, "waveform": waveform}
            first = simulator.play(streams, **options)
            runs = min(max(HELD_CYCLES // (first.cycles + POWER_TAIL), FEWEST_HELD), MOST_HELD)
            result = simulator.play(streams, **options, powers=runs)
            return _failed(result, waveform) or Played(
                passed=True, messages=runs * result.messages,
                detail=f"{runs * result.messages} messages, their headers up to {runs - 1} cycles "
                       f"late")
        return play

    def broken(self) -> list[Violation]:
        """What must fail before there is a key; nothing for a core of others."""
        if not self.ours or not self.interface.aead:
            return []
        return violations(*self.names, seed=self.seed)[:1]

    def few(self) -> list[Message]:
        """What a reset and the time before it must not change: each operation works; with ours,
        types that end with an empty segment, too.
        """
        random, aead, hash_function = Random(self.seed), self.interface.aead, self.interface.hash
        messages = forgeries.few(aead, seed=self.seed) if aead else []
        if hash_function:
            block = catalog.find(hash_function).model.block_bytes
            messages += (
                [hashing(hash_function, message=random.randbytes(size)) for size in (0, block + 1)])
        ended = stimulus.ended_by_nothing(aead, hash_function, seed=self.seed)
        return messages + ended if self.ours else messages

    def random(self, count: int) -> Play:
        """Random messages, in several runs."""
        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            played = cycles = 0
            while played < count:
                seed = self.seed + played
                messages = lengths.at_random(*self.names, seed=seed,
                                             count=min(CHUNK, count - played))
                result = simulator.play(self.streams(messages),
                                        **{"stall_seed": seed, "waveform": waveform, **options})
                if not result.passed:
                    return _failed(result, waveform)
                # For a core that only encrypts, what it is asked for is counted.
                played, cycles = played + result.messages, cycles + result.cycles
            return Played(passed=True, messages=played,
                          detail=f"{played} messages, {cycles} cycles, random stalls and power-up "
                                 f"states from seed {self.seed}")
        return play


def _has_empty_segment(message: Message) -> bool:
    """One that is not the only one of its type."""
    return any(sizes is not None and len(sizes) > 1 and 0 in sizes
               for sizes in (message.ad_sizes, message.data_sizes))


def _passed(result: PlayResult, more: str = "", others: int = 0) -> Played:
    stalls = (
        "no stalls" if result.stall_seed is None
        else f"random stalls with seed {result.stall_seed}")
    return Played(passed=True,
                  detail=f"{result.messages} messages, {result.cycles} cycles, {stalls}{more}",
                  messages=result.messages + others)


def _failed(result: PlayResult, waveform: Path | None) -> Played | None:
    """None if it passed."""
    if result.passed:
        return None
    return Played(passed=False, detail="first mismatch: " + result.failure.text
                  + (f"; waveform: {waveform}" if waveform else ""))

# SPDX-License-Identifier: Apache-2.0
"""What is played on a core with the LWC API: the checks of each level, by name.
``docs/explanation/method.md`` has them as a table.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from random import Random

from ... import catalog
from ...catalog import Kind
from ...design import Design, LwcInterface
from ...lwc.messages import Message, Violation
from ...lwc.streams import vectors
from ...lwc.vectors import Vectors
from ..answers import forged, forgeries, lengths, outputs, stimulus
from ..answers.answerable import answerable
from ..answers.events import events
from ..answers.goals import Core, goals
from ..answers.paddings import wrong_paddings
from ..answers.violations import violations
from . import covered, disturbed
from .block_waits import of_blocks
from .long_lengths import Lengths, grow
from .played import Play, Played, failed, passed
from .simulator import PlayResult, Simulator
from .single_segments import single
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
        yield from plan.basic()
    if names and level >= Level.DEFAULT:
        yield from plan.beyond(level)
    if names and level == Level.THOROUGH:
        yield from plan.thorough()
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
    return next(iter(of_size + fits[::-1]), names[0])


def without_stalls(play: Play) -> Play:
    """The same with words as fast as the core takes and gives them, which random stalls hardly
    ever bring about for long.
    """

    def unhindered(simulator: Simulator, waveform: Path | None, **options) -> Played:
        return play(simulator, waveform, **{**options, "stall_seed": None})

    return unhindered


class Plan:
    """The checks of one core; those of `disturbed` are made of it, too."""

    def __init__(self, design: Design, seed: int):
        self.interface: LwcInterface = design.interface
        self.names, self.seed = (design.interface.aead, design.interface.hash), seed
        # What the API leaves open is a promise of our own cores only, see docs/reference/lwc.md.
        self.ours = design.third_party is None
        self.plan = stimulus.plan(*self.names, seed=seed)
        self.core, self.design = Core.of(self.interface, ours=self.ours), design
        self._paces: dict[Path, covered.Pace] = {}
        self._split: dict[tuple, bool] = {}

    def pace(self, simulator: Simulator) -> covered.Pace:
        """How fast a core is."""
        path = simulator.program.path
        if path not in self._paces:
            self._paces[path] = covered.pace(self, simulator)
        return self._paces[path]

    def takes_segments(self, simulator: Simulator, *, empty: bool, **options) -> bool:
        """Whether a core is right with types in several segments, as the basic checks have them:
        ``empty`` ones among them, in either way to answer those, or none.

        Args:
            options: of `Simulator.play`, as the check has them that failed.
        """
        options = {"stall_seed": self.seed, **options, "waveform": None}
        asked = simulator.program.path, empty, tuple(sorted(options.items()))
        if asked not in self._split:
            split = stimulus.splits(*self.names, seed=self.seed)
            streams = (
                [self.streams(split, empty_segments=mirrored) for mirrored in (False, True)]
                if empty
                else [self.streams([*self.plan, *without_empty(split)])]
            )
            self._split[asked] = any(simulator.play(words, **options).passed for words in streams)
        return self._split[asked]

    def budget(self, cycles: int) -> int:
        """The part of these cycles that the design has."""
        return covered.budget(self.design, cycles)

    def basic(self) -> Iterator[tuple[str, Play]]:
        """Of every level."""
        yield "test plan", self.whole_plan()
        split = stimulus.splits(*self.names, seed=self.seed)
        yield (
            "splits into segments",
            self.messages(split) if self.ours else self.eased(self.foreign_splits(split), split),
        )
        if self.interface.xofs:
            yield "outputs of any length", self.messages(self.outputs())

    def beyond(self, level: Level) -> Iterator[tuple[str, Play]]:
        """Of the default level."""
        aead = self.interface.aead
        yield "test plan without stalls", without_stalls(self.whole_plan())
        if self.interface.xofs:
            play = self.messages(self.outputs())
            yield "outputs of any length without stalls", without_stalls(play)
            noise = self.messages(self.outputs()[:UNLOOKED], noise=Random(self.seed))
            yield "outputs of any length, and what is not looked at", noise
        if aead and self.interface.decrypts:
            yield "forgeries", self.forgeries()
            yield "each bit of the tag", covered.of_tag_bits(self)
        if aead:
            yield "key changes", self.keys()
            yield "sequences", covered.of_sequences(self)
        yield "many messages", covered.of_counts(self)
        yield "many segments", covered.of_segments(self)
        yield "lengths of both types", covered.of_lengths(self)
        yield "values", covered.of_values(self)
        yield "long waits", of_waits(self)
        yield "lengths around powers of two", self.lengths(level)
        yield "power-up states", disturbed.power_ups(self)
        yield "resets", disturbed.resets(self, everywhere=level == Level.THOROUGH)
        if self.interface.zeroises:
            everywhere = level == Level.THOROUGH
            yield "zeroisations", disturbed.resets(self, everywhere=everywhere, zeroise=True)
        if self.ours and aead:
            yield "waits in a block", of_blocks(self)
        if self.ours:
            yield (
                "what is not looked at",
                self.messages(self.plan[:UNLOOKED], noise=Random(self.seed)),
            )
            yield "protocol violations", self.violations()
        if self.ours and aead:
            yield "failures at any time", disturbed.failures(self)

    def thorough(self) -> Iterator[tuple[str, Play]]:
        """Of the thorough level only."""
        yield "random messages", self.random(RANDOM_MESSAGES)
        if self.ours and (wrong := lengths.too_long(self.interface.aead, seed=self.seed)):
            yield "more blocks than allowed", self.vectors(self.streams(wrong))

    def answerable(self, messages: Iterable[Message | Violation]) -> list[Message | Violation]:
        """Without decryptions, for a core that only encrypts; with a key for each message, for one
        that keeps none.
        """
        return [
            one
            for message in messages
            for one in (
                [message]
                if isinstance(message, Violation)
                else answerable(self.interface, [message])
            )
        ]

    def streams(self, messages: Iterable[Message | Violation], **options) -> Vectors:
        """Words on the core's buses."""
        interface = self.interface
        return vectors(
            self.answerable(messages),
            width=interface.width,
            sdi_width=interface.sdi_width,
            **{**interface.kept, **options},
        )

    def messages(self, messages: Iterable[Message], **options) -> Play:
        """Messages in one run; ``options``: of `lwc.streams.vectors`."""
        return self.vectors(self.streams(messages, **options))

    def vectors(self, streams: Vectors) -> Play:
        """Words in one run, with random stalls unless the play's options say otherwise."""

        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            result = simulator.play(
                streams, **{"stall_seed": self.seed, "waveform": waveform, **options}
            )
            return failed(result, waveform) or passed(result)

        return play

    def whole_plan(self) -> Play:
        """The messages of the test plan."""
        play = self.messages(self.plan)
        return play if self.ours else self.eased(play, self.plan)

    def eased(self, play: Play, messages: list[Message], *, basic: bool = True) -> Play:
        """For a core of others that fails: it passes with a caveat if it is right where each type
        is one segment; in a check that is not ``basic`` only if it needs that in those that are.
        """
        whole = list(single(messages))

        def again(simulator: Simulator, waveform: Path | None, **options) -> Played:
            found = play(simulator, waveform, **options)
            if found.passed or not (
                basic or not self.takes_segments(simulator, empty=False, **options)
            ):
                return found
            result = simulator.play(
                self.streams(whole), **{"stall_seed": self.seed, "waveform": None, **options}
            )
            return (
                passed(result).but(covered.SEVERAL.format(found.detail)) if result.passed else found
            )

        return again

    def foreign_splits(self, split: list[Message]) -> Play:
        """For a core of others. What an empty segment that does not end its type leaves on DO is
        open, both ways are right.
        """
        streams = [self.streams(split, empty_segments=mirrored) for mirrored in (False, True)]
        whole = self.streams(without_empty(split))

        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            options = {"stall_seed": self.seed, "waveform": waveform, **options}
            results = []
            for words in streams:
                results.append(simulator.play(words, **options))
                if results[-1].passed:
                    return passed(results[-1])
            worst = max(results, key=lambda result: result.completed)
            result = simulator.play(whole, **{**options, "waveform": None})
            if not result.passed:
                return failed(result, None)
            return passed(result).but(covered.EMPTY.format(worst.failure.text))

        return play

    def forgeries(self) -> Play:
        """Each bit of the tag, of the nonce …, what a weak comparison accepts, paddings that are
        not the mode's; and that the time of a refusal does not say which bit of the tag is wrong.
        """
        wrong = forgeries.wrong_tags(self.interface.aead, seed=self.seed)
        weak = forged.forged(self.core, seed=self.seed)
        messages = [
            *(message for group in wrong for message in group),
            *forgeries.wrong_fields(self.interface.aead, seed=self.seed),
            *weak,
            *wrong_paddings(self.core, seed=self.seed),
        ]
        streams = self.streams(messages)
        timed = self.streams(wrong[0])
        refused = [message.result is None for message in wrong[0]]

        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            found = covered.run(self, simulator, streams, waveform, options, messages)
            seen = goals(forged.wanted(self.core), forged.met(events(streams), self.core), {})
            return (
                timing(simulator, found, options) if found.passed and self.ours else found
            ).judged(seen)

        def timing(simulator: Simulator, found: Played, options: dict) -> Played:
            again = simulator.play(timed, **{**options, "stall_seed": None, "spaced": True})
            taken = list(zip(again.message_cycles, refused))[1:]
            cycles = sorted({count for count, _ in taken})
            bad, good = (sorted({n for n, one in taken if one is kind}) for kind in (True, False))
            # A plaintext that was kept leaves behind the comparison.
            kept = self.interface.withheld_bytes or self.interface.buffer_bytes
            later = bool(kept) and len(good) == 1
            if again.passed and len(bad) == 1 and (good in ([], bad) or later):
                how = f"{good[0]}" if later and good != bad else "as many"
                return replace(
                    found,
                    messages=found.messages + again.messages,
                    detail=f"{found.detail}; each wrong tag is refused in {bad[0]} "
                    f"cycles, a right one accepted in {how}",
                )
            return failed(again, None) or Played(
                passed=False, detail=f"a decryption takes {cycles} cycles, depending on its tag"
            )

        return play

    def keys(self) -> Play:
        """Keys that change; and that SDI is read only after *activate key*, but for what registers
        in front of it hold.
        """
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
                return self.kept(
                    passed(result)
                    if result.passed
                    else self.used_keys(messages, simulator, result, options)
                )
            if not result.passed:
                return failed(result, waveform)
            early = [
                number
                for number, key in firsts
                if result.key_cycles[key] < result.first_cycles[number]
            ]
            if early:
                return Played(
                    passed=False,
                    detail=f"SDI was read before the key of message {early[0] + 1} was activated",
                )
            ahead = self.interface.sdi_ahead
            held = f", but for {ahead} words in registers" if ahead else ""
            return passed(
                result, f"; every key was offered before it was activated, and taken after it{held}"
            )

        return play

    def kept(self, found: Played) -> Played:
        """With a remark on a core of others that keeps no key, as its description says."""
        return (
            found
            if self.interface.key_reuse or not found.passed
            else found.but("keeps no key: each message brings its own, and its cycles are counted")
        )

    def used_keys(
        self, messages: list[Message], simulator: Simulator, first: PlayResult, options: dict
    ) -> Played:
        """For a core of others that fails the key changes: the same without keys that are activated
        and not used, of which the API says nothing.
        """
        used = self.streams(replace(message, earlier_keys=()) for message in messages)
        result = simulator.play(used, **{**options, "waveform": None})
        if not result.passed:
            return failed(first, options["waveform"])
        return passed(result).but(
            f"a key that is activated and not used is one too many: {first.failure.text}"
        )

    def lengths(self, level: Level) -> Play:
        """Lengths around powers of two: all of them, or as far as the core is fast enough. One of
        others that fails passes with a caveat if it is right where each type is one segment.
        """

        def messages(least: int, most: int) -> list[Message]:
            return lengths.around_powers(*self.names, seed=self.seed, least=least, most=most)

        if level == Level.THOROUGH:
            every = messages(lengths.LEAST_BYTES, lengths.LONGEST_BYTES)
            return (
                self.messages(every)
                if self.ours
                else self.eased(self.messages(every), every, basic=False)
            )

        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            options = {"stall_seed": self.seed, **options}
            found = _grown(
                grow(simulator, lambda *limits: self.streams(messages(*limits)), waveform, options),
                waveform,
            )
            if found.passed or self.ours or self.takes_segments(simulator, empty=False, **options):
                return found
            again = _grown(
                grow(
                    simulator,
                    lambda *limits: self.streams(single(messages(*limits))),
                    None,
                    options,
                ),
                None,
            )
            return again.but(covered.SEVERAL.format(found.detail)) if again.passed else found

        return play

    def outputs(self) -> list[Message]:
        """Messages with an output of any length, and the test plan between them."""
        return outputs.plan(self.interface, seed=self.seed)

    def violations(self) -> Play:
        """All of them, several times with other bytes and other stalls: what a register holds from
        the message before decides whether a fault shows.
        """
        runs = [
            (
                seed,
                self.streams(
                    violations(
                        *self.names,
                        seed=seed,
                        decrypts=self.interface.decrypts,
                        xofs=self.interface.xofs,
                    )
                ),
            )
            for seed in range(self.seed, self.seed + VIOLATION_RUNS)
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
                detail=f"{messages} messages in {len(runs)} runs, random stalls from "
                f"seed {self.seed}",
            )

        return play

    def random(self, count: int) -> Play:
        """Random messages, in several runs."""

        def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
            played = cycles = 0
            while played < count:
                seed = self.seed + played
                messages = lengths.at_random(
                    *self.names, seed=seed, count=min(CHUNK, count - played)
                )
                result = simulator.play(
                    self.streams(messages), **{"stall_seed": seed, "waveform": waveform, **options}
                )
                if not result.passed:
                    return failed(result, waveform)
                # For a core that only encrypts, what it is asked for is counted.
                played, cycles = played + result.messages, cycles + result.cycles
            return Played(
                passed=True,
                messages=played,
                detail=f"{played} messages, {cycles} cycles, random stalls and power-up "
                f"states from seed {self.seed}",
            )

        return play


def _grown(found: Lengths, waveform: Path | None) -> Played:
    return failed(found.result, waveform) or Played(
        passed=True,
        messages=found.messages,
        detail=f"{found.messages} messages, {found.cycles} cycles, {found.reached}",
    )


def without_empty(messages: Iterable[Message]) -> list[Message]:
    """Those without an empty segment that is not the only one of its type."""
    return [
        message
        for message in messages
        if not any(
            sizes is not None and len(sizes) > 1 and 0 in sizes
            for sizes in (message.ad_sizes, message.data_sizes)
        )
    ]

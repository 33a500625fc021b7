# SPDX-License-Identifier: Apache-2.0
"""What the checks of one core with the LWC API have in common: its messages, as words on its buses
and as plays, and what a core of others is forgiven.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...design import Design, LwcInterface
from ...lwc.messages import Message, Violation
from ...lwc.protocol import MAX_SEGMENT_BYTES
from ...lwc.streams import vectors
from ...lwc.vectors import Vectors
from ..answers import stimulus
from ..answers.answerable import answerable
from ..answers.events import Event, events
from ..answers.goals import Core, goals
from .pace import Pace, budget, pace
from .played import Play, Played, failed, passed
from .program import Program
from .simulator import Simulator
from .single_segments import single, without_empty

SEGMENTS = "a type in several segments is answered wrong"
SEVERAL = f"{SEGMENTS}: {{}}"
EMPTY = "a type with an empty segment beside others is answered wrong: {}"
"""Remarks on a core of others."""


class Plan:
    """The checks of one core; each file of checks makes its own of it."""

    def __init__(self, design: Design, seed: int):
        self.interface: LwcInterface = design.interface
        self.names, self.seed = (design.interface.aead, design.interface.hash), seed
        # What the API leaves open is a promise of our own cores only, see docs/reference/lwc.md.
        self.ours = design.third_party is None
        self.plan = stimulus.plan(*self.names, seed=seed)
        self.core, self.design = Core.of(self.interface, ours=self.ours), design
        self._paces: dict[Path, Pace] = {}
        self._split: dict[tuple, tuple[Program, bool]] = {}

    def pace(self, simulator: Simulator) -> Pace:
        """How fast a core is."""
        path = simulator.program.path
        # Several checks ask, and each answer takes a run.
        if path not in self._paces:
            self._paces[path] = pace(self, simulator)
        return self._paces[path]

    def takes_segments(self, simulator: Simulator, *, empty: bool, **options) -> bool:
        """Whether a core is right with types in several segments, as the basic checks have them:
        ``empty`` ones among them, in either way to answer those, or none.

        Args:
            options: of `Simulator.play`, as the check has them that failed.
        """
        options = {"stall_seed": self.seed, **options, "waveform": None}
        # Several checks ask this of one core, and each answer takes a whole run. Of mutants in one
        # file each is a core of its own.
        program = simulator.program
        asked = id(program), empty, tuple(sorted(options.items()))
        if asked not in self._split:
            split = stimulus.splits(*self.names, seed=self.seed)
            streams = (
                [self.streams(split, empty_segments=mirrored) for mirrored in (False, True)]
                if empty
                else [self.streams([*self.plan, *without_empty(split)])]
            )
            right = any(simulator.play(words, **options).passed for words in streams)
            # With the program, so that no other one has its identity.
            self._split[asked] = program, right
        return self._split[asked][1]

    def budget(self, cycles: int) -> int:
        """The part of these cycles that the design has."""
        return budget(self.design, cycles)

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
        return vectors(self.answerable(messages), **{**self.interface.streamed, **options})

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
            return passed(result).but(SEVERAL.format(found.detail)) if result.passed else found

        return again

    def run(
        self,
        simulator: Simulator,
        streams: Vectors,
        waveform: Path | None,
        options: dict,
        messages: Sequence[Message] = (),
    ) -> Played:
        """One run; a core of others that fails passes with a remark if it is right on ``messages``
        with each type in one segment.
        """
        options = {"stall_seed": self.seed, "waveform": waveform, **options}
        # All that a check would play may have been left out.
        if not streams.pdi.blocks:
            return Played(passed=True, detail="nothing was played")
        result = simulator.play(streams, **options)
        if (
            result.passed
            or self.ours
            or not messages
            or self.takes_segments(simulator, empty=False, **options)
        ):
            return failed(result, waveform) or passed(result)
        # A longer type cannot be one segment.
        whole = [
            one for one in single(messages) if max(len(one.ad), len(one.data)) <= MAX_SEGMENT_BYTES
        ]
        # Without a waveform: the file has that of the failure.
        instead = self.streams(whole)
        again = simulator.play(instead, **{**options, "waveform": None})
        if not again.passed:
            return failed(result, waveform)
        # Goals are then those that these words meet.
        return replace(passed(again).but(SEVERAL.format(result.failure.text)), instead=instead)

    def judged(
        self,
        found: Played,
        streams: Vectors,
        wanted: Iterable[str],
        meets: Callable[[Sequence[Event]], set[str]],
        left_out: Mapping[str, str],
    ) -> Played:
        """What was found with its goals: those that the words meet that were answered rightly.

        Args:
            streams: what the check played first.
            wanted: names of goals.
            meets: of what is on the buses, the goals that it meets.
            left_out: goals, and why they are.
        """
        met, wanted = meets(events(found.instead or streams)), list(wanted)
        unasked = dict.fromkeys(wanted, SEGMENTS) if found.instead else {}
        return found.judged(goals(wanted, met, {**unasked, **left_out}))

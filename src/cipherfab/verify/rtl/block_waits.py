# SPDX-License-Identifier: Apache-2.0
"""What it costs if DO or PDI waits in front of one word of each block of a text.

Two things are required of our own cores, for encryptions and decryptions:

- **No more than the wait.** A port that waits n cycles delays the answer by at most n. In front of
  the first word of a block on PDI it may be a cycle more for each further word: where a block
  enters while the answer to the one before leaves, that answer may then leave alone (`inplace` of
  modes over a forkcipher). In a core with a `turn` (`design.LwcInterface`) a wait
  may be one of whole turns.
- **The same in front of each inner word.** A word takes its place in the cycle in which the word
  before it leaves it, so it makes no difference which of them waits. Inner words are all but the
  first, which on DO may leave as the block is taken, and the last, for which a mode may wait on
  PDI, and behind which `ahead` has another block already on DO.

The waits are as long as what a core hides if its words come and go while it computes: the cycles
of a block, as they are measured, but for one for each of its words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from ... import catalog
from ...design import LwcInterface
from ...lwc.messages import Message
from ...lwc.vectors import Vectors
from ...modes.model import AeadModel
from ..answers.forged import pair
from ..answers.goals import goals
from .plan import Plan
from .played import Play, Played, failed
from .simulator import PlayResult, Simulator, Wait
from .waits import starts, text_start

BLOCKS = 8
"""Of a text; the first and the last one have no wait."""

MOST_WORDS = 8
"""Of a block with more words not each one is tried, but so many, evenly spread."""

PORTS = ("do", "pdi")


@dataclass(frozen=True)
class Place:
    """In front of which word of each block a port waits.

    Attributes:
        port: ``do`` or ``pdi``.
        word: from 0.
        words: of a block.
        turn: cycles, as of `design.LwcInterface`.
    """

    port: str
    word: int
    words: int
    turn: int = 1

    def __str__(self):
        return f"{self.port.upper()}, word {self.word + 1} of {self.words}"

    @property
    def inner(self) -> bool:
        """Whether waits cost the same in front of all such words of a port."""
        return 0 < self.word < self.words - 1

    @property
    def more(self) -> int:
        """Cycles that a wait may cost more than it lasts."""
        alone = self.words - 1 if self.port == "pdi" and self.word == 0 else 0
        return alone + self.turn - 1


@dataclass(frozen=True)
class Text:
    """What is encrypted and decrypted.

    Attributes:
        block_bytes: of a block.
        blocks: how many.
        width: bits of a word.
        turn: cycles, as of `design.LwcInterface`.
    """

    block_bytes: int
    blocks: int
    width: int
    turn: int = 1

    @classmethod
    def of(cls, interface: LwcInterface) -> "Text":
        """Of a core with an AEAD."""
        model = catalog.find(interface.aead or "").model
        assert isinstance(model, AeadModel)
        limit, size = interface.most_decrypted, model.block_bytes
        return cls(
            size,
            BLOCKS if limit is None else min(BLOCKS, limit // size),
            interface.width,
            interface.turn,
        )

    @property
    def words(self) -> int:
        """Of a block, if it is whole words."""
        return 8 * self.block_bytes // self.width

    @property
    def places(self) -> list[Place]:
        """Where there are waits."""
        return [
            Place(port, word, self.words, self.turn)
            for port in PORTS
            for word in spread(self.words)
        ]

    @property
    def unfit(self) -> str:
        """Why nothing is played; empty if something is."""
        if 8 * self.block_bytes % self.width:
            return "a block is no whole number of words"
        return "the core keeps fewer than three blocks" if self.blocks < 3 else ""

    def hidden(self, first: PlayResult) -> int:
        """Cycles of a wait: those of a block that are left beside its words, at least one; of a run
        whose last two messages have half of the blocks and all of them.
        """
        # The first message brings the key and may take longer.
        half, whole = first.message_cycles[-2:]
        return max(1, (whole - half) // (self.blocks - self.blocks // 2) - self.words)


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What the waits of a message cost.

    Attributes:
        place: of each of them.
        asked: cycles that they should have, in all.
        waited: cycles that the port waited, in all.
        cycles: that the message took longer.
        count: of the waits.
    """

    place: Place
    asked: int
    waited: int
    cycles: int
    count: int

    @property
    def too_much(self) -> bool:
        """Whether it is more than the waits."""
        return self.cycles > self.waited + self.count * self.place.more


def of_blocks(plan: Plan) -> Play:
    """For each operation one run to measure the cycles of a block, and one with a message for each
    place.
    """
    text = Text.of(plan.interface)
    kinds = ("encryption", "decryption")[: 2 if plan.core.decrypts else 1]
    wanted = [f"{kind}, {place}" for kind in kinds for place in text.places]

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        # Spaced, so that the cycles of a message are its own. Without stalls the power-up state
        # needs a seed.
        options = {**options, "stall_seed": None, "power": plan.seed, "spaced": True}
        met: set[str] = set()
        total = 0
        for number, kind in enumerate(kinds if not text.unfit else ()):
            half, whole = (
                pair(plan.core, Random(plan.seed), 0, blocks * text.block_bytes)[number]
                for blocks in (text.blocks // 2, text.blocks)
            )
            first = simulator.play(plan.streams(_keyed([half, half, whole])), **options)
            if wrong := failed(first, None):
                return wrong
            # The first one brings the key, the second has no wait: against it the others are
            # measured.
            streams = plan.streams(_keyed([whole] * (2 + len(text.places))))
            waits = list(waits_of(streams, text, text.hidden(first)))
            result = simulator.play(streams, **options, waits=waits, waveform=waveform)
            if wrong := failed(result, waveform):
                return wrong
            found = costs(result, text.places, waits)
            if said := mistake(found):
                return Played(passed=False, detail=f"{kind}: {said}")
            total += first.messages + result.messages
            # A wait is a goal only if the core really waited for so long.
            met |= {f"{kind}, {one.place}" for one in found if one.waited >= one.asked}
        left = dict.fromkeys(wanted, text.unfit) if text.unfit else {}
        detail = f"{total} messages, each with a wait in front of one word of its blocks"
        return Played(passed=True, messages=total, detail=detail).judged(goals(wanted, met, left))

    return play


def spread(words: int) -> list[int]:
    """Numbers of words of a block that are tried: all, or `MOST_WORDS` with the first two and the
    last one.
    """
    if words <= MOST_WORDS:
        return list(range(words))
    return [0, *(1 + at * (words - 2) // (MOST_WORDS - 2) for at in range(MOST_WORDS - 1))]


def waits_of(vectors: Vectors, text: Text, cycles: int) -> Iterator[Wait]:
    """The waits of messages, of which the first two have none and each further one those of a
    place, of so many cycles each.
    """
    for number, place in enumerate(text.places, start=2):
        stream = getattr(vectors, place.port)
        first = starts(stream.blocks)[number] + text_start(stream.blocks[number], stream.width)
        # The first and the last block begin and end a message, where a wait may cost otherwise.
        for block in range(1, text.blocks - 1):
            yield Wait(
                port=place.port,
                position=first + block * place.words + place.word,
                ports=(place.port,),
                cycles=cycles,
            )


def costs(result: PlayResult, places: Sequence[Place], waits: Sequence[Wait]) -> list[Cost]:
    """Of each place, against the second message."""
    each, found = len(waits) // len(places), []
    for number, place in enumerate(places):
        # A core that does not ask for the next word may see that there is none.
        waited, here = (
            result.waits if place.port == "do" else result.held,
            slice(number * each, (number + 1) * each),
        )
        found.append(
            Cost(
                place=place,
                asked=sum(wait.cycles for wait in waits[here]),
                waited=sum(waited[here]),
                cycles=result.message_cycles[2 + number] - result.message_cycles[1],
                count=each,
            )
        )
    return found


def mistake(found: Sequence[Cost]) -> str:
    """What is wrong with the costs, in a sentence; empty if nothing is."""
    for one in found:
        if one.too_much:
            return (
                f"{one.count} waits ({one.place}) of {one.waited} cycles in all delay the "
                f"answer by {one.cycles}"
            )
    for port in PORTS:
        inner = [one for one in found if one.place.port == port and one.place.inner]
        for one in inner[1:]:
            if one.cycles != inner[0].cycles:
                return (
                    f"{one.count} waits delay the answer by {inner[0].cycles} cycles "
                    f"({inner[0].place}), and by {one.cycles} ({one.place})"
                )
    return ""


def _keyed(messages: Sequence[Message]) -> list[Message]:
    """The same, of which the first one brings its key and the others use it."""
    return [replace(one, new_key=number == 0) for number, one in enumerate(messages)]

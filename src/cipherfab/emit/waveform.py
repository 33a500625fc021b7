# SPDX-License-Identifier: Apache-2.0
"""A picture of one message on the ports of a core, from a recorded simulation.

Cycles in which nothing changes and no word is taken are drawn once, with their number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..verify.rtl.recorded import Recording
from .drawing import FILL, INK, SOFT, box, line, svg, word

NAMES = 92
"""Pixels in front of the first cycle."""
SLOT, SLOTS = 70, 14
"""Pixels of a drawn cycle, and how many are in a row."""
ROW, HIGH = 20, 12
"""Pixels of a signal, and of a 1."""
HEAD = 22
"""Pixels for the numbers of the cycles."""
LEAST = 3
"""Like cycles from which on they are drawn once."""
DIGITS = 8
"""Hexadecimal digits of a word that fit."""
GREEN = "#d9efe1"
"""Behind a word that is taken."""


@dataclass(frozen=True)
class Slot:
    """One drawn cycle.

    Attributes:
        cycle: its number, from 0 behind the reset; the first of those that are alike.
        cycles: how many it stands for.
    """

    cycle: int
    cycles: int


def waveform(recording: Recording) -> str:
    """The picture, as SVG."""
    slots = list(_slots(recording))
    rows = [slots[at : at + SLOTS] for at in range(0, len(slots), SLOTS)]
    tall = HEAD + ROW * len(recording.signals) + 10
    parts = [
        part for number, row in enumerate(rows) for part in _row(recording, row, tall * number + 26)
    ]
    return svg(
        NAMES + SLOT * min(SLOTS, len(slots)) + 10,
        tall * len(rows) + 30,
        recording.title,
        [word(8, 16, recording.title, size=12), *parts],
    )


def _slots(recording: Recording) -> Iterator[Slot]:
    """The cycles to draw: those in which a word is taken or something changes, by themselves."""
    cycle = 0
    while cycle < recording.cycles:
        end = cycle + 1
        while end < recording.cycles and recording.alike(cycle, end):
            end += 1
        if end - cycle >= LEAST and not recording.moves(cycle):
            yield Slot(cycle, end - cycle)
        else:
            yield from (Slot(each, 1) for each in range(cycle, end))
        cycle = end


def _row(recording: Recording, slots: Sequence[Slot], top: float) -> Iterator[str]:
    """A row of cycles below ``top``."""
    for place, slot in enumerate(slots):
        said = f"{slot.cycle}" if slot.cycles == 1 else f"{slot.cycle} … (×{slot.cycles})"
        middle = NAMES + SLOT * (place + 0.5)
        yield word(middle, top + 12, said, anchor="middle", size=9, colour=SOFT)
    for number, name in enumerate(recording.signals):
        base = top + HEAD + ROW * number + HIGH
        yield word(NAMES - 8, base - 1, name, anchor="end", size=10)
        draw = _level if recording.widths[name] == 1 else _words
        yield from draw(recording, name, slots, base)


def _level(recording: Recording, name: str, slots: Sequence[Slot], base: float) -> Iterator[str]:
    """A signal of one bit."""
    points: list[tuple[float, float]] = []
    for place, slot in enumerate(slots):
        at = base - HIGH * recording.signals[name][slot.cycle]
        left = NAMES + SLOT * place
        # Two levels are joined upright, as both points of an edge have the same x.
        points += [(left, at), (left + SLOT, at)]
    yield line(points, width=1.3)


def _words(recording: Recording, name: str, slots: Sequence[Slot], base: float) -> Iterator[str]:
    """A word in each cycle in which it is valid; green where it is taken."""
    for place, slot in enumerate(slots):
        left = NAMES + SLOT * place
        if not recording.valid(name, slot.cycle):
            yield line([(left, base - HIGH / 2), (left + SLOT, base - HIGH / 2)], colour=SOFT)
            continue
        taken = recording.taken(name, slot.cycle)
        yield box(left + 1, base - HIGH - 1, SLOT - 2, HIGH + 2, GREEN if taken else FILL)
        digits = -(-recording.widths[name] // 4)
        text = f"{recording.signals[name][slot.cycle]:0{digits}x}"
        text = text if digits <= DIGITS else f"{text[:4]}…{text[-3:]}"
        colour = INK if taken else SOFT
        yield word(left + SLOT / 2, base - 1, text, anchor="middle", size=9.5, colour=colour)

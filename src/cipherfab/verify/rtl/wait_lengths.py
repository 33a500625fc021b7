# SPDX-License-Identifier: Apache-2.0
"""Waits of many lengths: in front of the first, a middle and the last word of every item of a
message, on every port, whatever its outcome; a wrong tag that comes late is still a wrong one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from ...lwc.messages import Message
from ...lwc.vectors import Block, Stream, Vectors
from ..answers.events import ACCEPTED, ENCRYPTION, HASH, REFUSED
from ..answers.goals import Core
from . import waits
from .simulator import PORTS, Wait

LENGTHS = (64, 128, 250, 256, 300, 512, 700, 1024, 1100)
"""Cycles of a wait at every place of a message."""

LONG = (4096, 5000)
"""Cycles of a wait at one place of each port of a message, the place chosen by the seed."""

EACH = range(1, 261)
"""Each of these lengths is played on each port, at places that the seed chooses."""


@dataclass(frozen=True)
class Round:
    """A run.

    Attributes:
        goals: what it meets if all its waits take place.
        times: so often the messages are played.
        waits: in order of port and position.
    """

    goals: tuple[str, ...]
    times: int
    waits: tuple[Wait, ...]

    def met(self, waited: Sequence[int]) -> bool:
        """Whether all took place, by the bench's count; a run that failed has no goal."""
        return len(waited) == len(self.waits) and all(
            cycles >= wait.cycles for cycles, wait in zip(waited, self.waits)
        )


def messages(core: Core, *, seed: int) -> list[Message]:
    """One of each outcome, each of an AEAD with a new key."""
    # Encryption, right and wrong decryption: the first round of these messages.
    made, several = waits.messages(core, seed=seed), 3 if core.decrypts else 1
    found = [replace(one, new_key=True) for one in made[:several]] if core.aead else []
    return found + (made[-1:] if core.hash else [])


def outcomes(core: Core) -> list[str]:
    """Of `messages`, in order."""
    opened = [ACCEPTED, REFUSED] if core.decrypts else []
    return ([ENCRYPTION, *opened] if core.aead else []) + ([HASH] if core.hash else [])


def wanted(core: Core) -> list[str]:
    """The goals."""
    return [
        *(goal for cycles in (*LENGTHS, *LONG) for goal in _goals(core, cycles)),
        *(_each(port) for port in _ports(core)),
    ]


def _goals(core: Core, cycles: int) -> tuple[str, ...]:
    where = "every place" if cycles in LENGTHS else "a place of each port"
    return tuple(f"{cycles:,} cycles at {where}, {outcome}" for outcome in outcomes(core))


def _each(port: str) -> str:
    return f"each of {EACH[0]} to {EACH[-1]} cycles, {port.upper()}"


def _ports(core: Core) -> list[str]:
    # A hash takes no key.
    return [port for port in PORTS if core.aead or port != "sdi"]


def rounds(vectors: Vectors, core: Core, *, seed: int) -> Iterator[Round]:
    """Runs of the messages, the first of which says what the others will cost."""
    random = Random(f"{seed} wait lengths")
    places = {port: list(_places(_stream(vectors, port).blocks)) for port in PORTS}
    for cycles in LENGTHS:
        yield Round(
            _goals(core, cycles),
            1,
            tuple(_wait(port, at, cycles) for port in PORTS for at in places[port]),
        )
    yield _every_length(vectors, core, places, random)
    for cycles in LONG:
        yield Round(
            _goals(core, cycles),
            1,
            tuple(
                _wait(port, at, cycles)
                for port in PORTS
                for at in _one_of_each_message(vectors, port, random)
            ),
        )


def _every_length(
    vectors: Vectors, core: Core, places: dict[str, list[int]], random: Random
) -> Round:
    found, times = [], 1
    for port in _ports(core):
        words = sum(len(block.words) for block in _stream(vectors, port).blocks)
        order = random.sample(EACH, len(EACH))
        # More places than lengths; `zip` takes as many as there are lengths.
        # Played once more, the same place comes as many words later as the messages have.
        at = [time * words + place for time in range(len(order)) for place in places[port]]
        found += [_wait(port, place, cycles) for place, cycles in zip(at, order)]
        times = max(times, -(-len(order) // len(places[port])))
    return Round(tuple(map(_each, _ports(core))), times, tuple(found))


def _wait(port: str, position: int, cycles: int) -> Wait:
    return Wait(port=port, position=position, ports=(port,), cycles=cycles)


def _stream(vectors: Vectors, port: str) -> Stream:
    return getattr(vectors, port)


def _places(blocks: Sequence[Block]) -> Iterator[int]:
    """Words: the first, a middle and the last one of each item."""
    start = 0
    for block in blocks:
        for item in block.items:
            last = len(item.words) - 1
            yield from sorted({start + offset for offset in (0, last // 2, last) if last >= 0})
            start += len(item.words)


def _one_of_each_message(vectors: Vectors, port: str, random: Random) -> Iterator[int]:
    start = 0
    for block in _stream(vectors, port).blocks:
        if block.words:
            yield start + random.randrange(len(block.words))
        start += len(block.words)

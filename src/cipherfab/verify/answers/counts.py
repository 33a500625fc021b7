# SPDX-License-Identifier: Apache-2.0
"""Many messages with one key, many failures in a row, many keys: short messages that are played
again and again, so that counters of up to twelve bits overflow.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from ... import catalog
from ...lwc.messages import Message, encryption, hashing
from .events import ACCEPTED, BROKEN, HASH, REFUSED, Event
from .forged import backwards, with_tag
from .goals import Core

Measure = Callable[[Sequence[Event]], int]


@dataclass(frozen=True, kw_only=True)
class Loop:
    """Messages of which some are played again and again.

    Attributes:
        name: what is counted.
        messages: once.
        first, end: numbers of the first one that is repeated, and of the one behind the last.
        each: how much one time adds to the count.
        measure: the count, of what was played.
        counts: to be reached, the smallest first.
    """

    name: str
    messages: list[Message]
    first: int
    end: int
    each: int
    measure: Measure
    counts: tuple[int, ...]

    def goals(self) -> list[str]:
        """A goal for each count."""
        return [self.goal(count) for count in self.counts]

    def goal(self, count: int) -> str:
        """Name of a goal."""
        return f"{count:,} {self.name}"

    def played(self, events: Sequence[Event], times: int) -> list[Event]:
        """All messages of a run with so many repetitions, of those of one without."""
        return [*events[: self.end], *events[self.first : self.end] * times, *events[self.end :]]

    def met(self, events: Sequence[Event], times: int) -> set[str]:
        """The goals that a run with so many repetitions meets."""
        reached = self.measure(self.played(events, times))
        return {self.goal(count) for count in self.counts if count <= reached}


def loops(core: Core, *, seed: int) -> Iterator[Loop]:
    """Of what a core can be asked for."""
    random = Random(f"{seed} counts")
    if core.aead:
        made = _short(core, random)
        if core.reuse:
            yield _one_key(core, made)
        if core.decrypts:
            yield _failures(core, made)
        yield _keys(core, made)
    if core.hash:
        hashes = [hashing(core.hash, message=bytes([number] * number)) for number in range(3)]
        yield Loop(
            name="hashes in a row",
            messages=hashes,
            # The third hash stands behind the loop, and shows whether the count has broken
            # something.
            first=0,
            end=2,
            each=2,
            measure=lambda events: _longest(events, lambda event: event.outcome == HASH),
            # More than 2^8: a counter of eight bits has then begun again.
            counts=(300,),
        )


def _short(core: Core, random: Random) -> list[Message]:
    """Encryptions of nothing and of a byte, each with a key of its own."""
    model = catalog.find(core.aead).model
    return [
        encryption(
            core.aead,
            key=random.randbytes(model.key_bytes),
            nonce=random.randbytes(model.nonce_bytes),
            ad=b"a" * (number == 3),
            plaintext=b"t" * (number == 2),
        )
        for number in range(4)
    ]


def _one_key(core: Core, made: list[Message]) -> Loop:
    first, key = made[0], made[0].key
    goods = [
        encryption(
            core.aead, key=key, nonce=one.nonce, ad=one.ad, plaintext=one.data, new_key=False
        )
        for one in made[1:]
    ]
    body = list(goods)
    if core.decrypts:
        body = [
            goods[0],
            backwards(goods[1]),
            goods[2],
            _wrong(backwards(goods[0])),
            backwards(goods[2]),
        ]
    return Loop(
        name="messages with one key",
        # The first one brings the key. Those behind the loop show what a counter that began again
        # spoils.
        messages=[first, *body, *goods],
        first=1,
        end=1 + len(body),
        each=len(body),
        measure=_with_one_key,
        # A little more than 2^10 and 2^12: a counter of so many bits has then begun again.
        counts=(1100, 4200),
    )


def _failures(core: Core, made: list[Message]) -> Loop:
    good, back = made[3], backwards(made[3])
    wrong = [
        # A core that keeps no key gets one with each message.
        replace(_wrong(back), new_key=not core.reuse),
        replace(with_tag(back, bytes(len(back.tag)), "tag of zeros"), new_key=not core.reuse),
    ]
    again = replace(back, new_key=not core.reuse)
    return Loop(
        name="refused in a row, then one that is not",
        first=1,
        end=3,
        each=2,
        messages=[good, *wrong, again, again],
        measure=_failed_then_passed,
        # More than 2^8 and 2^10.
        counts=(300, 1100),
    )


def _keys(core: Core, made: list[Message]) -> Loop:
    more = [replace(message, new_key=not core.reuse) for message in made[-1:]]
    return Loop(
        name="keys",
        messages=[*made, *more],
        first=0,
        end=4,
        each=4,
        measure=lambda events: sum(event.keys for event in events),
        # More than 2^11 and 2^12.
        counts=(2050, 4200),
    )


def _wrong(message: Message) -> Message:
    return with_tag(message, message.tag[:-1] + bytes([message.tag[-1] ^ 1]), "wrong tag")


def _longest(events: Sequence[Event], counts: Callable[[Event], bool]) -> int:
    longest = row = 0
    for event in events:
        row = row + 1 if counts(event) else 0
        longest = max(longest, row)
    return longest


def _with_one_key(events: Sequence[Event]) -> int:
    longest = row = 0
    for event in events:
        row = 1 if event.keys else row + (event.outcome != BROKEN)
        longest = max(longest, row)
    return longest


def _failed_then_passed(events: Sequence[Event]) -> int:
    longest = row = 0
    for event in events:
        # Failures count when a good message has passed behind them; else a core that is stuck would
        # count.
        if event.outcome == ACCEPTED:
            longest = max(longest, row)
        row = row + 1 if event.outcome == REFUSED else 0
    return longest

# SPDX-License-Identifier: Apache-2.0
"""Many segments, many empty ones in a row, long ones that are not the last, every length of the
last of two, and totals beyond what the length of one segment counts.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from ... import catalog
from ...lwc.messages import Message, hashing
from ...lwc.protocol import MAX_SEGMENT_BYTES
from .events import ACCEPTED, ENCRYPTION, HASH, REFUSED, Event
from .forged import pair
from .goals import Core, Part
from .stimulus import with_wrong_tag

COUNTS = (9, 17, 257)
EMPTY_ROWS = (5, 9, 17)
PLACES = ("at the beginning", "in the midst")
FEW = (2, 3, 4, 5)
"""Numbers of segments of which the last has every length; of one every length is played anyway."""

LONG = (64, 4096)
"""Bytes of a segment that is not the last one, at least."""

BEYOND = (0, 131, 1000)
"""Bytes of a type in segments above 65,535 and one: what a counter of 16 bits takes for an empty
type, for a short one and for one of many blocks, and what it takes for whole multiples of 256.
"""

AD, TEXT, HASH_MESSAGE = "associated data", "text", "hash message"
Sizes = tuple[int, ...]


def wanted(core: Core, *, empty: bool) -> list[str]:
    """The goals, with rows of empty segments or without."""
    found = []
    for kind in _kinds(core):
        outcomes = _outcomes(core, kind)
        if empty:
            found += [
                _row(count, place, kind, outcome)
                for count in EMPTY_ROWS
                for place in PLACES
                for outcome in outcomes
            ]
            continue
        found += [
            f"{count} segments, {kind}, {outcome}" for count in COUNTS for outcome in outcomes
        ]
        found += [
            f"a segment of {size:,} bytes or more that is not the last, {kind}, {outcome}"
            for size in LONG
            for outcome in outcomes
        ]
        found += [_last(count, kind) for count in FEW]
        found += [
            _total(MAX_SEGMENT_BYTES + 1 + more, kind, outcome)
            for more in BEYOND
            for outcome in _once(core, kind)
        ]
    if not empty and core.aead:
        found += [f"both types in {count} segments" for count in COUNTS[:2]]
    return found


def met(events: Sequence[Event], core: Core) -> set[str]:
    """The goals that these messages meet."""
    found: set[str] = set()
    rests: dict[tuple[int, str], set[int]] = {}
    for event in events:
        for kind, sizes in _typed(event):
            found |= set(_of_sizes(kind, sizes, event.outcome))
            # With an empty segment among them it would be another case.
            if len(sizes) in FEW and all(sizes[:-1]):
                rests.setdefault((len(sizes), kind), set()).add(sizes[-1])
        found |= {
            f"both types in {count} segments"
            for count in COUNTS
            if len(event.ad_sizes) == count == len(event.text_sizes)
        }
    return found | {_last(*one) for one in rests if set(_rests(core, one[1])) <= rests[one]}


def _last(count: int, kind: str) -> str:
    return f"every length of the last of {count} segments, {kind}"


def _typed(event: Event) -> Iterator[tuple[str, Sizes]]:
    if event.outcome == HASH:
        yield HASH_MESSAGE, event.text_sizes
    elif event.outcome in (ENCRYPTION, ACCEPTED, REFUSED):
        yield from ((AD, event.ad_sizes), (TEXT, event.text_sizes))


def _of_sizes(kind: str, sizes: Sizes, outcome: str) -> Iterator[str]:
    yield f"{len(sizes)} segments, {kind}, {outcome}"
    row, place = 0, PLACES[0]
    # A segment with bytes ends a row: one at the end of a type is none of the goals.
    for size in sizes:
        if size:
            yield _row(row, place, kind, outcome)
            row, place = 0, PLACES[1]
        else:
            row += 1
    yield from (
        f"a segment of {size:,} bytes or more that is not the last, {kind}, {outcome}"
        for size in LONG
        if max(sizes[:-1], default=0) >= size
    )
    if sum(sizes) > MAX_SEGMENT_BYTES and len(sizes) > 1:
        yield _total(sum(sizes), kind, outcome)


def _total(size: int, kind: str, outcome: str) -> str:
    """Of so many bytes, as `BEYOND` has them, or of others."""
    return f"{size:,} bytes in segments, {kind}, {outcome}"


def _row(count: int, place: str, kind: str, outcome: str) -> str:
    return f"{count} empty segments in a row {place}, {kind}, {outcome}"


def _kinds(core: Core) -> list[str]:
    return ([AD, TEXT] if core.aead else []) + ([HASH_MESSAGE] if core.hash else [])


def _outcomes(core: Core, kind: str) -> tuple[str, ...]:
    if kind == HASH_MESSAGE:
        return (HASH,)
    return (ENCRYPTION, ACCEPTED, REFUSED) if core.decrypts else (ENCRYPTION,)


def _once(core: Core, kind: str) -> tuple[str, ...]:
    """Outcomes of messages that are not refused; of a mode whose ciphertext is longer than its
    text, and so has another length, those with the length of the text.
    """
    longer = kind == TEXT and catalog.find(core.aead).model.whole_ciphertext
    return _outcomes(core, kind)[: 1 if longer else 2]


def _step(core: Core, kind: str) -> int:
    """Bytes of which segments that are not the last are multiples."""
    if kind == HASH_MESSAGE:
        return catalog.find(core.hash).model.block_bytes
    model = catalog.find(core.aead).model
    return model.ad_step if kind == AD else model.block_bytes


def _block(core: Core, kind: str) -> int:
    return catalog.find(core.aead).model.ad_block_bytes if kind == AD else _step(core, kind)


def _rests(core: Core, kind: str) -> range:
    """Bytes of the last of a few segments: all of a block. Of a mode whose ciphertext is whole
    blocks those of a plaintext.
    """
    return range(1, _block(core, kind))


def parts(core: Core, *, seed: int, empty: bool) -> Iterator[Part]:
    """What is played, the cheapest first; rows of empty segments are by themselves, since cores of
    others may answer them otherwise.
    """
    random = Random(f"{seed} segments")
    if empty:
        for count in EMPTY_ROWS:
            yield from _rows(core, random, count)
        return
    for count in COUNTS[:2]:
        yield from _many(core, random, count, both=True)
    for count in FEW:
        yield from _last_of_few(core, random, count)
    yield from _long_ones(core, random, LONG[0])
    yield from _many(core, random, COUNTS[2], both=False)
    yield from _long_ones(core, random, LONG[1])
    for more in BEYOND:
        yield from _long_totals(core, random, MAX_SEGMENT_BYTES + 1 + more)


def _many(core: Core, random: Random, count: int, *, both: bool) -> Iterator[Part]:
    made = {kind: (_step(core, kind),) * (count - 1) + (1,) for kind in _kinds(core)}
    for kind, sizes in made.items():
        yield _part(
            core,
            random,
            [f"{count} segments, {kind}, {outcome}" for outcome in _outcomes(core, kind)],
            {kind: sizes},
        )
    if both and core.aead:
        yield _part(
            core, random, [f"both types in {count} segments"], {AD: made[AD], TEXT: made[TEXT]}
        )


def _rows(core: Core, random: Random, count: int) -> Iterator[Part]:
    """At the beginning, in the midst."""
    for kind in _kinds(core):
        step, nothing = _step(core, kind), (0,) * count
        for place, sizes in zip(PLACES, ((*nothing, step + 1), (step, *nothing, 1))):
            names = [_row(count, place, kind, outcome) for outcome in _outcomes(core, kind)]
            yield _part(core, random, names, {kind: sizes})


def _long_ones(core: Core, random: Random, size: int) -> Iterator[Part]:
    for kind in _kinds(core):
        step = _step(core, kind)
        names = [
            f"a segment of {size:,} bytes or more that is not the last, {kind}, {outcome}"
            for outcome in _outcomes(core, kind)
        ]
        # Rounded up to whole blocks, since the segment is not the last.
        yield _part(core, random, names, {kind: (-(-size // step) * step, 1)})


def _long_totals(core: Core, random: Random, total: int) -> Iterator[Part]:
    for kind in _kinds(core):
        step = _step(core, kind)
        # Two segments, since one alone cannot count so many bytes.
        first = total // 2 // step * step
        yield _part(
            core,
            random,
            [_total(total, kind, outcome) for outcome in _once(core, kind)],
            {kind: (first, total - first)},
            once=True,
        )


def _last_of_few(core: Core, random: Random, count: int) -> Iterator[Part]:
    """Every length; associated data and text in the same messages, each encrypted and decrypted."""
    if core.aead:
        steps = {kind: _step(core, kind) for kind in (AD, TEXT)}
        rests = {
            kind: random.sample(all_of, len(all_of)) if (all_of := _rests(core, kind)) else [step]
            for kind, step in steps.items()
        }
        times = max(map(len, rests.values()))
        sizes = [
            {
                kind: (steps[kind],) * (count - 1) + (rest[n % len(rest)],)
                for kind, rest in rests.items()
            }
            for n in range(times)
        ]
        yield Part(
            goals=tuple(_last(count, kind) for kind in steps),
            messages=2 * times,
            # Two headers of 4 bytes for each segment of both types.
            data_bytes=2 * times * (count * sum(steps.values()) + 8 * count),
            make=lambda: [message for one in sizes for message in _messages(core, random, one)[:2]],
        )
    if core.hash:
        step = _step(core, HASH_MESSAGE)
        lengths = _rests(core, HASH_MESSAGE) or [step]
        yield Part(
            goals=(_last(count, HASH_MESSAGE),),
            messages=len(lengths),
            data_bytes=count * step * len(lengths),
            make=lambda: [
                _messages(core, random, {HASH_MESSAGE: (step,) * (count - 1) + (rest,)})[0]
                for rest in lengths
            ],
        )


def _part(
    core: Core, random: Random, goals: list[str], sizes: dict[str, Sizes], *, once: bool = False
) -> Part:
    """A message of these sizes, encrypted, refused and accepted; ``once``: not refused."""
    count = 1 if HASH_MESSAGE in sizes or not core.decrypts else 3 - once
    make: Callable[[], list[Message]] = lambda: (  # noqa: E731
        # `_messages` gives the forgery last.
        [
            message
            for number, message in enumerate(_messages(core, random, sizes))
            if not (once and number == 2)
        ]
    )
    segments = sum(map(len, sizes.values()))
    return Part(
        goals=tuple(goals),
        messages=count,
        make=make,
        # Each segment has a header of 4 bytes.
        data_bytes=count * (sum(map(sum, sizes.values())) + 4 * segments),
    )


def _messages(core: Core, random: Random, sizes: dict[str, Sizes]) -> list[Message]:
    """An encryption, its decryption and a forgery of it, or a hash."""
    if HASH_MESSAGE in sizes:
        lengths = sizes[HASH_MESSAGE]
        return [hashing(core.hash, message=random.randbytes(sum(lengths)), data_sizes=lengths)]
    ads, texts = sizes.get(AD, (0,)), sizes.get(TEXT, (0,))
    good, back = pair(core, random, sum(ads), sum(texts), ad_sizes=ads, data_sizes=texts)
    wrong = with_wrong_tag(back, random.randrange(8 * len(back.tag)))
    return [good, back, wrong] if core.decrypts else [good]

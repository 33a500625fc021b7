# SPDX-License-Identifier: Apache-2.0
"""Lengths of associated data and of text drawn together: every length up to some hundred bytes,
every pair of remainders, every pair of orders of magnitude.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from ... import catalog
from ...lwc.messages import Message, hashing
from .events import ACCEPTED, ENCRYPTION, HASH, REFUSED, Event
from .forged import pair
from .goals import Core, Part
from .stimulus import with_wrong_tag

RANGES = (range(0, 65), range(65, 129), range(129, 304))
"""Each length of these is played, of each type."""

LONGER = (range(304, 512), range(512, 768), range(768, 1101))
"""And of these, where a core is fast enough."""

CLASSES = (
    range(0, 1),
    range(1, 2),
    range(2, 256),
    range(256, 1024),
    range(1024, 2049),
    range(2049, 4097),
)
"""Orders of magnitude, of which each pair is played."""

MOST_PAIRS = 700
"""Pairs of remainders that are played, at most: of larger blocks each remainder alone."""

EQUAL = range(33, 97)
SAME = f"both types of the same length, each from {EQUAL[0]} to {EQUAL[-1]} bytes"
"""Shorter ones of the same length are among the official known answers."""

AD, TEXT, HASH_MESSAGE = "associated data", "text", "hash message"


def wanted(core: Core) -> list[str]:
    """The goals."""
    kinds = ([AD, TEXT] if core.aead else []) + ([HASH_MESSAGE] if core.hash else [])
    found = [_every(kind, lengths) for lengths in (*RANGES, *LONGER) for kind in kinds]
    if core.aead:
        found += [_residues(core), SAME]
        found += [_joint(ad, text) for ad, text in product(CLASSES, repeat=2)]
    if core.hash:
        # No message at all is among the lengths above.
        found += [_class(HASH_MESSAGE, lengths) for lengths in CLASSES[1:]]
    return found


def met(events: Sequence[Event], core: Core) -> set[str]:
    """The goals that these messages meet."""
    aead = [event for event in events if event.outcome in (ENCRYPTION, ACCEPTED, REFUSED)]
    opened = _opened(events)
    seen = {
        AD: {event.ad_bytes for event in aead},
        # What a decryption is given is a ciphertext, which may be longer than its text; see `back`.
        TEXT: {event.text_bytes for event in aead if event.outcome == ENCRYPTION},
        HASH_MESSAGE: {event.text_bytes for event in events if event.outcome == HASH},
    }
    back = {AD: {one[0] for one in opened}, TEXT: {one[1] for one in opened}}
    found = {
        _every(kind, lengths)
        for kind in seen
        for lengths in (*RANGES, *LONGER)
        if set(lengths) <= seen[kind]
        and (kind not in back or not core.decrypts or set(lengths) <= back[kind])
    }
    found |= {
        _class(kind, lengths)
        for kind in seen
        for lengths in CLASSES
        if any(length in lengths for length in seen[kind])
    }
    if core.aead:
        ad, text = blocks(core)
        encrypted = [event for event in aead if event.outcome == ENCRYPTION]
        pairs = {(event.ad_bytes % ad, event.text_bytes % text) for event in encrypted}
        if len(pairs) == ad * text or (
            ad * text > MOST_PAIRS
            and all(
                len({one[place] for one in pairs}) == size for place, size in enumerate((ad, text))
            )
        ):
            found.add(_residues(core))
        same = {event.ad_bytes for event in encrypted if event.ad_bytes == event.text_bytes}
        found |= {SAME} if set(EQUAL) <= same else set()
        both = (
            opened if core.decrypts else {(event.ad_bytes, event.text_bytes) for event in encrypted}
        )
        found |= {
            _joint(*classes)
            for ad_bytes, text_bytes in both
            for classes in product(CLASSES, repeat=2)
            if ad_bytes in classes[0] and text_bytes in classes[1]
        }
    return found


def _opened(events: Sequence[Event]) -> set[tuple[int, int]]:
    """Bytes of associated data and of plaintext of what a decryption accepted: of an encryption
    with the same ciphertext, which may be longer.
    """
    sizes = {
        (event.nonce, event.ad, event.answer): (event.ad_bytes, event.text_bytes)
        for event in events
        if event.outcome == ENCRYPTION
    }
    return {
        sizes[at]
        for event in events
        if event.outcome == ACCEPTED and (at := (event.nonce, event.ad, event.text)) in sizes
    }


def blocks(core: Core) -> tuple[int, int]:
    """Bytes of a block of associated data and of text."""
    model = catalog.find(core.aead).model
    return model.ad_block_bytes, model.block_bytes


def _every(kind: str, lengths: range) -> str:
    return f"each length from {lengths[0]:,} to {lengths[-1]:,} bytes, {kind}"


def _class(kind: str, lengths: range) -> str:
    return (
        f"{lengths[0]:,} to {lengths[-1]:,} bytes of {kind}" if len(lengths) > 1 else f"no {kind}"
    )


def _joint(ad: range, text: range) -> str:
    return f"{_class(AD, ad)} with {_class(TEXT, text)}"


def _residues(core: Core) -> str:
    ad, text = blocks(core)
    return (
        f"each pair of remainders, by {ad} and {text} bytes"
        if ad * text <= MOST_PAIRS
        else f"each remainder, by {ad} and {text} bytes"
    )


def parts(core: Core, *, seed: int) -> Iterator[Part]:
    """What is played, in the order in which it is left out last."""
    random = Random(f"{seed} lengths")
    if core.aead:
        # made at once, so that what a part is like does not depend on which others are played
        orders = [random.sample(lengths, len(lengths)) for lengths in RANGES]
        both = [list(zip(lengths, order)) for lengths, order in zip(RANGES, orders)]
        # without one of these some pairs of remainders are not there
        every = [
            [*(_every(kind, lengths) for kind in (AD, TEXT)), _residues(core)] for lengths in RANGES
        ]
        yield _part(core, random, every[0], both[0])
        yield _part(core, random, [SAME], [(length, length) for length in EQUAL])
        yield _part(core, random, [_residues(core)], list(_missing(core, sum(both, []))))
        yield from _joint_parts(core, random, CLASSES[:4])
        for names, pairs in zip(every[1:], both[1:]):
            yield _part(core, random, names, pairs)
        yield from _joint_parts(core, random, CLASSES, besides=CLASSES[:4])
        for lengths in LONGER:
            yield _part(
                core,
                random,
                [_every(kind, lengths) for kind in (AD, TEXT)],
                list(zip(lengths, random.sample(lengths, len(lengths)))),
                refused=0,
            )
    if core.hash:
        yield from (
            _hash_part(core, random, _every(HASH_MESSAGE, lengths), lengths)
            for lengths in (*RANGES, *LONGER)
        )
        yield from (
            _hash_part(core, random, _class(HASH_MESSAGE, lengths), [random.choice(lengths)])
            for lengths in CLASSES[1:]
        )


def _missing(core: Core, pairs: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Pairs of remainders that the others do not have."""
    ad, text = blocks(core)
    there = {(a % ad, t % text) for a, t in pairs}
    if ad * text <= MOST_PAIRS:
        yield from (one for one in product(range(ad), range(text)) if one not in there)
    else:
        # Counting to the larger one passes every remainder of both.
        most = max(ad, text)
        yield from ((number % ad, number % text) for number in range(most))


def _joint_parts(
    core: Core, random: Random, classes: Sequence[range], besides: Sequence[range] = ()
) -> Iterator[Part]:
    """A message for each pair of classes, refused and accepted, small ones first."""
    chosen = [
        (ad, text)
        for ad, text in product(classes, repeat=2)
        if not (ad in besides and text in besides)
    ]
    for ad, text in sorted(chosen, key=lambda two: two[0][-1] + two[1][-1]):
        lengths = random.choice(ad), random.choice(text)
        yield _part(core, random, [_joint(ad, text)], [lengths])


def _part(
    core: Core, random: Random, goals: list[str], pairs: list[tuple[int, int]], *, refused: int = 4
) -> Part:
    """An encryption of each pair of lengths and its decryption; one in ``refused`` is refused
    first, or none.
    """
    times = 1 + core.decrypts
    # The same choice as below: what a part costs is told before a message is made.
    more = pairs[::refused] if core.decrypts and refused else []
    return Part(
        goals=tuple(goals),
        messages=times * len(pairs) + len(more),
        data_bytes=times * sum(map(sum, pairs)) + sum(map(sum, more)),
        make=lambda: [
            message
            for number, lengths in enumerate(pairs)
            for message in _messages(core, random, lengths, refused and number % refused == 0)
        ],
    )


def _messages(
    core: Core, random: Random, lengths: tuple[int, int], refused: bool | int
) -> Iterator[Message]:
    good, back = pair(core, random, *lengths)
    yield good
    if core.decrypts and refused:
        yield with_wrong_tag(back, random.randrange(8 * len(back.tag)))
    if core.decrypts:
        yield back


def _hash_part(core: Core, random: Random, goal: str, lengths: Sequence[int]) -> Part:
    return Part(
        goals=(goal,),
        messages=len(lengths),
        data_bytes=sum(lengths),
        make=lambda: [hashing(core.hash, message=random.randbytes(length)) for length in lengths],
    )

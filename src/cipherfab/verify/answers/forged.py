# SPDX-License-Identifier: Apache-2.0
"""Forgeries that a weak comparison accepts, for every shape of a message and behind every outcome,
and the goals that say which were played.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

from ... import catalog
from ...lwc.messages import Message, Operation, decryption, encryption, hashing
from . import tags
from .events import ACCEPTED, ENCRYPTION, HASH, OUTCOMES, REFUSED, Event
from .goals import Core
from .stimulus import flipped, with_wrong_tag

GOOD_EVERY = 40
"""After so many forgeries of a message it is decrypted once, which must pass."""

FIELDS = {"nonce": "nonce", "ad": "associated data", "data": "ciphertext"}
"""Fields in which two flips that cancel are played."""

BEFORE = (
    "the tag of the decryption before",
    "the tag of the refused decryption before",
    "the tag of the encryption before",
    "the tag with another key",
    "the tag with another nonce",
)

SHAPES: dict[str, Callable[[Event], bool]] = {
    "empty": lambda event: not event.ad_bytes and not event.text_bytes,
    "AD only": lambda event: bool(event.ad_bytes) and not event.text_bytes,
    "text only": lambda event: not event.ad_bytes and bool(event.text_bytes),
    "AD and text": lambda event: bool(event.ad_bytes and event.text_bytes),
    "AD in segments, no text": lambda event: len(event.ad_sizes) > 2 and not event.text_bytes,
    "text in segments": lambda event: len(event.text_sizes) > 2 and not event.ad_bytes,
    "both in segments": lambda event: len(event.ad_sizes) > 1 and len(event.text_sizes) > 1,
}
"""Shapes of a message, as it is played."""

WITHOUT_TEXT = ("empty", "AD only", "AD in segments, no text")
"""No decryption has them in a mode whose ciphertext is whole blocks."""


def wanted(core: Core) -> list[str]:
    """The goals of a core that decrypts."""
    model = catalog.find(core.aead).model
    kinds = [f"tag: {kind}" for kind in tags.kinds(model.tag_bytes)]
    shapes = [
        f"{shape}: {name}"
        for shape in SHAPES
        for name in tags.CLASSES
        if not (model.whole_ciphertext and shape in WITHOUT_TEXT)
    ]
    behind = [
        f"behind {outcome}: {name}"
        for outcome in OUTCOMES
        for name in tags.CLASSES
        if outcome != HASH or core.hash
    ]
    fields = [
        f"{field}: two flips in words {first} and {second}"
        for field in FIELDS.values()
        for first, second in combinations(range(4), 2)
        # A short nonce has fewer words of 32 bits.
        if field != FIELDS["nonce"] or 4 * second + 4 <= model.nonce_bytes
    ]
    # Not of the nonce, which is not taken in blocks.
    fields += [f"{field}: two flips a block apart" for field in list(FIELDS.values())[1:]]
    return [*kinds, *shapes, *behind, *BEFORE, *fields]


def met(events: list[Event], core: Core) -> set[str]:
    """The goals that these messages meet: a wrong tag is told from the right one of the same
    message, which is among them.
    """
    right = right_ones(events)
    found, pairs = set(), set()
    for before, event in zip([None, *events], events):
        good = right.get(what_makes_a_tag(event, event.text))
        # Only beside the good message it is known which bits of a tag are wrong.
        if event.outcome != REFUSED or good is None:
            continue
        found |= set(_of_values(event, right.values(), before))
        pairs |= set(tags.kinds_of(good.tag_bytes, event.tag_bytes))
        for name in tags.classes_of(good.tag_bytes, event.tag_bytes):
            found |= {f"{shape}: {name}" for shape, fits in SHAPES.items() if fits(event)}
            found |= {f"behind {before.outcome}: {name}"} if before else set()
    return found | {f"tag: {kind}" for kind in pairs} | set(_fields(events, right, core))


def right_ones(events: Iterable[Event]) -> dict[tuple, Event]:
    """Those with a right tag, by what makes it."""
    return {
        what_makes_a_tag(event, event.answer if event.outcome == ENCRYPTION else event.text): event
        for event in events
        if event.outcome in (ENCRYPTION, ACCEPTED)
    }


def what_makes_a_tag(event: Event, ciphertext: tuple[int, ...]) -> tuple:
    """Key, nonce, associated data and ciphertext, in words."""
    return event.key, event.nonce, event.ad, event.ad_bytes, event.text_bytes, ciphertext


def _of_values(event: Event, right: Iterable[Event], before: Event | None) -> Iterator[str]:
    if before is not None and before.tag == event.tag and before.nonce != event.nonce:
        for outcome, name in ((ACCEPTED, BEFORE[0]), (REFUSED, BEFORE[1]), (ENCRYPTION, BEFORE[2])):
            if before.outcome == outcome:
                yield name
    for other in right:
        if other.tag == event.tag:
            if other.key != event.key and other.nonce == event.nonce:
                yield BEFORE[3]
            if other.key == event.key and other.nonce != event.nonce:
                yield BEFORE[4]


def _fields(events: list[Event], right: dict, core: Core) -> Iterator[str]:
    """Two flips that cancel in a field whose other fields, and tag, are those of a good message."""
    model = catalog.find(core.aead).model
    # the first of a tag: in a weak mode a changed one is accepted, too
    goods = {(event.key, event.tag): event for event in reversed(list(right.values()))}
    blocks = {"ad": model.ad_step, "data": model.block_bytes}
    for event in events:
        good = goods.get((event.key, event.tag))
        # Accepted ones count too: flips that cancel are played even where the mode itself takes
        # them.
        if good is None or event.outcome not in (REFUSED, ACCEPTED):
            continue
        for field, name in FIELDS.items():
            places = _flips(_bytes(good, field), _bytes(event, field))
            if len(places) != 2:
                continue
            first, second = places
            # The goals name the first four words of 32 bits.
            if (second - first) % 32 == 0 and second < 128:
                yield f"{name}: two flips in words {first // 32} and {second // 32}"
            if field in blocks and second - first == 8 * blocks[field]:
                yield f"{name}: two flips a block apart"


def _bytes(event: Event, field: str) -> bytes:
    words = {
        "nonce": event.nonce,
        "ad": event.ad,
        "data": event.answer if event.outcome == ENCRYPTION else event.text,
    }[field]
    return b"".join(word.to_bytes(event.word_bytes, "big") for word in words)


def _flips(left: bytes, right: bytes) -> list[int]:
    """Places of bits that differ, if the sizes are the same."""
    if len(left) != len(right):
        return []
    return [
        8 * number + bit
        for number, (a, b) in enumerate(zip(left, right))
        for bit in range(8)
        # Bit 0 is the most significant one, as in `tags._bits`.
        if (a ^ b) >> 7 - bit & 1
    ]


def forged(core: Core, *, seed: int) -> list[Message]:
    """All of it."""
    random = Random(f"{seed} forged")
    return [
        *_all_kinds(core, random),
        *_shapes(core, random),
        *_behind(core, random),
        *_before(core, random),
        *_two_flips(core, random),
    ]


def pair(
    core: Core, random: Random, ad: int = 0, text: int = 0, **options
) -> tuple[Message, Message]:
    """An encryption of so many bytes with a new key, and its decryption with the key in use."""
    model = catalog.find(core.aead).model
    good = encryption(
        core.aead,
        key=random.randbytes(model.key_bytes),
        nonce=random.randbytes(model.nonce_bytes),
        ad=random.randbytes(ad),
        plaintext=random.randbytes(text),
        **options,
    )
    return good, backwards(good)


def backwards(good: Message) -> Message:
    """The decryption of an encryption, with the key in use."""
    sizes = good.data_sizes
    if sizes is not None:
        # A ciphertext of whole blocks is longer than its plaintext: the last segment takes the
        # rest.
        sizes = (*sizes[:-1], sizes[-1] + len(good.result) - len(good.data))
    return replace(
        good,
        operation=Operation.DECRYPT,
        data=good.result,
        result=good.data,
        new_key=False,
        data_sizes=sizes,
    )


def with_tag(message: Message, tag: bytes, note: str) -> Message:
    """The decryption with a tag that is not its own; it must fail."""
    return replace(message, tag=tag, result=None, note=note)


def _all_kinds(core: Core, random: Random) -> Iterator[Message]:
    """Of an empty message."""
    good, back = pair(core, random)
    yield good
    for number, (kind, tag) in enumerate(tags.wrong(back.tag, random)):
        yield with_tag(back, tag, f"tag: {kind}")
        if number % GOOD_EVERY == 0:
            yield back
    yield back


def _shapes(core: Core, random: Random) -> Iterator[Message]:
    model = catalog.find(core.aead).model
    ad, text = model.ad_step, model.block_bytes
    parts = lambda step: (step, 2 * step, step)  # noqa: E731
    # Of a text that must fit into two blocks an empty segment is the third.
    fits = core.most is None or 4 * text <= core.most
    texts_apart = parts(text) if fits else (text, 0, text)
    for sizes in ((0, 0), (ad + 1, 0), (0, text + 1), (1, 1), (2 * ad, 2 * text)):
        yield from _each_class(*pair(core, random, *sizes), random)
    for ads, texts in ((parts(ad), (0,)), ((0,), texts_apart), (parts(ad), texts_apart)):
        yield from _each_class(
            *pair(core, random, sum(ads), sum(texts), ad_sizes=ads, data_sizes=texts), random
        )


def _each_class(good: Message, back: Message, random: Random) -> Iterator[Message]:
    yield good
    for name in tags.CLASSES:
        tag = tags.of_class(name, back.tag, random.randrange(64), random)
        yield with_tag(back, tag, f"tag: {name}")
    yield back


def _behind(core: Core, random: Random) -> Iterator[Message]:
    """A forgery behind each outcome, of another message than that one."""
    good, back = pair(core, random, 1, 2)
    firsts = [good, back, with_wrong_tag(back, 3)]
    if core.hash:
        firsts.append(hashing(core.hash, message=b"hash"))
    other = encryption(
        core.aead, key=good.key, nonce=flipped(good.nonce, 0), plaintext=b"text", new_key=False
    )
    yield from (good, other)
    for first in firsts:
        for name in tags.CLASSES:
            tag = tags.of_class(name, other.tag, random.randrange(64), random)
            # The key stays, so that nothing but the outcome stands between.
            yield replace(first, new_key=False)
            yield with_tag(backwards(other), tag, f"tag: {name}")
    yield backwards(other)


def _before(core: Core, random: Random) -> Iterator[Message]:
    """The tag of a message before in the place of one's own."""
    good, back = pair(core, random, 3, 5)
    other, _ = pair(core, random, 0, 4)
    other = encryption(
        core.aead, key=good.key, nonce=other.nonce, plaintext=other.data, new_key=False
    )
    again, refused = backwards(other), with_wrong_tag(back, 1)
    yield from (
        good,
        other,
        back,
        # Each of these tags is that of the message in front of it.
        with_tag(again, back.tag, BEFORE[0]),
        refused,
        with_tag(again, refused.tag, BEFORE[1]),
        # The encryption once more, so that its tag is the last one that the core has made.
        replace(good, new_key=False),
        with_tag(again, good.tag, BEFORE[2]),
        with_tag(again, good.tag, BEFORE[4]),
        again,
    )
    with_other = encryption(
        core.aead, key=flipped(good.key, 7), nonce=good.nonce, ad=good.ad, plaintext=good.data
    )
    yield from (
        with_other,
        with_tag(backwards(with_other), good.tag, BEFORE[3]),
        # Back to the first key, under which the tag of the other one must not pass.
        replace(good, new_key=True),
        with_tag(back, with_other.tag, BEFORE[3]),
        back,
    )


def _two_flips(core: Core, random: Random) -> Iterator[Message]:
    """Two flips that cancel in nonce, associated data or ciphertext; the model is asked."""
    model = catalog.find(core.aead).model
    sizes = {"nonce": 0, "ad": model.ad_step, "data": model.block_bytes}
    # At least 16 bytes, or not all pairs of the first four words are there.
    good, back = pair(core, random, max(16, 2 * model.ad_step), max(16, 2 * model.block_bytes))
    yield from (good, back)
    for field, block in sizes.items():
        value = getattr(back, field)
        places = [
            # The same bit of two words of 32 bits: a fold by XOR does not see it. Which bit it is
            # changes from pair to pair.
            (32 * first + 3 * second, 32 * second + 3 * second)
            for first, second in combinations(range(min(4, len(value) // 4)), 2)
        ]
        if block:
            # The same bit of two blocks: what adds blocks up without a key does not see it.
            places.append((5, 8 * block + 5))
        for first, second in places:
            changed = {field: flipped(flipped(value, first), second)}
            yield _asked(
                replace(back, **changed, note=f"bits {first} and {second} of {field} flipped")
            )
    yield back


def _asked(message: Message) -> Message:
    """The same with the model's answer."""
    return replace(
        message,
        result=decryption(
            message.algorithm,
            key=message.key,
            nonce=message.nonce,
            ad=message.ad,
            ciphertext=message.data,
            tag=message.tag,
            padded=message.padded,
        ).result,
    )

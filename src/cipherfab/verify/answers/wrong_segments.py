# SPDX-License-Identifier: Apache-2.0
"""Messages with segments of a wrong size, of a wrong type, or that end where none may; see
`violations`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from ... import catalog
from ...lwc.messages import Header, Violation
from ...lwc.protocol import Segment
from .segments import DECRYPT, ENCRYPT, good_parts, parts, violating


def each(promise: str, messages: Mapping[str, Sequence[Any]]) -> Iterator[Violation]:
    """Messages that break what ``promise`` names (`violating`): by title the instruction and the
    segments.
    """
    return (violating(promise, title, *message) for title, message in messages.items())


def wrong_sizes(aead: str, random: Random) -> Iterator[Violation]:
    """Nonces and tags that are too short, too long or in two segments, and segments that end within
    a block.
    """
    model, part = catalog.find(aead).model, partial(parts, random)
    nonce, ad, plaintext, ciphertext, tag = good_parts(aead, random).values()
    size = model.nonce_bytes
    for length in sorted({0, 1, size - 1, size + 1, 2 * size}):
        wrong = part(Segment.NONCE, length)
        yield violating("nonce-size", f"nonce of {length} bytes", ENCRYPT, wrong, ad, plaintext)
    size = model.tag_bytes
    for length in (0, 1, size - 1, size + 1, 2 * size):
        wrong = part(Segment.TAG, length, last=True)
        title = f"tag of {length} bytes"
        yield violating("tag-size", title, DECRYPT, nonce, ad, ciphertext, wrong)
    for first in sorted({0, model.nonce_bytes // 2, model.nonce_bytes}):
        title = f"nonce in two segments, {first} bytes first"
        halves = [
            *part(Segment.NONCE, first, eot=False),
            *part(Segment.NONCE, model.nonce_bytes - first),
        ]
        yield violating("nonce-split", title, ENCRYPT, halves, ad, plaintext)
    for first in (0, size // 2, size):
        title = f"tag in two segments, {first} bytes first"
        halves = [*part(Segment.TAG, first, eot=False), *part(Segment.TAG, size - first, last=True)]
        yield violating("tag-split", title, DECRYPT, nonce, ad, ciphertext, halves)
    cut = "segment of {} that is not the last and not whole blocks"
    # Of steps of one byte every segment has whole ones.
    if model.ad_step > 1:
        wrong = part(Segment.AD, model.ad_block_bytes + 1, eot=False)
        yield violating("whole-blocks", cut.format("AD"), ENCRYPT, nonce, wrong, ad, plaintext)
    wrong = part(Segment.PLAINTEXT, model.block_bytes + 1, eot=False)
    yield violating("whole-blocks", cut.format("plaintext"), ENCRYPT, nonce, ad, wrong, plaintext)
    title, wrong = (
        cut.format("ciphertext"),
        part(Segment.CIPHERTEXT, model.block_bytes - 1, eot=False),
    )
    yield violating("whole-blocks", title, DECRYPT, nonce, ad, wrong, ciphertext, tag)


def wrong_ciphertexts(aead: str, random: Random) -> Iterator[Violation]:
    """Of a mode whose ciphertext is whole blocks."""
    model, part = catalog.find(aead).model, partial(parts, random)
    nonce, ad, plaintext, ciphertext, tag = good_parts(aead, random).values()
    for length in (0, 1, model.block_bytes - 1, model.block_bytes + 1):
        wrong = part(Segment.CIPHERTEXT, length, eoi=True)
        title = f"ciphertext of {length} bytes"
        yield violating("whole-ciphertext", title, DECRYPT, nonce, ad, wrong, tag)
    before = [(Segment.PLAINTEXT, ENCRYPT, True, []), (Segment.CIPHERTEXT, DECRYPT, False, tag)]
    for kind, instruction, last, after in before:
        title = f"an empty segment that ends a {kind.name.lower()}"
        ended = [*part(kind, model.block_bytes, eot=False), *part(kind, 0, last=last)]
        yield violating("whole-ciphertext", title, instruction, nonce, ad, ended, after)


def wrong_types(aead: str, random: Random) -> Iterator[Violation]:
    """Segments in an order that is none, and of the other direction."""
    nonce, ad, plaintext, ciphertext, tag = good_parts(aead, random).values()
    short = partial(parts, random, length=5)
    yield from each("wrong-type", {
        "nonce missing": (ENCRYPT, ad, plaintext),
        "associated data where the nonce belongs, then the nonce":
            (DECRYPT, ad, nonce, ciphertext, tag),
        "ciphertext in an encryption":
            (ENCRYPT, nonce, ad, short(Segment.CIPHERTEXT, eoi=True, last=True)),
        "plaintext in a decryption":
            (DECRYPT, nonce, ad, short(Segment.PLAINTEXT, eoi=True), tag),
        "hash message in an encryption":
            (ENCRYPT, nonce, ad, short(Segment.HASH_MESSAGE, eoi=True, last=True)),
        "ciphertext in the place of the tag":
            (DECRYPT, nonce, ad, ciphertext,
             parts(random, Segment.CIPHERTEXT, len(tag[1]), last=True)),
        "no associated data": (ENCRYPT, nonce, plaintext)})  # fmt: skip
    # The opcode of *activate key* reads as the type of a hash message.
    activate = [Header(type=Segment.HASH_MESSAGE, length=0, eot=False)]
    for place in range(1, 4):
        segments = [nonce, ad, plaintext]
        segments.insert(place - 1, activate)
        yield violating(
            "wrong-type", f"activate key in the place of header {place}", ENCRYPT, *segments
        )


def wrong_ends(aead: str, random: Random) -> Iterator[Violation]:
    """Messages that end before their time, or that do not say that they end."""
    model, part = catalog.find(aead).model, partial(parts, random)
    nonce, ad, plaintext, ciphertext, tag = good_parts(aead, random).values()
    block = model.block_bytes
    yield from each("last-early", {
        "message ends after the nonce": (ENCRYPT, part(Segment.NONCE, len(nonce[1]), last=True)),
        "message ends after the associated data":
            (ENCRYPT, nonce, part(Segment.AD, 5, last=True)),
        "message ends in the midst of the associated data":
            (ENCRYPT, nonce, part(Segment.AD, 2 * model.ad_step, eot=False, last=True)),
        "message ends in the midst of the plaintext":
            (ENCRYPT, nonce, ad, part(Segment.PLAINTEXT, block, eot=False, last=True)),
        "tag missing":
            (DECRYPT, nonce, ad, part(Segment.CIPHERTEXT, 5, eoi=True, last=True))})  # fmt: skip
    for length in (0, 5, block):
        title = f"plaintext of {length} bytes without last, then a segment with it"
        twice = [*part(Segment.PLAINTEXT, length), *part(Segment.PLAINTEXT, 5, last=True)]
        yield violating("last-missing", title, ENCRYPT, nonce, ad, twice)
    title, size = "tag without last, then a segment with it", model.tag_bytes
    twice = [*part(Segment.TAG, size), *part(Segment.TAG, size, last=True)]
    yield violating("last-missing", title, DECRYPT, nonce, ad, ciphertext, twice)

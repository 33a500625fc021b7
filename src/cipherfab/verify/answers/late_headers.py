# SPDX-License-Identifier: Apache-2.0
"""Messages that a header breaks, or an instruction in its place, to be played with words that wait:
so a message fails in every state that a core goes through meanwhile.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

from ... import catalog
from ...lwc.messages import Message, Violation, encryption
from ...lwc.protocol import Segment
from .segments import DECRYPT, ENCRYPT, parts, violating


def at_any_time(aead: str, *, seed: int, decrypts: bool = True) -> list[Message | Violation]:
    """A few messages that are broken behind whole segments, each followed by a good one."""
    random, model = Random(seed), catalog.find(aead).model
    key, sequence = random.randbytes(model.key_bytes), []
    wrong = [*_by_a_header(aead, random), *_by_an_instruction(aead, random)]
    if decrypts:
        wrong += _decryptions(aead, random)
    for violation in wrong:
        good = encryption(
            aead,
            key=key,
            nonce=random.randbytes(model.nonce_bytes),
            ad=b"a",
            plaintext=b"p",
            new_key=not sequence,
            note=f"after: {violation.title}",
        )
        # Only the first one brings the key: a broken message must leave the key in use.
        sequence += [good] if not sequence else []
        sequence += [
            replace(violation, mirrored=not model.whole_ciphertext),
            replace(good, new_key=False),
        ]
    return sequence


def _by_a_header(aead: str, random: Random) -> Iterator[Violation]:
    """Encryptions with a segment too many, or of a wrong type."""
    model = catalog.find(aead).model
    for ad, data in product((0, model.ad_step), (0, model.block_bytes)):
        yield violating(
            "last-missing",
            f"{ad} and {data} bytes without last, then a segment with it",
            ENCRYPT,
            *_begun(aead, ad, random),
            parts(random, Segment.PLAINTEXT, data),
            parts(random, Segment.PLAINTEXT, 5, last=True),
        )
    nonce, ad_goes_on, text_goes_on = _going_on(aead, random)
    yield violating(
        "wrong-type",
        "plaintext after associated data that goes on",
        ENCRYPT,
        nonce,
        ad_goes_on,
        parts(random, Segment.PLAINTEXT, 5, last=True),
    )
    yield violating(
        "wrong-type",
        "associated data after plaintext that goes on",
        ENCRYPT,
        nonce,
        parts(random, Segment.AD, model.ad_step),
        text_goes_on,
        parts(random, Segment.AD, 5, last=True),
    )


def _by_an_instruction(aead: str, random: Random) -> Iterator[Violation]:
    """Encryptions that never say *last*: the next message ends them."""
    nonce, ad_goes_on, text_goes_on = _going_on(aead, random)
    for place, sent in (
        ("in the place of associated data", [nonce]),
        ("after associated data that goes on", [nonce, ad_goes_on]),
        ("in the place of plaintext", _begun(aead, 0, random)),
        ("after plaintext that goes on", [*_begun(aead, 1, random), text_goes_on]),
    ):
        yield violating("abort-encrypt", f"an encryption {place}", ENCRYPT, *sent)


def _decryptions(aead: str, random: Random) -> Iterator[Violation]:
    """Decryptions that fail in the place of the tag: at once, by an instruction, and behind the
    bytes of a segment.
    """
    model = catalog.find(aead).model
    lengths = [model.block_bytes] if model.whole_ciphertext else [0, 1, model.block_bytes]
    for ad, data in product((0, model.ad_step), lengths):
        start, sizes = _begun(aead, ad, random), f"{ad} and {data} bytes"
        start.append(parts(random, Segment.CIPHERTEXT, data, eoi=True))
        yield violating(
            "tag-size",
            f"{sizes}, then an empty tag",
            DECRYPT,
            *start,
            parts(random, Segment.TAG, 0, last=True),
        )
        if data != 1:
            yield violating(
                "abort-encrypt",
                f"a decryption of {sizes}, an encryption in the place of the tag",
                DECRYPT,
                *start,
            )
    yield violating(
        "tag-size",
        f"{sizes}, then a tag too short",
        # The last of the messages above, begun in the same way.
        DECRYPT,
        *start,
        parts(random, Segment.TAG, model.tag_bytes - 1, last=True),
    )


def _begun(aead: str, ad: int, random: Random) -> list[list]:
    """Nonce and so many bytes of associated data."""
    return [
        parts(random, Segment.NONCE, catalog.find(aead).model.nonce_bytes),
        parts(random, Segment.AD, ad),
    ]


def _going_on(aead: str, random: Random) -> list[list]:
    """A nonce, and a block of associated data and of plaintext that do not end their types."""
    model = catalog.find(aead).model
    return [
        parts(random, Segment.NONCE, model.nonce_bytes),
        parts(random, Segment.AD, model.ad_step, eot=False),
        parts(random, Segment.PLAINTEXT, model.block_bytes, eot=False),
    ]

# SPDX-License-Identifier: Apache-2.0
"""Whole messages of what a core does not do, which it refuses as it does broken ones."""

from collections.abc import Iterator
from itertools import product
from random import Random

from ... import catalog
from ...lwc.messages import Instruction, Violation
from ...lwc.protocol import Opcode, Segment
from .segments import DECRYPT, good_parts, parts, violating

WITHOUT_DECRYPTION = "enconly"
"""Mark of what is wrong only for a core that does not decrypt."""


def without_hash(aead: str, random: Random) -> Iterator[Violation]:
    """Hashes for a core that has none; also with the segments of an encryption or a decryption from
    some segment on, which an instruction that is only half refused would let through.
    """
    instruction = Instruction(opcode=Opcode.HASH)
    yield violating(
        "no-hash",
        "hash in a core without hash",
        instruction,
        parts(random, Segment.HASH_MESSAGE, 5, eoi=True, last=True),
    )
    nonce, ad, plaintext, ciphertext, tag = good_parts(aead, random).values()
    for segments in ((nonce, ad, plaintext), (nonce, ad, ciphertext, tag)):
        for first in range(len(segments)):
            yield violating(
                "no-hash",
                f"hash, then {len(segments) - first} segments of a message",
                instruction,
                *segments[first:],
            )


def keyless(random: Random) -> Iterator[Violation]:
    """Whole messages with a nonce, for a core that only hashes."""
    # No length is right for a core that does not know such segments, so any will do.
    for length, (opcode, kinds) in product(
        (0, 1, 32),
        (
            (Opcode.ENCRYPT, (Segment.NONCE, Segment.AD, Segment.PLAINTEXT)),
            (Opcode.DECRYPT, (Segment.NONCE, Segment.AD, Segment.CIPHERTEXT, Segment.TAG)),
        ),
    ):
        segments = [parts(random, kind, length, last=kind == kinds[-1]) for kind in kinds]
        yield violating(
            "hash-only",
            f"{opcode.name.lower()} in a core that only hashes, {length} bytes",
            Instruction(opcode=opcode),
            *segments,
        )


def decryptions(aead: str, random: Random) -> Iterator[Violation]:
    """Whole decryptions, with the key in use, and an encryption that is called a decryption."""
    model = catalog.find(aead).model
    called = {Segment.NONCE: model.nonce_bytes, Segment.AD: 5, Segment.PLAINTEXT: 5}
    segments = [
        parts(random, kind, size, last=kind == Segment.PLAINTEXT) for kind, size in called.items()
    ]
    yield violating(
        WITHOUT_DECRYPTION, "encryption called a decryption, without decryption", DECRYPT, *segments
    )
    for length in (0, model.block_bytes, 3 * model.block_bytes + 1):
        sizes = {
            Segment.NONCE: model.nonce_bytes,
            Segment.AD: length,
            Segment.CIPHERTEXT: length,
            Segment.TAG: model.tag_bytes,
        }
        segments = [
            parts(random, kind, size, last=kind == Segment.TAG) for kind, size in sizes.items()
        ]
        yield violating(
            WITHOUT_DECRYPTION,
            f"decryption of {length} bytes, without decryption",
            DECRYPT,
            *segments,
        )

# SPDX-License-Identifier: Apache-2.0
"""Segments of messages, whole ones and those of which broken messages are made."""

from collections.abc import Iterable
from random import Random

from ... import catalog
from ...lwc.messages import Header, Instruction, Part, Violation
from ...lwc.protocol import Opcode, Segment

ENCRYPT, DECRYPT = Instruction(opcode=Opcode.ENCRYPT), Instruction(opcode=Opcode.DECRYPT)


def parts(random: Random, kind: Segment, length: int, **flags) -> list[Part]:
    """A header and its bytes."""
    return [Header(type=kind, length=length, **flags), random.randbytes(length)]


def good_parts(aead: str, random: Random) -> dict[Segment, list[Part]]:
    """Segments of whole messages with random bytes, by type: the associated data and the text of a
    block and a byte, those of plaintext and tag are the last.
    """
    model = catalog.find(aead).model
    sizes = {
        Segment.NONCE: model.nonce_bytes,
        Segment.AD: model.ad_block_bytes + 1,
        Segment.PLAINTEXT: model.block_bytes + 1,
        Segment.CIPHERTEXT: (
            # A text of a block and a byte becomes two whole blocks.
            2 * model.block_bytes if model.whole_ciphertext else model.block_bytes + 1
        ),
        Segment.TAG: model.tag_bytes,
    }
    return {
        kind: parts(
            random,
            kind,
            size,
            # The input of a decryption ends with its ciphertext, and the message with its tag.
            eoi=kind in (Segment.PLAINTEXT, Segment.CIPHERTEXT),
            last=kind in (Segment.PLAINTEXT, Segment.TAG),
        )
        for kind, size in sizes.items()
    }


def violating(
    promise: str, title: str, instruction: Instruction, *segments: Iterable[Part]
) -> Violation:
    """A message that breaks what ``promise`` names in ``docs/reference/lwc.md``: an instruction and
    what follows it on PDI.
    """
    return Violation(
        title=title,
        pdi=(instruction, *(part for segment in segments for part in segment)),
        promise=promise,
    )

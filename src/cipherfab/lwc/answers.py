# SPDX-License-Identifier: Apache-2.0
"""What a core must give on DO for a message."""

from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from .. import catalog
from .items import items_of
from .messages import KEYLESS, Instruction, Message, Operation, Part, Violation
from .parts import outputs_of, pieces_of, segments_of
from .protocol import Header, Opcode, Segment
from .vectors import Block, Item

_ANSWERED: dict[int, tuple[Segment, Segment]] = {
    Opcode.DECRYPT: (Segment.CIPHERTEXT, Segment.PLAINTEXT),
    Opcode.XOF: (Segment.LENGTH, Segment.DIGEST),
    Opcode.CXOF: (Segment.LENGTH, Segment.DIGEST),
}
"""Which segments of an instruction are answered by which."""


class Limits(NamedTuple):
    """What a core keeps of a message, see `design.LwcInterface`; None: it keeps nothing."""

    buffer_bytes: int | None = None
    most_ad_bytes: int | None = None

    def refuse(self, message: Message) -> bool:
        """Whether the message is too long."""
        parts = ((message.data, self.buffer_bytes), (message.ad, self.most_ad_bytes))
        return any(most is not None and len(part) > most for part, most in parts)


NONE = Limits()


def answer(
    message: Message | Violation, width: int, limits: Limits = NONE, empty: bool = False
) -> Block:
    """What DO must give.

    Args:
        width: bits of the bus.
        limits: what the core keeps of a message.
        empty: an empty segment of the input that does not end its type is one of the output too.
    """
    keeps = limits.buffer_bytes is not None
    failed = isinstance(message, Violation) or message.result is None or limits.refuse(message)
    status = Item(
        kind="STT",
        words=((Opcode.FAILURE if failed else Opcode.SUCCESS) << width - 4,),
        comment=f"Status: {'failure' if failed else 'success'}",
    )
    if isinstance(message, Violation):
        return Block(
            title=message.title,
            items=(status,),
            # A core that keeps a message lets nothing of it out before the status.
            anything_before_status=not keeps,
            headers_before=_headers_of(message) if message.mirrored else None,
        )
    whole = (
        message.operation not in KEYLESS and catalog.find(message.algorithm).model.whole_ciphertext
    )
    if failed and (keeps or whole):
        return Block(title=message.title, items=(status,), anything_before_status=whole)
    mirrored = _last_alone if whole else partial(_mirrored, one=keeps, empty=empty)
    parts = _parts(message, failed, mirrored)
    return Block(title=message.title, items=(*items_of(parts, width, unverified=failed), status))


def _parts(message: Message, failed: bool, mirrored: Callable[..., list[Part]]) -> list[Part]:
    """The segments of an answer in front of its status.

    Args:
        failed: its tag is wrong, so that nothing is said of the plaintext but its length.
        mirrored: of kind, bytes and message, gives the segments of the text.
    """
    if message.operation == Operation.HASH:
        return [Header(type=Segment.DIGEST, length=len(message.result), last=True), message.result]
    if message.operation == Operation.OUTPUT:
        outputs = outputs_of(message)
        # A header that asks for no byte is not answered, but for the last one.
        filled = [one for one in outputs[:-1] if one] + outputs[-1:]
        return [*segments_of(Segment.DIGEST, filled, last=True)]
    if message.operation == Operation.ENCRYPT:
        text = mirrored(Segment.CIPHERTEXT, message.result, message)
        return [*text, Header(type=Segment.TAG, length=len(message.tag), last=True), message.tag]
    # Of an unverified plaintext only the length is compared.
    plaintext = bytes(len(message.data)) if failed else message.result
    return mirrored(Segment.PLAINTEXT, plaintext, message, last=True)


def _mirrored(
    kind: Segment, data: bytes, message: Message, *, one: bool, empty: bool, last: bool = False
) -> list[Part]:
    """The segments of an answer: those of the input, the ``empty`` ones that do not end the type or
    without, or ``one`` of all.
    """
    if one:
        return segments_of(kind, [data], last=last)
    pieces = pieces_of(data, message, message.data_sizes, "block_bytes")
    return segments_of(
        kind, [piece for piece in pieces[:-1] if piece or empty] + pieces[-1:], last=last
    )


def _last_alone(kind: Segment, data: bytes, message: Message, *, last: bool = False) -> list[Part]:
    """The segments of an answer whose ciphertext is whole blocks: those of the input, and the text
    of the last block in a segment of its own.
    """
    model = catalog.find(message.algorithm).model
    *pieces, end = pieces_of(message.data, message, message.data_sizes, "block_bytes")
    decrypt = message.operation == Operation.DECRYPT
    whole = len(end) if decrypt else model.ciphertext_bytes(len(end))
    # What stands in front of the last block has a header of its own, if it is not empty.
    sizes = [size for size in (*map(len, pieces), whole - model.block_bytes) if size]
    ends = [0, *accumulate(sizes), len(data)]
    return segments_of(
        kind,
        [data[start:end] for start, end in zip(ends, ends[1:])],
        last=last,
        partial=message.padded and not decrypt,
    )


def _headers_of(violation: Violation) -> tuple[int, ...]:
    """The headers of texts that may leave on DO for a message that breaks the protocol, in order:
    those of the input, as of the other text.
    """
    found, ends = [], False
    given, other = Segment.PLAINTEXT, Segment.CIPHERTEXT
    for part in violation.pdi:
        if isinstance(part, Instruction):
            given, other = _ANSWERED.get(part.opcode, (Segment.PLAINTEXT, Segment.CIPHERTEXT))
            ends = other != Segment.CIPHERTEXT
        # An empty segment that does not end its type leaves nothing on DO.
        if isinstance(part, Header) and part.type == given and (part.length or part.eot):
            # A plaintext or a digest is the last segment on DO; behind a ciphertext comes its tag.
            found.append(
                Header(
                    type=other, length=part.length, eot=part.eot, last=part.eot and ends
                ).encode()
            )
    return tuple(found)

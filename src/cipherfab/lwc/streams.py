# SPDX-License-Identifier: Apache-2.0
"""The words on PDI, SDI and DO that messages mean."""

from collections.abc import Iterable, Sequence
from random import Random

from .. import catalog
from .answers import Limits, answer
from .items import items_of
from .messages import Instruction, Message, Operation, Violation
from .parts import key_loads, parts_of
from .protocol import Opcode
from .vectors import Block, Stream, Vectors
from .withholding import withholding


def vectors(
    messages: Iterable[Message | Violation],
    *,
    width: int,
    sdi_width: int | None = None,
    buffer_bytes: int | None = None,
    most_ad_bytes: int | None = None,
    withheld_bytes: int | None = None,
    segment_order: Sequence[str] = (),
    empty_segments: bool = False,
    noise: Random | None = None,
) -> Vectors:
    """The streams of ``messages`` on buses of ``width`` and ``sdi_width`` bits.

    Args:
        buffer_bytes, most_ad_bytes, withheld_bytes, segment_order: see `design.LwcInterface`.
        empty_segments: an empty segment of the input that does not end its type is an empty one of
            the output too, as some cores of others have it.
        noise: fills what a core does not look at: the flags *partial* (but of a mode that marks
            padding) and *end of input*, and the surplus bytes of last words.
    """
    messages = list(messages)
    limits = Limits(buffer_bytes, most_ad_bytes)
    sdi_width = sdi_width or width

    def given(message: Message | Violation) -> Block:
        marks = _marks_padding(message)
        items = items_of(parts_of(message, segment_order), width, noise=noise, marks=marks)
        return Block(title=message.title, items=items)

    def answered(message: Message | Violation) -> Block:
        block = answer(message, width, limits, empty_segments)
        # Only a plaintext is kept back.
        if withheld_bytes is None or not _decrypts(message):
            return block
        return withholding(block, width=width, size=withheld_bytes)

    pdi = tuple(map(given, messages))
    keys = tuple(
        Block(title=message.title, items=items_of(parts, sdi_width, noise=noise))
        for message in messages
        for parts in key_loads(message)
    )
    return Vectors(
        pdi=Stream(port="pdi", width=width, blocks=pdi),
        sdi=Stream(port="sdi", width=sdi_width, blocks=keys),
        do=Stream(port="do", width=width, blocks=tuple(map(answered, messages))),
    )


def _decrypts(message: Message | Violation) -> bool:
    """Whether it is a decryption, or begins as one."""
    if isinstance(message, Message):
        return message.operation == Operation.DECRYPT
    opcodes = [part.opcode for part in message.pdi if isinstance(part, Instruction)]
    begun = [opcode for opcode in opcodes if opcode != Opcode.ACTIVATE_KEY]
    return begun[:1] == [Opcode.DECRYPT]


def _marks_padding(message: Message | Violation) -> bool:
    """Whether the flag *partial* of a ciphertext is looked at."""
    return (
        isinstance(message, Message)
        and message.operation == Operation.DECRYPT
        and catalog.find(message.algorithm).model.marks_padding
    )

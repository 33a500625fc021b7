# SPDX-License-Identifier: Apache-2.0
"""The parts of a message on PDI and SDI: instructions, headers and byte strings.

Order of segments and flags: see `messages`.
"""

from collections.abc import Sequence
from itertools import accumulate

from .. import catalog
from ..errors import CallError
from .messages import KEYLESS, Instruction, Message, Operation, Part, Violation
from .protocol import MAX_SEGMENT_BYTES, SEGMENT_ORDER, Header, Opcode, Segment


def key_loads(message: Message | Violation) -> list[list[Part]]:
    """What goes into SDI."""
    if isinstance(message, Violation):
        return [
            *([list(message.sdi)] if message.sdi else []),
            *(_load(key) for key in message.keys),
        ]
    keys = (
        (*message.earlier_keys, message.key)
        if message.operation not in KEYLESS and message.new_key
        else ()
    )
    return [_load(key) for key in keys]


def _load(key: bytes) -> list[Part]:
    return [
        Instruction(opcode=Opcode.LOAD_KEY),
        Header(type=Segment.KEY, length=len(key), eoi=True, last=True),
        key,
    ]


def parts_of(message: Message | Violation, order: Sequence[str] = ()) -> list[Part]:
    """What goes into PDI.

    Args:
        order: of nonce, associated data and text, see `design.LwcInterface.segment_order`. A
            violation is sent as it is.
    """
    if isinstance(message, Violation):
        return list(message.pdi)
    data = pieces_of(message.data, message, message.data_sizes, "block_bytes")
    if message.operation == Operation.HASH:
        return [
            Instruction(opcode=Opcode.HASH),
            *segments_of(Segment.HASH_MESSAGE, data, eoi=True, last=True),
        ]
    if message.operation == Operation.OUTPUT:
        return _asking(message, data)
    ad = pieces_of(message.ad, message, message.ad_sizes, "ad_block_bytes")
    order, decrypt = order or SEGMENT_ORDER, message.operation == Operation.DECRYPT
    text = Segment.CIPHERTEXT if decrypt else Segment.PLAINTEXT
    types = {"npub": (Segment.NONCE, [message.nonce]), "ad": (Segment.AD, ad), "data": (text, data)}
    # End of input is where nothing follows that is not empty; a nonce never is.
    filled = next((name for name in reversed(order) if any(types[name][1])), "npub")
    # Each key that is loaded is taken by an activation of its own.
    parts: list[Part] = [Instruction(opcode=Opcode.ACTIVATE_KEY)] * len(key_loads(message))
    parts.append(Instruction(opcode=Opcode.DECRYPT if decrypt else Opcode.ENCRYPT))
    for name in order:
        kind, pieces = types[name]
        parts += segments_of(
            kind,
            pieces,
            eoi=name == filled,
            last=name == order[-1] and not decrypt,
            partial=kind == Segment.CIPHERTEXT and message.padded,
        )
    return (
        [*parts, Header(type=Segment.TAG, length=len(message.tag), last=True), message.tag]
        if decrypt
        else parts
    )


def _asking(message: Message, data: list[bytes]) -> list[Part]:
    """What goes into PDI for an output of any length."""
    custom = bool(getattr(catalog.find(message.algorithm).model, "most_customization_bytes", 0))
    # End of input is on the last part that is not empty.
    ends = bool(message.ad) and not message.data
    return [
        Instruction(opcode=Opcode.CXOF if custom else Opcode.XOF),
        *(segments_of(Segment.AD, [message.ad], eoi=ends) if custom else []),
        *segments_of(Segment.HASH_MESSAGE, data, eoi=not ends),
        # Headers alone: the length asks, and no data follows.
        *segments_of(Segment.LENGTH, outputs_of(message), last=True)[::2],
    ]


def outputs_of(message: Message) -> list[bytes]:
    """The parts of the output that are asked for."""
    whole = message.result or b""
    if message.output_sizes is None:
        return whole_pieces(whole, catalog.find(message.algorithm).model.block_bytes, None)
    ends = [0, *accumulate(message.output_sizes)]
    return [whole[start:end] for start, end in zip(ends, ends[1:])]


def pieces_of(
    data: bytes, message: Message, sizes: tuple[int, ...] | None, block: str
) -> list[bytes]:
    """The data of each segment of ``data``, at least one; ``block`` names the model's block
    size."""
    if sizes is None:
        return whole_pieces(
            data, getattr(catalog.find(message.algorithm).model, block), message.segment_blocks
        )
    if sum(sizes) != len(data) or not sizes:
        raise CallError(f"segments: expected sizes that add up to {len(data)} bytes, got {sizes}")
    ends = list(accumulate(sizes))
    return [data[end - size : end] for size, end in zip(sizes, ends)]


def whole_pieces(data: bytes, block_bytes: int, limit: int | None) -> list[bytes]:
    most = MAX_SEGMENT_BYTES // block_bytes
    if limit is not None and not 1 <= limit <= most:
        raise (
            CallError(f"segments: expected 1 to {most} blocks of {block_bytes} bytes, got {limit}")
        )
    # Only the last segment of a type may end within a block; one without data is there too.
    size = (limit or most) * block_bytes
    return [data[start : start + size] for start in range(0, len(data), size)] or [b""]


def segments_of(
    kind: Segment,
    pieces: list[bytes],
    *,
    eoi: bool = False,
    last: bool = False,
    partial: bool = False,
) -> list[Part]:
    """Header and data of each segment; end of input is on the last that is not empty, the other
    flags on the last.
    """
    # Of none that has a byte the last one has the flag.
    filled = max((number for number, piece in enumerate(pieces) if piece), default=len(pieces) - 1)
    parts = []
    for number, piece in enumerate(pieces):
        end = number == len(pieces) - 1
        parts += [
            Header(
                type=kind,
                length=len(piece),
                eoi=eoi and number == filled,
                eot=end,
                last=last and end,
                partial=partial and end,
            ),
            piece,
        ]
    return parts

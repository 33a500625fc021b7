# SPDX-License-Identifier: Apache-2.0
"""Typed messages of the LWC Hardware API, and the words on PDI, SDI and DO that each of them means.

Source: J.-P. Kaps et al., "Hardware API for Lightweight Cryptography", version 1.2. Order of
segments and flags are those of GMU's generator: nonce, associated data, plaintext or ciphertext,
and for decryption the tag; *end of input* on the last segment that is not empty (the tag not
counted), *end of type* on the last segment of a type, *last* on the last segment of the message.
Segments of the output mirror those of the input, but for empty ones that do not end their type:
they leave nothing. A forged message is answered with segments of unverified plaintext, whose
content nobody compares, and the failure status. A core that keeps a message until it is whole
answers otherwise, see `design.LwcInterface`.

A message with an output of any length, an addition of ours (docs/reference/lwc.md), ends with
headers of type *length*, without data, which ask for output; the answer has a digest segment for
each.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Any

from .. import catalog
from ..errors import CallError
from .protocol import MAX_SEGMENT_BYTES, Header, Opcode, Segment
from .vectors import HEADER_BITS, Block, Item, Stream, Vectors
from .withholding import withholding


class Operation(StrEnum):
    """What a message asks for."""

    ENCRYPT = "encryption"
    DECRYPT = "decryption"
    HASH = "hash"
    OUTPUT = "output of any length"


KEYLESS = (Operation.HASH, Operation.OUTPUT)
"""What needs no key."""


@dataclass(frozen=True, kw_only=True)
class Message:
    """One message and its answer.

    Attributes:
        algorithm: catalog name.
        operation: what to do.
        data: plaintext, ciphertext (without tag) or message to hash.
        result: ciphertext (without tag), plaintext, digest or output; None for a decryption that
            must fail.
        tag: given (decryption) or expected (encryption).
        padded: the mark of padding of a mode that has one (`modes.model.AeadModel.marks_padding`).
        key: the key of the message, in use already or new.
        nonce, ad: as the algorithm has them; ``ad`` of a function with a customization is that.
        output_sizes: bytes of output that each header asks for, of which all but the last are whole
            blocks; None: all with one.
        new_key: the key is loaded and activated first; otherwise the one in use stays.
        earlier_keys: with a new key, those that are loaded and activated just before it, and not
            used.
        segment_blocks: at most this many blocks in a segment; None: as many as fit.
        ad_sizes, data_sizes: bytes of each segment of associated data and of data, which may be 0;
            None: as ``segment_blocks`` says. They add up to all bytes, and all but the last are
            whole blocks.
        note: where it comes from, for reports.
    """

    algorithm: str
    operation: Operation
    data: bytes
    result: bytes | None
    tag: bytes = b""
    padded: bool = False
    key: bytes = b""
    nonce: bytes = b""
    ad: bytes = b""
    new_key: bool = True
    earlier_keys: tuple[bytes, ...] = ()
    segment_blocks: int | None = None
    ad_sizes: tuple[int, ...] | None = None
    data_sizes: tuple[int, ...] | None = None
    output_sizes: tuple[int, ...] | None = None
    note: str = ""

    @property
    def title(self) -> str:
        """What the message is, in one line."""
        what = {
            Operation.ENCRYPT: "plaintext",
            Operation.DECRYPT: "ciphertext",
            Operation.HASH: "message",
            Operation.OUTPUT: "message",
        }[self.operation]
        facts = [f"{self.algorithm} {self.operation}", f"{what} {len(self.data)} bytes"]
        if self.operation == Operation.OUTPUT:
            facts.append(f"customization {len(self.ad)} bytes, output {len(self.result or b'')}")
        if self.operation not in KEYLESS:
            facts[1:1] = [f"AD {len(self.ad)} bytes"]
            facts.append("new key" if self.new_key else "same key")
        if self.segment_blocks:
            facts.append(
                f"segments of {self.segment_blocks} block{'s' if self.segment_blocks > 1 else ''}"
            )
        asked = ("AD", self.ad_sizes), ("data", self.data_sizes), ("output", self.output_sizes)
        for what, sizes in asked:
            if sizes is not None:
                facts.append(f"{what} in segments of {' + '.join(map(str, sizes))}")
        return ", ".join([*facts, "must fail"] if self.result is None else facts) + (
            f" ({self.note})" if self.note else ""
        )


@dataclass(frozen=True, kw_only=True)
class Instruction:
    """An instruction word: 4 bits of opcode, the rest zero."""

    opcode: int


Part = Instruction | Header | bytes
"""What a message consists of before the width of the bus is known."""


@dataclass(frozen=True, kw_only=True)
class Violation:
    """Input that breaks the protocol. The answer must be exactly one failure status, whatever came
    before it.

    Attributes:
        title: what is wrong.
        pdi: what is sent.
        keys: the keys that are loaded for it.
        sdi: what SDI sends for it besides, as it is.
        promise: mark of the sentence in ``docs/reference/lwc.md`` that says what happens.
        mirrored: headers that come before the answer are those of the input, see `_mirrored`;
            False in a mode that announces segments of its own.
    """

    title: str
    pdi: tuple[Part, ...]
    keys: tuple[bytes, ...] = ()
    sdi: tuple[Part, ...] = ()
    promise: str = ""
    mirrored: bool = True


def encryption(
    algorithm: str, *, key: bytes, nonce: bytes, ad: bytes = b"", plaintext: bytes = b"", **options
) -> Message:
    """An encryption; ciphertext and tag come from the software model. ``options``: other fields of
    `Message`.
    """
    model = catalog.find(algorithm).model
    output = model.encrypt(key, nonce, ad, plaintext)
    ciphertext, tag, padded = model.taken_apart(output, len(plaintext))
    return Message(
        algorithm=algorithm,
        operation=Operation.ENCRYPT,
        key=key,
        nonce=nonce,
        ad=ad,
        data=plaintext,
        result=ciphertext,
        tag=tag,
        padded=padded,
        **options,
    )


def decryption(
    algorithm: str,
    *,
    key: bytes,
    nonce: bytes,
    tag: bytes,
    ad: bytes = b"",
    ciphertext: bytes = b"",
    padded: bool = False,
    **options,
) -> Message:
    """A decryption; the software model says what comes out and whether the tag is right."""
    model = catalog.find(algorithm).model
    plaintext = model.decrypt(key, nonce, ad, model.put_together(ciphertext, tag, padded))
    return Message(
        algorithm=algorithm,
        operation=Operation.DECRYPT,
        key=key,
        nonce=nonce,
        ad=ad,
        data=ciphertext,
        tag=tag,
        padded=padded,
        result=plaintext,
        **options,
    )


def hashing(algorithm: str, *, message: bytes, **options) -> Message:
    """A hash; the digest comes from the software model."""
    return Message(
        algorithm=algorithm,
        operation=Operation.HASH,
        data=message,
        result=catalog.find(algorithm).model.digest(message),
        **options,
    )


def output(
    algorithm: str, *, message: bytes, size: int, customization: bytes = b"", **options
) -> Message:
    """An output of any length, from the software model."""
    model: Any = catalog.find(algorithm).model
    return Message(
        algorithm=algorithm,
        operation=Operation.OUTPUT,
        data=message,
        ad=customization,
        result=model.output(message, size, customization),
        **options,
    )


def vectors(
    messages: Iterable[Message | Violation],
    *,
    width: int,
    sdi_width: int | None = None,
    buffer_bytes: int | None = None,
    withheld_bytes: int | None = None,
    empty_segments: bool = False,
    noise: Random | None = None,
) -> Vectors:
    """The streams of ``messages`` on buses of ``width`` and ``sdi_width`` bits (8, 16 or 32).

    Args:
        buffer_bytes, withheld_bytes: see `design.LwcInterface`.
        empty_segments: an empty segment of the input that does not end its type is an empty one of
            the output too, as some cores of others have it.
        noise: fills what a core does not look at: the flags *partial* (but of a mode that marks
            padding) and *end of input*, and the surplus bytes of last words.
    """
    messages = list(messages)
    keys = [(message.title, parts) for message in messages for parts in _keys(message)]
    sdi_width = sdi_width or width
    return Vectors(
        pdi=Stream(
            port="pdi",
            width=width,
            blocks=tuple(
                Block(
                    title=m.title,
                    items=_items(parts_of(m), width, noise=noise, marks=_marks_padding(m)),
                )
                for m in messages
            ),
        ),
        sdi=Stream(
            port="sdi",
            width=sdi_width,
            blocks=tuple(
                Block(title=title, items=_items(parts, sdi_width, noise=noise))
                for title, parts in keys
            ),
        ),
        do=Stream(
            port="do",
            width=width,
            blocks=tuple(
                withholding(answer, width=width, size=withheld_bytes)
                if withheld_bytes is not None and _decrypts(message)
                else answer
                for message in messages
                for answer in [_answer(message, width, buffer_bytes, empty_segments)]
            ),
        ),
    )


def _keys(message: Message | Violation) -> list[list[Part]]:
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


def parts_of(message: Message | Violation) -> list[Part]:
    """What goes into PDI."""
    if isinstance(message, Violation):
        return list(message.pdi)
    data = _pieces(message.data, message, message.data_sizes, "block_bytes")
    if message.operation == Operation.HASH:
        return [
            Instruction(opcode=Opcode.HASH),
            *_segments(Segment.HASH_MESSAGE, data, eoi=True, last=True),
        ]
    if message.operation == Operation.OUTPUT:
        return _asking(message, data)
    ad = _pieces(message.ad, message, message.ad_sizes, "ad_block_bytes")
    decrypt = message.operation == Operation.DECRYPT
    parts = [Instruction(opcode=Opcode.ACTIVATE_KEY)] * len(_keys(message))
    parts += [Instruction(opcode=Opcode.DECRYPT if decrypt else Opcode.ENCRYPT),
              Header(type=Segment.NONCE, length=len(message.nonce),
                     eoi=not message.ad and not message.data), message.nonce,
              *_segments(Segment.AD, ad, eoi=bool(message.ad) and not message.data),
              *_segments(Segment.CIPHERTEXT if decrypt else Segment.PLAINTEXT, data,
                         eoi=bool(message.data), last=not decrypt,
                         partial=message.padded and decrypt)]  # fmt: skip
    return (
        [*parts, Header(type=Segment.TAG, length=len(message.tag), last=True), message.tag]
        if decrypt
        else parts
    )


def _asking(message: Message, data: list[bytes]) -> list[Part]:
    """What goes into PDI for an output of any length."""
    custom = bool(getattr(catalog.find(message.algorithm).model, "most_customization_bytes", 0))
    ends = bool(message.ad) and not message.data
    return [
        Instruction(opcode=Opcode.CXOF if custom else Opcode.XOF),
        *(_segments(Segment.AD, [message.ad], eoi=ends) if custom else []),
        *_segments(Segment.HASH_MESSAGE, data, eoi=not ends),
        *_segments(Segment.LENGTH, _outputs(message), last=True)[::2],
    ]


def _outputs(message: Message) -> list[bytes]:
    """The parts of the output that are asked for."""
    whole = message.result or b""
    if message.output_sizes is None:
        return _whole_pieces(whole, catalog.find(message.algorithm).model.block_bytes, None)
    ends = [0, *accumulate(message.output_sizes)]
    return [whole[start:end] for start, end in zip(ends, ends[1:])]


def _pieces(
    data: bytes, message: Message, sizes: tuple[int, ...] | None, block: str
) -> list[bytes]:
    """The data of each segment of ``data``, at least one; ``block`` names the model's block
    size."""
    if sizes is None:
        return _whole_pieces(
            data, getattr(catalog.find(message.algorithm).model, block), message.segment_blocks
        )
    if sum(sizes) != len(data) or not sizes:
        raise CallError(f"segments: expected sizes that add up to {len(data)} bytes, got {sizes}")
    ends = list(accumulate(sizes))
    return [data[end - size : end] for size, end in zip(sizes, ends)]


def _whole_pieces(data: bytes, block_bytes: int, limit: int | None) -> list[bytes]:
    most = MAX_SEGMENT_BYTES // block_bytes
    if limit is not None and not 1 <= limit <= most:
        raise (
            CallError(f"segments: expected 1 to {most} blocks of {block_bytes} bytes, got {limit}")
        )
    # Only the last segment of a type may end within a block; one without data is there too.
    size = (limit or most) * block_bytes
    return [data[start : start + size] for start in range(0, len(data), size)] or [b""]


def _segments(
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


def _mirrored(
    kind: Segment, data: bytes, message: Message, *, one: bool, empty: bool, last: bool = False
) -> list[Part]:
    """The segments of an answer: those of the input, the ``empty`` ones that do not end the type or
    without, or ``one`` of all.
    """
    if one:
        return _segments(kind, [data], last=last)
    pieces = _pieces(data, message, message.data_sizes, "block_bytes")
    return _segments(
        kind, [piece for piece in pieces[:-1] if piece or empty] + pieces[-1:], last=last
    )


def _last_alone(kind: Segment, data: bytes, message: Message, *, last: bool = False) -> list[Part]:
    """The segments of an answer whose ciphertext is whole blocks: those of the input, and the text
    of the last block in a segment of its own.
    """
    model = catalog.find(message.algorithm).model
    *pieces, end = _pieces(message.data, message, message.data_sizes, "block_bytes")
    decrypt = message.operation == Operation.DECRYPT
    whole = len(end) if decrypt else model.ciphertext_bytes(len(end))
    sizes = [size for size in (*map(len, pieces), whole - model.block_bytes) if size]
    ends = [0, *accumulate(sizes), len(data)]
    return _segments(
        kind,
        [data[start:end] for start, end in zip(ends, ends[1:])],
        last=last,
        partial=message.padded and not decrypt,
    )


def _answer(
    message: Message | Violation, width: int, buffer_bytes: int | None, empty: bool = False
) -> Block:
    """What DO must give."""
    keeps = buffer_bytes is not None
    failed = (
        isinstance(message, Violation)
        or message.result is None
        or (keeps and len(message.data) > buffer_bytes)
    )
    status = Item(
        kind="STT",
        words=((Opcode.FAILURE if failed else Opcode.SUCCESS) << width - 4,),
        comment=f"Status: {'failure' if failed else 'success'}",
    )
    if isinstance(message, Violation):
        return Block(
            title=message.title,
            items=(status,),
            anything_before_status=not keeps,
            headers_before=_headers_of(message) if message.mirrored else None,
        )
    whole = (
        message.operation not in KEYLESS and catalog.find(message.algorithm).model.whole_ciphertext
    )
    if failed and (keeps or whole):
        return Block(title=message.title, items=(status,), anything_before_status=whole)
    if message.operation == Operation.HASH:
        parts = [Header(type=Segment.DIGEST, length=len(message.result), last=True), message.result]
    elif message.operation == Operation.OUTPUT:
        outputs = _outputs(message)
        filled = [one for one in outputs[:-1] if one] + outputs[-1:]
        parts = [*_segments(Segment.DIGEST, filled, last=True)]
    elif message.operation == Operation.ENCRYPT:
        text = (
            _last_alone(Segment.CIPHERTEXT, message.result, message)
            if whole
            else _mirrored(Segment.CIPHERTEXT, message.result, message, one=keeps, empty=empty)
        )
        parts = [*text, Header(type=Segment.TAG, length=len(message.tag), last=True), message.tag]
    else:
        plaintext = bytes(len(message.data)) if failed else message.result
        parts = (
            _last_alone(Segment.PLAINTEXT, plaintext, message, last=True)
            if whole
            else _mirrored(Segment.PLAINTEXT, plaintext, message, one=keeps, empty=empty, last=True)
        )
    return Block(title=message.title, items=(*_items(parts, width, unverified=failed), status))


def _decrypts(message: Message | Violation) -> bool:
    """Whether it is a decryption, or begins as one."""
    if isinstance(message, Message):
        return message.operation == Operation.DECRYPT
    opcodes = [part.opcode for part in message.pdi if isinstance(part, Instruction)]
    begun = [opcode for opcode in opcodes if opcode != Opcode.ACTIVATE_KEY]
    return begun[:1] == [Opcode.DECRYPT]


_ANSWERED: dict[int, tuple[Segment, Segment]] = {
    Opcode.DECRYPT: (Segment.CIPHERTEXT, Segment.PLAINTEXT),
    Opcode.XOF: (Segment.LENGTH, Segment.DIGEST),
    Opcode.CXOF: (Segment.LENGTH, Segment.DIGEST),
}
"""Which segments of an instruction are answered by which."""


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
        if isinstance(part, Header) and part.type == given and (part.length or part.eot):
            found.append(
                Header(
                    type=other, length=part.length, eot=part.eot, last=part.eot and ends
                ).encode()
            )
    return tuple(found)


def _items(
    parts: Iterable[Part],
    width: int,
    *,
    unverified: bool = False,
    noise: Random | None = None,
    marks: bool = False,
) -> tuple[Item, ...]:
    return tuple(
        _items_of(
            parts if noise is None else [_disturbed(part, width, noise, marks) for part in parts],
            width,
            unverified,
        )
    )


def _marks_padding(message: Message | Violation) -> bool:
    """Whether the flag *partial* of a ciphertext is looked at."""
    return (
        isinstance(message, Message)
        and message.operation == Operation.DECRYPT
        and catalog.find(message.algorithm).model.marks_padding
    )


def _disturbed(part: Part, width: int, noise: Random, marks: bool) -> Part:
    """The part with what is not looked at filled at random."""
    if isinstance(part, Header):
        partial = bool(noise.getrandbits(1))
        if marks and part.type == Segment.CIPHERTEXT:
            partial = part.partial
        return replace(part, partial=partial, eoi=bool(noise.getrandbits(1)))
    return (
        part if isinstance(part, Instruction) else part + noise.randbytes(-len(part) % (width // 8))
    )


def _items_of(parts: Iterable[Part], width: int, unverified: bool) -> Iterator[Item]:
    for part in parts:
        if isinstance(part, Instruction):
            yield Item(
                kind="INS",
                words=(part.opcode << width - 4,),
                comment=f"Instruction: {_opcode_name(part.opcode)}",
            )
        elif isinstance(part, Header):
            yield _header_item(part, width)
        elif part:
            padding = b"\0" * len(part) + b"\xff" * (-len(part) % (width // 8))
            yield Item(
                kind="DAT",
                words=_words(part, width),
                cares=_words(padding, width) if unverified else (),
            )


@lru_cache(maxsize=1 << 14)
def _header_item(header: Header, width: int) -> Item:
    """A plan has each header many times."""
    return Item(
        kind="HDR",
        words=_words(header.encode().to_bytes(HEADER_BITS // 8, "big"), width),
        comment=_header_comment(header),
    )


def _words(data: bytes, width: int) -> tuple[int, ...]:
    """Bus words of ``data``, first byte most significant, the last word filled with zeros."""
    size = width // 8
    data = data.ljust(-(-len(data) // size) * size, b"\0")
    return tuple(
        int.from_bytes(data[start : start + size], "big") for start in range(0, len(data), size)
    )


def _opcode_name(opcode: int) -> str:
    return (
        Opcode(opcode).name.lower().replace("_", " ")
        if opcode in list(Opcode)
        else f"unknown opcode {opcode:X}"
    )


def _header_comment(header: Header) -> str:
    flags = [name for name in ("eoi", "eot", "last") if getattr(header, name)]
    name = (
        Segment(header.type).name.lower().replace("_", " ")
        if header.type in list(Segment)
        else f"unknown type {header.type:X}"
    )
    return f"{name}, {header.length} bytes" + "".join(f", {flag}" for flag in flags)

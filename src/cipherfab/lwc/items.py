# SPDX-License-Identifier: Apache-2.0
"""The words of parts on a bus: each instruction, header and byte string as an item of a vector
file.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random

from .messages import Instruction, Part
from .protocol import HEADER_BITS, Header, Opcode, Segment
from .vectors import Item


def items_of(
    parts: Iterable[Part],
    width: int,
    *,
    unverified: bool = False,
    noise: Random | None = None,
    marks: bool = False,
) -> tuple[Item, ...]:
    """An item for each part but the empty byte strings.

    Args:
        width: bits of the bus.
        unverified: of byte strings the surplus bytes of the last word alone must match.
        noise: see `streams.vectors`.
        marks: the flag *partial* of a ciphertext is looked at.
    """
    if noise is None:
        return tuple(_items(parts, width, unverified))
    disturbed = [_disturbed(part, width, noise, marks) for part in parts]
    return tuple(_with_rest(item, width, noise) for item in _items(disturbed, width, unverified))


def _with_rest(item: Item, width: int, noise: Random) -> Item:
    """An instruction or a header with the rest of a wide word filled at random."""
    # Data fills a wide word itself, and a narrow word has no rest.
    if item.kind == "DAT" or width <= HEADER_BITS:
        return item
    return replace(item, words=(item.words[0] | noise.getrandbits(width - HEADER_BITS),))


def _disturbed(part: Part, width: int, noise: Random, marks: bool) -> Part:
    """The part with what is not looked at filled at random."""
    if isinstance(part, Header):
        partial = bool(noise.getrandbits(1))
        if marks and part.type == Segment.CIPHERTEXT:
            partial = part.partial
        return replace(part, partial=partial, eoi=bool(noise.getrandbits(1)))
    return (
        # Surplus bytes of the last word.
        part if isinstance(part, Instruction) else part + noise.randbytes(-len(part) % (width // 8))
    )


def _items(parts: Iterable[Part], width: int, unverified: bool) -> Iterator[Item]:
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
            # What the bytes of an unverified plaintext are nobody says; behind them are zeros all
            # the same.
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
    # A violation may have codes that stand for nothing.
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

# SPDX-License-Identifier: Apache-2.0
"""The file that ``bench/lwc_bench.cpp`` plays: the words on all ports, which of them have to wait,
and what is compared of those on DO.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import accumulate

from ...lwc.protocol import Opcode
from ...lwc.vectors import Block, Stream, Vectors
from .program import NUMBER_BITS

DATA = "DAT"
"""Kind of the words that are data, as `lwc.vectors` calls it."""

LAST, ANYTHING_BEFORE, HEADERS_KNOWN, IN_SHARE_0 = 1, 2, 4, 8

HELD, PLAIN = 1 << 31, 1 << 30
"""Bits of a gate: the word may have to wait; it is an instruction or a header, which a core on
shares gets in share 0 as it is.
"""


def bench_numbers(vectors: Vectors, spaced: bool) -> list[list[int]]:
    """The bench's vector file: four lengths; words and gates of PDI and of SDI; words, masks,
    flags and ends of DO, and headers.

    A gate is the number of output words that must have come before the word is offered, with `HELD`
    if the word may have to wait, and `PLAIN`. An end is the place behind the last of the headers
    that may come before the word; they begin at the end of the word before.
    """
    sizes = [len(block.words) for block in vectors.do.blocks]
    # A gate of 0 holds nothing back.
    starts = [start if spaced else 0 for start in accumulate([0, *sizes])]
    pdi_gates = [start | bits for start, held in zip(starts, _held(vectors)) for bits in held]
    # A key is offered no earlier than the message that activates it.
    key_starts = [
        start
        for block, start in zip(vectors.pdi.blocks, starts)
        for _ in range(activations(block, vectors.pdi.width))
    ]
    # A key that no message activates waits for nothing.
    key_starts += [0] * (len(vectors.sdi.blocks) - len(key_starts))
    sdi_gates = [
        start | bits
        for block, start in zip(vectors.sdi.blocks, key_starts)
        for bits in _bits(block, ())
    ]
    pdi, sdi, (words, cares, flags) = vectors.pdi.words, vectors.sdi.words, expected(vectors.do)
    # One form for all numbers: that of the wider bus.
    width = max(vectors.pdi.width, vectors.sdi.width)
    headers = [header for block in vectors.do.blocks for header in block.headers_before or ()]
    counts = [len(pdi), len(sdi), len(words), len(headers)]
    return [
        counts,
        numbers_of(pdi, width),
        pdi_gates,
        numbers_of(sdi, width),
        sdi_gates,
        numbers_of(words, width),
        numbers_of(cares, width),
        flags,
        list(_header_ends(vectors.do)),
        headers,
    ]


def numbers_of(words: Iterable[int], width: int) -> list[int]:
    """Words as numbers of the file: of a bus of more than 32 bits several each, the most
    significant first.
    """
    if width <= NUMBER_BITS:
        return list(words)
    places, mask = range(width - NUMBER_BITS, -1, -NUMBER_BITS), (1 << NUMBER_BITS) - 1
    return [word >> place & mask for word in words for place in places]


def _held(vectors: Vectors) -> Iterator[list[int]]:
    """The bits of the words of each message, see `_bits`. Of one that is answered by a status alone
    the headers wait, and behind one that never says *last* the instruction that ends it.
    """
    ended = True
    for block, answer in zip(vectors.pdi.blocks, vectors.do.blocks):
        broken = len(answer.items) == 1
        yield list(_bits(block, (*["HDR"] * broken, *["INS"] * (not ended))))
        ended = not broken or _says_last(block, vectors.pdi.width)


def _bits(block: Block, waiting: Collection[str]) -> Iterator[int]:
    """Of each word `HELD` if it begins an item of a kind in ``waiting``, and `PLAIN` if it is no
    data.
    """
    for item in block.items:
        for number in range(len(item.words)):
            # Only the first word waits; the others of an item come behind it in any case.
            held = HELD if item.kind in waiting and number == 0 else 0
            yield held | (0 if item.kind == DATA else PLAIN)


def _says_last(block: Block, width: int) -> bool:
    """Whether a header of the message has the flag *last*."""
    # Flag *last* is bit 24 of a header, the lowest bit of its first byte.
    return any(item.kind == "HDR" and item.words[0] >> width - 8 & 1 for item in block.items)


def _header_ends(stream: Stream) -> Iterator[int]:
    end = 0
    for block in stream.blocks:
        end += len(block.headers_before or ())
        yield from (end for _ in block.words)


def activations(block: Block, width: int) -> int:
    """How many keys a block of PDI activates, whose words have ``width`` bits."""
    return sum(
        item.kind == "INS" and item.words[0] >> width - 4 == Opcode.ACTIVATE_KEY
        for item in block.items
    )


def expected(stream: Stream) -> tuple[list[int], list[int], list[int]]:
    """Words, masks of the bits to compare, and flags."""
    full = (1 << stream.width) - 1
    words, cares, flags = [], [], []
    for block in stream.blocks:
        for item in block.items:
            words += item.words
            cares += item.cares or [full] * len(item.words)
            flag = (
                (LAST if item.kind == "STT" else 0)
                | (0 if item.kind == DATA else IN_SHARE_0)
                | (ANYTHING_BEFORE if block.anything_before_status else 0)
                | (0 if block.headers_before is None else HEADERS_KNOWN)
            )
            flags += [flag] * len(item.words)
    return words, cares, flags

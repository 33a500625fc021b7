# SPDX-License-Identifier: Apache-2.0
"""Words of the LWC Hardware API (version 1.2): instructions, segment headers, status.

Source: J.-P. Kaps et al., "Hardware API for Lightweight Cryptography", version 1.2, George Mason
University, 2021.

An instruction is one word of the bus, its opcode in the most significant 4 bits. A segment header
is 32 bits, the most significant part first on a narrower bus. The first byte of data is in the most
significant byte of a word; a last word that is not full is filled with zeros.

The document has no bus of more than 32 bits. `WIDE` ones are ours: a header is the most significant
32 bits of a word, and the rest of it is 0.

The document has no output of any length. The instructions *XOF* and *CXOF* and what they mean are
ours, see docs/reference/lwc.md; the type of the segments that ask for output, *length*, is a code
of the CAESAR Hardware API that this document does not use.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

WIDTHS = (8, 16, 32)
"""Bits of a bus word that the API allows and cipherfab writes."""

WIDE = (64, 128)
"""Bits of a bus word that cipherfab writes beside them."""

HEADER_BITS = 32
"""Of a segment header."""

SEGMENT_ORDER = ("npub", "ad", "data")
"""In which order a message brings nonce, associated data and text, in the words of GMU's
descriptions.
"""

MAX_SEGMENT_BYTES = 0xFFFF
"""The length field of a header has 16 bits."""


def header_words(width: int) -> int:
    """Words of ``width`` bits of a segment header."""
    # A wider bus has a header in one word.
    return max(1, HEADER_BITS // width)


def header_place(width: int) -> int:
    """The lowest bit of a header in its last word, or of an instruction in its word: 0 on a bus
    that a header fills.
    """
    return max(0, width - HEADER_BITS)


def header_of(words: Iterable[int], width: int) -> int:
    """The 32 bits of the header that is in words of ``width`` bits."""
    value = 0
    for word in words:
        value = value << width | word
    return value >> header_place(width)


class Opcode(IntEnum):
    """Instructions (PDI and SDI) and status words (DO): the most significant 4 bits."""

    ENCRYPT = 0x2
    DECRYPT = 0x3
    LOAD_KEY = 0x4
    ACTIVATE_KEY = 0x7
    HASH = 0x8
    XOF = 0xA
    CXOF = 0xB
    SUCCESS = 0xE
    FAILURE = 0xF


class Segment(IntEnum):
    """Segment types: bits 31 to 28 of a header."""

    AD = 0x1
    PLAINTEXT = 0x4
    CIPHERTEXT = 0x5
    HASH_MESSAGE = 0x7
    TAG = 0x8
    DIGEST = 0x9
    LENGTH = 0xA
    KEY = 0xC
    NONCE = 0xD


@dataclass(frozen=True, kw_only=True)
class Header:
    """A segment header.

    Attributes:
        type: segment type.
        length: bytes of data that follow, 0 to 65535.
        eoi: end of input: after this segment no data follows but empty segments and a tag.
        eot: end of type: the last segment of its type.
        last: the last segment of the message.
        partial: set at the last segment of a ciphertext that the mode pads (`lwc/parts.py`).
    """

    type: Segment
    length: int
    eoi: bool = False
    eot: bool = True
    last: bool = False
    partial: bool = False

    def encode(self) -> int:
        """The 32 bits of the header."""
        # Bits 27 to 24 of the header; those from 23 to 16 are 0.
        flags = self.partial << 3 | self.eoi << 2 | self.eot << 1 | self.last
        return self.type << 28 | flags << 24 | self.length

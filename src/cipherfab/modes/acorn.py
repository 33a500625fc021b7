# SPDX-License-Identifier: Apache-2.0
"""ACORN-128: a stream cipher of six joined shift registers, whose state takes in the plaintext.

Source: H. Wu, "ACORN: A Lightweight Authenticated Cipher (v3)", CAESAR submission, as its reference
code has it; the text of that document could not be read here.

Differences from the text: none known. Bit i of the state is bit i of its word, and of a byte the
lowest bit comes first. Bit 289, the highest that is changed, has three above it; so four clocks are
done at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ..words import Word, concat
from ..words.compiled import compile_function
from .dangers import RESPECTING
from .one_pass import OnePass

SIZE, BYTE, AT_ONCE = 293, 8, 4
# In clocks 1792, 256 and 768: a byte is eight of them.
INITIAL_BYTES, PADDING_BYTES, FINAL_BYTES = 224, 32, 96

FEEDBACKS = ((289, 235, 230), (230, 196, 193), (193, 160, 154), (154, 111, 107), (107, 66, 61),
             (61, 23, 0))  # fmt: skip
"""Bits to which two others are added, before each clock, in this order."""

ALL = (1 << BYTE) - 1

WORD = 4
"""Bytes of what is called a block elsewhere: a stream cipher has none, and hardware takes words."""


def clocks(s: Word, m: Word, ca: Word, cb: Word, replaced: Word) -> tuple[Word, Word]:
    """The state after as many clocks as ``m`` has bits, and the text on the other side of them;
    they are ciphertext where ``replaced``.
    """
    count = m.width

    def at(place: int) -> Word:
        return s[place : place + count]

    # Its bits are changed from the fourth clock on, behind their use here.
    controlled = ca & at(196)
    for to, one, other in FEEDBACKS:
        # With four clocks the highest of these places ends the state, and a word of no bits does
        # not exist.
        above = [s[to + count :]] if to + count < SIZE else []
        s = concat(*above, at(to) ^ at(one) ^ at(other), s[:to])
    ks = at(12) ^ at(154) ^ majority(at(235), at(61), at(193))
    ks = ks ^ (at(230) & at(111)) ^ (~at(230) & at(66))
    f = at(0) ^ ~at(107) ^ majority(at(244), at(23), at(160))
    # With cb = 0, for the message, no key stream goes back into the state: it is given away.
    f = f ^ controlled ^ (cb & ks)
    # The state takes in plaintext: of a ciphertext bit that is its sum with the key stream.
    return concat(f ^ m ^ (ks & replaced), s[count:]), m ^ ks


def clocked(s: Word, m: Word, ca: Word, cb: Word, replaced: Word) -> tuple[Word, Word]:
    """The same of any number of clocks, `AT_ONCE` after each other."""
    texts = []
    for at in range(0, m.width, AT_ONCE):
        s, text = clocks(s, *(word[at : at + AT_ONCE] for word in (m, ca, cb, replaced)))
        texts.append(text)
    return s, concat(*reversed(texts))


def majority(x: Word, y: Word, z: Word) -> Word:
    """What two of three say."""
    return (x & y) ^ (x & z) ^ (y & z)


@dataclass(frozen=True, kw_only=True)
class Acorn(OnePass):
    """ACORN-128.

    Attributes:
        bits_per_clock: how many clocks of the registers hardware may do in one of its own.
    """

    dangers = RESPECTING
    bits_per_clock = (1, 2, 4, 8, 16, 32)

    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = WORD
    ad_block_bytes: int = WORD

    def start(self, key, nonce, associated_data):
        """Key, nonce and the key over and over; the associated data and their padding."""
        # The bit behind key and nonce is 1: it is added to the first one of the key that is
        # repeated.
        # Of 14 strings of 16 bytes, which fill the 1792 clocks, three are written out: key, nonce,
        # and the key with its first bit inverted.
        filled = key + nonce + bytes([key[0] ^ 1]) + key[1:] + key * (INITIAL_BYTES // 16 - 3)
        s = 0
        for byte in filled + associated_data:
            # What comes in before the message has both control bits 1, so the key stream goes back.
            s, _ = step()(s, byte, ALL, ALL, 0)
        return _padded(s, ALL)

    def crypt(self, state, data, decrypt):
        output = bytearray()
        for byte in data:
            state, text = step()(state, byte, ALL, 0, ALL if decrypt else 0)
            output.append(text)
        return state, bytes(output)

    def tag(self, state):
        """The last key stream behind the padding of the message."""
        s, output = _padded(state, 0), bytearray()
        for _ in range(FINAL_BYTES):
            s, text = step()(s, 0, ALL, ALL, 0)
            output.append(text)
        # 768 bits of key stream are computed, and the last 128 of them are the tag.
        return bytes(output[-self.tag_bytes :])


def _padded(s: int, cb: int) -> int:
    """A bit 1 and zeros; after half of them the control bit ca is 0."""
    for number in range(PADDING_BYTES):
        s, _ = step()(s, int(number == 0), ALL if number < PADDING_BYTES // 2 else 0, cb, 0)
    return s


@cache
def step() -> Callable[..., tuple[int, ...]]:
    """Eight clocks: state, byte, control bits, and which bits are ciphertext; to the state and the
    text on the other side.
    """

    widths = dict.fromkeys(("m", "ca", "cb", "replaced"), BYTE)
    return compile_function(
        lambda words: dict(zip(("s", "text"), clocked(**words))), {"s": SIZE, **widths}
    )

# SPDX-License-Identifier: Apache-2.0
"""HyENA: feedback half from the plaintext and half from the ciphertext, over a block cipher.

Source: A. Chakraborti, N. Datta, A. Jha, M. Nandi, "HyENA", submission to NIST, version 1, 2019,
section 2.1 (figure 2.4).

Differences from the text: its strings are little-endian, but the half X_L, which it calls the most
significant one, is the first half of the bytes in the reference code and in every known answer;
so is the byte of Delta that holds x^63. The nonce's block begins with b_1 and b_0 and three bytes
of zeros, and the mark of the padding is a byte 01. GIFT-128 has all its byte strings reversed.

Three versions differ in the mask Delta: version 1 as the text has it; version 1 as its reference
code has it, which leaves Delta's last byte out (the official known answers follow the code); and
version 2, which its authors made after a forgery on version 1, too late for round 2. Of version 2
no document could be read: that only the masks of last blocks differ is what an independent
implementation has, with which the known answers agree.

`feedback` and `following_mask` are functions over words: the software model compiles them, and
`controllers.block.hyena` builds its hardware from the same text.
"""

from dataclasses import dataclass
from functools import cache

from ..ciphers.gift import gift
from ..primitives.primitive import Primitive
from ..primitives.transformed import reversed_bytes
from ..words import Word, concat, mux
from ..words.compiled import compile_function
from .byte_strings import call, pad, split, xor
from .dangers import RESPECTING
from .galois import doubled
from .one_pass import OnePass

BLOCK, HALF = 16, 64
"""Bytes of a block; bits of half of one, and of Delta."""

PADDING = 0x01

NO_AD, NOTHING = 1, 2
"""Figure 2.4, Init: b_0 and b_1, in the first byte of the nonce's block."""


@dataclass(frozen=True, kw_only=True)
class Hyena(OnePass):
    """HyENA.

    Attributes:
        version: 1 or 2.
        short_delta: Delta's last byte is left out, as in the reference code.
        cipher: a block cipher with inputs ``key`` and ``plaintext`` and output ``ciphertext``.
    """

    dangers = RESPECTING

    version: int = 1
    short_delta: bool = False
    cipher: Primitive = reversed_bytes(gift(128))
    key_bytes: int = 16
    nonce_bytes: int = 12
    tag_bytes: int = 16
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    def start(self, key, nonce, associated_data):
        """The key, the nonce and the associated data; what they become depends on the message."""
        return key, nonce, associated_data

    def crypt(self, state, data, decrypt):
        """Figure 2.4, Init, Proc-AD and Proc-TXT."""
        key, nonce, ad = state
        first = (NO_AD | (0 if data else NOTHING)) if not ad else 0
        y = self._call(key, bytes([first, 0, 0, 0]) + nonce)
        y, delta, _ = self._blocks(key, y, y & (1 << HALF) - 1, ad, False)
        output = b""
        if data:
            y, _, output = self._blocks(key, self._call(key, y), delta, data, decrypt)
        return (key, y), output

    def tag(self, state):
        """Figure 2.4, Tag-Gen: the halves change places."""
        key, x = state
        return self._call(key, x << HALF & (1 << 2 * HALF) - 1 | x >> HALF).to_bytes(BLOCK, "big")

    def _blocks(
        self, key: bytes, y: int, delta: int, data: bytes, decrypt: bool
    ) -> tuple[int, int, bytes]:
        """Data of one kind, a block at least: X behind the last one, Delta, and the text."""
        feed, following = _compiled(self.version, self.short_delta)
        blocks, output = split(data, BLOCK) or [b""], b""
        for number, block in enumerate(blocks):
            y = self._call(key, y) if number else y
            last, size = number == len(blocks) - 1, len(block)
            (delta,) = following(delta, last, last and size < BLOCK)
            padding = b"" if size == BLOCK else pad(bytes(size), BLOCK, PADDING)
            there = b"\xff" * size
            output += xor(y.to_bytes(BLOCK, "big"), block)
            words = (block, padding, there if decrypt else b"", there)
            numbers = (int.from_bytes(word.ljust(BLOCK, b"\0"), "big") for word in words)
            (y,) = feed(y, *numbers, delta)
        return y, delta, output

    def _call(self, key: bytes, block: bytes | int) -> int:
        return int.from_bytes(call(self.cipher, key=key, plaintext=block), "big")


def feedback(y: Word, block: Word, padding: Word, replaced: Word, there: Word) -> Word:
    """Figure 2.4, HyFB without Delta: the plaintext is added in the first half of the block; in the
    second one the ciphertext is added, which leaves the plaintext alone.

    Args:
        y: the cipher's result.
        block, padding: plaintext or ciphertext, zeros behind it; the mark behind a short one.
        replaced, there: ones in the bytes of a ciphertext, and of a block.
    """
    first, second = y[HALF:] & ~replaced[HALF:], y[:HALF] & ~(there ^ replaced)[:HALF]
    return concat(first, second) ^ block ^ padding


def following_mask(delta: Word, last: Word, padded: Word, version: int) -> Word:
    """Figure 2.4: Delta times 2; of the last block times 4, and times 8 if it is ``padded``.
    Version 2: of the last block times 3, or times 9.
    """
    twice = doubled(delta)
    if version == 1:
        four = doubled(twice)
        return mux(last, mux(padded, doubled(four), four), twice)
    three = twice ^ delta
    return mux(last, mux(padded, doubled(three) ^ three, three), twice)


def added_mask(delta: Word, short: bool) -> Word:
    """What is added to the second half; ``short``: as in the reference code."""
    return delta & ((1 << HALF) - 0x100) if short else delta


@cache
def _compiled(version: int, short: bool):
    """`feedback` with the mask, and `following_mask`, on integers."""
    size = 2 * HALF
    words = dict.fromkeys(("y", "block", "padding", "replaced", "there"), size)

    def fed(given):
        delta = added_mask(given["delta"], short)
        blocks = {name: given[name] for name in words}
        return {"x": feedback(**blocks) ^ concat(delta.constant(0), delta)}

    return (
        compile_function(fed, {**words, "delta": HALF}),
        compile_function(
            lambda given: {"delta": following_mask(**given, version=version)},
            {"delta": HALF, "last": 1, "padded": 1},
        ),
    )

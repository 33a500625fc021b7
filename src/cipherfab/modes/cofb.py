# SPDX-License-Identifier: Apache-2.0
"""COFB: combined feedback, a rate-1 mode over a block cipher of 128 bits, as GIFT-COFB has it.

Source: S. Banik et al., "GIFT-COFB v1.1", submission to NIST, section 2.4 (algorithms of figure
2.3).

Byte strings are read most significant byte first; ``Y[1]`` and ``Y[2]`` are the upper and the lower
half of a block.

`feedback` and `following_mask` are functions over words: the software model compiles them, and
`controllers.block.cofb` builds its hardware from the same text.
"""

from dataclasses import dataclass
from functools import cache

from ..primitives.primitive import Primitive, software
from ..words import Word, concat, mux, rol
from ..words.compiled import compile_function
from .dangers import RESPECTING
from .galois import doubled
from .model import AeadModel

HALF = 64
"""Bits of a half of a block, and of a mask."""


@dataclass(frozen=True, kw_only=True)
class Cofb(AeadModel):
    """COFB (section 2.4).

    Attributes:
        cipher: a block cipher with inputs ``key`` and ``plaintext`` and output ``ciphertext``, with
            a block of 128 bits.
    """

    dangers = RESPECTING

    cipher: Primitive
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = 16
    ad_block_bytes: int = 16

    def encrypt(self, key, nonce, associated_data, plaintext):
        call = _Call(self.cipher, key, nonce)
        call.associated_data(associated_data, message_follows=bool(plaintext))
        ciphertext = call.message(plaintext, decrypting=False)
        return ciphertext + call.y.to_bytes(16, "big")

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        call = _Call(self.cipher, key, nonce)
        call.associated_data(associated_data, message_follows=bool(ciphertext))
        plaintext = call.message(ciphertext, decrypting=True)
        return plaintext if call.y.to_bytes(16, "big") == tag else None


class _Call:
    """One encryption or decryption in progress: the last block Y and the mask L."""

    def __init__(self, cipher: Primitive, key: bytes, nonce: bytes):
        self._encrypt, self._key = software(cipher), int.from_bytes(key, "big")
        (self.y,) = self._encrypt(self._key, int.from_bytes(nonce, "big"))
        self._mask = self.y >> HALF

    def associated_data(self, data: bytes, *, message_follows: bool) -> None:
        """Figure 2.3: all of it, at least one block."""
        blocks = _blocks(data) or [b""]
        for block in blocks[:-1]:
            self._follow()
            self._absorb(block)
        self._follow(last=True, padded=len(blocks[-1]) < 16)
        if not message_follows:
            self._follow(last=True, padded=True)
        self._absorb(blocks[-1])

    def message(self, data: bytes, *, decrypting: bool) -> bytes:
        """Figure 2.3: the message, no block if it is empty; returns the text on the other side."""
        output, blocks = b"", _blocks(data)
        for number, block in enumerate(blocks, 1):
            text = bytes(a ^ b for a, b in zip(block, self.y.to_bytes(16, "big")))
            self._follow(last=number == len(blocks), padded=len(block) < 16)
            self._absorb(text if decrypting else block)
            output += text
        return output

    def _follow(self, *, last: bool = False, padded: bool = False) -> None:
        """The mask of the next block."""
        _, following = _compiled()
        (self._mask,) = following(self._mask, last, padded)

    def _absorb(self, block: bytes) -> None:
        (turned,) = _compiled()[0](self.y)
        x = int.from_bytes(pad(block), "big") ^ turned ^ self._mask << HALF
        (self.y,) = self._encrypt(self._key, x)


def _blocks(data: bytes) -> list[bytes]:
    return [data[start : start + 16] for start in range(0, len(data), 16)]


def pad(block: bytes) -> bytes:
    """Section 2.4.1: a block shorter than 16 bytes gets a 1 bit and zeros."""
    return block if len(block) == 16 else (block + b"\x80").ljust(16, b"\0")


def feedback(y: Word) -> Word:
    """Section 2.4.1: G, the halves swapped and the new lower one rotated left by one: Y[2] || (Y[1]
    <<< 1).
    """
    return concat(y[:HALF], rol(y[HALF:], 1))


def following_mask(mask: Word, last: Word, padded: Word) -> Word:
    """Section 2.4.2: times x; for a ``last`` block times 1 + x, and once more if it is ``padded``:
    times 1 + x^2.
    """
    twice = doubled(mask)
    return mux(padded, doubled(twice), twice) ^ mux(last, mask, mask.constant(0))


@cache
def _compiled():
    """`feedback` and `following_mask` on integers."""
    return (
        compile_function(lambda words: {"turned": feedback(words["y"])}, {"y": 2 * HALF}),
        compile_function(
            lambda words: {"mask": following_mask(**words)}, {"mask": HALF, "last": 1, "padded": 1}
        ),
    )

# SPDX-License-Identifier: Apache-2.0
"""Minalpher: encryption, then a MAC, with a permutation made a tweakable cipher by masks.

Source: Y. Sasaki, Y. Todo, K. Aoki, Y. Naito, T. Sugawara, Y. Murakami, M. Matsui, S. Hirose,
"Minalpher v1.1", submission to CAESAR, 2015. It was read in its reference code.

Differences from the reference code: none. The message is always padded, so that the ciphertext is
longer by 1 to 32 bytes.
"""

from dataclasses import dataclass

from ..primitives.primitive import Primitive
from .byte_strings import pad, padded_blocks, permute, split, unpad, xor
from .dangers import RESPECTING
from .model import AeadModel

BLOCK = 32

AD, MESSAGE = 0x00, 0x40
"""The flag in the masks."""

REDUCTION = 0xA3
"""GF(2^8) modulo x^8 + x^7 + x^5 + x + 1; the masks are in an extension of it of degree 32."""

PADDING = 0x80
"""The byte after the data of a block that is not full; zeros follow."""


def times_y(mask: bytes) -> bytes:
    """A mask times y, with y^32 = y^3 + y^2 + x: a byte to the left; what falls out comes back in
    three places."""
    top = mask[0]
    doubled = top << 1 & 0xFF ^ REDUCTION * (top >> 7)
    return mask[1:29] + bytes([mask[29] ^ top, mask[30] ^ top, mask[31], doubled])


@dataclass(frozen=True, kw_only=True)
class Minalpher(AeadModel):
    """Minalpher.

    Attributes:
        permutation: of 256 bits, with an inverse.
    """

    dangers = RESPECTING

    permutation: Primitive
    key_bytes: int = 16
    nonce_bytes: int = 13
    tag_bytes: int = 16
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    whole_ciphertext = True

    def ciphertext_bytes(self, message_bytes):
        return BLOCK * (message_bytes // BLOCK + 1)

    def encrypt(self, key, nonce, associated_data, plaintext):
        masked, ciphertext = _Masked(self.permutation, key, MESSAGE, nonce), b""
        for number, block in enumerate(padded_blocks(plaintext, BLOCK, PADDING)):
            # The message has the odd powers of y, and the sum of the tag the even ones.
            ciphertext += masked(block, 2 * number + 1)
        return ciphertext + self._tag(key, nonce, associated_data, ciphertext)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        ciphertext, tag = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        # If there are fewer bytes than those of a tag, no ciphertext is left either.
        if not ciphertext or len(ciphertext) % BLOCK:
            return None
        if self._tag(key, nonce, associated_data, ciphertext) != tag:
            return None
        masked, output = _Masked(self.permutation, key, MESSAGE, nonce), b""
        for number, block in enumerate(split(ciphertext, BLOCK)):
            output += masked(block, 2 * number + 1, inverse=True)
        last = unpad(output[-BLOCK:], PADDING)
        return None if last is None else output[:-BLOCK] + last

    def _tag(self, key: bytes, nonce: bytes, data: bytes, ciphertext: bytes) -> bytes:
        total = self._hash(key, data) if data else bytes(BLOCK)
        masked = _Masked(self.permutation, key, MESSAGE, nonce)
        *blocks, last = split(ciphertext, BLOCK)
        for number, block in enumerate(blocks, 1):
            total = xor(total, masked(block, 2 * number))
        # Its power is that of the last block of ciphertext, so a factor y + 1 tells them apart.
        return masked(xor(total, last), 2 * len(blocks) + 1, 1)[: self.tag_bytes]

    def _hash(self, key: bytes, data: bytes) -> bytes:
        """What associated data adds to the tag's sum; the last block is masked with y + 1 once, or
        twice if padded."""
        masked, total = _Masked(self.permutation, key, AD, bytes(self.nonce_bytes)), bytes(BLOCK)
        *blocks, last = split(data, BLOCK)
        for number, block in enumerate(blocks, 1):
            total = xor(total, masked(block, number))
        full = len(last) == BLOCK
        last = last if full else pad(last, BLOCK, PADDING)
        return masked(xor(total, last), len(blocks), 1 if full else 2)


class _Masked:
    """P(block + mask) + mask under one key, flag and nonce; the mask is y^i (y + 1)^j L."""

    def __init__(self, permutation: Primitive, key: bytes, flag: int, nonce: bytes):
        self._permutation = permutation
        start = key + bytes([flag, 0, 0]) + nonce
        self._powers = [xor(start, permute(permutation, start))]

    def __call__(self, block: bytes, i: int, j: int = 0, *, inverse: bool = False) -> bytes:
        # Each mask is the one before it times y, so none is computed twice.
        while len(self._powers) <= i:
            self._powers.append(times_y(self._powers[-1]))
        mask = self._powers[i]
        for _ in range(j):
            mask = xor(mask, times_y(mask))
        permutation = self._permutation.inverse if inverse else self._permutation
        return xor(mask, permute(permutation, xor(mask, block)))

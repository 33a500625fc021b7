# SPDX-License-Identifier: Apache-2.0
"""OCB: a one-pass mode over a block cipher and its inverse, as CAESAR's final portfolio and
Pyjamask have it (OCB3).

Sources: T. Krovetz, P. Rogaway, "The OCB Authenticated-Encryption Algorithm", RFC 7253, 2014,
section 4; for blocks of 96 bits D. Goudarzi et al., "Pyjamask v1.0", submission to NIST, 2019,
sections 2.3.2 and 3.1.

Differences from the text: L_i is not taken from a table but doubled anew; numbers are blocks, most
significant bit first.
"""

from dataclasses import dataclass
from functools import partial

from ..primitives.primitive import Primitive
from .byte_strings import call, pad, split, xor
from .dangers import RESPECTING
from .galois import double
from .over_cipher import OverCipher
from .two_way import TwoWay

STRETCH_SHIFT = {96: 9, 128: 8}
"""By block: how far the copy of Ktop is shifted that stretches it (RFC 7253, section 4.2; Pyjamask,
section 2.3.2)."""

BOTTOM = 6
"""Bits of the nonce that choose where the stretched Ktop is read, so that 64 nonces share one call
of the cipher."""

PADDING = 0x80
"""The byte after the data of a block that is not full; zeros follow."""


@dataclass(frozen=True, kw_only=True)
class Ocb(OverCipher, TwoWay):
    """OCB over ``cipher``.

    Attributes:
        cipher: a block cipher with inputs ``key`` and ``plaintext``, output ``ciphertext`` and an
            inverse; block of 96 or 128 bits.
        nonce_bytes: less than a block.
        tag_bytes: at most a block.
    """

    dangers = RESPECTING

    cipher: Primitive
    nonce_bytes: int = 12
    tag_bytes: int = 16

    @property
    def key_bytes(self):
        """Bytes of the cipher's key."""
        return self.cipher.inputs["key"] // 8

    @property
    def ad_step(self):
        """As `block_bytes`, so that no header of associated data comes in the middle of a block."""
        return self.block_bytes

    def process(self, key, nonce, associated_data, text, *, decrypting):
        """RFC 7253, sections 4.2 and 4.3."""
        masks = _Masks(self, key, self._first_offset(key, nonce))
        output, checksum = b"", bytes(self.block_bytes)
        for block in split(text, self.block_bytes):
            if len(block) == self.block_bytes:
                offset = masks.next()
                result = xor(offset, self._cipher(key, xor(block, offset), inverse=decrypting))
                checksum = xor(checksum, result if decrypting else block)
            else:
                result = xor(block, self._cipher(key, masks.partial()))
                checksum = xor(
                    checksum, pad(result if decrypting else block, self.block_bytes, PADDING)
                )
            output += result
        tag = xor(self._cipher(key, xor(checksum, masks.final())), self._hash(key, associated_data))
        return output, tag[: self.tag_bytes]

    def _hash(self, key: bytes, data: bytes) -> bytes:
        """Section 4.1, HASH."""
        masks, total = _Masks(self, key, bytes(self.block_bytes)), bytes(self.block_bytes)
        for block in split(data, self.block_bytes):
            full = len(block) == self.block_bytes
            offset = masks.next() if full else masks.partial()
            block = block if full else pad(block, self.block_bytes, PADDING)
            total = xor(total, self._cipher(key, xor(block, offset)))
        return total

    def _first_offset(self, key: bytes, nonce: bytes) -> bytes:
        """Section 4.2, "nonce-dependent and per-encryption variables": Offset_0."""
        width = 8 * self.block_bytes
        number = 8 * self.tag_bytes % 128 << width - 7 | 1 << 8 * self.nonce_bytes
        number |= int.from_bytes(nonce, "big")
        bottom = number & (1 << BOTTOM) - 1
        top = (number ^ bottom).to_bytes(self.block_bytes, "big")
        ktop = int.from_bytes(self._cipher(key, top), "big")
        shifted = ktop << STRETCH_SHIFT[width] & (1 << width) - 1
        stretch = ktop << 64 | (ktop ^ shifted) >> width - 64
        return (stretch >> 64 - bottom & (1 << width) - 1).to_bytes(self.block_bytes, "big")

    def _cipher(self, key: bytes, block: bytes, *, inverse: bool = False) -> bytes:
        if inverse:
            return call(self.cipher.inverse, key=key, ciphertext=block)
        return call(self.cipher, key=key, plaintext=block)


class _Masks:
    """The offsets of one string: it starts at ``offset``; each call of a method moves it on and
    returns it."""

    def __init__(self, mode: Ocb, key: bytes, offset: bytes):
        self._bytes = len(offset)
        self._double = partial(double, width=8 * self._bytes)
        self._star = int.from_bytes(mode._cipher(key, bytes(self._bytes)), "big")
        self._offset, self._number = int.from_bytes(offset, "big"), 0

    def next(self) -> bytes:
        """For the next whole block: L_{ntz(i)} is added."""
        self._number += 1
        mask = self._double(self._double(self._star))
        for _ in range((self._number & -self._number).bit_length() - 1):
            mask = self._double(mask)
        return self._add(mask)

    def partial(self) -> bytes:
        """For a block that is not full: L_* is added."""
        return self._add(self._star)

    def final(self) -> bytes:
        """For the checksum: L_$ is added."""
        return self._add(self._double(self._star))

    def _add(self, mask: int) -> bytes:
        self._offset ^= mask
        return self._offset.to_bytes(self._bytes, "big")

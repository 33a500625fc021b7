# SPDX-License-Identifier: Apache-2.0
"""PAEQ: parallel authenticated encryption with a permutation that has the key in its input.

Source: A. Biryukov, D. Khovratovich, "PAEQ v1.1", submission to CAESAR, 2015. No text of the
submission was at hand; it was read in its reference code.

Difference from the code: of an empty message without associated data the code gives nothing, here
it has a tag as any other. Counters are least significant byte first.
"""

from dataclasses import dataclass

from ..primitives.primitive import Primitive
from .byte_strings import permute, split, xor
from .dangers import RESPECTING
from .model import AeadModel

DOMAIN = 2
"""Bytes of the domain at the front of each input: what it is for, and the bits of the key."""

TEXT, SUM, DATA, TAG = 0, 2, 4, 6
"""What a call is for: key stream, the sum over the ciphertext, associated data, the tag; one more
for a block that is not full. Added to the bits of the nonce.
"""


@dataclass(frozen=True, kw_only=True)
class Paeq(AeadModel):
    """PAEQ.

    Attributes:
        permutation: of whole bytes.
    """

    dangers = RESPECTING

    permutation: Primitive
    key_bytes: int = 16
    nonce_bytes: int = 12
    tag_bytes: int = 16

    @property
    def block_bytes(self):
        """What the key and the domain leave of the state."""
        return self.permutation.inputs["x"] // 8 - DOMAIN - self.key_bytes

    @property
    def ad_block_bytes(self):
        """A block less than that has room for a counter as long as the key."""
        return self.block_bytes - self.key_bytes

    @property
    def ad_step(self):
        """A block of them, so that no header of associated data comes in the middle of one."""
        return self.ad_block_bytes

    def encrypt(self, key, nonce, associated_data, plaintext):
        ciphertext, total = self._text(key, nonce, plaintext, decrypting=False)
        return ciphertext + self._tag(key, associated_data, total)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        plaintext, total = self._text(key, nonce, ciphertext, decrypting=True)
        return plaintext if self._tag(key, associated_data, total) == tag else None

    def _text(
        self, key: bytes, nonce: bytes, text: bytes, *, decrypting: bool
    ) -> tuple[bytes, bytes]:
        """The other text, and the sum over the ciphertext."""
        output, total, size = b"", bytes(self.block_bytes), self.block_bytes
        for number, block in enumerate(split(text, size), 1):
            partial = len(block) < size
            middle = number.to_bytes(size - self.nonce_bytes, "little") + nonce
            stream = self._call(TEXT + partial, middle, key)
            other = xor(stream[DOMAIN:], block)
            # What fills a short block, its length in each byte, is enciphered as the block is.
            rest = xor(stream[DOMAIN + len(block) : DOMAIN + size], bytes([len(block)]) * size)
            following = (block if decrypting else other) + rest + stream[DOMAIN + size :]
            result = permute(self.permutation, self._domain(SUM + partial) + following)
            # `xor` ends with the sum, so the last bytes of the result, as many as of the key, are
            # left out.
            total, output = xor(total, result[DOMAIN:]), output + other
        return output, total

    def _tag(self, key: bytes, data: bytes, total: bytes) -> bytes:
        size = self.ad_block_bytes
        for number, block in enumerate(split(data, size), 1):
            filled = block.ljust(size, bytes([len(block)]))
            middle = number.to_bytes(self.key_bytes, "little") + filled
            total = xor(total, self._call(DATA + (len(block) < size), middle, key)[DOMAIN:])
        return self._call(TAG, total, key)[: self.tag_bytes]

    def _call(self, kind: int, middle: bytes, key: bytes) -> bytes:
        return permute(self.permutation, self._domain(kind) + middle + key)

    def _domain(self, kind: int) -> bytes:
        return bytes([8 * self.nonce_bytes + kind, 8 * self.key_bytes])

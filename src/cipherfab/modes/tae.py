# SPDX-License-Identifier: Apache-2.0
"""TAE: a one-pass mode over a tweakable block cipher, as SCREAM has it.

Sources: M. Liskov, R. L. Rivest, D. Wagner, "Tweakable Block Ciphers", CRYPTO 2002, section 4.3; V.
Grosso et al., "SCREAM", submission to CAESAR, version 3, 2015. No text of the submission was at
hand; it was read in its reference code.

Differences from the reference code: none. A tweak is nonce || number of the block, 32 bits ||
control byte.
"""

from dataclasses import dataclass

from ..primitives.primitive import Primitive
from .byte_strings import call, pad, split, xor
from .dangers import RESPECTING
from .two_way import TwoWay

BLOCK = 16

MESSAGE, AD, LAST_AD, LAST_AD_PADDED, TAG = 0x00, 0x02, 0x04, 0x06, 0x01
"""The control bytes. To that of the tag twice the bits of a last block that is not full are
added."""

PADDING = 0x80
"""The byte after the associated data of a block that is not full; zeros follow."""


@dataclass(frozen=True, kw_only=True)
class Tae(TwoWay):
    """TAE over ``cipher``.

    Attributes:
        cipher: a tweakable block cipher with inputs ``key``, ``tweak`` and ``plaintext``, 128 bits
            each, output ``ciphertext`` and an inverse.
    """

    dangers = RESPECTING

    cipher: Primitive
    key_bytes: int = 16
    nonce_bytes: int = 11
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    def process(self, key, nonce, associated_data, text, *, decrypting):
        output, total, number, short = b"", bytes(BLOCK), 0, 0
        for block in split(text, BLOCK):
            if len(block) == BLOCK:
                result = self._call(key, nonce, number, MESSAGE, block, inverse=decrypting)
                number += 1
            else:
                short = 8 * len(block)
                length = short.to_bytes(BLOCK, "big")
                result = xor(block, self._call(key, nonce, number, MESSAGE, length))
            total = xor(total, (result if decrypting else block).ljust(BLOCK, b"\0"))
            output += result
        tag = self._call(key, nonce, number, TAG | short << 1, total)
        return output, xor(tag, self._hash(key, nonce, associated_data))

    def _hash(self, key: bytes, nonce: bytes, data: bytes) -> bytes:
        """The sum of the enciphered blocks of associated data; 0 if there is none."""
        total, blocks = bytes(BLOCK), split(data, BLOCK)
        for number, block in enumerate(blocks):
            control = LAST_AD if number == len(blocks) - 1 else AD
            if len(block) < BLOCK:
                block, control = pad(block, BLOCK, PADDING), LAST_AD_PADDED
            total = xor(total, self._call(key, nonce, number, control, block))
        return total

    def _call(
        self,
        key: bytes,
        nonce: bytes,
        number: int,
        control: int,
        block: bytes,
        *,
        inverse: bool = False,
    ) -> bytes:
        tweak = nonce + number.to_bytes(4, "big") + bytes([control])
        if inverse:
            return call(self.cipher.inverse, key=key, tweak=tweak, ciphertext=block)
        return call(self.cipher, key=key, tweak=tweak, plaintext=block)

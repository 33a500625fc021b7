# SPDX-License-Identifier: Apache-2.0
"""POET: an online mode, a block cipher between two chains of an almost universal function.

Source: F. Abed, S. Fluhrer, J. Foley, C. Forler, E. List, S. Lucks, D. McGrew, J. Wenzel, "The POET
Family of On-Line Authenticated Encryption Schemes", version 2, submission to CAESAR, 2015. No text
of version 2 was at hand; it was read in its reference code.

Differences from the code: none. There are no tags between. Masks are doubled with the first bit
least significant, as in GCM.
"""

from dataclasses import dataclass

from ..primitives.primitive import Primitive
from .byte_strings import call, padded_blocks, split, xor
from .dangers import ONLINE
from .model import AeadModel

BLOCK = 16
PADDING = 0x80
REDUCTION = 0xE1 << 120
"""Added when a mask that is doubled loses its last bit."""

FLIPPED = bytes(BLOCK - 1) + b"\x01"
"""What tells the chains apart at the start."""


@dataclass(frozen=True, kw_only=True)
class Poet(AeadModel):
    """POET.

    Attributes:
        cipher: a block cipher with inputs ``key`` and ``plaintext``, output ``ciphertext`` and an
            inverse, block of 128 bits.
        chaining: the function of both chains, with the same inputs and output.
    """

    dangers = ONLINE

    cipher: Primitive
    chaining: Primitive
    key_bytes: int = 16
    nonce_bytes: int = BLOCK
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    def encrypt(self, key, nonce, associated_data, plaintext):
        call = _Call(self, key, associated_data + nonce)
        *blocks, last = split(plaintext, BLOCK) or [b""]
        output = b"".join(map(call.encipher, blocks))
        length = call.enciphered_length(len(plaintext))
        # The last block is filled with the start of what authenticates the header, and what is
        # beyond the message in its ciphertext is the start of the tag.
        filled = xor(last + call.header[: BLOCK - len(last)], length)
        output += xor(call.encipher(filled), length)
        return output + call.end()[: len(last)]

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        call, size = _Call(self, key, associated_data + nonce), len(ciphertext) - self.tag_bytes
        # A last block that is full is left for the end, too.
        start = max(0, size - 1) // BLOCK * BLOCK
        output = b"".join(map(call.decipher, split(ciphertext[:start], BLOCK)))
        length = call.enciphered_length(size)
        last, rest = ciphertext[start : start + BLOCK], ciphertext[start + BLOCK :]
        filled = xor(call.decipher(xor(last, length)), length)
        text, filling = filled[: size - start], filled[size - start :]
        right = call.header.startswith(filling) and call.end()[: size - start] == rest
        return output + text if right else None


class _Call:
    """An encryption or a decryption in progress: both chains.

    Attributes:
        header: what authenticates associated data and nonce.
    """

    def __init__(self, mode: Poet, key: bytes, header: bytes):
        self._mode = mode
        # The user's key enciphers 0, 1 and 2: the key of the cipher, the first mask of the header,
        # the key of the chains.
        self._key, mask, self._chain_key = (
            call(mode.cipher, key=key, plaintext=number) for number in range(3)
        )
        total = bytes(BLOCK)
        for block in [bytes(BLOCK), *padded_blocks(header, BLOCK, PADDING)]:
            total = xor(total, self._encrypt(xor(block, mask)))
            mask = double(mask)
        self.header = self._above = self._encrypt(total)
        self._below = xor(self.header, FLIPPED)

    def encipher(self, block: bytes) -> bytes:
        """A block of the message."""
        self._above = xor(self._chain(self._above), block)
        middle = self._encrypt(self._above)
        output, self._below = xor(self._chain(self._below), middle), middle
        return output

    def decipher(self, block: bytes) -> bytes:
        """The inverse of `encipher`."""
        middle = xor(self._chain(self._below), block)
        above = call(self._mode.cipher.inverse, key=self._key, ciphertext=middle)
        output = xor(self._chain(self._above), above)
        self._above, self._below = above, middle
        return output

    def end(self) -> bytes:
        """One more block: the tag."""
        return xor(self.encipher(self.header), self.header)

    def enciphered_length(self, size: int) -> bytes:
        """Of a message of ``size`` bytes: its bits as a number of 8 bytes, the least significant
        one first.
        """
        return self._encrypt((8 * size).to_bytes(8, "little") + bytes(8))

    def _encrypt(self, block: bytes) -> bytes:
        return call(self._mode.cipher, key=self._key, plaintext=block)

    def _chain(self, block: bytes) -> bytes:
        return call(self._mode.chaining, key=self._chain_key, plaintext=block)


def double(mask: bytes) -> bytes:
    """Times 2, where the first bit of a block is the coefficient of x^0."""
    value = int.from_bytes(mask, "big")
    return (value >> 1 ^ (value & 1) * REDUCTION).to_bytes(BLOCK, "big")

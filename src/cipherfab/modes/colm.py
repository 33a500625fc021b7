# SPDX-License-Identifier: Apache-2.0
"""COLM: an online mode with two layers of a block cipher and a linear mixing between them.

Source: E. Andreeva, A. Bogdanov, N. Datta, A. Luykx, B. Mennink, M. Nandi, E. Tischhauser, K.
Yasuda, "COLM v1", submission to CAESAR, 2016 (final portfolio). No text of it was at hand; it was
read in its reference code.

Differences from the reference code: that of COLM_127 stops after 32 tags between. Its COLM_0 starts
the masks of associated data at 3 L, its COLM_127 at 2 * 3 L, and the designers' other code of
COLM_127 at 3 L: `Colm.first_data_mask`. Numbers are blocks, most significant bit first.
"""

from dataclasses import dataclass

from ..primitives.primitive import Primitive, software
from .byte_strings import as_block, as_number, pad, split, unpad
from .copa import sevenfold
from .dangers import ONLINE
from .galois import double, halve, triple
from .model import AeadModel

BLOCK = 16

PADDING = 0x80
"""The byte after the data of a block that is not full; zeros follow."""


@dataclass(frozen=True, kw_only=True)
class Colm(AeadModel):
    """COLM_tau.

    Attributes:
        cipher: a block cipher with inputs ``key`` and ``plaintext``, output ``ciphertext`` and an
            inverse, block of 128 bits.
        gap: tau: a tag stands after so many blocks that are not the last; 0 for none but the last.
        first_data_mask: the mask of the first block of associated data, as a multiple of L: 3 or 6.
    """

    dangers = ONLINE

    cipher: Primitive
    gap: int = 0
    first_data_mask: int = 3
    key_bytes: int = 16
    nonce_bytes: int = 8
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    def sealed_bytes(self, message_bytes):
        between = max(0, message_bytes - 1) // (BLOCK * self.gap) if self.gap else 0
        return message_bytes + self.tag_bytes + BLOCK * between

    def encrypt(self, key, nonce, associated_data, plaintext):
        call = _Call(self, key, self._first_block(nonce), associated_data)
        output, (*blocks, last) = b"", split(plaintext, BLOCK) or [b""]
        for number, block in enumerate(blocks, 1):
            output += call.encipher(block)
            if self._tag_follows(number):
                output += call.tag_between()
        output += call.encipher_last(last)
        return output + call.encipher_checksum()[: len(last)]

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        call = _Call(self, key, self._first_block(nonce), associated_data)
        output, number = b"", 0
        while len(ciphertext) > 2 * BLOCK:
            block, ciphertext, number = ciphertext[:BLOCK], ciphertext[BLOCK:], number + 1
            output += call.decipher(block)
            if self._tag_follows(number):
                if call.tag_between() != ciphertext[:BLOCK]:
                    return None
                ciphertext = ciphertext[BLOCK:]
        if len(ciphertext) < BLOCK:
            return None
        block, rest = ciphertext[:BLOCK], ciphertext[BLOCK:]
        last = call.decipher_last(block, len(rest))
        valid = last is not None and call.encipher_checksum()[: len(rest)] == rest
        return output + last if valid else None

    def _tag_follows(self, number: int) -> bool:
        """Whether a tag comes after block ``number``, which is not the last."""
        return self.gap > 0 and number % self.gap == 0

    def _first_block(self, nonce: bytes) -> bytes:
        """Nonce || parameters: tau in 16 bits, the length of tags between in 8 (128 if there are
        any)."""
        tag_bits = 8 * BLOCK if self.gap else 0
        return nonce + self.gap.to_bytes(2, "big") + bytes([tag_bits]) + bytes(5)


@dataclass(frozen=True, kw_only=True)
class ColmWithoutTags(Colm):
    """COLM_0: without tags between, the ciphertext is as long as the message. It has hardware."""


class _Call:
    """One encryption or decryption in progress: the masks above and below, the state W, the
    checksum."""

    def __init__(self, mode: Colm, key: bytes, first: bytes, data: bytes):
        self._key, self._forward = int.from_bytes(key, "big"), software(mode.cipher)
        self._backward = software(mode.cipher.inverse)
        subkey = self._encrypt(0)
        mask = triple(subkey) if mode.first_data_mask == 6 else halve(triple(subkey))
        self._state = self._authenticate(mask, [first, *split(data, BLOCK)])
        self._above, self._below, self._checksum = subkey, triple(triple(subkey)), 0

    def _authenticate(self, mask: int, blocks: list[bytes]) -> int:
        """The sum of the enciphered blocks; masks double, but for a padded one, whose mask is 7
        times the one before."""
        total = 0
        for block in blocks:
            full = len(block) == BLOCK
            mask = double(mask) if full else sevenfold(mask)
            block = block if full else pad(block, BLOCK, PADDING)
            total ^= self._encrypt(as_number(block) ^ mask)
        return total

    def encipher(self, block: bytes) -> bytes:
        """A block of the message that is not the last."""
        self._checksum ^= as_number(block)
        self._double()
        return self._through(as_number(block))

    def encipher_last(self, block: bytes) -> bytes:
        """The last block: the checksum goes in its place; masks times 7, and once more if it was
        padded."""
        full = len(block) == BLOCK
        self._checksum ^= as_number(block if full else pad(block, BLOCK, PADDING))
        self._mark_last(full)
        return self._through(self._checksum)

    def encipher_checksum(self) -> bytes:
        """The checksum once more: the tag."""
        self._double()
        return self._through(self._checksum)

    def tag_between(self) -> bytes:
        """The state W through the second layer."""
        self._below = double(self._below)
        return as_block(self._encrypt(self._state) ^ self._below)

    def decipher(self, block: bytes) -> bytes:
        """The inverse of `encipher`."""
        self._double()
        text = self._back(as_number(block))
        self._checksum ^= text
        return as_block(text)

    def decipher_last(self, block: bytes, length: int) -> bytes | None:
        """The inverse of `encipher_last`; None if the padding of a last block of this length is
        wrong."""
        self._mark_last(length == BLOCK)
        checksum = self._back(as_number(block))
        text, self._checksum = as_block(checksum ^ self._checksum), checksum
        if length < BLOCK:
            text = unpad(text, PADDING)
        return text if text is not None and len(text) == length else None

    def _through(self, block: int) -> bytes:
        """First layer, mixing (X, W) to (X + 3 W, X + 2 W), second layer."""
        x, w = self._encrypt(block ^ self._above), self._state
        self._state = x ^ double(w)
        return as_block(self._encrypt(x ^ triple(w)) ^ self._below)

    def _back(self, block: int) -> int:
        y, w = self._decrypt(block ^ self._below), self._state
        self._state = y ^ w
        return self._decrypt(y ^ triple(w)) ^ self._above

    def _double(self) -> None:
        self._above, self._below = double(self._above), double(self._below)

    def _mark_last(self, full: bool) -> None:
        for _ in range(1 if full else 2):
            self._above, self._below = sevenfold(self._above), sevenfold(self._below)

    def _encrypt(self, block: int) -> int:
        return self._forward(self._key, block)[0]

    def _decrypt(self, block: int) -> int:
        return self._backward(self._key, block)[0]

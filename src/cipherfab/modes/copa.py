# SPDX-License-Identifier: Apache-2.0
"""COPA: an online mode with two layers of a block cipher, of which decryption uses the inverse.

Sources: E. Andreeva, A. Bogdanov, A. Luykx, B. Mennink, E. Tischhauser, K. Yasuda, "Parallelizable
and Authenticated Online Ciphers", ASIACRYPT 2013; in the form of the same authors, "AES-COPA v.2",
submission to CAESAR, 2015. No text of the submission was at hand; it was read in its reference
code.

Differences from the reference code: none. The ciphertext is always whole blocks, at least one, and
after the tag comes a byte that is 1 if the last block of the message was padded. Numbers are
blocks, most significant bit first.
"""

from dataclasses import dataclass

from ..primitives.primitive import Primitive, software
from .byte_strings import as_block, as_number, pad, split, unpad
from .dangers import ONLINE
from .galois import double, triple
from .model import AeadModel

BLOCK = 16

PADDING = 0x80
"""The byte after the data of a block that is not full; zeros follow."""


def sevenfold(value: int) -> int:
    """Times 7 in GF(2^128)."""
    return double(double(value)) ^ triple(value)


@dataclass(frozen=True, kw_only=True)
class Copa(AeadModel):
    """COPA, version 2.

    Attributes:
        cipher: a block cipher with inputs ``key`` and ``plaintext``, output ``ciphertext`` and an
            inverse, block of 128 bits.
        tag_bytes: without the byte after the tag.
    """

    dangers = ONLINE

    cipher: Primitive
    key_bytes: int = 16
    nonce_bytes: int = BLOCK
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    whole_ciphertext = True
    marks_padding = True

    def ciphertext_bytes(self, message_bytes):
        return BLOCK * max(1, -(-message_bytes // BLOCK))

    def encrypt(self, key, nonce, associated_data, plaintext):
        call = _Call(self, key, associated_data + nonce)
        output, (*blocks, last) = b"", split(plaintext, BLOCK) or [b""]
        for block in blocks:
            output += call.encipher(block)
            call.next_masks()
        padded = len(last) < BLOCK
        if padded:
            last = pad(last, BLOCK, PADDING)
            call.mark_padded()
        output += call.encipher(last)
        return output + call.tag() + bytes([padded])

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.sealed_bytes(0) or len(ciphertext) % BLOCK != 1:
            return None
        if ciphertext[-1] > 1:
            return None
        call = _Call(self, key, associated_data + nonce)
        padded, tag = ciphertext[-1], ciphertext[-BLOCK - 1 : -1]
        output, (*blocks, last) = b"", split(ciphertext[: -BLOCK - 1], BLOCK)
        for block in blocks:
            output += call.decipher(block)
            call.next_masks()
        if padded:
            call.mark_padded()
        text = call.decipher(last)
        text = unpad(text, PADDING) if padded else text
        return output + text if text is not None and call.tag() == tag else None


class _Call:
    """One encryption or decryption in progress: the masks above and below, the state between, the
    checksum."""

    def __init__(self, mode: Copa, key: bytes, authenticated: bytes):
        """``authenticated`` is the associated data followed by the nonce."""
        self._key, self._forward = int.from_bytes(key, "big"), software(mode.cipher)
        self._backward = software(mode.cipher.inverse)
        subkey = self._encrypt(0)
        self._above, self._below, self._checksum = triple(subkey), double(subkey), 0
        self._state = subkey ^ self._authenticate(subkey, authenticated)

    def _authenticate(self, subkey: int, data: bytes) -> int:
        """PMAC1': masks 27 L, 2 * 27 L …; the last block, with 3 or if padded 9 times its mask, is
        enciphered with the sum."""
        mask, total = triple(triple(triple(subkey))), 0
        *blocks, last = split(data, BLOCK)
        for block in blocks:
            total ^= self._encrypt(as_number(block) ^ mask)
            mask = double(mask)
        mask = triple(mask)
        if len(last) < BLOCK:
            last, mask = pad(last, BLOCK, PADDING), triple(mask)
        return self._encrypt(total ^ mask ^ as_number(last))

    def next_masks(self) -> None:
        """After a block that is not the last."""
        self._above, self._below = double(self._above), double(self._below)

    def mark_padded(self) -> None:
        """Before a last block that was not full."""
        self._above = sevenfold(self._above)

    def encipher(self, block: bytes) -> bytes:
        """A block through both layers; the state is the sum of what came through the first one."""
        self._checksum ^= as_number(block)
        self._state ^= self._encrypt(as_number(block) ^ self._above)
        return as_block(self._encrypt(self._state) ^ self._below)

    def decipher(self, block: bytes) -> bytes:
        """The inverse of `encipher`."""
        before, self._state = self._state, self._decrypt(as_number(block) ^ self._below)
        text = self._decrypt(self._state ^ before) ^ self._above
        self._checksum ^= text
        return as_block(text)

    def tag(self) -> bytes:
        """The checksum through both layers, with 3 times the mask above and 7 times the mask
        below."""
        middle = self._encrypt(self._checksum ^ triple(self._above)) ^ self._state
        return as_block(self._encrypt(middle) ^ sevenfold(self._below))

    def _encrypt(self, block: int) -> int:
        return self._forward(self._key, block)[0]

    def _decrypt(self, block: int) -> int:
        return self._backward(self._key, block)[0]

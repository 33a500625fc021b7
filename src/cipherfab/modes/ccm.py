# SPDX-License-Identifier: Apache-2.0
"""CCM: counter mode, and CBC-MAC over the lengths, the associated data and the plaintext.

Source: NIST SP 800-38C, "Recommendation for Block Cipher Modes of Operation: The CCM Mode for
Authentication and Confidentiality", 2004, section 6 and appendix A.

Differences from the text: none. The length of the plaintext is in the first block, so a core has to
know it before it begins.
"""

from dataclasses import dataclass

from ..ciphers.aes import aes_128
from ..primitives.primitive import Primitive
from .byte_strings import call, split, xor
from .dangers import RESPECTING
from .gcm import BLOCK
from .two_passes import TwoPasses

HAS_AD = 0x40
LONG_AD = 0xFF00
"""Appendix A.2: the flag of associated data, and from what length on the code of it is longer."""


@dataclass(frozen=True, kw_only=True)
class Ccm(TwoPasses):
    """CCM, with AES-128 if not said otherwise."""

    dangers = RESPECTING

    nonce_bytes: int
    tag_bytes: int
    cipher: Primitive = aes_128()
    key_bytes: int = 16
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    @property
    def most_message_bytes(self):
        """Of the shortest length field; that of the other ones is of no interest."""
        return 0xFFFF if self.nonce_bytes == BLOCK - 3 else None

    def tag(self, key, nonce, associated_data, text):
        """Section 6.1, steps 1 to 4 and 7 (appendix A.2): the CBC-MAC, and the counter 0."""
        # A block is a byte of flags, the nonce, and q bytes for the length.
        q = BLOCK - 1 - self.nonce_bytes
        flags = (HAS_AD if associated_data else 0) | first_flags(self.tag_bytes, q)
        data = bytes([flags]) + nonce + len(text).to_bytes(q, "big")
        if associated_data:
            # The code of the length shares a block with the data: zeros come only behind both.
            data += _whole(length_code(len(associated_data)) + associated_data)
        y = bytes(BLOCK)
        for block in split(data + _whole(text), BLOCK):
            y = call(self.cipher, key=key, plaintext=xor(y, block))
        # The counter 0 is for the tag alone; the text begins with 1.
        return xor(y, self._counter(key, nonce, 0))[: self.tag_bytes]

    def add_stream(self, key, nonce, tag, text, *, decrypting):
        """Section 6.1, step 8: the counters from 1 on."""
        return b"".join(
            xor(block, self._counter(key, nonce, number))
            for number, block in enumerate(split(text, BLOCK), 1)
        )

    def _counter(self, key: bytes, nonce: bytes, number: int) -> bytes:
        """Appendix A.3, enciphered."""
        q = BLOCK - 1 - self.nonce_bytes
        # The flags of the first block of the MAC have the tag's length too, so no counter block
        # equals it.
        block = bytes([q - 1]) + nonce + number.to_bytes(q, "big")
        return call(self.cipher, key=key, plaintext=block)


def first_flags(tag_bytes: int, length_bytes: int) -> int:
    """Appendix A.2.1: the first byte, but for `HAS_AD`; ``length_bytes`` is q."""
    return (tag_bytes - 2) // 2 << 3 | length_bytes - 1


def length_code(length: int) -> bytes:
    """Appendix A.2.2: the length of associated data."""
    if length < LONG_AD:
        return length.to_bytes(2, "big")
    size = 4 if length < 1 << 32 else 8
    # A length of two bytes is below FF00: it begins neither with FF FE nor with FF FF, which
    # announce longer ones.
    return b"\xff" + (b"\xfe" if size == 4 else b"\xff") + length.to_bytes(size, "big")


def _whole(data: bytes) -> bytes:
    """Zeros up to a whole block."""
    return data + bytes(-len(data) % BLOCK)

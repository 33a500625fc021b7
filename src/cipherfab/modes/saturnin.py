# SPDX-License-Identifier: Apache-2.0
"""Saturnin-CTR-Cascade, Saturnin-Short and Saturnin-Hash: the modes of the Saturnin suite.

Source: A. Canteaut, S. Duval, G. Leurent, M. Naya-Plasencia, L. Perrin, T. Pornin, A.
Schrottenloher, "Saturnin: a suite of lightweight symmetric algorithms for post-quantum security",
submission to NIST, version 2, 2019, sections 2.2 to 2.5.

Differences from the text: none. Nonces have 128 bits; the counter is big-endian.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ..primitives.primitive import Primitive
from .byte_strings import call, pad, padded_blocks, split, unpad, xor
from .dangers import RESPECTING, UNKEYED
from .encrypt_then_mac import EncryptThenMac
from .model import AeadModel, BlockwiseHashState, HashModel

BLOCK = 32

CTR, AD, LAST_AD, CIPHERTEXT, LAST_CIPHERTEXT, SHORT, HASH, LAST_HASH = range(1, 9)
"""Section 2.5: the domain separators."""

PADDING = 0x80
"""The byte after data or nonce; zeros follow."""

Cipher = Callable[[int | None], Primitive]
"""From a domain separator to a block cipher with inputs ``key`` and ``plaintext`` and output
``ciphertext``; from None to one that has it as another input, ``domain``, for hardware."""


@dataclass(frozen=True, kw_only=True)
class SaturninCtrCascade(EncryptThenMac):
    """Section 2.2: counter mode, then the Cascade MAC over nonce, associated data and ciphertext.

    Attributes:
        cipher: the block cipher of each domain.
    """

    dangers = RESPECTING

    cipher: Cipher
    key_bytes: int = 32
    nonce_bytes: int = 16
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    def add_stream(self, key, nonce, text):
        """Counter mode; the counter starts at 1."""
        output, start = b"", pad(nonce, BLOCK, PADDING)
        for number, block in enumerate(split(text, BLOCK), 1):
            # Nonce and mark fill the first 17 bytes, and the number is at the other end.
            counter = xor(start, number.to_bytes(BLOCK, "big"))
            output += xor(block, call(self.cipher(CTR), key=key, plaintext=counter))
        return output

    def tag(self, key, nonce, associated_data, ciphertext):
        # The key is used once: each result is the key of the next call.
        chain = _compress(self.cipher(AD), key, pad(nonce, BLOCK, PADDING))
        for domains, string in [
            ((AD, LAST_AD), associated_data),
            ((CIPHERTEXT, LAST_CIPHERTEXT), ciphertext),
        ]:
            blocks = padded_blocks(string, BLOCK, PADDING)
            for number, block in enumerate(blocks, 1):
                chain = _compress(self.cipher(domains[number == len(blocks)]), chain, block)
        return chain


@dataclass(frozen=True, kw_only=True)
class SaturninShort(AeadModel):
    """Section 2.3: nonce and message in one block, for messages of less than 16 bytes without
    associated data.

    The nonce in the deciphered block is what authenticates; the whole block counts as tag.

    Attributes:
        cipher: as in `SaturninCtrCascade`, with an inverse.
    """

    dangers = RESPECTING

    cipher: Cipher
    key_bytes: int = 32
    nonce_bytes: int = 16
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK
    most_message_bytes: int = 15
    most_ad_bytes: int = 0

    def sealed_bytes(self, message_bytes):
        return BLOCK

    def encrypt(self, key, nonce, associated_data, plaintext):
        if associated_data or len(plaintext) > self.most_message_bytes:
            raise ValueError(
                f"Saturnin-Short: expected at most {self.most_message_bytes} bytes of message and "
                f"no associated data, got {len(plaintext)} and {len(associated_data)} bytes"
            )
        return call(
            self.cipher(SHORT),
            key=key,
            plaintext=nonce + pad(plaintext, BLOCK - len(nonce), PADDING),
        )

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if associated_data or len(ciphertext) != BLOCK:
            return None
        block = call(self.cipher(SHORT).inverse, key=key, ciphertext=ciphertext)
        return unpad(block[len(nonce) :], PADDING) if block.startswith(nonce) else None


@dataclass(frozen=True, kw_only=True)
class SaturninHash(HashModel):
    """Section 2.4: Merkle-Damgård with the block cipher as compression function.

    Attributes:
        cipher: as in `SaturninCtrCascade`, with 16 super-rounds.
    """

    dangers = UNKEYED

    cipher: Cipher
    digest_bytes: int = BLOCK
    block_bytes: int = BLOCK

    def start(self):
        return BlockwiseHashState(BLOCK, bytes(BLOCK), self._absorb, self._finish)

    def _absorb(self, chain: bytes, block: bytes) -> bytes:
        return _compress(self.cipher(HASH), chain, block)

    def _finish(self, chain: bytes, rest: bytes) -> bytes:
        return _compress(self.cipher(LAST_HASH), chain, pad(rest, BLOCK, PADDING))


def _compress(cipher: Primitive, chain: bytes, block: bytes) -> bytes:
    """The block, enciphered under the chaining value, plus the block."""
    return xor(call(cipher, key=chain, plaintext=block), block)

# SPDX-License-Identifier: Apache-2.0
"""dummy_lwc: the cipher and the hash of GMU's LWC development package, which exercise an interface
and protect nothing.

Source: the reference software and ``docs/variants.txt`` of the dummy core in GMU's "Development
Package for Hardware Implementations Compliant with the Hardware API for Lightweight Cryptography".
Associated data and plaintext are added up in blocks of 16 bytes, an incomplete block with 0x80
after its last byte. The plaintext is encrypted with key ^ nonce ^ number of the block (from 1,
big-endian, in the last four bytes). The tag is key ^ nonce ^ the sum ^ both lengths in bits, 64
bits each. The nonce has 12 bytes and fills the first ones. So some forgeries are accepted: a
flipped bit of the nonce cancels out in a message of one block.
"""

from dataclasses import dataclass

from .byte_strings import filled, split, xor
from .dangers import TRANSPORT
from .model import AeadModel, BlockwiseHashState, HashModel

PADDING = 0x80


def add(total: bytes, block: bytes) -> bytes:
    """The sum after one more block, padded if it is incomplete."""
    return xor(total, filled(block, len(total), PADDING))


@dataclass(frozen=True, kw_only=True)
class DummyAead(AeadModel):
    """The cipher."""

    dangers = TRANSPORT

    key_bytes: int = 16
    nonce_bytes: int = 12
    tag_bytes: int = 16
    block_bytes: int = 16
    ad_block_bytes: int = 16

    def encrypt(self, key, nonce, associated_data, plaintext):
        start = xor(key, nonce.ljust(self.block_bytes, b"\0"))
        return _crypt(start, plaintext) + _tag(start, associated_data, plaintext)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        start = xor(key, nonce.ljust(self.block_bytes, b"\0"))
        message, tag = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        plaintext = _crypt(start, message)
        return plaintext if tag == _tag(start, associated_data, plaintext) else None


def _crypt(start: bytes, data: bytes) -> bytes:
    size = len(start)
    return b"".join(
        xor(xor(start, number.to_bytes(size, "big"))[: len(block)], block)
        for number, block in enumerate(split(data, size), 1)
    )


def _tag(start: bytes, associated_data: bytes, plaintext: bytes) -> bytes:
    total = bytes(len(start))
    for data in (associated_data, plaintext):
        for block in split(data, len(start)):
            total = add(total, block)
    lengths = b"".join((8 * len(data)).to_bytes(8, "big") for data in (associated_data, plaintext))
    return xor(xor(total, start), lengths)


@dataclass(frozen=True, kw_only=True)
class DummyHash(HashModel):
    """The hash: the sum of blocks of 32 bytes."""

    dangers = TRANSPORT

    digest_bytes: int = 32
    block_bytes: int = 32

    def start(self):
        return BlockwiseHashState(
            self.block_bytes,
            bytes(self.digest_bytes),
            add,
            # Without a rest there is no block: only one that is begun gets padding.
            lambda total, rest: add(total, rest) if rest else total,
        )

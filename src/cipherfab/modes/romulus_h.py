# SPDX-License-Identifier: Apache-2.0
"""Romulus-H and Romulus-T: the hash MDPH on SKINNY, and the mode of Romulus that hashes what it
authenticates.

Source: C. Guo, T. Iwata, M. Khairallah, K. Minematsu, T. Peyrin, "Romulus v1.3", submission to
NIST, 2021, sections 2.4.5 and 2.4.6 (figures 2.9 and 2.11).

Differences from the text: none. As in `romulus`, index i has the counter value 2^i.
"""

from dataclasses import dataclass

from ..primitives.primitive import Primitive
from .byte_strings import call, split, xor
from .dangers import RESPECTING, UNKEYED
from .encrypt_then_mac import EncryptThenMac
from .model import BlockwiseHashState, HashModel
from .romulus import BLOCK, THREE_BLOCKS, counters, encipher, pad

ONE, TWO = (bytes([value]).ljust(BLOCK, b"\0") for value in (1, 2))
"""Figure 2.11: the constants, in the first byte."""

STREAM, NEXT_KEY, FIRST_KEY, TAG = 64, 65, 66, 68
"""Section 2.4.5: domain separation."""

FIRST = 1
"""The counter value of index 0."""


@dataclass(frozen=True, kw_only=True)
class RomulusH(HashModel):
    """Romulus-H.

    Attributes:
        cipher: a tweakable block cipher with inputs ``tweakey`` (384 bits) and ``plaintext`` (128)
            and output ``ciphertext``.
    """

    dangers = UNKEYED

    cipher: Primitive
    digest_bytes: int = 2 * BLOCK
    block_bytes: int = 2 * BLOCK

    def start(self):
        return BlockwiseHashState(
            self.block_bytes, (bytes(BLOCK), bytes(BLOCK)), self._compress, self._finish
        )

    def _compress(self, state: tuple[bytes, bytes], block: bytes) -> tuple[bytes, bytes]:
        """Figure 2.11, CF: Hirose's double-block-length compression function."""
        left, right = state
        tweakey, other = right + block, xor(left, ONE)
        return (
            xor(call(self.cipher, tweakey=tweakey, plaintext=left), left),
            xor(call(self.cipher, tweakey=tweakey, plaintext=other), other),
        )

    def _finish(self, state: tuple[bytes, bytes], rest: bytes) -> bytes:
        left, right = state
        return b"".join(self._compress((xor(left, TWO), right), _inner_pad(rest, self.block_bytes)))


@dataclass(frozen=True, kw_only=True)
class RomulusT(EncryptThenMac):
    """Romulus-T.

    Attributes:
        cipher: as in `RomulusH`.
    """

    dangers = RESPECTING

    cipher: Primitive
    key_bytes: int = 16
    nonce_bytes: int = BLOCK
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = 2 * BLOCK

    def add_stream(self, key, nonce, text):
        """Figure 2.9, Enc, lines 1 to 13: each block has a key of its own."""
        blocks = split(text, BLOCK)
        if not blocks:
            return b""
        output, key = b"", self._call(nonce, 0, FIRST_KEY, bytes(BLOCK), key)
        # `counters` begins with index 1, and the text begins with index 0.
        for counter, block in zip([FIRST, *counters(len(blocks), 56)], blocks):
            output += xor(block, self._call(nonce, counter, STREAM, bytes(BLOCK), key))
            key = self._call(nonce, counter, NEXT_KEY, bytes(BLOCK), key)
        return output

    def tag(self, key, nonce, associated_data, ciphertext):
        """Figure 2.9, Enc, lines 14 to 17."""
        count = len(split(ciphertext, BLOCK))
        counter = counters(count, 56)[count - 1] if count else FIRST
        # An empty string is no block at all: `_inner_pad` would make one of zeros of it.
        padded = [
            _inner_pad(string, BLOCK) if string else b"" for string in (associated_data, ciphertext)
        ]
        hashed = b"".join(padded) + nonce + counter.to_bytes(7, "little")
        digest = RomulusH(cipher=self.cipher).digest(hashed)
        return self._call(digest[:BLOCK], 0, TAG, digest[BLOCK:], key)

    def _call(self, state: bytes, counter: int, domain: int, tweak: bytes, key: bytes) -> bytes:
        return encipher(self.cipher, THREE_BLOCKS, state, counter, domain, tweak, key)


def _inner_pad(data: bytes, size: int) -> bytes:
    """Section 2.1, ipad: the last block filled with zeros and its length in bytes; a block of zeros
    behind whole blocks."""
    start = len(data) - len(data) % size
    return data[:start] + pad(data[start:], size)

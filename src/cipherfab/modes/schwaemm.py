"""Schwaemm: the AEAD mode of SPARKLE, a Beetle with rate whitening.

Source: C. Beierle et al., "Schwaemm and Esch: Lightweight Authenticated Encryption and Hashing using the Sparkle Permutation
Family", submission to NIST, section 2.3 (algorithms 2.11 to 2.18).

The model keeps the state as bytes, rate before capacity, as the permutation takes them.
"""

from dataclasses import dataclass

from ..ciphers.sparkle import sparkle
from ..primitives.primitive import Primitive, software
from .byte_strings import pad, split, xor
from .model import AeadModel

PADDING = 0x80
"""Algorithm 2.8: the byte after the last one of a short block."""

AD_PADDED, AD_WHOLE, MESSAGE_PADDED, MESSAGE_WHOLE = range(4)
"""Section 2.3.2: which constant a last block takes."""


@dataclass(frozen=True, kw_only=True)
class Schwaemm(AeadModel):
    """Schwaemm with a rate and a capacity.

    Attributes:
        block_bytes: the rate; also the length of the nonce.
        capacity_bytes: the capacity; also the length of key and tag.
    """

    block_bytes: int
    capacity_bytes: int

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    @property
    def nonce_bytes(self):
        return self.block_bytes

    @property
    def key_bytes(self):
        return self.capacity_bytes

    @property
    def tag_bytes(self):
        return self.capacity_bytes

    def permutation(self, version: str) -> Primitive:
        """Sparkle of the state's width, ``"slim"`` or ``"big"``."""
        return sparkle(8 * (self.block_bytes + self.capacity_bytes), version)

    def encrypt(self, key, nonce, associated_data, plaintext):
        state = self._absorb_ad(self._permute("big", nonce + key), associated_data)
        ciphertext = b""
        blocks = split(plaintext, self.block_bytes)
        for number, block in enumerate(blocks, 1):
            ciphertext += xor(state, block)
            state = self._feed(state, block, number == len(blocks), MESSAGE_PADDED)
        return ciphertext + xor(state[self.block_bytes:], key)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[:-self.tag_bytes], ciphertext[-self.tag_bytes:]
        state = self._absorb_ad(self._permute("big", nonce + key), associated_data)
        plaintext = b""
        blocks = split(ciphertext, self.block_bytes)
        for number, block in enumerate(blocks, 1):
            plain = xor(state, block)
            plaintext += plain
            state = self._feed(state, plain, number == len(blocks), MESSAGE_PADDED)
        return plaintext if xor(state[self.block_bytes:], key) == tag else None

    def _absorb_ad(self, state: bytes, associated_data: bytes) -> bytes:
        blocks = split(associated_data, self.block_bytes)
        for number, block in enumerate(blocks, 1):
            state = self._feed(state, block, number == len(blocks), AD_PADDED)
        return state

    def _feed(self, state: bytes, block: bytes, last: bool, padded_constant: int) -> bytes:
        """rho_1, the constant of a last block, rate whitening and the permutation."""
        rate, capacity = state[:self.block_bytes], state[self.block_bytes:]
        whole = len(block) == self.block_bytes
        rate = xor(feistel_swap(rate), block if whole else pad(block, self.block_bytes, PADDING))
        if last:
            capacity = self._add_constant(capacity, padded_constant + whole)
        return self._permute("big" if last else "slim", xor(rate, capacity * 2) + capacity)

    def _add_constant(self, capacity: bytes, constant: int) -> bytes:
        """Section 2.3.2: a bit that tells the capacity, above the constant, in the last byte."""
        marked = constant ^ 1 << self.capacity_bytes // 8
        return capacity[:-1] + bytes([capacity[-1] ^ marked])

    def _permute(self, version: str, state: bytes) -> bytes:
        return software(self.permutation(version))(int.from_bytes(state, "big"))[0].to_bytes(len(state), "big")


def feistel_swap(rate: bytes) -> bytes:
    """Section 2.3.2: S_1 || S_2 becomes S_2 || (S_2 + S_1)."""
    half = len(rate) // 2
    return rate[half:] + xor(rate[half:], rate[:half])

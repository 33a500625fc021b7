"""PHOTON-Beetle: AEAD with combined feedback, and the sponge hash, on PHOTON-256.

Source: Z. Bao et al., "PHOTON-Beetle Authenticated Encryption and Hash Family", submission to NIST, chapter 3 (figures 3.1 and
3.6).

Differences from the text: bits are numbered from the least significant one of the first byte, as in the reference code; so rho
rotates a little-endian number, and the 3-bit constants are the top bits of the last byte. The model keeps the state as bytes.
"""

from dataclasses import dataclass

from ..ciphers.photon import photon_256
from ..primitives.primitive import Primitive, software
from .byte_strings import pad, split, xor
from .model import AeadModel, BlockwiseHashState, HashModel

STATE_BYTES = 32
SQUEEZE_BYTES = 16

PADDING = 0x01
"""Ozs: the byte after the last one of a short block."""

CONSTANT_PLACE = 5
"""The bit of the last byte where the 3-bit constants start."""


@dataclass(frozen=True, kw_only=True)
class Beetle(AeadModel):
    """PHOTON-Beetle-AEAD[r].

    Attributes:
        block_bytes: the rate r in bytes, 16 or 4.
        permutation: input and output ``x`` are the state's bytes.
    """

    block_bytes: int
    permutation: Primitive = photon_256()
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    def encrypt(self, key, nonce, associated_data, plaintext):
        state = self._absorb_ad(nonce + key, associated_data, bool(plaintext))
        ciphertext = b""
        for block in split(plaintext, self.block_bytes):
            state = permute(self.permutation, state)
            ciphertext += xor(shuffle(state[:self.block_bytes]), block)
            state = add_block(state, block, self.block_bytes)
        return ciphertext + self._tag(state, associated_data, plaintext)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[:-self.tag_bytes], ciphertext[-self.tag_bytes:]
        state = self._absorb_ad(nonce + key, associated_data, bool(ciphertext))
        plaintext = b""
        for block in split(ciphertext, self.block_bytes):
            state = permute(self.permutation, state)
            plain = xor(shuffle(state[:self.block_bytes]), block)
            plaintext += plain
            state = add_block(state, plain, self.block_bytes)
        return plaintext if self._tag(state, associated_data, ciphertext) == tag else None

    def _absorb_ad(self, state: bytes, associated_data: bytes, message_follows: bool) -> bytes:
        """Lines 4 and 6 of the encryption: HASH_r with the constant c_0."""
        if not associated_data:
            return state
        whole = len(associated_data) % self.block_bytes == 0
        constant = (1 if whole else 2) if message_follows else (3 if whole else 4)
        return add_constant(absorb(self.permutation, state, associated_data, self.block_bytes), constant)

    def _tag(self, state: bytes, associated_data: bytes, message: bytes) -> bytes:
        """Lines 2, 5, 14 and 16 of the encryption: the constant c_1 and TAG_128."""
        if message:
            whole = len(message) % self.block_bytes == 0
            state = add_constant(state, (1 if whole else 2) if associated_data else (5 if whole else 6))
        elif not associated_data:
            state = add_constant(state, 1)
        return permute(self.permutation, state)[:self.tag_bytes]


@dataclass(frozen=True, kw_only=True)
class BeetleHash(HashModel):
    """PHOTON-Beetle-Hash[r].

    Attributes:
        block_bytes: the rate r in bytes.
        first_block_bytes: how much of the message the first call of the permutation takes.
        permutation: input and output ``x`` are the state's bytes.
    """

    block_bytes: int = 4
    first_block_bytes: int = 16
    digest_bytes: int = 32
    permutation: Primitive = photon_256()

    def start(self):
        return BlockwiseHashState(self.block_bytes, (b"", None), self._absorb, self._finish)

    def _absorb(self, progress: tuple[bytes, bytes | None], block: bytes) -> tuple[bytes, bytes | None]:
        """One block. ``progress`` is the first block as far as it is known, and the state once it is whole."""
        first, state = progress
        if state is None and len(first) < self.first_block_bytes:
            return first + block, None
        return first, absorb(self.permutation, self._initial(first) if state is None else state, block, self.block_bytes)

    def _finish(self, progress: tuple[bytes, bytes | None], rest: bytes) -> bytes:
        first, state = self._absorb(progress, rest) if rest else progress
        if state is None:
            whole = len(first) == self.first_block_bytes
            state = add_constant(self._initial(first), 2 if whole else 1)
        else:
            state = add_constant(state, 2 if rest else 1)
        digest = b""
        while len(digest) < self.digest_bytes:
            state = permute(self.permutation, state)
            digest += state[:SQUEEZE_BYTES]
        return digest

    def _initial(self, first: bytes) -> bytes:
        """Lines 6 and 10: the first block and zeros; Ozs appends a 1 bit to a short one that is not empty."""
        short = 0 < len(first) < self.first_block_bytes
        return pad(first, STATE_BYTES, PADDING) if short else first.ljust(STATE_BYTES, b"\0")


def shuffle(rate: bytes) -> bytes:
    """Figure 3.1: S_1 || S_2 becomes S_2 || (S_1 rotated by one bit)."""
    half = len(rate) // 2
    number = int.from_bytes(rate[:half], "little")
    rotated = number >> 1 | (number & 1) << 8 * half - 1
    return rate[half:] + rotated.to_bytes(half, "little")


def absorb(permutation: Primitive, state: bytes, data: bytes, rate: int) -> bytes:
    """Figure 3.6, HASH_r without its constant."""
    for block in split(data, rate):
        state = add_block(permute(permutation, state), block, rate)
    return state


def add_block(state: bytes, block: bytes, rate: int) -> bytes:
    """Add a block, padded if it is shorter than the rate, to the first bytes of the state."""
    return xor(state, block if len(block) == rate else pad(block, rate, PADDING)) + state[rate:]


def add_constant(state: bytes, constant: int) -> bytes:
    """Add a 3-bit domain constant at the end of the state."""
    return state[:-1] + bytes([state[-1] ^ constant << CONSTANT_PLACE])


def permute(permutation: Primitive, state: bytes) -> bytes:
    """One call of the permutation."""
    return software(permutation)(int.from_bytes(state, "big"))[0].to_bytes(len(state), "big")

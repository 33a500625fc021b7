"""The TinyJAMBU mode: a keyed permutation, 32 bits at a time.

Source: H. Wu, T. Huang, "TinyJAMBU: A Family of Lightweight Authenticated Encryption Algorithms",
submission to NIST, round 2, sections 3.3 to 3.5.

Differences from the text: version 2, of the final round, takes P_640 where the text, version 1,
takes P_384. Its document could not be read here; that nothing else differs is what its official
known answers show. The model keeps the state as bytes: bit i is bit i mod 8 of byte i / 8.
"""

from dataclasses import dataclass

from ..ciphers.tinyjambu import tinyjambu_p
from ..primitives.primitive import software
from .byte_strings import split, xor
from .one_pass import OnePass

NONCE, AD, MESSAGE, FINAL = 1, 3, 5, 7
"""Section 3.2.2: the FrameBits."""

FRAME_BYTE, FRAME_PLACE = 4, 4
"""The FrameBits are added to bits 36 to 38; the length of a short block to bits 32 and 33, in the
same byte.
"""

KEYSTREAM = slice(8, 12)
"""Bits 64 to 95, which are added to the message and are the tag."""

INPUT = 12
"""The first byte of bits 96 to 127, to which blocks are added."""

STATE_BYTES = 16

BITS = 32
"""The model computes so many bits of the permutation at once."""


@dataclass(frozen=True, kw_only=True)
class TinyJambu(OnePass):
    """TinyJAMBU with a key length.

    Attributes:
        long_rounds: of the permutation for the key setup, each block of the message and the first
            half of the tag.
        short_rounds: of the one for nonce, associated data and the second half of the tag: 384 in
            version 1, 640 in version 2.
    """

    key_bytes: int
    long_rounds: int
    short_rounds: int
    nonce_bytes: int = 12
    tag_bytes: int = 8
    block_bytes: int = 4
    ad_block_bytes: int = 4

    def start(self, key, nonce, associated_data):
        key = int.from_bytes(key, "big")
        state = self._permute(key, bytes(STATE_BYTES), self.long_rounds)
        for frame, data in ((NONCE, nonce), (AD, associated_data)):
            for block in split(data, self.ad_block_bytes):
                state = self._absorb(self._frame(key, state, frame, self.short_rounds), block)
        return key, state

    def crypt(self, state, data, decrypt):
        key, state = state
        output = b""
        for block in split(data, self.block_bytes):
            state = self._frame(key, state, MESSAGE, self.long_rounds)
            other = xor(block, state[KEYSTREAM])
            output += other
            state = self._absorb(state, other if decrypt else block)
        return (key, state), output

    def tag(self, state):
        key, state = state
        state = self._frame(key, state, FINAL, self.long_rounds)
        return state[KEYSTREAM] + self._frame(key, state, FINAL, self.short_rounds)[KEYSTREAM]

    def _frame(self, key: int, state: bytes, frame: int, rounds: int) -> bytes:
        """Add the FrameBits and update the state."""
        return self._permute(key, add_byte(state, frame << FRAME_PLACE), rounds)

    def _absorb(self, state: bytes, block: bytes) -> bytes:
        """Add a block, and the number of its bytes if it is short."""
        state = add_byte(state, len(block) % self.block_bytes)
        return state[:INPUT] + xor(state[INPUT:], block) + state[INPUT + len(block):]

    def _permute(self, key: int, state: bytes, rounds: int) -> bytes:
        permutation = software(tinyjambu_p(8 * self.key_bytes, rounds, BITS))
        return permutation(key, int.from_bytes(state, "big"))[0].to_bytes(STATE_BYTES, "big")


def add_byte(state: bytes, value: int) -> bytes:
    """Add to the byte of the FrameBits and of the length."""
    return state[:FRAME_BYTE] + bytes([state[FRAME_BYTE] ^ value]) + state[FRAME_BYTE + 1:]

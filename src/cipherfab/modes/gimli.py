"""Gimli-24-Cipher and Gimli-24-Hash: a duplex and a sponge of Gimli.

Source: D. J. Bernstein et al., "Gimli", submission to NIST, 2019, sections 2.10 (algorithms 2 to 4) and
2.11 (algorithms 5 and 6).

Differences from the text: algorithm 6 pads the ciphertext, which would not undo algorithm 5 in the last
block; as section 2.11 says, the plaintext is padded here. The model keeps the state as bytes.
"""

from dataclasses import dataclass

from ..ciphers.gimli import GIMLI_24
from ..primitives.primitive import Primitive
from .byte_strings import pad, permute, split, xor
from .model import BlockwiseHashState, HashModel
from .one_pass import OnePass

PADDING = 1
"""Section 2.10: the byte after the last one of the message; it is also added to the last byte of the state."""

RATE = 16


@dataclass(frozen=True, kw_only=True)
class GimliAead(OnePass):
    """Gimli-24-Cipher.

    Attributes:
        permutation: input and output ``x`` are the state's bytes.
    """

    permutation: Primitive = GIMLI_24
    key_bytes: int = 32
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = RATE
    ad_block_bytes: int = RATE

    def start(self, key, nonce, associated_data):
        state = permute(self.permutation, nonce + key)
        for block in blocks(associated_data):
            state = absorb(self.permutation, state, block)
        return state

    def crypt(self, state, data, decrypt):
        output = b""
        for block in blocks(data):
            output += xor(state, block)
            state = absorb(self.permutation, state, xor(state, block) if decrypt else block)
        return state, output

    def tag(self, state):
        return state[:self.tag_bytes]


@dataclass(frozen=True, kw_only=True)
class GimliHash(HashModel):
    """Gimli-24-Hash.

    Attributes:
        permutation: input and output ``x`` are the state's bytes.
    """

    permutation: Primitive = GIMLI_24
    block_bytes: int = RATE
    digest_bytes: int = 32

    def start(self):
        return BlockwiseHashState(RATE, bytes(self.permutation.inputs["x"] // 8), self._absorb, self._finish)

    def _absorb(self, state: bytes, block: bytes) -> bytes:
        return absorb(self.permutation, state, block)

    def _finish(self, state: bytes, rest: bytes) -> bytes:
        state = self._absorb(state, rest)
        return state[:RATE] + permute(self.permutation, state)[:RATE]


def blocks(data: bytes) -> list[bytes]:
    """Section 2.10: full blocks and exactly one final block that is not full, maybe empty."""
    return split(data, RATE) + ([b""] if len(data) % RATE == 0 else [])


def absorb(permutation: Primitive, state: bytes, block: bytes) -> bytes:
    """Section 2.10: add a block, a short one padded and marked in the last byte, and permute."""
    if len(block) < RATE:
        block = pad(block, len(state) - 1, PADDING) + bytes([PADDING])
    return permute(permutation, xor(state, block) + state[len(block):])

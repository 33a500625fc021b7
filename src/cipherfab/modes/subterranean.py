"""Subterranean-SAE and Subterranean-XOF: the modes of Subterranean 2.0.

Source: J. Daemen, P. M. C. Massolino, A. Mehrdad, Y. Rotella, "The Subterranean 2.0 Cipher Suite",
submission to NIST, sections 2.1 to 2.3 and 2.5 (algorithms 1, 2 and 4).

Differences from the text: a session has one message, and the XOF absorbs one string and gives 32
bytes, as in the submission's AEAD and hash. The model keeps the state as a number, bit i of the
state its bit i.
"""

from dataclasses import dataclass

from ..ciphers.subterranean import STRING_BITS, WIDTH, subterranean
from ..primitives.primitive import Primitive
from .byte_strings import permute, split, xor
from .model import BlockwiseHashState, HashModel
from .one_pass import OnePass

KEYED_BYTES, UNKEYED_BYTES = 4, 1
"""Algorithm 1: the length w of a block."""

GENERATOR = pow(12, 4, WIDTH)
"""Section 2.1: of the subgroup of 64 positions for input and output."""

INJECTED = [pow(GENERATOR, j, WIDTH) for j in range(8 * KEYED_BYTES + 1)]
"""Where the bits of a padded block are added."""

EXTRACTED = [(place, WIDTH - place) for place in INJECTED[:8 * KEYED_BYTES]]
"""The two positions whose sum is a bit of the output."""

BLANK_ROUNDS = 8


@dataclass(frozen=True, kw_only=True)
class SubterraneanAead(OnePass):
    """Subterranean-SAE.

    Attributes:
        permutation: one round; input and output ``x`` are the state as 33 bytes.
    """

    permutation: Primitive = subterranean(1)
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = KEYED_BYTES
    ad_block_bytes: int = KEYED_BYTES

    def start(self, key, nonce, associated_data):
        state = self._absorb(self._absorb(0, key), nonce)
        return self._absorb(blank(self.permutation, state), associated_data)

    def crypt(self, state, data, decrypt):
        output = b""
        for block in blocks(data):
            other = xor(block, extract(state))
            output += other
            state = duplex(self.permutation, state, other if decrypt else block)
        return state, output

    def tag(self, state):
        return squeeze(self.permutation, blank(self.permutation, state), self.tag_bytes)

    def _absorb(self, state: int, data: bytes) -> int:
        for block in blocks(data):
            state = duplex(self.permutation, state, block)
        return state


@dataclass(frozen=True, kw_only=True)
class SubterraneanHash(HashModel):
    """Subterranean-XOF of one string, cut to a digest.

    Attributes:
        permutation: one round; input and output ``x`` are the state as 33 bytes.
    """

    permutation: Primitive = subterranean(1)
    block_bytes: int = UNKEYED_BYTES
    digest_bytes: int = 32

    def start(self):
        return BlockwiseHashState(self.block_bytes, 0, self._absorb, self._finish)

    def _absorb(self, state: int, block: bytes) -> int:
        return duplex(self.permutation, duplex(self.permutation, state, block))

    def _finish(self, state: int, rest: bytes) -> bytes:
        state = blank(self.permutation, self._absorb(state, rest))
        return squeeze(self.permutation, state, self.digest_bytes)


def blocks(data: bytes) -> list[bytes]:
    """Algorithm 1: blocks of 32 bits, the last one strictly shorter, maybe empty."""
    return split(data, KEYED_BYTES) + ([b""] if len(data) % KEYED_BYTES == 0 else [])


def duplex(permutation: Primitive, state: int, block: bytes = b"") -> int:
    """Algorithm 1, duplex: the round function, then the block with a 1 after its last bit is added.
    """
    string = permute(permutation, state.to_bytes(STRING_BITS // 8, "little"))
    padded = int.from_bytes(block, "little") | 1 << 8 * len(block)
    added = sum((padded >> j & 1) << place for j, place in enumerate(INJECTED))
    return int.from_bytes(string, "little") ^ added


def extract(state: int) -> bytes:
    """Algorithm 1, extract: 32 bits of output."""
    bits = sum((state >> one ^ state >> other) % 2 << j for j, (one, other) in enumerate(EXTRACTED))
    return bits.to_bytes(KEYED_BYTES, "little")


def blank(permutation: Primitive, state: int) -> int:
    """Algorithm 1, blank(8)."""
    for _ in range(BLANK_ROUNDS):
        state = duplex(permutation, state)
    return state


def squeeze(permutation: Primitive, state: int, length: int) -> bytes:
    """Algorithm 1, squeeze; ``length`` in bytes, a multiple of 4."""
    output = b""
    while len(output) < length:
        output += extract(state)
        state = duplex(permutation, state)
    return output

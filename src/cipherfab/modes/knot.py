"""KNOT-AEAD, a duplex, and KNOT-Hash, a sponge with a wider output.

Source: W. Zhang, T. Ding, B. Yang, Z. Bao, Z. Xiang, F. Ji, X. Zhao, "KNOT: Algorithm
Specifications and Supporting Document", submission to NIST, round 2, sections 4 and 5.

Differences from the text: algorithm 2 starts from 1 || 0^383 "if b = 384 and r = 192", which no
hash member is; it is KNOT-Hash(256,384,128,128), as equation 17 says. The model keeps the state as
bytes, the first bits of the state in its first bytes.
"""

from dataclasses import dataclass

from ..ciphers.knot import knot
from .byte_strings import pad, permute, split, xor
from .model import BlockwiseHashState, HashModel
from .one_pass import OnePass

PADDING = 1
TOP_BIT = 0x80
"""Equations 3, 6 and 17: the last bit of the state, in its last byte."""


@dataclass(frozen=True, kw_only=True)
class KnotAead(OnePass):
    """KNOT-AEAD(k, b, r).

    Attributes:
        key_bytes: also the length of nonce and tag.
        width: of the permutation, in bits.
        block_bytes: the rate.
        constant_bits: of the round constants.
        rounds: for the initialization, for each block, and for the finalization.
        marked: the last bit of the initial state is inverted, which tells members of one width
            apart.
    """

    key_bytes: int
    width: int
    block_bytes: int
    constant_bits: int
    rounds: tuple[int, int, int]
    marked: bool = False

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    @property
    def nonce_bytes(self):
        return self.key_bytes

    @property
    def tag_bytes(self):
        return self.key_bytes

    def start(self, key, nonce, associated_data):
        state = self._permute(initial_state(nonce + key, self.width, self.marked), self.rounds[0])
        for block in self._blocks(associated_data):
            state = self._permute(self._add(state, block), self.rounds[1])
        return mark(state)

    def crypt(self, state, data, decrypt):
        output, blocks = b"", self._blocks(data)
        for number, block in enumerate(blocks, 1):
            other = xor(block, state)
            output += other
            state = self._add(state, other if decrypt else block)
            if number < len(blocks):
                state = self._permute(state, self.rounds[1])
        return state, output

    def tag(self, state):
        return self._permute(state, self.rounds[2])[:self.tag_bytes]

    def _blocks(self, data: bytes) -> list[bytes]:
        """Section 4.2 before padding: the last block is short, maybe empty; no block of empty data.
        """
        return split(data, self.block_bytes) + (
            [b""] if data and len(data) % self.block_bytes == 0 else []
        )

    def _add(self, state: bytes, block: bytes) -> bytes:
        return add_block(state, block, self.block_bytes)

    def _permute(self, state: bytes, rounds: int) -> bytes:
        return permute(knot(self.width, self.constant_bits, rounds), state)


@dataclass(frozen=True, kw_only=True)
class KnotHash(HashModel):
    """KNOT-Hash(n, b, r, r').

    Attributes:
        digest_bytes: n.
        width: b, of the permutation, in bits.
        block_bytes: r, the rate of absorbing.
        squeeze_bytes: r', the rate of squeezing.
        constant_bits: of the round constants.
        rounds: of the permutation.
        marked: as in `KnotAead`.
    """

    digest_bytes: int
    width: int
    block_bytes: int
    squeeze_bytes: int
    constant_bits: int
    rounds: int
    marked: bool = False

    def start(self):
        state = initial_state(b"", self.width, self.marked)
        return BlockwiseHashState(self.block_bytes, state, self._absorb, self._finish)

    def _absorb(self, state: bytes, block: bytes) -> bytes:
        return self._permute(add_block(state, block, self.block_bytes))

    def _finish(self, state: bytes, rest: bytes) -> bytes:
        state = self._absorb(state, rest)
        digest = state[:self.squeeze_bytes]
        while len(digest) < self.digest_bytes:
            state = self._permute(state)
            digest += state[:self.squeeze_bytes]
        return digest

    def _permute(self, state: bytes) -> bytes:
        return permute(knot(self.width, self.constant_bits, self.rounds), state)


def initial_state(data: bytes, width: int, marked: bool) -> bytes:
    """Equations 3 and 17: the data and zeros, marked or not."""
    state = data.ljust(width // 8, b"\0")
    return mark(state) if marked else state


def mark(state: bytes) -> bytes:
    """Add 1 to the last bit of the state."""
    return state[:-1] + bytes([state[-1] ^ TOP_BIT])


def add_block(state: bytes, block: bytes, rate: int) -> bytes:
    """Add a block, padded if it is shorter than the rate, to the first bytes of the state."""
    return xor(state, block if len(block) == rate else pad(block, rate, PADDING)) + state[rate:]

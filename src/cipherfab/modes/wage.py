"""WAGE-AE-128: a duplex of WAGE with a keyed start and end.

Source: M. Aagaard, R. AlTawy, G. Gong, K. Mandal, R. Rohit, N. Zidaric, "WAGE: An Authenticated
Cipher", submission to NIST, round 2, section 2.4 (algorithm 2).

Differences from the text: none. The model keeps the state as a byte for each stage, S_0 first.
"""

from dataclasses import dataclass

from ..ciphers.wage import BITS, WAGE_111
from ..primitives.primitive import Primitive
from .byte_strings import pad, permute, split, xor
from .one_pass import OnePass

RATE = 8
PADDING = 0x80

AD, MESSAGE = 0x40, 0x20
"""Sections 2.4.5 and 2.4.6: the domain separators, bits 0 and 1 of S_0."""

RATE_STAGES = (8, 9, 15, 16, 18, 27, 28, 34, 35, 36)
"""Section 2.4.1: where the seven-bit tuples D_0 to D_9 of a block are added; the last has one bit.
"""

KEY_STAGES = (0, 19, 1, 20, 2, 21, 3, 22, 4, 23, 5, 24, 6, 25, 7, 26, 8, 27)
NONCE_STAGES = (28, 9, 29, 10, 30, 11, 31, 12, 32, 13, 33, 14, 34, 15, 35, 17, 36, 16)
"""Section 2.4.3: where the tuples of key and nonce are loaded."""

TAG_STAGES = (*NONCE_STAGES[:15], 16, 36, 17)
"""Section 2.4.7: where the tuples of the tag come from: those of the nonce, but for the order of 16
and 17.
"""

REST_STAGE = 18
"""Section 2.4.3: the stage of k_63, k_127, n_63 and n_127."""


@dataclass(frozen=True, kw_only=True)
class WageAead(OnePass):
    """WAGE-AE-128.

    Attributes:
        permutation: input and output ``x`` are the stages as bytes.
    """

    permutation: Primitive = WAGE_111
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = RATE
    ad_block_bytes: int = RATE

    def start(self, key, nonce, associated_data):
        state = self._add_key(permute(self.permutation, load(key, nonce)), key)
        for block in blocks(associated_data) if associated_data else []:
            state = self._absorb(state, block, AD)
        return key, state

    def crypt(self, state, data, decrypt):
        key, state = state
        output = b""
        for block in blocks(data):
            other = xor(block, rate(state))
            output += other
            state = self._absorb(state, other if decrypt else block, MESSAGE)
        return (key, state), output

    def tag(self, state):
        return tag(self._add_key(state[1], state[0]))

    def _add_key(self, state: bytes, key: bytes) -> bytes:
        for block in split(key, RATE):
            state = self._absorb(state, block, 0)
        return state

    def _absorb(self, state: bytes, block: bytes, domain: int) -> bytes:
        block = block if len(block) == RATE else pad(block, RATE, PADDING)
        added = bytearray(state)
        for stage, value in zip(RATE_STAGES, tuples(block)):
            added[stage] ^= value
        added[0] ^= domain
        return permute(self.permutation, bytes(added))


def blocks(data: bytes) -> list[bytes]:
    """Section 2.4.2 before padding: the last block is short, maybe empty."""
    return split(data, RATE) + ([b""] if len(data) % RATE == 0 else [])


def tuples(data: bytes) -> list[int]:
    """The bits of a byte string, first one most significant, in tuples of seven; the last one is
    filled with zeros.
    """
    bits = "".join(f"{byte:08b}" for byte in data)
    return [int(bits[start:start + BITS].ljust(BITS, "0"), 2) for start in range(0, len(bits),
                                                                                 BITS)]


def from_tuples(values: list[int], length: int) -> bytes:
    """The first ``length`` bytes of tuples: the inverse of `tuples`."""
    bits = "".join(f"{value:07b}" for value in values)[:8 * length]
    return int(bits, 2).to_bytes(length, "big")


def rate(state: bytes) -> bytes:
    """Section 2.4.1: the rate part of the state."""
    return from_tuples([state[stage] for stage in RATE_STAGES], RATE)


def load(key: bytes, nonce: bytes) -> bytes:
    """Section 2.4.3: nine tuples from each half of key and nonce; what is left of the halves, a bit
    each, together.
    """
    state, rest = bytearray(len(WAGE_111.layout) - 1), 0
    for place, half in enumerate((key[:RATE], key[RATE:], nonce[:RATE], nonce[RATE:])):
        *values, last = tuples(half)
        stages = (KEY_STAGES if place < 2 else NONCE_STAGES)[len(values) * (place % 2):]
        for stage, value in zip(stages, values):
            state[stage] = value
        rest |= last >> place
    state[REST_STAGE] = rest
    return bytes(state)


def tag(state: bytes) -> bytes:
    """Section 2.4.7: eighteen tuples, and two bits of the stage that has the rest."""
    values = [state[stage] for stage in TAG_STAGES]
    return from_tuples([*values, state[REST_STAGE] << 2 & 0x7F], 16)

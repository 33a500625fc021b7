"""S1P: the mode of Spook, a sponge between two calls of a tweakable block cipher.

Source: D. Bellizia et al., "Spook: Sponge-Based Leakage-Resistant Authenticated Encryption with a
Masked Tweakable Block Cipher", submission to NIST, round 2, section 3.1 and appendix A (algorithms
3 and 4).

Differences from the text: a decryption computes the tag again, instead of deciphering it with the
inverse cipher, which decides alike. In version 2, as the designers' published code has it, the seed
is the first bundle of the state instead of the last. The model keeps the state as bytes.
"""

from dataclasses import dataclass

from ..ciphers.clyde import CLYDE_128
from ..primitives.primitive import Primitive, software
from .byte_strings import pad, permute, split, xor
from .one_pass import OnePass

BLOCK = 16
"""n in bytes: of the cipher's block, key and tweak."""

PADDING = 1

MESSAGE, SHORT = 1, 2
"""Algorithm 3, steps 7 and 8: what is added to the first byte of the capacity before the first
block of the message, and with a short last block.
"""

MULTI_USER, PUBLIC_BITS = 0x40, 0x3F
"""Section 3.1: in the last byte of the public tweak, the bit that is 1 with more than one user, and
those that are free.
"""

TAG_TWEAK = 0x80
"""Algorithm 3, step 10: the last bit of the tweak is 1 in the call for the tag."""


@dataclass(frozen=True, kw_only=True)
class S1p(OnePass):
    """S1P over Clyde-128 and a permutation.

    Attributes:
        permutation: input and output ``x`` are the state's bytes.
        key_bytes: 16 with a single user; 32, the key and the public tweak, with more than one.
        block_bytes: the rate.
        seed_first: the enciphered nonce is at the start of the initial state, else at its end.
    """

    permutation: Primitive
    key_bytes: int
    block_bytes: int
    seed_first: bool = False
    nonce_bytes: int = 16
    tag_bytes: int = 16

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    def start(self, key, nonce, associated_data):
        key, public = key[:BLOCK], public_tweak(key[BLOCK:])
        rest = (public + nonce).ljust(self.permutation.inputs["x"] // 8 - BLOCK, b"\0")
        seed = encipher(key, public, nonce)
        state = permute(self.permutation, seed + rest if self.seed_first else rest + seed)
        for block in split(associated_data, self.ad_block_bytes):
            state = self._absorb(state, block)
        return key, state

    def crypt(self, state, data, decrypt):
        key, state = state
        output = b""
        if data:
            state = self._mark(state, MESSAGE)
        for block in split(data, self.block_bytes):
            other = xor(block, state)
            output += other
            state = self._absorb(state, other if decrypt else block)
        return (key, state), output

    def tag(self, state):
        key, state = state
        tweak = state[BLOCK:2 * BLOCK]
        return encipher(key, tweak[:-1] + bytes([tweak[-1] | TAG_TWEAK]), state[:BLOCK])

    def _absorb(self, state: bytes, block: bytes) -> bytes:
        """Add a block, a short one padded and marked, and permute."""
        if len(block) < self.block_bytes:
            block, state = pad(block, self.block_bytes, PADDING), self._mark(state, SHORT)
        return permute(self.permutation, xor(state, block) + state[self.block_bytes:])

    def _mark(self, state: bytes, domain: int) -> bytes:
        place = self.block_bytes
        return state[:place] + bytes([state[place] ^ domain]) + state[place + 1:]


def public_tweak(given: bytes) -> bytes:
    """Section 3.1, P || 0: zeros with a single user, else 126 public bits, 1 and 0."""
    return given[:-1] + bytes([given[-1] & PUBLIC_BITS | MULTI_USER]) if given else bytes(BLOCK)


def encipher(key: bytes, tweak: bytes, block: bytes) -> bytes:
    """Clyde-128."""
    result, = software(CLYDE_128)(*(int.from_bytes(data, "big") for data in (key, tweak, block)))
    return result.to_bytes(BLOCK, "big")

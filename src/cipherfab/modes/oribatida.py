"""Oribatida: a duplex whose ciphertext is masked with the capacity of the call before.

Source: A. Bhattacharjee, E. List, C. M. López, M. Nandi, "The Oribatida Family of Lightweight
Authenticated Encryption Schemes", version 1.2, submission to NIST, section 3 (algorithm 1).

Differences from the text: line 208 pads the ciphertext, which would not undo the encryption of a
short block; the plaintext is padded here. The model keeps the state as bytes, rate before capacity.
"""

from dataclasses import dataclass

from ..ciphers.simp import simp
from .byte_strings import pad, permute, split, xor
from .one_pass import OnePass

PADDING = 0x80

NOTHING_FOLLOWS, SOMETHING_FOLLOWS = 9, 5
"""Lines 121 to 123: the domain of the first call."""

AD, AD_SHORT, AD_ONLY = 4, 2, 8
"""Lines 131 to 136: the domain of the last block of associated data, and what it adds if that block
is short and if no message follows.
"""

MESSAGE, MESSAGE_SHORT = 13, 2
"""Lines 141 to 144: the domain of the last block of the message, and what it adds if that block is
short.
"""

STEPS, AD_STEPS = 4, 2
"""Section 3.1: of SimP in general, and after all but the last block of associated data."""


@dataclass(frozen=True, kw_only=True)
class Oribatida(OnePass):
    """Oribatida-n-s.

    Attributes:
        width: n, of the permutation, in bits.
        mask_bytes: s, how many bytes of a block, the last ones, are masked.
        block_bytes: the rate; also the length of the tag.
        nonce_bytes: what the key leaves of the state.
    """

    width: int
    mask_bytes: int
    block_bytes: int
    nonce_bytes: int
    key_bytes: int = 16

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    @property
    def tag_bytes(self):
        return self.block_bytes

    def start(self, key, nonce, associated_data):
        """The input of the call before the message, its domain with and without a message, and the
        first mask.
        """
        state = nonce + key
        if not associated_data:
            return state, (SOMETHING_FOLLOWS, NOTHING_FOLLOWS), self._mask(state)
        state = self._permute(add_domain(state, SOMETHING_FOLLOWS))
        mask = self._mask(state)
        *blocks, last = split(associated_data, self.ad_block_bytes)
        for block in blocks:
            state = self._permute(self._add(state, block), AD_STEPS)
        domain = AD + AD_SHORT * self._is_short(last)
        return self._add(state, last), (domain, domain + AD_ONLY), mask

    def crypt(self, state, data, decrypt):
        waiting, (with_message, without), mask = state
        state, output = self._permute(add_domain(waiting, with_message if data else without)), b""
        blocks = split(data, self.block_bytes)
        for number, block in enumerate(blocks, 1):
            other = xor(xor(block, mask), state)
            output += other
            mask = self._mask(state)
            state = self._add(state, other if decrypt else block)
            if number == len(blocks):
                state = add_domain(state, MESSAGE + MESSAGE_SHORT * self._is_short(block))
            state = self._permute(state)
        return state, output

    def tag(self, state):
        return state[:self.tag_bytes]

    def _mask(self, state: bytes) -> bytes:
        """lsb_s of the state, below zeros: what a ciphertext block is masked with."""
        return state[-self.mask_bytes:].rjust(self.block_bytes, b"\0")

    def _add(self, state: bytes, block: bytes) -> bytes:
        """Add a block, a short one padded, to the rate."""
        padded = pad(block, self.block_bytes, PADDING) if self._is_short(block) else block
        return xor(state, padded) + state[self.block_bytes:]

    def _is_short(self, block: bytes) -> bool:
        return len(block) < self.block_bytes

    def _permute(self, state: bytes, steps: int = STEPS) -> bytes:
        return permute(simp(self.width, steps), state)


def add_domain(state: bytes, domain: int) -> bytes:
    """Add a domain to the last bits of the state."""
    return state[:-1] + bytes([state[-1] ^ domain])

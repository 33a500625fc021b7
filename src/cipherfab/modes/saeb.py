# SPDX-License-Identifier: Apache-2.0
"""SAEB: a chain over a block cipher with a small rate, as SAEAES has it.

Source: Y. Naito, M. Matsui, Y. Sakai, D. Suzuki, K. Sakiyama, T. Sugawara, "SAEAES", submission to
NIST, 2019, sections 2.1 (algorithm 1) and 2.2 (table 1).

Differences from the text: none. Strings have their first byte most significant, so msb_r is the
first r bits, and the 1, 2 and 3 of c bits are in the last byte.
"""

from dataclasses import dataclass

from ..ciphers.aes import aes_128
from ..primitives.primitive import Primitive
from .byte_strings import call, pad, split, xor
from .dangers import RESPECTING
from .one_pass import OnePass

BLOCK = 16
PADDING = 0x80

FULL, SHORT, NONCE = 1, 2, 3
"""Algorithm 1: what is added to the capacity with the last block of a kind, and with the nonce."""


@dataclass(frozen=True, kw_only=True)
class Saeb(OnePass):
    """SAEB, with AES-128 if not said otherwise.

    Attributes:
        ad_block_bytes: r_1, 8 or 15.
        block_bytes: r.
        cipher: a block cipher with inputs ``key`` and ``plaintext`` and output ``ciphertext``.
    """

    dangers = RESPECTING

    ad_block_bytes: int
    cipher: Primitive = aes_128()
    key_bytes: int = 16
    nonce_bytes: int = 15
    tag_bytes: int = BLOCK
    block_bytes: int = 8

    def start(self, key, nonce, associated_data):
        """Algorithm 1, Hash, and the first call of Core."""
        state, _ = self._chain(key, bytes(BLOCK), associated_data, self.ad_block_bytes, False)
        return key, self._call(key, xor(state, nonce + bytes([NONCE])))

    def crypt(self, state, data, decrypt):
        """Algorithm 1, Core.Enc and Core.Dec."""
        key, chain = state
        return self._chain(key, chain, data, self.block_bytes, decrypt)

    def tag(self, state):
        """Algorithm 1: the state."""
        return state

    def _chain(
        self, key: bytes, state: bytes, data: bytes, rate: int, decrypt: bool
    ) -> tuple[bytes, bytes]:
        """A call for each block, one at least; the state, and the text on the other side."""
        blocks, output = split(data, rate) or [b""], b""
        for number, block in enumerate(blocks):
            text, full = xor(block, state), len(block) == rate
            output += text
            plain = text if decrypt else block
            added = (plain if full else pad(plain, rate, PADDING)).ljust(BLOCK, b"\0")
            state = xor(state, added)
            if number == len(blocks) - 1:
                state = state[:-1] + bytes([state[-1] ^ (FULL if full else SHORT)])
            state = self._call(key, state)
        return state, output

    def _call(self, key: bytes, block: bytes) -> bytes:
        return call(self.cipher, key=key, plaintext=block)

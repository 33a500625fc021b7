# SPDX-License-Identifier: Apache-2.0
"""mixFeed: feedback half from the plaintext and half from the ciphertext, with a new key for each
call.

Source: B. Chakraborty, M. Nandi, "mixFeed", submission to NIST, 2019, sections 2.1 to 2.3
(algorithm 1).

Differences from the text: its strings are little-endian, so the lower half of a block is the first
half of its bytes, and what follows N is a byte in front of it.

Danger beyond `dangers`: the key of each call comes from the one before by 11 steps of the schedule
of AES-128, whose cycles are short for many keys. Those are weak (G. Leurent, C. Pernot, "New
Representations of the AES Key Schedule", EUROCRYPT 2021).
"""

from dataclasses import dataclass

from ..ciphers.aes_mixfeed import AES_MIXFEED
from ..primitives.primitive import Primitive, software
from .byte_strings import split, xor
from .dangers import RESPECTING
from .one_pass import OnePass

BLOCK, HALF = 16, 8
PADDING = 0x01

DATA, NO_AD, NOTHING = 0, 1, 2
"""Algorithm 1, lines 3 to 8: the first byte of the nonce's block."""

END_OF_TYPE, END_OF_INPUT, SHORT, MESSAGE = 4, 8, 2, 1
"""Section 2.3: t_2, t_3, t_1 and t_0, which are added behind the last block of a type."""


@dataclass(frozen=True, kw_only=True)
class MixFeed(OnePass):
    """mixFeed.

    Attributes:
        cipher: as `ciphers.aes_mixfeed.AES_MIXFEED`.
    """

    dangers = RESPECTING

    cipher: Primitive = AES_MIXFEED
    key_bytes: int = 16
    nonce_bytes: int = 15
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    def start(self, key, nonce, associated_data):
        """Key, nonce and associated data; what they become depends on the message."""
        return key, nonce, associated_data

    def crypt(self, state, data, decrypt):
        """Algorithm 1: enc and dec."""
        key, nonce, ad = state
        if not ad and not data:
            return self._call(key, bytes([NOTHING]) + nonce), b""
        block = bytes([DATA if ad else NO_AD]) + nonce
        y, key = self._call(self._call(key, block)[0], block)
        if ad:
            end = END_OF_TYPE | (0 if data else END_OF_INPUT)
            y, key, _ = self._processed(y, key, ad, end, False)
        if not data:
            return (y, key), b""
        y, key, output = self._processed(
            y, key, data, END_OF_TYPE | END_OF_INPUT | MESSAGE, decrypt
        )
        return (y, key), output

    def tag(self, state):
        """Algorithm 1: the state."""
        return state[0]

    def _processed(
        self, y: bytes, key: bytes, data: bytes, end: int, decrypt: bool
    ) -> tuple[bytes, bytes, bytes]:
        """Algorithm 1, proc_txt: the state, the next key, the text on the other side."""
        output = b""
        for block in split(data, BLOCK):
            text = xor(block, y)
            output += text
            y, key = self._call(key, feed(y, *((text, block) if decrypt else (block, text))))
        short = SHORT if len(data) % BLOCK else 0
        y, key = self._call(key, bytes([y[0] ^ end ^ short]) + y[1:])
        return y, key, output

    def _call(self, key: bytes, block: bytes) -> tuple[bytes, bytes]:
        """The enciphered block, and the key of the next call."""
        numbers = (int.from_bytes(word, "big") for word in (key, block))
        result, following = software(self.cipher)(*numbers)
        return result.to_bytes(BLOCK, "big"), following.to_bytes(BLOCK, "big")


def feed(y: bytes, plaintext: bytes, ciphertext: bytes) -> bytes:
    """Algorithm 1, Feed: the plaintext is added to the first half, the ciphertext to the second."""
    mark = bytes([PADDING]) if len(plaintext) < BLOCK else b""
    padded = [(text + mark).ljust(BLOCK, b"\0") for text in (plaintext, ciphertext)]
    return xor(y, padded[0][:HALF] + padded[1][HALF:])

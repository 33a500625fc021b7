# SPDX-License-Identifier: Apache-2.0
"""GCM: counter mode, and a polynomial over associated data and ciphertext.

Source: NIST SP 800-38D, "Recommendation for Block Cipher Modes of Operation: Galois/Counter Mode
(GCM) and GMAC", 2007, sections 6 and 7.

Differences from the text: nonces have 96 bits and tags 128. A product is computed bit by bit, as in
section 6.3, but from the last bit of X on, so that the sum is multiplied by x in place of Y
(Horner's rule); a block's bit 0 is the most significant one of its first byte. A core computes
several bits of it at once, `product_step`.

Danger beyond `dangers`: from two messages with one nonce the key of the tag may be found, and then
any message can be forged.
"""

from dataclasses import dataclass

from ..ciphers.aes import aes_128
from ..primitives.primitive import Primitive
from ..words import Word, mux, ror
from .byte_strings import call, split, xor
from .dangers import RESPECTING
from .one_pass import OnePass

BLOCK = 16
R = 0xE1 << 120
"""Section 6.3."""


@dataclass(frozen=True, kw_only=True)
class Gcm(OnePass):
    """GCM, with AES-128 if not said otherwise."""

    dangers = RESPECTING

    cipher: Primitive = aes_128()
    key_bytes: int = 16
    nonce_bytes: int = 12
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    def start(self, key, nonce, associated_data):
        """Section 7.1, steps 1 and 2, and the associated data in GHASH."""
        h = self._call(key, bytes(BLOCK))
        # Key, nonce, H, the sum of GHASH, and the bytes of associated data and of text.
        return key, nonce, h, ghash(h, 0, associated_data), len(associated_data), 0

    def crypt(self, state, data, decrypt):
        """Sections 6.5 and 7.1, GCTR from the second counter on; the ciphertext in GHASH."""
        key, nonce, h, y, ad_bytes, _ = state
        output = b"".join(
            xor(block, self._call(key, nonce + number.to_bytes(4, "big")))
            for number, block in enumerate(split(data, BLOCK), 2)  # Counter 1 is for the tag.
        )
        y = ghash(h, y, data if decrypt else output)
        return (key, nonce, h, y, ad_bytes, len(data)), output

    def tag(self, state):
        """Section 7.1, steps 5 and 6: the lengths in bits, and the first counter."""
        key, nonce, h, y, *sizes = state
        lengths = b"".join((8 * size).to_bytes(8, "big") for size in sizes)
        first = self._call(key, nonce + (1).to_bytes(4, "big"))
        return xor(ghash(h, y, lengths).to_bytes(BLOCK, "big"), first)

    def _call(self, key: bytes, block: bytes) -> bytes:
        return call(self.cipher, key=key, plaintext=block)


def ghash(h: bytes, y: int, data: bytes) -> int:
    """Section 6.4, from ``y`` on; a short last block is followed by zeros."""
    for block in split(data, BLOCK):
        y = product(y ^ int.from_bytes(block.ljust(BLOCK, b"\0"), "big"), int.from_bytes(h, "big"))
    return y


def product(x: int, y: int) -> int:
    """Section 6.3: X times Y in GF(2^128)."""
    z = 0
    for place in range(8 * BLOCK):
        z = z >> 1 ^ R * (z & 1) ^ y * (x >> place & 1)
    return z


def times_x(word: Word) -> Word:
    """A block times x: its bits move to the right, and what leaves comes back by R."""
    # The rotation has brought the lowest bit to the top already.
    taps = word.constant(R ^ 1 << 8 * BLOCK - 1)
    return ror(word, 1) ^ mux(word[0], taps, word.constant(0))


def product_step(z: Word, digit: Word, h: Word) -> Word:
    """Horner's rule: Z times x^d, and d bits of a block times H; the block's last bits first."""
    total, power = z, h
    for _ in range(digit.width):
        total = times_x(total)
    for place in reversed(range(digit.width)):
        total = total ^ mux(digit[place], power, power.constant(0))
        power = times_x(power)
    return total

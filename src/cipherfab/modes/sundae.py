# SPDX-License-Identifier: Apache-2.0
"""SUNDAE: a MAC over nonce, associated data and message, then OFB with the tag; two passes.

Source: S. Banik, A. Bogdanov, T. Peyrin, Y. Sasaki, S. M. Sim, E. Tischhauser, Y. Todo,
"SUNDAE-GIFT", submission to NIST, version 1.0, sections 2.1 to 2.3.

Differences from the text: "encrypting message" prints the cipher twice for a block; figure 1 and
the known answers have it once. As in the text the tag comes before the ciphertext. Byte strings
have their first byte most significant: B_0 is the top one.

`times_two` and `first_block` are functions over words, which the software model compiles.
"""

from dataclasses import dataclass
from functools import cache

from ..ciphers.gift import gift
from ..primitives.primitive import Primitive
from ..words import Word, concat
from ..words.compiled import compile_function
from .byte_strings import call, pad, split, xor
from .dangers import RESISTANT
from .two_passes import TwoPasses

BLOCK = 16
PADDING = 0x80

NONCE_BITS = {0: 0b00, 8: 0b01, 12: 0b10, 16: 0b11}
"""Section 2.3, initialization: b125 and b124, by the bytes of the nonce."""


@dataclass(frozen=True, kw_only=True)
class Sundae(TwoPasses):
    """SUNDAE, its nonce a part of the associated data.

    Attributes:
        nonce_bytes: 0, 8, 12 or 16. Without a nonce two equal messages have one ciphertext.
        cipher: a block cipher with inputs ``key`` and ``plaintext`` and output ``ciphertext``.
    """

    dangers = RESISTANT

    nonce_bytes: int
    cipher: Primitive = gift(128, bitsliced=True)
    key_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    @property
    def ad_before_bytes(self):
        return self.nonce_bytes

    def taken_apart(self, sealed, message_bytes):
        return sealed[self.tag_bytes :], sealed[: self.tag_bytes], False

    def put_together(self, ciphertext, tag, padded):
        return tag + ciphertext

    def encrypt(self, key, nonce, associated_data, plaintext):
        sealed = super().encrypt(key, nonce, associated_data, plaintext)
        # The tag stands in front of the ciphertext, where `TwoPasses` has it behind.
        return sealed[len(plaintext) :] + sealed[: len(plaintext)]

    def decrypt(self, key, nonce, associated_data, ciphertext):
        moved = ciphertext[self.tag_bytes :] + ciphertext[: self.tag_bytes]
        return super().decrypt(key, nonce, associated_data, moved)

    def tag(self, key, nonce, associated_data, text):
        """Section 2.3: initialization, associated data, message."""
        (first,) = _compiled(self.nonce_bytes)[1](bool(nonce + associated_data), bool(text))
        tag = call(self.cipher, key=key, plaintext=first)
        for data in (nonce + associated_data, text):
            # An empty string has no block: the first one has said that it is missing.
            if data:
                tag = self._chain(key, tag, data)
        return tag

    def _chain(self, key: bytes, tag: bytes, data: bytes) -> bytes:
        """All blocks of one kind; the last one times 4, or padded and times 2."""
        *blocks, last = split(data, BLOCK)
        for block in blocks:
            tag = call(self.cipher, key=key, plaintext=xor(tag, block))
        full = len(last) == BLOCK
        product = int.from_bytes(xor(tag, last if full else pad(last, BLOCK, PADDING)), "big")
        for _ in range(2 if full else 1):
            (product,) = _compiled(self.nonce_bytes)[0](product)
        return call(self.cipher, key=key, plaintext=product)

    def add_stream(self, key, nonce, tag, text, *, decrypting):
        """Section 2.3, encrypting message: OFB."""
        output = b""
        for block in split(text, BLOCK):
            tag = call(self.cipher, key=key, plaintext=tag)
            output += xor(block, tag)
        return output


class SundaeWithNonce(Sundae):
    """With a nonce, as the LWC API has one in front of every message: there is always a block
    before the message.
    """


def times_two(block: Word) -> Word:
    """Section 2.1, multiplier: all bytes move up by one, and B_0 is added to three of them."""
    first, *others = block.split(8)
    moved = [*others, first]
    for place in (10, 12, 14):
        moved[place] = moved[place] ^ first
    return concat(*moved)


def first_block(has_ad: Word, has_message: Word, nonce_bytes: int) -> Word:
    """Section 2.3, initialization: what there is, and how long the nonce is, in the top bits;
    ``has_ad``: nonce or associated data.
    """
    start = concat(has_ad, has_message, has_ad.constant(NONCE_BITS[nonce_bytes], 2))
    return concat(start, start.constant(0, 8 * BLOCK - start.width))


@cache
def _compiled(nonce_bytes: int):
    """`times_two` and `first_block` on integers."""
    return (
        compile_function(lambda words: {"x": times_two(words["x"])}, {"x": 8 * BLOCK}),
        compile_function(
            lambda words: {"x": first_block(words["ad"], words["message"], nonce_bytes)},
            {"ad": 1, "message": 1},
        ),
    )

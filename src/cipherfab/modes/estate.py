# SPDX-License-Identifier: Apache-2.0
"""ESTATE and sESTATE: a MAC over nonce, associated data and message, then OFB with the tag; two
passes.

Source: A. Chakraborti, N. Datta, A. Jha, C. Mancillas López, M. Nandi, Y. Sasaki, "ESTATE",
submission to NIST, version 1, 2019, sections 2.1 and 2.2 (algorithms 1 and 2).

Differences from the text: none, unless `Estate.no_empty_case`. With neither associated data nor
message the text enciphers the nonce with tweak 8; the reference code goes on and enciphers it as if
something followed. The official known answers follow the code: they differ in their first record.
"""

from dataclasses import dataclass

from ..primitives.primitive import Primitive
from .byte_strings import call, pad, split, xor
from .dangers import RESISTANT
from .two_passes import TwoPasses

BLOCK = 16

EMPTY, NONCE, BETWEEN, REDUCED = 8, 1, 0, 15
"""Tweaks: of the nonce alone, of the nonce, of blocks between and of OFB, and of the cipher of
fewer rounds."""

LAST_AD, LAST_AD_ALONE, LAST_MESSAGE = 2, 6, 4
"""Tweaks of the last block: of associated data before a message, without one, of the message; plus
1 if padded."""

PADDING = 0x01
"""The byte after the data of a block that is not full; zeros follow."""


@dataclass(frozen=True, kw_only=True)
class Estate(TwoPasses):
    """ESTATE, or sESTATE with a second cipher.

    Attributes:
        cipher: a tweakable block cipher with inputs ``key``, ``tweak`` (4 bits) and ``plaintext``
            and output ``ciphertext``, block and key of 128 bits.
        reduced: for sESTATE, what stands for the cipher at the nonce and at all blocks of the MAC
            but the last one of associated data and of the message; None for ESTATE.
        no_empty_case: empty associated data with an empty message is treated as the reference code
            does.
    """

    dangers = RESISTANT

    cipher: Primitive
    reduced: Primitive | None = None
    no_empty_case: bool = False
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    def tag(self, key, nonce, associated_data, text):
        """Algorithm 1, MAC."""
        if not associated_data and not text and not self.no_empty_case:
            return call(self.cipher, key=key, tweak=EMPTY, plaintext=nonce)
        tag = self._not_last(key, nonce, NONCE)
        if associated_data:
            # Whether a message follows is said by the tweak here, so an empty one needs no call of
            # its own.
            tag = self._chain(key, tag, associated_data, LAST_AD if text else LAST_AD_ALONE)
        return self._chain(key, tag, text, LAST_MESSAGE) if text else tag

    def _chain(self, key: bytes, tag: bytes, data: bytes, tweak: int) -> bytes:
        """Algorithm 1, FCBC*."""
        *blocks, last = split(data, BLOCK)
        for block in blocks:
            tag = self._not_last(key, xor(tag, block), BETWEEN)
        if len(last) < BLOCK:
            # A padded block is told from a full one of the same content by its tweak.
            last, tweak = pad(last, BLOCK, PADDING), tweak + 1
        return call(self.cipher, key=key, tweak=tweak, plaintext=xor(tag, last))

    def _not_last(self, key: bytes, block: bytes, tweak: int) -> bytes:
        """Algorithm 2: sESTATE has its other cipher here, always with the same tweak."""
        if self.reduced is None:
            return call(self.cipher, key=key, tweak=tweak, plaintext=block)
        return call(self.reduced, key=key, tweak=REDUCED, plaintext=block)

    def add_stream(self, key, nonce, tag, text, *, decrypting):
        """Algorithm 1, OFB."""
        output = b""
        for block in split(text, BLOCK):
            tag = call(self.cipher, key=key, tweak=BETWEEN, plaintext=tag)
            output += xor(block, tag)
        return output

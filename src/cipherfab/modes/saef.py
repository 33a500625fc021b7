# SPDX-License-Identifier: Apache-2.0
"""SAEF: the sequential mode of ForkAE over a forkcipher.

Source: E. Andreeva et al., "ForkAE v.1", submission to NIST, section 4.3 (algorithms of figure 8).

Differences from the text: none. The tweak of the first call ends with 1 || f, that of the others
with 0 || f.
"""

from dataclasses import dataclass

from .byte_strings import split, xor
from .dangers import RESPECTING
from .forkae import ForkAead

FIRST_FLAG = 8
"""Section 4.3, figure 9: the 1-bit that follows nonce and zeros in the first call."""

LAST_AD, LAST_AD_WITHOUT_MESSAGE, NEXT_MESSAGE, LAST_MESSAGE, SHORT_LAST = 2, 6, 1, 4, 1
"""Section 4.3, the values of f; a short last block adds `SHORT_LAST`. Associated data that is not
the last has 0.
"""


@dataclass(frozen=True, kw_only=True)
class Saef(ForkAead):
    """SAEF (section 4.3, figure 8)."""

    dangers = RESPECTING

    def seal(self, key, nonce, associated_data, blocks, length):
        call = _Call(self, key, nonce, associated_data, bool(blocks))
        if not blocks:
            return call.mask
        output = b"".join(call.encrypt(*block) for block in blocks)
        return (output + call.mask)[: length + self.tag_bytes]

    def decrypt(self, key, nonce, associated_data, ciphertext):
        length = len(ciphertext) - self.tag_bytes
        if length < 0:
            return None
        call = _Call(self, key, nonce, associated_data, length > 0)
        if length == 0:
            return b"" if call.mask == ciphertext else None
        # What is behind the last whole block is as long as the last block of the message.
        *blocks, tag = split(ciphertext, self.block_bytes)
        short = len(tag) < self.block_bytes
        output = b"".join(
            call.decrypt(block, number == len(blocks), short)
            for number, block in enumerate(blocks, 1)
        )
        return output[:length] if self.is_genuine(output, length, call.mask, tag) else None

    def tweak(self, nonce: bytes, flags: int) -> bytes:
        """The nonce or, empty, zeros, and the flags at the end."""
        size = self.tweak_bits // 8
        return (int.from_bytes(nonce.ljust(size, b"\0"), "big") | flags).to_bytes(size, "big")


class _Call:
    """One encryption or decryption in progress, after the associated data: the mask, which is the
    right block of the last call.
    """

    def __init__(
        self, mode: Saef, key: bytes, nonce: bytes, associated_data: bytes, message_follows: bool
    ):
        self._mode, self._key, self._nonce, self._first = mode, key, nonce, True
        self.mask = bytes(mode.block_bytes)
        for block, last, short in mode.ad_blocks(associated_data, message_follows):
            flags = (
                last * (LAST_AD if message_follows else LAST_AD_WITHOUT_MESSAGE)
                + SHORT_LAST * short
            )
            _, self.mask = mode.forward(key, self._tweak(flags), xor(block, self.mask))

    def encrypt(self, block: bytes, last: bool, short: bool) -> bytes:
        """The ciphertext of a padded block of message."""
        mask = self.mask
        left, self.mask = self._mode.forward(
            self._key, self._message_tweak(last, short), xor(block, mask)
        )
        return xor(left, mask)

    def decrypt(self, block: bytes, last: bool, short: bool) -> bytes:
        """The inverse of `encrypt`; ``short`` counts for the last block only."""
        mask = self.mask
        plain, self.mask = self._mode.inverse(
            self._key, self._message_tweak(last, short), xor(block, mask)
        )
        return xor(plain, mask)

    def _message_tweak(self, last: bool, short: bool) -> bytes:
        return self._tweak(LAST_MESSAGE + SHORT_LAST * short if last else NEXT_MESSAGE)

    def _tweak(self, flags: int) -> bytes:
        # Only the first call has the nonce in its tweak, be it one of associated data or of the
        # message.
        first, self._first = self._first, False
        return self._mode.tweak(self._nonce if first else b"", flags + FIRST_FLAG * first)

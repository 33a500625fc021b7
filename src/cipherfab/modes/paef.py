# SPDX-License-Identifier: Apache-2.0
"""PAEF: the parallel mode of ForkAE over a forkcipher.

Source: E. Andreeva et al., "ForkAE v.1", submission to NIST, section 4.2 (algorithms of figure 6).

Differences from the text: messages and associated data that exceed the block counter are refused
with an error.
"""

from dataclasses import dataclass

from ..errors import CallError
from .byte_strings import split, xor
from .dangers import RESPECTING
from .forkae import ForkAead

MESSAGE_FLAG, SHORT_FLAG, LAST_FLAG = 4, 2, 1
"""Section 4.2: f0 || f1 || f2."""

FLAGS_BITS = 3


@dataclass(frozen=True, kw_only=True)
class Paef(ForkAead):
    """PAEF (section 4.2, figure 6)."""

    dangers = RESPECTING

    @property
    def counter_bits(self) -> int:
        """Bits of the block number (table 2)."""
        return self.tweak_bits - 8 * self.nonce_bytes - FLAGS_BITS

    def tweak(self, nonce: bytes, number: int, flags: int) -> bytes:
        """nonce || flags || number of the block, from 1."""
        if number >> self.counter_bits:
            raise CallError(
                f"PAEF: expected at most {(1 << self.counter_bits) - 1} blocks of "
                f"{self.block_bytes} bytes in a "
                "message or its associated data, as the counter in the tweak has; got "
                "more"
            )
        rest = flags << self.counter_bits | number
        return nonce + rest.to_bytes((FLAGS_BITS + self.counter_bits) // 8, "big")

    def seal(self, key, nonce, associated_data, blocks, length):
        total = self._associated_data(key, nonce, associated_data, bool(blocks))
        if not blocks:
            return total
        output = b""
        for number, (block, last, short) in enumerate(blocks, 1):
            left, right = self.forward(
                key, self.tweak(nonce, number, _flags(True, last, short)), block
            )
            # The last left block carries the sum of all others, and so what authenticates them.
            output += xor(left, total) if last else left
            total = xor(total, right)
        # The left block of a short last block is sent whole, so the right one is cut instead.
        return (output + right)[: length + self.tag_bytes]

    def decrypt(self, key, nonce, associated_data, ciphertext):
        length = len(ciphertext) - self.tag_bytes
        if length < 0:
            return None
        total = self._associated_data(key, nonce, associated_data, length > 0)
        if length == 0:
            return b"" if total == ciphertext else None
        # What is behind the last whole block is as long as the last block of the message.
        *blocks, tag = split(ciphertext, self.block_bytes)
        output = b""
        for number, block in enumerate(blocks, 1):
            last, short = (
                number == len(blocks),
                len(tag) < self.block_bytes and number == len(blocks),
            )
            tweak = self.tweak(nonce, number, _flags(True, last, short))
            plain, right = self.inverse(key, tweak, xor(block, total) if last else block)
            output += plain
            total = xor(total, right)
        return output[:length] if self.is_genuine(output, length, right, tag) else None

    def _associated_data(
        self, key: bytes, nonce: bytes, data: bytes, message_follows: bool
    ) -> bytes:
        """The sum of the right blocks; with no message the tag."""
        total = bytes(self.block_bytes)
        for number, (block, last, short) in enumerate(self.ad_blocks(data, message_follows), 1):
            total = xor(
                total,
                self.forward(key, self.tweak(nonce, number, _flags(False, last, short)), block)[1],
            )
        return total


def _flags(message: bool, last: bool, short: bool) -> int:
    return MESSAGE_FLAG * message + SHORT_FLAG * short + LAST_FLAG * last

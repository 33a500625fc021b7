# SPDX-License-Identifier: Apache-2.0
"""Romulus-M: the mode of Romulus that withstands repeated nonces, with two passes over the message.

Sources: C. Guo, T. Iwata, M. Khairallah, K. Minematsu, T. Peyrin, "Romulus v1.3", submission to
NIST, 2021, section 2.4.4 (figure 2.7); Romulus-M1 of version 1.2 is the same with another cipher.

Differences from the text: none. As in `romulus`, index i has the counter value 2^i.
"""

from dataclasses import dataclass

from ..primitives.primitive import Primitive
from .byte_strings import split, xor
from .dangers import RESISTANT
from .romulus import BLOCK, THREE_BLOCKS, counters, encipher, output_of, pad
from .two_passes import TwoPasses

AD, MESSAGE, LAST, STREAM = 40, 44, 48, 36
"""Domain separation: of two blocks that end in associated data, or in the message; of the nonce's
call; of the second pass."""

AD_PADDED, MESSAGE_PADDED, AD_EVEN, MESSAGE_EVEN = 2, 1, 8, 4
"""Added to `LAST`."""

FIRST = 1
"""The counter value of index 0."""


@dataclass(frozen=True, kw_only=True)
class RomulusM(TwoPasses):
    """Romulus-M.

    Attributes:
        cipher: a tweakable block cipher with inputs ``tweakey`` and ``plaintext`` and output
            ``ciphertext``, block of 128 bits.
    """

    dangers = RESISTANT

    cipher: Primitive
    key_bytes: int = 16
    nonce_bytes: int = BLOCK
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = 2 * BLOCK

    def tag(self, key, nonce, associated_data, text):
        """Figure 2.7, Enc, lines 1 to 23: blocks in turn go into the state and into the tweak."""
        ad_blocks, text_blocks = (
            split(string, BLOCK) or [b""] for string in (associated_data, text)
        )
        blocks = [pad(block, BLOCK) for block in ad_blocks + text_blocks]
        counter, state = counters(len(blocks), 56), bytes(BLOCK)
        for place in range(0, len(blocks) - 1, 2):
            # The last of an odd number of blocks shares its call with the first one of the message.
            domain = AD if place + 1 < len(ad_blocks) // 2 * 2 else MESSAGE
            state = xor(state, blocks[place])
            state = self._call(state, counter[place], domain, blocks[place + 1], key)
        if len(blocks) % 2:
            state = xor(state, blocks[-1])
        domain = self._last_domain(ad_blocks, text_blocks)
        return output_of(self._call(state, counter[-1], domain, nonce, key))

    @staticmethod
    def _last_domain(ad_blocks: list[bytes], text_blocks: list[bytes]) -> int:
        """Lines 5 to 9."""
        return (
            LAST
            | AD_PADDED * (len(ad_blocks[-1]) < BLOCK)
            | MESSAGE_PADDED * (len(text_blocks[-1]) < BLOCK)
            | AD_EVEN * (len(ad_blocks) % 2 == 0)
            | MESSAGE_EVEN * (len(text_blocks) % 2 == 0)
        )

    def add_stream(self, key, nonce, tag, text, *, decrypting):
        """Lines 24 to 31, and their inverse."""
        output, state, blocks = b"", tag, split(text, BLOCK)
        # The second pass begins with index 0, which `counters` has not.
        for counter, block in zip([FIRST, *counters(len(blocks), 56)], blocks):
            state = self._call(state, counter, STREAM, nonce, key)
            result = xor(block, output_of(state))
            output, state = output + result, xor(state, pad(result if decrypting else block, BLOCK))
        return output

    def _call(self, state: bytes, counter: int, domain: int, tweak: bytes, key: bytes) -> bytes:
        return encipher(self.cipher, THREE_BLOCKS, state, counter, domain, tweak, key)

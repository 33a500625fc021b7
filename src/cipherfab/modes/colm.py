# SPDX-License-Identifier: Apache-2.0
"""COLM: an online mode with two layers of a block cipher and a linear mixing between them.

Source: E. Andreeva, A. Bogdanov, N. Datta, A. Luykx, B. Mennink, M. Nandi, E. Tischhauser, K.
Yasuda, "COLM v1", submission to CAESAR, 2016 (final portfolio). No text of it was at hand; it was
read in its reference code.

Differences from the reference code: that of COLM_127 stops after 32 tags between. Its COLM_0 starts
the masks of associated data at 3 L, its COLM_127 at 2 * 3 L, and the designers' other code of
COLM_127 at 3 L: `Colm.first_data_mask`. Numbers are blocks, most significant bit first.
"""

from dataclasses import dataclass

from ..primitives.primitive import Primitive
from .byte_strings import split
from .dangers import ONLINE
from .two_layers import BLOCK, SEVEN, SEVEN_SQUARED, TWICE, Factors, Layers, Multiple, TwoLayers


@dataclass(frozen=True, kw_only=True)
class Colm(TwoLayers):
    """COLM_tau.

    Attributes:
        cipher: a block cipher with inputs ``key`` and ``plaintext``, output ``ciphertext`` and an
            inverse, block of 128 bits.
        gap: tau: a tag stands after so many blocks that are not the last; 0 for none but the last.
        first_data_mask: the mask of the first block of associated data, as a multiple of L: 3 or 6.
    """

    dangers = ONLINE
    walk = {
        "data": TWICE,
        "padded data": Factors(SEVEN),
        "text": TWICE,
        "last": Factors(SEVEN, SEVEN),
        "padded last": Factors(SEVEN_SQUARED, SEVEN_SQUARED),
        "tag": TWICE,
    }

    cipher: Primitive
    gap: int = 0
    first_data_mask: int = 3
    key_bytes: int = 16
    nonce_bytes: int = 8
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    def sealed_bytes(self, message_bytes):
        # No such tag stands behind the last block, even if that one is full: hence a byte less.
        between = max(0, message_bytes - 1) // (BLOCK * self.gap) if self.gap else 0
        return message_bytes + self.tag_bytes + BLOCK * between

    @property
    def subkeys(self):
        # Each call doubles its mask first: a first mask of 3 L begins as half of it, one of 6 L as
        # 3 L.
        return Multiple(1, halved=self.first_data_mask == 3), Multiple(0), Multiple(2)

    def encrypt(self, key, nonce, associated_data, plaintext):
        layers = self._begun(key, nonce, associated_data)
        output, (*blocks, last) = b"", split(plaintext, BLOCK) or [b""]
        for number, block in enumerate(blocks, 1):
            output += layers.text(block)
            if self._tag_follows(number):
                output += layers.tag_between()
        # A short last block has a whole block of ciphertext; to make up for it the tag is cut to
        # its length.
        return output + layers.last(last) + layers.tag()[: len(last)]

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        layers = self._begun(key, nonce, associated_data)
        output, number = b"", 0
        # The last block and what follows it, a block at most, are left for the end.
        while len(ciphertext) > 2 * BLOCK:
            block, ciphertext, number = ciphertext[:BLOCK], ciphertext[BLOCK:], number + 1
            output += layers.text_back(block)
            if self._tag_follows(number):
                if layers.tag_between() != ciphertext[:BLOCK]:
                    # What is behind a wrong tag is not deciphered at all.
                    return None
                ciphertext = ciphertext[BLOCK:]
        if len(ciphertext) < BLOCK:
            return None
        block, rest = ciphertext[:BLOCK], ciphertext[BLOCK:]
        # As the tag was cut to the length of the last block, what is left of it says how long that
        # was.
        last = layers.last_back(block, padded=len(rest) < BLOCK)
        valid = last is not None and len(last) == len(rest)
        return output + last if valid and layers.tag()[: len(rest)] == rest else None

    def _begun(self, key: bytes, nonce: bytes, data: bytes) -> Layers:
        """The layers behind the associated data: their sum is the first state."""
        layers = Layers(self, key)
        for block in (self._first_block(nonce), *split(data, BLOCK)):
            layers.state ^= layers.data_block(block)
        return layers

    def _tag_follows(self, number: int) -> bool:
        """Whether a tag comes after block ``number``, which is not the last."""
        return self.gap > 0 and number % self.gap == 0

    def _first_block(self, nonce: bytes) -> bytes:
        """Nonce || parameters: tau in 16 bits, the length of tags between in 8 (128 if there are
        any)."""
        tag_bits = 8 * BLOCK if self.gap else 0
        return nonce + self.gap.to_bytes(2, "big") + bytes([tag_bits]) + bytes(5)


@dataclass(frozen=True, kw_only=True)
class ColmWithoutTags(Colm):
    """COLM_0: without tags between, the ciphertext is as long as the message. It has hardware."""

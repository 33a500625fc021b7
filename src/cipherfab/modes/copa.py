# SPDX-License-Identifier: Apache-2.0
"""COPA: an online mode with two layers of a block cipher, of which decryption uses the inverse.

Sources: E. Andreeva, A. Bogdanov, A. Luykx, B. Mennink, E. Tischhauser, K. Yasuda, "Parallelizable
and Authenticated Online Ciphers", ASIACRYPT 2013; in the form of the same authors, "AES-COPA v.2",
submission to CAESAR, 2015. No text of the submission was at hand; it was read in its reference
code.

Differences from the reference code: none. The ciphertext is always whole blocks, at least one, and
after the tag comes a byte that is 1 if the last block of the message was padded. Numbers are
blocks, most significant bit first.
"""

from dataclasses import dataclass

from ..primitives.primitive import Primitive
from .byte_strings import as_block, as_number, filled, split, unpad
from .dangers import ONLINE
from .two_layers import (
    BLOCK,
    NINE,
    PADDING,
    SEVEN,
    THREE,
    TWICE,
    Factors,
    Layers,
    Multiple,
    TwoLayers,
)


@dataclass(frozen=True, kw_only=True)
class Copa(TwoLayers):
    """COPA, version 2.

    Attributes:
        cipher: a block cipher with inputs ``key`` and ``plaintext``, output ``ciphertext`` and an
            inverse, block of 128 bits.
        tag_bytes: without the byte after the tag.
    """

    dangers = ONLINE
    subkeys = Multiple(3, halved=True), Multiple(1, halved=True), Multiple(0)
    walk = {
        "data": TWICE,
        "last data": Factors(2 * THREE),
        "padded last data": Factors(2 * NINE),
        "text": TWICE,
        "last": TWICE,
        "padded last": Factors(2 * SEVEN, 2),
        "tag": Factors(THREE, SEVEN),
    }

    cipher: Primitive
    key_bytes: int = 16
    nonce_bytes: int = BLOCK
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    whole_ciphertext = True
    marks_padding = True

    def ciphertext_bytes(self, message_bytes):
        return BLOCK * max(1, -(-message_bytes // BLOCK))

    def mix(self, x, w):
        return x ^ w, x ^ w

    def unmix(self, y, w):
        return y ^ w, y

    def encrypt(self, key, nonce, associated_data, plaintext):
        *blocks, last = split(plaintext, BLOCK) or [b""]
        layers, padded = self._begun(key, associated_data + nonce), len(last) < BLOCK
        output, end = b"".join(map(layers.text, blocks)), filled(last, BLOCK, PADDING)
        layers.checksum ^= as_number(end)
        # Here the last block goes through as it is; COLM and ELmD have the checksum in its place.
        output += layers.through(as_number(end), "padded last" if padded else "last")
        return output + layers.tag() + bytes([padded])

    def decrypt(self, key, nonce, associated_data, ciphertext):
        # Blocks, and the byte behind the tag.
        if len(ciphertext) < self.sealed_bytes(0) or len(ciphertext) % BLOCK != 1:
            return None
        if ciphertext[-1] > 1:
            return None
        layers, padded = self._begun(key, associated_data + nonce), ciphertext[-1]
        *blocks, last, tag = split(ciphertext[:-1], BLOCK)
        output = b"".join(map(layers.text_back, blocks))
        end = layers.back(last, "padded last" if padded else "last")
        layers.checksum ^= end
        text = unpad(as_block(end), PADDING) if padded else as_block(end)
        valid = layers.tag() == tag
        return output + text if text is not None and valid else None

    def _begun(self, key: bytes, authenticated: bytes) -> Layers:
        """The layers behind PMAC1' of the associated data and the nonce: the last block is
        enciphered with the sum of the others.
        """
        # The nonce is behind the data, so there is always a last block.
        layers, (*blocks, last) = Layers(self, key), split(authenticated, BLOCK)
        total = 0
        for block in blocks:
            total ^= layers.data_block(block)
        layers.state = layers.subkey ^ layers.data_block(last, end="last ", total=total)
        return layers

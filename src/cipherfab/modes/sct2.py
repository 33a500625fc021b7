# SPDX-License-Identifier: Apache-2.0
"""SCT-2: an AEAD from a tweakable block cipher that withstands repeated nonces, with two passes
over the message.

Sources: T. Peyrin, Y. Seurin, "Counter-in-Tweak: Authenticated Encryption Modes for Tweakable Block
Ciphers", CRYPTO 2016; the variant SCT-2 in the form of A. Adomnicai et al., "Lilliput-AE",
submission to NIST, version 1.1, 2019, the mode Lilliput-II; read in its reference code.

The tag is the sum of the enciphered blocks of associated data and of message, enciphered once more
under the nonce; then the message is encrypted with the tag and the number of the block as tweak.
Tweaks:

    associated data     0010, padded 0110, then the index of the block
    message, for the tag   0000, padded 0100, then the index of the block
    tag                 0001 0000, then the nonce
    key stream          1, then the tag without its first bit, with the index of the block added

Differences from the reference code: none.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ..primitives.primitive import Primitive, software
from .byte_strings import pad, split, xor
from .dangers import RESISTANT
from .over_cipher import OverCipher
from .two_passes import TwoPasses

MESSAGE, AD, PADDED = 0x00, 0x20, 0x40
"""First byte of a tweak: what a block is of; added for a block that was not full."""

TAG, STREAM = 0x10, 0x80
"""First byte of the tweak of the tag; first bit of those of the key stream."""

PADDING = 0x80
"""The byte after the data of a block that is not full; zeros follow."""


@dataclass(frozen=True, kw_only=True)
class Sct2(OverCipher, TwoPasses):
    """SCT-2 over ``cipher``, of which it uses encryption only.

    Attributes:
        cipher: a tweakable block cipher with inputs ``key``, ``tweak`` and ``plaintext`` and output
            ``ciphertext``; the tweak is as long as the block. The nonce is a byte shorter than the
            block.
    """

    dangers = RESISTANT

    cipher: Primitive

    def __post_init__(self):
        # The tag is a tweak, and the nonce with a byte in front is one and a block too.
        if self.cipher.inputs["tweak"] != self.cipher.inputs["plaintext"]:
            raise ValueError(f"{self.cipher.name}: SCT-2 needs a tweak as long as the block")

    @property
    def key_bytes(self):
        """Bytes of the cipher's key."""
        return self.cipher.inputs["key"] // 8

    @property
    def nonce_bytes(self):
        """What is left of a tweak after its first byte."""
        return self.block_bytes - 1

    @property
    def tag_bytes(self):
        """As `block_bytes`."""
        return self.block_bytes

    def tag(self, key, nonce, associated_data, text):
        total = xor(self._sum(key, AD, associated_data), self._sum(key, MESSAGE, text))
        return self._call(key, bytes([TAG]) + nonce, total)

    def _sum(self, key: bytes, kind: int, data: bytes) -> bytes:
        """The sum of the enciphered blocks; 0 if there is none."""
        total = bytes(self.block_bytes)
        for tweak, block in self._tweaked(kind, data):
            total = xor(total, self._call(key, tweak, block))
        return total

    def _tweaked(self, kind: int, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Each block, padded if it is not full, with its tweak."""
        for index, block in enumerate(split(data, self.block_bytes)):
            full = len(block) == self.block_bytes
            first = kind if full else kind | PADDED
            yield (
                bytes([first]) + index.to_bytes(self.nonce_bytes, "big"),
                block if full else pad(block, self.block_bytes, PADDING),
            )

    def add_stream(self, key, nonce, tag, text, *, decrypting):
        start, output = bytes([tag[0] | STREAM]) + tag[1:], b""
        for index, block in enumerate(split(text, self.block_bytes)):
            tweak = xor(start, index.to_bytes(self.block_bytes, "big"))
            # The nonce is what is enciphered here; tag and number are in the tweak.
            output += xor(block, self._call(key, tweak, bytes(1) + nonce))
        return output

    def _call(self, key: bytes, tweak: bytes, block: bytes) -> bytes:
        given = {"key": key, "tweak": tweak, "plaintext": block}
        (result,) = software(self.cipher)(
            *(int.from_bytes(given[name], "big") for name in self.cipher.inputs)
        )
        return result.to_bytes(self.block_bytes, "big")

# SPDX-License-Identifier: Apache-2.0
"""What PAEF and SAEF, the modes of ForkAE over a forkcipher, have in common.

Source: E. Andreeva et al., "ForkAE v.1", submission to NIST, section 3 (notation), table 1 and
table 2; both modes are in `paef` and `saef`.

Differences from the text: blocks are byte strings, first byte most significant. C0 is called left,
C1 right.
"""

from dataclasses import dataclass

from ..primitives.forkcipher import LEFT, Forkcipher
from ..primitives.forkcipher_model import decrypt, encrypt
from .byte_strings import filled, split
from .model import PaddingChecked

MARK = 0x80
"""Section 3: 10*, the padding of a short block, as a byte."""


@dataclass(frozen=True, kw_only=True)
class ForkAead(PaddingChecked):
    """An AEAD over a forkcipher whose tag is a block.

    Attributes:
        cipher: the forkcipher; its tweakey is key || tweak.
    """

    cipher: Forkcipher
    nonce_bytes: int
    key_bytes: int = 16

    @property
    def block_bytes(self):
        """Bytes of a block of message, of associated data, and of the tag."""
        return self.cipher.block // 8

    ad_block_bytes = tag_bytes = block_bytes

    @property
    def tweak_bits(self) -> int:
        """Bits of the tweak: nonce, flags and, in PAEF, a counter."""
        return self.cipher.tweakey - 8 * self.key_bytes

    def blocks(self, data: bytes) -> list[tuple[bytes, bool, bool]]:
        """Those of a message or of associated data."""
        pieces = split(data, self.block_bytes)
        return [
            (self.pad(piece), number == len(pieces), len(piece) < self.block_bytes)
            for number, piece in enumerate(pieces, 1)
        ]

    def ad_blocks(self, data: bytes, message_follows: bool) -> list[tuple[bytes, bool, bool]]:
        """The same for associated data: without a message there is at least one block."""
        # Without message and data there would be no call at all, and so no tag.
        return self.blocks(data) if data or message_follows else [(self.pad(b""), True, True)]

    def pad(self, piece: bytes) -> bytes:
        """Section 3: a whole block as it is, a shorter one with 10*."""
        return filled(piece, self.block_bytes, MARK)

    def forward(self, key: bytes, tweak: bytes, block: bytes) -> tuple[bytes, bytes]:
        """F: the left and the right block."""
        return self._bytes(
            encrypt(self.cipher, self._tweakey(key, tweak), int.from_bytes(block, "big"))
        )

    def inverse(self, key: bytes, tweak: bytes, left: bytes) -> tuple[bytes, bytes]:
        """F^-1 of a left block: the plaintext and the right block."""
        return self._bytes(
            decrypt(self.cipher, self._tweakey(key, tweak), int.from_bytes(left, "big"), LEFT)
        )

    def is_genuine(self, plaintext: bytes, length: int, right: bytes, tag: bytes) -> bool:
        """The check at the end of a decryption (sections 4.2 and 4.3).

        Args:
            plaintext: all decrypted blocks.
            length: bytes of the message.
            right: the right block of the last call.
            tag: what followed the last left block: as many bytes as the last block of the message
                has.
        """
        last = plaintext[-self.block_bytes :]
        # The message fills so many bytes of the last block, and as many of the tag were sent.
        used = len(last) - (len(plaintext) - length)
        # What is behind the message in a deciphered block may be anything: to leave it unchecked
        # would let more blocks pass as genuine.
        return right[:used] == tag and self.pad(last[:used]) == last

    def _tweakey(self, key: bytes, tweak: bytes) -> int:
        return int.from_bytes(key + tweak, "big")

    def _bytes(self, blocks: tuple[int, int]) -> tuple[bytes, bytes]:
        first, second = (block.to_bytes(self.block_bytes, "big") for block in blocks)
        return first, second

# SPDX-License-Identifier: Apache-2.0
"""What modes have in common whose blocks are those of a block cipher."""

from ..primitives.primitive import Primitive
from .model import AeadModel


class OverCipher(AeadModel):
    """A mode with blocks of its cipher, for the message and for associated data.

    Attributes:
        cipher: with an input ``plaintext``.
    """

    cipher: Primitive

    @property
    def block_bytes(self):
        """Bytes of the cipher's block."""
        return self.cipher.inputs["plaintext"] // 8

    @property
    def ad_block_bytes(self):
        """As `block_bytes`."""
        return self.block_bytes

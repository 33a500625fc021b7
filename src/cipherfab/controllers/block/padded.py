# SPDX-License-Identifier: Apache-2.0
"""What controllers have in common that pad each type of data behind a whole last block too: then
one of padding alone is due, in front of the block that is there.
"""

from ..parts.declared import Flag, Wire, block_bytes
from .core import BlockCore


class PaddedBlocks(BlockCore):
    """Over a permutation; see `BlockCore`.

    Attributes:
        pads: the block that goes into the permutation has no byte, so it is padding alone.
    """

    answers_late = False
    takes_empty_ends = answers_tag = compares_answer = True

    padding_due = Flag("A block of padding alone is due.")
    valid = Wire("Valid bytes of the block that goes into the permutation.", block_bytes)
    ends_full = Wire("The block is the last one, and full.")
    last = Wire("Nothing of this type follows the block, nor padding.", name="block_is_last")

    def __init__(self, aead, permutation, *, decrypts: bool = True, shares: int = 1):
        super().__init__(aead, permutation, decrypts=decrypts, shares=shares)
        self.pads = self.padding_due | self.empty

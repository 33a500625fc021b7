# SPDX-License-Identifier: Apache-2.0
"""Esch: the hash functions of SPARKLE, a sponge with indirect injection.

Source: C. Beierle et al., "Schwaemm and Esch: Lightweight Authenticated Encryption and Hashing
using the Sparkle Permutation Family", submission to NIST, section 2.2 (algorithms 2.8 to 2.10).
"""

from dataclasses import dataclass

from ..ciphers.sparkle import STEPS, WORD, feistel_function, sparkle_steps
from ..words import Word, concat
from ..words.bits import swap_bytes, swap_bytes_of_words
from .dangers import UNKEYED
from .schwaemm import PADDING
from .sponge import Addition
from .sponge_hash import SpongeHash


@dataclass(frozen=True, kw_only=True)
class Esch(SpongeHash):
    """Esch on SPARKLE of a width, by its events.

    Attributes:
        width: of the permutation in bits, 384 or 512.
        digest_bytes: 32 or 48.
        block_bytes: the rate.
    """

    dangers = UNKEYED

    width: int
    digest_bytes: int
    block_bytes: int = 16
    mark = PADDING
    # Between two parts of the digest the slim version runs.
    squeeze_schedule = 1

    @property
    def permutation(self):
        return self.permutation_for(STEPS[self.width]["big"], STEPS[self.width]["slim"])

    def permutation_for(self, *rounds):
        return sparkle_steps(self.width, *rounds)

    def derived(self):
        """The block, extended by zeros to half a state, through M_3 or M_4."""

        def injected(words):
            block = (words["block"] ^ words["padding"])[-8 * self.block_bytes :]
            return injection(concat(block, block.constant(0, self.width // 2 - block.width)))

        return {"injected": injected}

    def absorb(self, words):
        """Algorithm 2.9: into the left half of the state."""
        half, injected = self.width // 2, words["injected"]
        return concat(words["state"][half:] ^ injected, words["state"][:half])

    def additions(self):
        """Const_M: 1 (padded) or 2 (whole) in the last byte of the left half."""

        def constant(name, value, when):
            return Addition(
                name=name,
                when=when,
                value=lambda words: words["state"].constant(value << self.width // 2),
            )

        return (
            constant("padded", 1, lambda flags: flags["last"] & ~flags["full"]),
            constant("whole", 2, lambda flags: flags["last"] & flags["full"]),
        )

    def schedule(self, words):
        """The big version behind the last block, the slim one elsewhere."""
        # Number 0 is the big version and 1 the slim one, in the order of `permutation`.
        return ~words["last"]

    def digest_part(self, state):
        """The rate."""
        return state[-8 * self.block_bytes :]


def injection(block: Word) -> Word:
    """Section 2.2.2: M_3 (192 bits) or M_4 (256 bits) on a byte string of little-endian words."""
    words = swap_bytes_of_words(block, WORD)
    mixed = feistel_function(list(zip(words[::2], words[1::2])))
    return concat(*(swap_bytes(word) for branch in mixed for word in branch))

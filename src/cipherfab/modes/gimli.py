# SPDX-License-Identifier: Apache-2.0
"""Gimli-24-Cipher and Gimli-24-Hash: a duplex and a sponge of Gimli.

Source: D. J. Bernstein et al., "Gimli", submission to NIST, 2019, sections 2.10 (algorithms 2 to 4)
and 2.11 (algorithms 5 and 6).

Differences from the text: algorithm 6 pads the ciphertext, which would not undo algorithm 5 in the
last block; as section 2.11 says, the plaintext is padded here.
"""

from dataclasses import dataclass

from ..ciphers.gimli import GIMLI_24
from ..words import Word, concat
from .dangers import RESPECTING, UNKEYED
from .sponge import Addition, Sponge, SpongeAead
from .sponge_hash import SpongeHash

RATE = 16


class GimliSponge(Sponge):
    """Section 2.10: full blocks and exactly one final block that is not full, maybe empty.

    Attributes:
        mark: the byte after the last one of the message; it is also added to the last byte of the
            state.
    """

    permutation = GIMLI_24
    pads_full, mark = True, 1

    def absorb(self, words):
        """The block into the first bytes; of a ciphertext, the bytes themselves."""
        state, added = words["state"], words["block"] ^ words["padding"]
        kept = first_block(state) & ~first_block(words["replaced"])
        return concat(kept ^ first_block(added), state[: -8 * RATE])

    def additions(self):
        """The end of the state's last byte marks a final block."""
        return (
            Addition(
                name="final",
                when=lambda flags: flags["last"],
                value=lambda words: words["state"].constant(self.mark),
            ),
        )


@dataclass(frozen=True, kw_only=True)
class GimliAead(GimliSponge, SpongeAead):
    """Gimli-24-Cipher, by its events."""

    dangers = RESPECTING

    key_bytes: int = 32
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = RATE
    absorbs_empty_ad, absorbs_empty_message = True, True

    def begin(self, part, words):
        """Algorithm 5: N || K."""
        return concat(first_block(words["block"]), words["key"])

    def text(self, state):
        """The first bytes."""
        return first_block(state)

    def tag(self, part, state):
        """The first bytes."""
        return first_block(state)


@dataclass(frozen=True, kw_only=True)
class GimliHash(GimliSponge, SpongeHash):
    """Gimli-24-Hash, by its events."""

    dangers = UNKEYED

    block_bytes: int = RATE
    digest_bytes: int = 32

    def digest_part(self, state):
        """The first bytes."""
        return first_block(state)


def first_block(word: Word) -> Word:
    """The first bytes of a state or a block."""
    return word[-8 * RATE :]

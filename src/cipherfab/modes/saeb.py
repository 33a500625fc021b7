# SPDX-License-Identifier: Apache-2.0
"""SAEB: a chain over a block cipher with a small rate, as SAEAES has it.

Source: Y. Naito, M. Matsui, Y. Sakai, D. Suzuki, K. Sakiyama, T. Sugawara, "SAEAES", submission to
NIST, 2019, sections 2.1 (algorithm 1) and 2.2 (table 1).

Differences from the text: none. Strings have their first byte most significant, so msb_r is the
first r bits, and the 1, 2 and 3 of c bits are in the last byte. The cipher under its key is the
permutation of a sponge; the nonce, which is added behind the associated data, is carried above the
state until then.
"""

from dataclasses import dataclass

from ..ciphers.aes import aes_128
from ..primitives.primitive import Primitive
from ..primitives.transformed import CARRIED, carrying, keyed
from ..words import Word, concat
from .dangers import RESPECTING
from .sponge import Addition, Case, SpongeAead

STATE, NONCE_BYTES = 128, 15
PADDING = 0x80

FULL, SHORT, NONCE = 1, 2, 3
"""Algorithm 1: what is added to the capacity with the last block of a kind, and with the nonce."""


@dataclass(frozen=True, kw_only=True)
class Saeb(SpongeAead):
    """SAEB, by its events, with AES-128 if not said otherwise.

    Attributes:
        ad_rate, block_bytes: r_1, 8 or 15, and r, in bytes.
        cipher: a block cipher with inputs ``key`` and ``plaintext`` and output ``ciphertext``.
    """

    dangers = RESPECTING

    ad_rate: int
    cipher: Primitive = aes_128()
    key_bytes: int = 16
    nonce_bytes: int = NONCE_BYTES
    tag_bytes: int = 16
    block_bytes: int = 8
    mark, begins_without_run, joins = PADDING, True, 1
    absorbs_empty_ad, absorbs_empty_message = True, True
    # The nonce is written without a run behind it.
    loadable = frozenset({CARRIED})

    @property
    def ad_block_bytes(self):
        return self.ad_rate

    @property
    def permutation(self):
        return carrying(keyed(self.cipher), 8 * self.nonce_bytes)

    def begin(self, part, words):
        """The nonce waits."""
        return concat(words["block"][-8 * self.nonce_bytes :], words["state"][:STATE])

    def cases(self):
        """Hash, line 1: the first block of associated data finds zeros."""
        return (
            Case(name="first", when=lambda flags: ~flags["message"] & flags["first"],
                 function=self._absorb_first),
            Case(name="block", when=lambda flags: flags["message"] | ~flags["first"],
                 function=self.absorb),
        )  # fmt: skip

    def absorb(self, words):
        """Hash, line 2; Core, line 2: a block is added to the first bits; of a ciphertext, the
        plaintext.
        """
        state = words["state"]
        return self._add(state, words, state[:STATE] & ~words["replaced"])

    def _absorb_first(self, words) -> Word:
        return self._add(words["state"], words, words["state"].constant(0, STATE))

    def _add(self, state: Word, words, kept: Word) -> Word:
        return concat(state[STATE:], kept ^ words["block"] ^ words["padding"])

    def additions(self):
        """Hash and Core, lines 3 and 4."""
        return (
            Addition(name="full", when=lambda flags: flags["last"] & flags["full"],
                     value=lambda words: words["state"].constant(FULL)),
            Addition(name="short", when=lambda flags: flags["last"] & ~flags["full"],
                     value=lambda words: words["state"].constant(SHORT)),
        )  # fmt: skip

    def join(self, number, words):
        """Hash, line 5, and Core, line 1: N || 3."""
        nonce, chain = words["state"][STATE:], words["state"][:STATE]
        return concat(nonce, chain ^ concat(nonce, nonce.constant(NONCE, STATE - nonce.width)))

    def text(self, state):
        """Core, line 2: the first r bits."""
        return state[:STATE][-8 * self.block_bytes :]

    def tag(self, part, state):
        """Core, line 5."""
        return state[:STATE]

# SPDX-License-Identifier: Apache-2.0
"""Oribatida: a duplex whose ciphertext is masked with the capacity of the call before.

Source: A. Bhattacharjee, E. List, C. M. López, M. Nandi, "The Oribatida Family of Lightweight
Authenticated Encryption Schemes", version 1.2, submission to NIST, section 3 (algorithm 1).

Differences from the text: line 208 pads the ciphertext, which would not undo the encryption of a
short block; the plaintext is padded here. The mask is carried above the state, rate before
capacity. In the text the permutation comes in front of a block; so those behind nonce and
associated data wait until it is known what follows.
"""

from dataclasses import dataclass

from ..ciphers.simp import NAMES, simp
from ..primitives.transformed import CARRIED, carrying
from ..words import Word, concat
from .dangers import RESPECTING
from .sponge import Addition, Case, SpongeAead

PADDING = 0x80

NOTHING_FOLLOWS, SOMETHING_FOLLOWS = 9, 5
"""Lines 121 to 123: the domain of the first call."""

AD, AD_SHORT, AD_ONLY = 4, 2, 8
"""Lines 131 to 136: the domain of the last block of associated data, and what it adds if that block
is short and if no message follows.
"""

MESSAGE, MESSAGE_SHORT = 13, 2
"""Lines 141 to 144: the domain of the last block of the message, and what it adds if that block is
short.
"""

STEPS, AD_STEPS = 4, 2
"""Section 3.1: of SimP in general, and after all but the last block of associated data."""


@dataclass(frozen=True, kw_only=True)
class Oribatida(SpongeAead):
    """Oribatida-n-s, by its events.

    Attributes:
        width: n, of the permutation, in bits.
        mask_bytes: s, how many bytes of a block, the last ones, are masked.
        block_bytes: the rate; also the length of the tag.
        nonce_bytes: what the key leaves of the state.
    """

    dangers = RESPECTING

    width: int
    mask_bytes: int
    block_bytes: int
    nonce_bytes: int
    key_bytes: int = 16
    mark, decides_late, loadable = PADDING, True, frozenset({*NAMES, CARRIED})

    @property
    def tag_bytes(self):
        return self.block_bytes

    @property
    def permutation(self):
        return carrying(simp(self.width, STEPS, AD_STEPS), 8 * self.mask_bytes)

    def begin(self, part, words):
        """Line 120: N || K, whose end is the mask if there is no associated data."""
        return self._masked(concat(words["block"][-8 * self.nonce_bytes :], words["key"]))

    def opening(self):
        """Line 122."""
        return (
            self._domain(
                "something", SOMETHING_FOLLOWS, lambda flags: flags["message"].constant(1)
            ),
        )

    def turn(self):
        """Lines 121 to 123 and 131 to 136."""
        return (
            self._domain(
                "something", SOMETHING_FOLLOWS, lambda flags: ~flags["ad"] & flags["message"]
            ),
            self._domain(
                "nothing", NOTHING_FOLLOWS, lambda flags: ~flags["ad"] & ~flags["message"]
            ),
            self._domain("ad", AD, lambda flags: flags["ad"]),
            self._domain("ad_short", AD_SHORT, lambda flags: flags["ad"] & ~flags["full"]),
            self._domain("ad_only", AD_ONLY, lambda flags: flags["ad"] & ~flags["message"]),
        )

    def cases(self):
        """The mask is the capacity in front of the newest block, of associated data the first
        one."""
        return (
            Case(name="block", when=lambda flags: flags["message"] | flags["initial"],
                 function=self.absorb),
            Case(name="ad", when=lambda flags: ~(flags["message"] | flags["initial"]),
                 function=self._absorb_ad))  # fmt: skip

    def absorb(self, words):
        """Lines 201 to 210: the plaintext is added to the rate."""
        state = words["state"][: self.width]
        replaced = words["replaced"][-8 * self.block_bytes :]
        rate = (
            state[-8 * self.block_bytes :]
            ^ (self.text(words["state"]) & replaced)
            ^ self._padded(words)
        )
        # The next mask is the end of the capacity as this block has found it.
        return concat(state[: 8 * self.mask_bytes], rate, state[: -8 * self.block_bytes])

    def _absorb_ad(self, words) -> Word:
        """Lines 301 to 306."""
        mask, state = words["state"][self.width :], words["state"][: self.width]
        rate = 8 * self.block_bytes
        return concat(mask, state[-rate:] ^ self._padded(words), state[:-rate])

    def _padded(self, words) -> Word:
        return (words["block"] ^ words["padding"])[-8 * self.block_bytes :]

    def additions(self):
        """Lines 141 to 144."""
        return (
            self._domain("message", MESSAGE, lambda flags: flags["message"] & flags["last"]),
            self._domain("short", MESSAGE_SHORT, lambda flags: flags["message"] & ~flags["full"]),
        )

    def schedule(self, words):
        """Fewer steps behind associated data; the call behind the last block of it is `turn`'s."""
        return ~words["message"]

    def text(self, state):
        """Lines 202 and 203: the rate, with the mask in its last bytes."""
        rate, mask = state[: self.width][-8 * self.block_bytes :], state[self.width :]
        rest = [rate[mask.width :]] if rate.width > mask.width else []
        return concat(*rest, rate[: mask.width] ^ mask)

    def tag(self, part, state):
        """Line 150: the rate."""
        return state[: self.width][-8 * self.block_bytes :]

    def _masked(self, state: Word) -> Word:
        return concat(state[: 8 * self.mask_bytes], state)

    def _domain(self, name: str, value: int, when) -> Addition:
        """A domain is added to the last bits of the state."""
        return Addition(name=name, when=when, value=lambda words: words["state"].constant(value))

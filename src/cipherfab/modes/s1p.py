# SPDX-License-Identifier: Apache-2.0
"""S1P: the mode of Spook, a sponge between two calls of a tweakable block cipher.

Source: D. Bellizia et al., "Spook: Sponge-Based Leakage-Resistant Authenticated Encryption with a
Masked Tweakable Block Cipher", submission to NIST, round 2, section 3.1 and appendix A (algorithms
3 and 4).

Differences from the text: a decryption computes the tag again, instead of deciphering it with the
inverse cipher, which decides alike. In version 2, as the designers' published code has it, the seed
is the first bundle of the state instead of the last. Cipher and permutation are one primitive here,
of which the cipher works on the first two bundles of the state.
"""

from dataclasses import dataclass

from ..ciphers.spook import clyde_or_shadow
from ..words import Word, concat
from .dangers import RESPECTING
from .sponge import Addition, SpongeAead

BLOCK = 16
"""n in bytes: of the cipher's block, key and tweak."""

PADDING = 1

MESSAGE, SHORT = 1, 2
"""Algorithm 3, steps 7 and 8: what is added to the first byte of the capacity before the first
block of the message, and with a short last block.
"""

MULTI_USER, PUBLIC_BITS = 0x40, 0x3F
"""Section 3.1: in the last byte of the public tweak, the bit that is 1 with more than one user, and
those that are free.
"""

TAG_TWEAK = 0x80
"""Algorithm 3, step 10: the last bit of the tweak is 1 in the call for the tag."""


@dataclass(frozen=True, kw_only=True)
class S1p(SpongeAead):
    """S1P over Clyde-128 and Shadow, by its events.

    Attributes:
        width: of Shadow, in bits.
        version: of Shadow; in version 2 the enciphered nonce is at the start of the initial state,
            else at its end.
        key_bytes: 16 with a single user; 32, the key and the public tweak, with more than one.
        block_bytes: the rate.
    """

    dangers = RESPECTING

    width: int
    version: int
    key_bytes: int
    block_bytes: int
    nonce_bytes: int = 16
    tag_bytes: int = 16
    mark, rekeys = PADDING, 1

    @property
    def permutation(self):
        return clyde_or_shadow(self.width, self.version, 8 * self.key_bytes)

    def begin(self, part, words):
        """Algorithm 3, steps 1 and 2: the nonce is enciphered under the public tweak."""
        nonce, key = words["block"][-8 * BLOCK :], words["key"]
        public = public_tweak(key[: -8 * BLOCK] if self.key_bytes > BLOCK else None, nonce)
        return self._cipher(words, [nonce, public, nonce])

    def rekey(self, number, words):
        """Algorithm 3, steps 3 and 10: the initial state; at the end the call for the tag."""
        seed, public, nonce = words["state"][: self.width].split(8 * BLOCK)[:3]
        if number:
            # Its last bit is the top one of its last byte, which is 0 in every public tweak.
            tweak = concat(public[8:], public[:8][7:].constant(1), public[:7])
            return self._cipher(words, [seed, tweak], keeps=True)
        rest = [public, nonce, *[seed.constant(0)] * (self.width // seed.width - 3)]
        bundles = [seed, *rest] if self.version == 2 else [*rest, seed]
        # Shadow is what runs next: the bit above the state is 0.
        return concat(seed.constant(0, 1), *bundles)

    def _cipher(self, words, bundles: list[Word], *, keeps: bool = False) -> Word:
        """The state in front of a call of Clyde-128, its other bundles kept or 0; block, tweak and
        what stays behind them.
        """
        state = words["state"]
        # `clyde_or_shadow` takes the first bundle with key and tweak added already.
        bundles = [bundles[0] ^ bundles[1] ^ words["key"][-8 * BLOCK :], *bundles[1:]]
        size = self.width - 8 * BLOCK * len(bundles)
        rest = [state[:size] if keeps else state.constant(0, size)] if size else []
        # The bit above the state says that the run is one of Clyde-128.
        return concat(state.constant(1, 1), *bundles, *rest)

    def absorb(self, words):
        """Algorithm 3, steps 6 to 8: a block into the rate; of a ciphertext, the bytes
        themselves."""
        state, rate = words["state"][: self.width], 8 * self.block_bytes
        kept = state[-rate:] & ~words["replaced"][-rate:]
        added = (words["block"] ^ words["padding"])[-rate:]
        return concat(state.constant(0, 1), kept ^ added, state[:-rate])

    def additions(self):
        """Steps 7 and 8: marks in the first byte of the capacity."""
        return (
            self._mark("message", MESSAGE, lambda flags: flags["message"] & flags["first"]),
            self._mark("short", SHORT, lambda flags: ~flags["full"]),
        )

    def _mark(self, name: str, value: int, when) -> Addition:
        place = self.width - 8 * self.block_bytes - 8
        return Addition(
            name=name, when=when, value=lambda words: words["state"].constant(value << place)
        )

    def text(self, state):
        """The rate."""
        return state[: self.width][-8 * self.block_bytes :]

    def tag(self, part, state):
        """Step 10: the enciphered first bundle."""
        return state[: self.width][-8 * BLOCK :]


def public_tweak(given: Word | None, like: Word) -> Word:
    """Section 3.1, P || 0: zeros with a single user, else 126 public bits, 1 and 0; a word like
    ``like``.
    """
    if given is None:
        return like.constant(0, 8 * BLOCK)
    return concat(given[8:], like.constant(MULTI_USER >> 6, 2), given[:6])

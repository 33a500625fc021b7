# SPDX-License-Identifier: Apache-2.0
"""Schwaemm: the AEAD mode of SPARKLE, a Beetle with rate whitening.

Source: C. Beierle et al., "Schwaemm and Esch: Lightweight Authenticated Encryption and Hashing
using the Sparkle Permutation Family", submission to NIST, section 2.3 (algorithms 2.11 to 2.18).

The state is rate, then capacity.
"""

from dataclasses import dataclass

from ..ciphers.sparkle import STEPS, sparkle_steps
from ..ciphers.sparkle_by_bit import by_bit
from ..words import Word, concat
from .dangers import RESPECTING
from .sponge import Addition, SpongeAead

PADDING = 0x80
"""Algorithm 2.8: the byte after the last one of a short block."""


@dataclass(frozen=True, kw_only=True)
class Schwaemm(SpongeAead):
    """Schwaemm with a rate and a capacity, by its events.

    Attributes:
        block_bytes: the rate; also the length of the nonce.
        capacity_bytes: the capacity; also the length of key and tag.
    """

    dangers = RESPECTING

    block_bytes: int
    capacity_bytes: int
    mark = PADDING

    @property
    def nonce_bytes(self):
        return self.block_bytes

    @property
    def key_bytes(self):
        return self.capacity_bytes

    @property
    def tag_bytes(self):
        return self.capacity_bytes

    @property
    def width(self) -> int:
        """Bits of the state."""
        return 8 * (self.block_bytes + self.capacity_bytes)

    @property
    def permutation(self):
        return self.permutation_for(STEPS[self.width]["big"], STEPS[self.width]["slim"])

    def permutation_for(self, *rounds):
        return sparkle_steps(self.width, *rounds)

    def multiplied(self, permutation):
        return by_bit(permutation)

    def begin(self, part, words):
        """Algorithm 2.11: N || K."""
        return concat(self._rate(words["block"]), words["key"])

    def absorb(self, words):
        """Section 2.3.2: rho_1 and rate whitening; of a ciphertext rho'_1."""
        rate, capacity = self._rate(words["state"]), self._capacity(words["state"])
        plain = words["block"] ^ words["padding"]
        # Of a ciphertext the rate is added once more, which makes plaintext of it.
        fed = feistel_swap(rate) ^ self._rate(plain) ^ (rate & self._rate(words["replaced"]))
        return self._whitened(concat(fed, capacity))

    def additions(self):
        """Section 2.3.2: the constants of a last block, in the last byte of the capacity; they are
        whitened too.

        A bit that tells the capacity, 2 for the message, 1 for a whole block.
        """
        # The place of this bit is the capacity in words of 64 bits.
        marked = 1 << self.capacity_bytes // 8
        return (
            self._constant("last", marked, lambda flags: flags["last"]),
            self._constant("message", 2, lambda flags: flags["last"] & flags["message"]),
            self._constant("whole", 1, lambda flags: flags["last"] & flags["full"]),
        )

    def _constant(self, name: str, value: int, when) -> Addition:
        return Addition(
            name=name, when=when, value=lambda words: self._whitened(words["state"].constant(value))
        )

    def _whitened(self, state: Word) -> Word:
        """Section 2.3.2, W: the capacity is added to the rate, as often as it fits."""
        capacity = self._capacity(state)
        return concat(self._rate(state) ^ self._rate(concat(capacity, capacity)), capacity)

    def text(self, state):
        """The rate."""
        return self._rate(state)

    def finish(self, words):
        """Algorithm 2.11: the key is added to the capacity."""
        return concat(self._rate(words["state"]), self._capacity(words["state"]) ^ words["key"])

    def tag(self, part, state):
        """The capacity."""
        return self._capacity(state)

    def schedule(self, words):
        """The big version behind a last block, the slim one between."""
        return ~words["last"]

    def _rate(self, word: Word) -> Word:
        return word[-8 * self.block_bytes :]

    def _capacity(self, word: Word) -> Word:
        return word[: 8 * self.capacity_bytes]


def feistel_swap(rate: Word) -> Word:
    """Section 2.3.2: S_1 || S_2 becomes S_2 || (S_2 + S_1)."""
    second, first = rate[: rate.width // 2], rate[rate.width // 2 :]
    return concat(second, second ^ first)

# SPDX-License-Identifier: Apache-2.0
"""ACE-AE-128 and ACE-H-256.

Source: M. Aagaard, R. AlTawy, G. Gong, K. Mandal, R. Rohit, "ACE: An Authenticated Encryption and
Hash Algorithm", submission to NIST, round 2, sections 2.4 and 2.5 (algorithms 2 and 3).

Differences from the text: none. The first run of the hash, on a constant, is a constant here.
"""

from dataclasses import dataclass

from ..ciphers.ace import ACE_16
from ..primitives.primitive import software
from .dangers import UNKEYED
from .keyed_duplex import RATE, WORD, HalvesOfTwo, KeyedDuplex
from .sponge_hash import SpongeHash

A_AND_C, B_AND_E = (0, 2), (1, 4)
"""Sections 2.4.1 and 2.4.3: the words of rate, key and tag, and those of the nonce."""

LOADED = 0x804040 << 5 * WORD - WORD - 24
"""Section 2.5.2, load-H: h/2, r and r' in the first bytes of B."""


@dataclass(frozen=True, kw_only=True)
class AceAead(KeyedDuplex):
    """ACE-AE-128, by its events."""

    outer: tuple[int, int] = A_AND_C
    nonce_words: tuple[int, int] = B_AND_E
    permutation = ACE_16
    # The first half of the nonce waits in B: no run follows it.
    loadable = frozenset({"b"})


@dataclass(frozen=True, kw_only=True)
class AceHash(HalvesOfTwo, SpongeHash):
    """ACE-H-256, by its events."""

    dangers = UNKEYED

    block_bytes: int = RATE
    digest_bytes: int = 32
    outer = A_AND_C
    permutation = ACE_16

    @property
    def initial_state(self):
        """Section 2.5.3."""
        # That run reads neither key nor message, so its result is a constant, and no core computes
        # it.
        return software(ACE_16)(LOADED)[0]

    def absorb(self, words):
        """Section 2.5.4."""
        return self.added(words["state"], (words["block"] ^ words["padding"])[-WORD:])

    def digest_part(self, state):
        """Section 2.5.4: the rate."""
        return self.rate(state)

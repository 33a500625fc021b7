# SPDX-License-Identifier: Apache-2.0
"""Spix: a monkey duplex of sLiSCP-light with a keyed start and end.

Source: R. AlTawy, G. Gong, M. He, K. Mandal, R. Rohit, "Spix: An Authenticated Cipher", submission
to NIST, round 2, section 2.2 (algorithm 1).

Differences from the text: none but the one in `keyed_duplex`.
"""

from dataclasses import dataclass

from ..ciphers.sliscp_light import sliscp_light_18_9
from .keyed_duplex import KeyedDuplex


@dataclass(frozen=True, kw_only=True)
class Spix(KeyedDuplex):
    """Spix-128, by its events: key, rate and tag in the odd subblocks, the nonce in the even ones
    (figure 2.1 and section 2.2.3).
    """

    outer: tuple[int, int] = (1, 3)
    nonce_words: tuple[int, int] = (0, 2)
    permutation = sliscp_light_18_9()
    # The first half of the nonce waits there: no run follows it.
    loadable = frozenset({"s0"})

    def schedule(self, words):
        """Sections 2.2.4 and 2.2.5: 9 steps behind a block of data; all other runs have 18."""
        return words["last"].constant(1)

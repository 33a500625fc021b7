# SPDX-License-Identifier: Apache-2.0
"""What a mode does not protect its user from. Each mode says it as its ``dangers``, and the limit
of data for a key, which differs from one algorithm to the next, stands in the catalog
(`catalog.Algorithm.data_limit`).
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Dangers:
    """The dangers of a mode, in sentences.

    Attributes:
        repeated: of a nonce that is used twice with a key; of a hash, of what has no key.
        unverified: of plaintext that is used although its tag is wrong, or before it is checked.
    """

    repeated: str
    unverified: str = (
        "Plaintext must not be used, and not be shown to anyone, before the tag was found right: "
        "until then it may be chosen by whoever sent it."
    )


RESPECTING = Dangers(
    "A nonce must be used once with a key. Two messages with one nonce and the same associated "
    "data show at least where their plaintexts first differ, and forgeries may be possible."
)
"""Modes whose security is claimed for nonces that never repeat."""

RESISTANT = Dangers(
    "A nonce should be used once with a key. Of two messages with one nonce an observer learns "
    "whether message and associated data are the same."
)
"""Modes whose tag depends on the whole message before any of it is encrypted."""

ONLINE = Dangers(
    "A nonce should be used once with a key. Of two messages with one nonce and the same "
    "associated data an observer learns how many blocks they begin with in common."
)
"""Modes that encrypt in one pass and in which all blocks depend on those before them."""

UNKEYED = Dangers(
    repeated="A digest authenticates nothing: there is no key. Of a short or guessable message it "
    "is no secret either.",
    unverified="Two messages with one digest can be found with about 2^(n/2) digests of n bits, "
    "whatever the hash function.",
)
"""Hash functions."""

UNRECORDED = Dangers(
    repeated="What a repeated nonce brings is not recorded here; see the algorithm's document.",
    unverified="What becomes of unverified plaintext is not recorded here; see the algorithm's "
    "document.",
)
"""Modes of users that say nothing of their own."""

TRANSPORT = Dangers(
    repeated="It is no cipher: it tests the bus. Whoever reads the result reads the message.",
    unverified="Its tags prove nothing.",
)
"""Algorithms that test an interface."""

# SPDX-License-Identifier: Apache-2.0
"""MORUS-640-128 and MORUS-1280-128."""

from ..modes.morus import Morus
from .algorithm import Algorithm, Kind, KnownAnswers

CHECKS = {
    32: "000230709502c9a2ae57ec49641ff9c91a650449a3a267d0dba8e9f5cf6fe9a4",
    64: "fb3c391277b42d0f476a22d7524f37a3a579cd2051b8a832d75adacba27c38a4",
}
"""By the bits of a word."""

ALGORITHMS = [
    Algorithm(
        name=f"morus-{20 * word}-128",
        kind=Kind.AEAD,
        title=f"MORUS-{20 * word}-128",
        version="2",
        document="The Authenticated Cipher MORUS (v2), CAESAR submission",
        model=Morus(word=word),
        known_answers=KnownAnswers(sha256=sha256),
    )
    for word, sha256 in CHECKS.items()
]

# SPDX-License-Identifier: Apache-2.0
"""ISAP v2.0: four AEADs over Ascon-p and Keccak-p[400]."""

from ..ciphers.ascon_by_column import FOLDINGS
from ..modes.isap import Isap, isap_a, isap_k
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "ISAP v2.0, submission to the NIST LWC competition, chapter 2"


def _aead(letter: str, suffix: str, model: Isap, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"isap-{letter}-128{suffix}",
        kind=Kind.AEAD,
        title=f"ISAP-{letter.upper()}-128{suffix}",
        version="2.0 (round 2 and final round)",
        document=DOCUMENT,
        model=model,
        # ISAP-K is over Keccak-p[400], ISAP-A over Ascon-p, of which these foldings are.
        foldings=FOLDINGS if letter == "a" else {},
        known_answers=KnownAnswers(sha256=sha256),
    )


ALGORITHMS = [
    _aead("k", "a", isap_k(rounds_hash=16, rounds_bit=1, rounds_encryption=8, rounds_key=8),
          "b70c2ce731d54aa021432f6e2a5ff9b4ef341f07fbe865acbcceb1964c09eece"),
    _aead("a", "a", isap_a(rounds_hash=12, rounds_bit=1, rounds_encryption=6, rounds_key=12),
          "c1bd01c935a386d3709d31543a046076a1693a31173ae22c522e1e25b0e97c6e"),
    _aead("k", "", isap_k(rounds_hash=20, rounds_bit=12, rounds_encryption=12, rounds_key=12),
          "bf976d228e938ff2d78d8bb864163d13f51cf1af9155699b51dc3e9834353312"),
    _aead("a", "", isap_a(rounds_hash=12, rounds_bit=12, rounds_encryption=12, rounds_key=12),
          "ac53be777fcb61b1bf4645e6d4a39f12a91fe547207d12ecfb27cc63714eb951"),
]  # fmt: skip

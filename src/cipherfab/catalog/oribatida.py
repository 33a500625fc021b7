# SPDX-License-Identifier: Apache-2.0
"""Oribatida and the SimP permutations."""

from ..ciphers.simp import ROUNDS_PER_STEP, simp
from ..modes.oribatida import Oribatida
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = (
    "The Oribatida Family of Lightweight Authenticated Encryption Schemes, submission to the NIST "
    "LWC competition"
)
VERSION = "1.2 (round 2; same answers as 1.1)"


def _aead(width: int, mask: int, rate: int, nonce: int, sha256: str) -> Algorithm:
    """Table 1, sizes in bits."""
    model = Oribatida(
        width=width, mask_bytes=mask // 8, block_bytes=rate // 8, nonce_bytes=nonce // 8
    )
    return Algorithm(
        name=f"oribatida-{width}-{mask}",
        kind=Kind.AEAD,
        title=f"Oribatida-{width}-{mask}",
        version=VERSION,
        document=f"{DOCUMENT}, section 3",
        model=model,
        known_answers=KnownAnswers(sha256=sha256),
    )


def _permutation(width: int, steps: int, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"simp-{width}-s{steps}",
        kind=Kind.PERMUTATION,
        title=f"SimP-{width}-{steps}",
        version=VERSION,
        document=f"{DOCUMENT}, section 4.4",
        primitive=simp(width, steps),
        known_answers=KnownAnswers(
            sha256=sha256,
            fields=(("In", "x"), ("Out", "x")),
            records=32,
            header=(
                f"# SimP-{width} of Oribatida, {steps} steps ({ROUNDS_PER_STEP[width]} rounds per "
                f"step)\n"
                f"# State bytes = four big-endian words of {width // 4} bits\n"
            ),
        ),
    )


ALGORITHMS = [
    _aead(256, 64, 128, 128, "5b4abac854c803064f3b9c2cca8c06c5bfa42f18013f384f5681641b23b9d7cd"),
    _aead(192, 96, 96, 64, "2067e6ad98d48fdb6e307205088c061a59ea7ffe7a768136b264649db71e56ec"),
    _permutation(256, 4, "517c867bc2750c3f846a7f39b2608bb93086db6b7ac7fb0e410a0d6e1bf452de"),
    _permutation(256, 2, "66e16c5fedba8edadf1a0854f5579b7c36e0b4b17fa660a7658acb5ddb18698a"),
    _permutation(192, 4, "c0403d3f9b7b986c04b1c6ed682a59d4fc8b1a8a46ebfe1033b07c58ef8d8f6d"),
    _permutation(192, 2, "0749e171562fe5783b8876aab4cf29c98f9215d394d953388a7cb2400b4ebc22"),
]

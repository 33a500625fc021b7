# SPDX-License-Identifier: Apache-2.0
"""PHOTON-256 and PHOTON-Beetle."""

from ..ciphers.photon import photon_256
from ..ciphers.photon_folded import FOLDINGS
from ..modes.beetle import Beetle, BeetleHash
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = (
    "PHOTON-Beetle Authenticated Encryption and Hash Family, submission to the NIST LWC competition"
)
VERSION = "1 (round 2 and final round)"


def _aead(rate: int, companion: str, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"photon-beetle-aead-{rate}",
        kind=Kind.AEAD,
        title=f"PHOTON-Beetle-AEAD[{rate}]",
        version=VERSION,
        document=f"{DOCUMENT}, section 3.2",
        companion=companion,
        foldings=FOLDINGS,
        model=Beetle(block_bytes=rate // 8),
        known_answers=KnownAnswers(sha256=sha256),
    )


ALGORITHMS = [
    _aead(128, "photon-beetle-hash-32",
          "00c96e04de930cc89ecb6538d78289fc89aca38a9694d7a7cc592b8042ebe1db"),
    _aead(32, "photon-beetle-hash-32",
          "93ef56e89791f999f11a2ec4422b6315f56674499ebae57d49b684d5b4fedbbb"),
    Algorithm(
        name="photon-beetle-hash-32", kind=Kind.HASH, title="PHOTON-Beetle-Hash[32]",
        version=VERSION,
        document=f"{DOCUMENT}, section 3.3", foldings=FOLDINGS, model=BeetleHash(),
        known_answers=KnownAnswers(
            sha256="7eb47e2387cdc4deb8ad41e1cd944b71aed98ea63e72fbbf1183003eed8075cf")),
    Algorithm(
        name="photon-256", kind=Kind.PERMUTATION, title="PHOTON-256",
        version=VERSION, document=f"{DOCUMENT}, chapter 2",
        primitive=photon_256(), foldings=FOLDINGS,
        known_answers=KnownAnswers(
            sha256="d0f34dff781b599d6653f4a54a611c7e2409f648794acd1e14f12774dce2623b",
            fields=(("In", "x"), ("Out", "x")), header=(
                "# PHOTON-256 permutation (P256 of PHOTON-Beetle), 12 rounds, 8x8 nibbles\n"
                "# State bytes: nibble i (row i/8, column i%8) = low nibble of byte i/2 for even "
                "i, high nibble for odd i\n"))),
]  # fmt: skip

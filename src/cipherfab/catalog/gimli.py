# SPDX-License-Identifier: Apache-2.0
"""Gimli: the permutation, the AEAD and the hash."""

from ..ciphers.gimli import GIMLI_24
from ..modes.gimli import GimliAead, GimliHash
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Gimli, submission to the NIST LWC competition, 2019"
VERSION = "round 2"

ALGORITHMS = [
    Algorithm(
        name="gimli",
        kind=Kind.AEAD,
        title="Gimli-24-Cipher",
        version=VERSION,
        document=f"{DOCUMENT}, section 2.11",
        companion="gimli-hash",
        model=GimliAead(),
        known_answers=KnownAnswers(
            sha256="3bc925d96f2ffd73b8826e256978a2a03605e94054c7cc23fee7f42d8943bcb9"
        ),
    ),
    Algorithm(
        name="gimli-hash",
        kind=Kind.HASH,
        title="Gimli-24-Hash",
        version=VERSION,
        document=f"{DOCUMENT}, section 2.10",
        model=GimliHash(),
        known_answers=KnownAnswers(
            sha256="e342dd5749f407d85fc0793fd05dfde2d4012e23cef99cbbbf508255e6430c41", stem="gimli"
        ),
    ),
    Algorithm(
        name="gimli-24",
        kind=Kind.PERMUTATION,
        title="Gimli-24",
        version=VERSION,
        document=f"{DOCUMENT}, sections 2.5 to 2.9",
        primitive=GIMLI_24,
        known_answers=KnownAnswers(
            sha256="d0eace3ad30c6e59bf42768262e7ce547ffc3f31922239a008897c4895cd081f",
            stem="gimli",
            fields=(("In", "x"), ("Out", "x")),
            published=(
                (
                    "published",
                    (
                        "00000000BA79379E7AF36E3C466DA6DA24E7DD781A6115172EDB4CB566558453"
                        "C8CFBBF15A4AF38F22C52A2E264062CC",
                    ),
                ),
            ),
            header=(
                "# Gimli, 24 rounds; state = 12 little-endian 32-bit words s[0..11] (row-major, 3 "
                "rows of 4 columns)\n"
                "# Count 1: test vector of the Gimli paper (words i^3 + i*0x9e3779b9)\n"
            ),
        ),
    ),
]

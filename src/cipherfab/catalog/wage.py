# SPDX-License-Identifier: Apache-2.0
"""WAGE: the permutation and the AEAD."""

from ..ciphers.wage import WAGE_111
from ..modes.wage import WageAead
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "WAGE: An Authenticated Cipher, submission to the NIST LWC competition"
VERSION = "round 2"

ALGORITHMS = [
    Algorithm(
        name="wage",
        kind=Kind.AEAD,
        title="WAGE-AE-128",
        version=VERSION,
        document=f"{DOCUMENT}, section 2.4",
        model=WageAead(),
        known_answers=KnownAnswers(
            sha256="cdcb74fd231aaf0eaa78ee47a9e7a1260b2ca6c9f0df973f67626e6a9090d2d0"
        ),
    ),
    Algorithm(
        name="wage-111",
        kind=Kind.PERMUTATION,
        title="WAGE permutation",
        version=VERSION,
        document=f"{DOCUMENT}, section 2.3",
        primitive=WAGE_111,
        known_answers=KnownAnswers(
            sha256="f974f15f54c6d70309a3cf8c09acde15d9ff34daa85454c5f1b0ccb86e6e0a67",
            stem="wage",
            fields=(("In", "x"), ("Out", "x")),
            records=40,
            mask="7F" * 37,
            published=(("published", ("00" * 37,)),),
            header=(
                "# WAGE permutation, 111 rounds; state = 37 seven-bit words S0..S36, one byte each "
                "(MSB zero)\n"
                "# Count 1: all-zero vector of the WAGE specification, appendix A.1 (printed there "
                "as one hexadecimal "
                "number whose least significant 7 bits are S0)\n"
            ),
        ),
    ),
]

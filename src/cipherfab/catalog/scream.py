# SPDX-License-Identifier: Apache-2.0
"""SCREAM, version 3 (second round of CAESAR), with the cipher Scream."""

from ..ciphers.scream import scream
from ..modes.tae import Tae
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "SCREAM v3, submission to CAESAR, 2015"

CHECKS = {
    10: (
        "da6be60a83d4c9e17982055bf9b963e4488ed015fe784927e3a7b76e80607a3d",
        "0DDE69CC85B07CD5ECB291BDA60E368B",
        "56612d1bf9dbf4092680311e16b1330448fe92b716786bda975652d5abd5fb17",
    ),
    12: (
        "5de982f34e990a14610df767c8cfcdd8036126aebfc533c99cfb56ece8850455",
        "2F1936BB9F4DC88D8026003A2DF72CCB",
        "e82d9dd01675616f546d06c95212e6cbf4dcb06db34d7b4a3aeedbf9060a02fb",
    ),
}
"""By steps: check value and first output of the AEAD's known-answer file, check value of the
cipher's."""


def _aead(steps: int) -> Algorithm:
    sha256, first_output, _ = CHECKS[steps]
    return Algorithm(
        name=f"scream-{steps}",
        kind=Kind.AEAD,
        title=f"SCREAM-{steps}",
        version="3",
        document=DOCUMENT,
        model=Tae(cipher=scream(steps)),
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )


def _cipher(steps: int) -> Algorithm:
    *_, sha256 = CHECKS[steps]
    return Algorithm(
        name=f"scream-tls-{steps}",
        kind=Kind.TWEAKABLE_BLOCK_CIPHER,
        title=f"Scream (TLS), {steps} steps",
        version="3",
        document=DOCUMENT,
        primitive=scream(steps),
        known_answers=KnownAnswers(
            sha256=sha256,
            stem=f"scream-{steps}",
            records=40,
            fields=(("Key", "key"), ("Tweak", "tweak"), ("PT", "plaintext"), ("CT", "ciphertext")),
            header=(
                f"# Scream tweakable block cipher (TLS), {steps} steps, v3 parameters\n"
                "# Byte order of the reference code (rows as 16-bit little-endian words)\n"
            ),
        ),
    )


ALGORITHMS = [*(_aead(steps) for steps in CHECKS), *(_cipher(steps) for steps in CHECKS)]

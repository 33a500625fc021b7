# SPDX-License-Identifier: Apache-2.0
"""Grain-128AEAD, version 1 of round 2 and version 2 of the final round."""

from ..modes.grain import Grain
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Grain-128AEAD, submission to the NIST LWC competition, 2019"

ALGORITHMS = [
    Algorithm(
        name="grain-128aead",
        kind=Kind.AEAD,
        title="Grain-128AEAD",
        version="1 (rounds 1 and 2)",
        document=f"{DOCUMENT}, section 2",
        model=Grain(version=1),
        known_answers=KnownAnswers(
            sha256="49e82cd9dc9539fa8adbf66881d66e75a10f6c2413156e6a671a16ea83792d04"
        ),
    ),
    Algorithm(
        name="grain-128aeadv2",
        kind=Kind.AEAD,
        title="Grain-128AEADv2",
        version="2 (final round)",
        document=f"{DOCUMENT}, section 2, with the initialisation of its version 2",
        model=Grain(version=2),
        known_answers=KnownAnswers(
            sha256="3c0cac7bfc74093b0c484f0ad7e13c9805729a83eaab95d73cdf0348f7af3a36"
        ),
    ),
]

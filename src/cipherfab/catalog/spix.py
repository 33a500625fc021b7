# SPDX-License-Identifier: Apache-2.0
"""Spix."""

from ..modes.spix import Spix
from .algorithm import Algorithm, Kind, KnownAnswers

ALGORITHMS = [
    Algorithm(
        name="spix",
        kind=Kind.AEAD,
        title="Spix-128",
        version="round 2",
        document="Spix: An Authenticated Cipher, submission to the NIST LWC competition, "
        "section 2.2",
        data_limit="2^60 bits (table 2.1)",
        model=Spix(),
        known_answers=KnownAnswers(
            sha256="44f56edb87b65677b2a788e5dc694513b39df0eec3489ce2fb31c1d8a39cb5b3"
        ),
    )
]

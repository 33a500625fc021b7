# SPDX-License-Identifier: Apache-2.0
"""AEZ v5."""

from ..modes.aez import Aez
from .algorithm import Algorithm, Kind, KnownAnswers

ALGORITHMS = [
    Algorithm(
        name="aez-v5",
        kind=Kind.AEAD,
        title="AEZ v5",
        version="5",
        document="AEZ v5, submission to CAESAR, 2017",
        model=Aez(),
        known_answers=KnownAnswers(
            sha256="c344182ef484bd05e3f006ac8e871592599e011f88a72216c21f6b25000ab0e1"
        ),
    )
]

# SPDX-License-Identifier: Apache-2.0
"""OMD-SHA256."""

from ..modes.omd import Omd
from .algorithm import Algorithm, Kind, KnownAnswers

ALGORITHMS = [
    Algorithm(
        name="omd-sha256-k128-n96-t128",
        kind=Kind.AEAD,
        title="OMD-SHA256",
        version="2",
        document="OMD v2, submission to CAESAR, 2015",
        model=Omd(),
        known_answers=KnownAnswers(
            sha256="d4d011b90a7545bdc0eb55d6b620e88429df5c1c5e5b3becea59d301136c62cd"
        ),
    )
]

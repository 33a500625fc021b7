# SPDX-License-Identifier: Apache-2.0
"""PAEQ-128 (second round of CAESAR)."""

from ..ciphers.aesq import aesq
from ..modes.paeq import Paeq
from .algorithm import Algorithm, Kind, KnownAnswers

ALGORITHMS = [
    Algorithm(
        name="paeq-128",
        kind=Kind.AEAD,
        title="PAEQ-128",
        version="1.1 (with a tag for an empty message without associated data)",
        document="PAEQ v1.1, submission to CAESAR, 2015",
        model=Paeq(permutation=aesq()),
        known_answers=KnownAnswers(
            sha256="591eef336a7de676256646fd8e5d1b83cbb535e005eb6a9c2fc8a073ad8f244d",
            first_output="4216A8BFC4CC537B1F42116D6A39156E",
        ),
    )
]

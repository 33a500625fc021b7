# SPDX-License-Identifier: Apache-2.0
"""ACORN-128."""

from ..modes.acorn import Acorn
from .algorithm import Algorithm, Kind, KnownAnswers

ALGORITHMS = [
    Algorithm(
        name="acorn-128",
        kind=Kind.AEAD,
        title="ACORN-128",
        version="3",
        document="ACORN: A Lightweight Authenticated Cipher (v3), CAESAR submission",
        model=Acorn(),
        known_answers=KnownAnswers(
            sha256="19da7493777836b88174e738795e88a44cfeae8af5c295b75f7bf2db201422f8"
        ),
    )
]

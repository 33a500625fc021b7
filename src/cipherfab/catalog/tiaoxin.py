# SPDX-License-Identifier: Apache-2.0
"""Tiaoxin-346."""

from ..modes.tiaoxin import Tiaoxin
from .algorithm import Algorithm, Kind, KnownAnswers

ALGORITHMS = [
    Algorithm(
        name="tiaoxin-346",
        kind=Kind.AEAD,
        title="Tiaoxin-346",
        version="2",
        document="Tiaoxin-346, CAESAR submission, version 2",
        model=Tiaoxin(),
        known_answers=KnownAnswers(
            sha256="d6f658cf355e5bf388a85c396cd76580cab7211c969b9a8a2515c1d501f82559"
        ),
    )
]

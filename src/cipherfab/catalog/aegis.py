# SPDX-License-Identifier: Apache-2.0
"""AEGIS-128 and AEGIS-128L."""

from ..modes.aegis import Aegis
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "AEGIS: A Fast Authenticated Encryption Algorithm, CAESAR submission v1.1"
MEMBERS = {
    "aegis-128": (5, "b8afbef30ee518dbb7c1fcb626d0b4c00fb4e465db89cb73e5c35417ac3e519e"),
    "aegis-128l": (8, "a8fa4a28738ff2138460e2fb211c13c2348808b60e649bb35f37befab8f79b04"),
}
"""Registers and check value."""

ALGORITHMS = [
    Algorithm(
        name=name,
        kind=Kind.AEAD,
        title=name.upper(),
        version="1.1",
        document=DOCUMENT,
        model=Aegis(registers=registers),
        known_answers=KnownAnswers(sha256=sha256),
    )
    for name, (registers, sha256) in MEMBERS.items()
]

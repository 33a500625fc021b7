"""Romulus: version 1.3 (final round) and, as Romulus-N1 and Romulus-N3, version 1.2 (round 2)."""

from ..ciphers.skinny import skinny
from ..modes.romulus import TWO_BLOCKS, RomulusN
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Romulus v1.3, submission to the NIST LWC competition, 2021, section 2.4"
V12_DOCUMENT = "Romulus v1.2, submission to the NIST LWC competition, 2020, section 2.5"

ALGORITHMS = [
    Algorithm(
        name="romulus-n", kind=Kind.AEAD, title="Romulus-N", version="1.3", document=DOCUMENT,
        model=RomulusN(cipher=skinny(128, 3, "plus")),
        known_answers=KnownAnswers(sha256="98b2ca3b1c985bfaaab1c92219f4dbf14b5e4c517f84209365ad9010b682da19")),
    Algorithm(
        name="romulus-n1", kind=Kind.AEAD, title="Romulus-N1", version="1.2", document=V12_DOCUMENT,
        model=RomulusN(cipher=skinny(128, 3)),
        known_answers=KnownAnswers(sha256="1c1661260cebb4b54228dc4fc6eac5f5c6fe98b31eef1831b6e26357405a1376")),
    Algorithm(
        name="romulus-n3", kind=Kind.AEAD, title="Romulus-N3", version="1.2", document=V12_DOCUMENT,
        model=RomulusN(cipher=skinny(128, 2), tweakeys=TWO_BLOCKS, nonce_bytes=12),
        known_answers=KnownAnswers(sha256="2efaae9821597bec8e55fefb306d16a0a874e8e5b8adeb7980198d28f138347d")),
]

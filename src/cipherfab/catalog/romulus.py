# SPDX-License-Identifier: Apache-2.0
"""Romulus: version 1.3 (final round) and, as Romulus-N1 and Romulus-N3, version 1.2 (round 2)."""

from ..ciphers.skinny import skinny
from ..modes.romulus import TWO_BLOCKS, RomulusN
from ..modes.romulus_h import RomulusH, RomulusT
from ..modes.romulus_m import RomulusM
from ..primitives.folded import WHOLE
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Romulus v1.3, submission to the NIST LWC competition, 2021, section 2.4"
V12_DOCUMENT = "Romulus v1.2, submission to the NIST LWC competition, 2020, section 2.5"

ALGORITHMS = [
    Algorithm(
        name="romulus-n", kind=Kind.AEAD, title="Romulus-N", version="1.3", document=DOCUMENT,
        foldings=WHOLE, model=RomulusN(cipher=skinny(128, 3, "plus")),
        known_answers=KnownAnswers(
            sha256="98b2ca3b1c985bfaaab1c92219f4dbf14b5e4c517f84209365ad9010b682da19")),
    Algorithm(
        name="romulus-n1", kind=Kind.AEAD, title="Romulus-N1", version="1.2", document=V12_DOCUMENT,
        foldings=WHOLE, model=RomulusN(cipher=skinny(128, 3)),
        known_answers=KnownAnswers(
            sha256="1c1661260cebb4b54228dc4fc6eac5f5c6fe98b31eef1831b6e26357405a1376")),
    Algorithm(
        name="romulus-n3", kind=Kind.AEAD, title="Romulus-N3", version="1.2", document=V12_DOCUMENT,
        foldings=WHOLE, model=RomulusN(cipher=skinny(128, 2), tweakeys=TWO_BLOCKS, nonce_bytes=12),
        known_answers=KnownAnswers(
            sha256="2efaae9821597bec8e55fefb306d16a0a874e8e5b8adeb7980198d28f138347d")),
    Algorithm(
        name="romulus-m", kind=Kind.AEAD, title="Romulus-M",
        version="1.3", document=f"{DOCUMENT}.4",
        model=RomulusM(cipher=skinny(128, 3, "plus")),
        known_answers=KnownAnswers(
            sha256="611a190ffe24b5ff91d396e8e5b14f85bd0d4bbcb043bd9a21938072df1f4f88",
            first_output="1866911F9E436083F788BBF27C62180A")),
    Algorithm(
        name="romulus-m1", kind=Kind.AEAD, title="Romulus-M1", version="1.2", document=V12_DOCUMENT,
        model=RomulusM(cipher=skinny(128, 3)),
        known_answers=KnownAnswers(
            sha256="155ea4aaf0a24d4d7f1165c64c80d6161e651906bc619809547c3e494d045e18",
            first_output="C96F00B90B047ABC5EB6EC0F15BC43CF")),
    Algorithm(
        name="romulus-t", kind=Kind.AEAD, title="Romulus-T",
        version="1.3", document=f"{DOCUMENT}.5",
        model=RomulusT(cipher=skinny(128, 3, "plus")),
        known_answers=KnownAnswers(
            sha256="b8a2584f79a111e256a57d4957681dd763328c923a26166c602acdb356fdb689",
            first_output="BDBA7E4F03275DEF55BD1C7955F33C41")),
    Algorithm(
        name="romulus-h", kind=Kind.HASH, title="Romulus-H",
        version="1.3", document=f"{DOCUMENT}.6",
        model=RomulusH(cipher=skinny(128, 3, "plus")),
        known_answers=KnownAnswers(
            sha256="62353f4292a3432265a3e3a74911cd37f5a8377fddad749eb5e52e4092834387",
            first_output="249B3F4370030B979F230CE05029361085766858879B31044742AFC4CDE6B5AB")),
]  # fmt: skip

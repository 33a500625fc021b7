# SPDX-License-Identifier: Apache-2.0
"""Minalpher, version 1.1 (second round of CAESAR; the vectors are those of version 1)."""

from ..ciphers.minalpher import minalpher_p
from ..modes.minalpher import Minalpher
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Minalpher v1.1, submission to CAESAR, 2015"

ALGORITHMS = [
    Algorithm(
        name="minalpher", kind=Kind.AEAD, title="Minalpher", version="1.1", document=DOCUMENT,
        model=Minalpher(permutation=minalpher_p()),
        known_answers=KnownAnswers(
            sha256="fbada0d58ca9a7a76b35e0c1290034d69879846e9ece5c2212257119f0467453",
            first_output=(
                "69A3383601D2D1D6D88FF9FFF997BC0810990D134B9195B9343E95DC1D71AFDB"
                "DF7F322053EC842E12322D886236652E"))),
    Algorithm(
        name="minalpher-p", kind=Kind.PERMUTATION, title="Minalpher-P", version="1.1",
        document=DOCUMENT,
        primitive=minalpher_p(),
        known_answers=KnownAnswers(
            sha256="932c072f13df306f2b90918f206f867d8db89923fcf454d8f74ceed76d337d65", records=40,
            fields=(("In", "x"), ("Out", "y")), header=(
                "# Minalpher-P (17.5 rounds, 256 bits), forward direction, "
                "byte order of the reference code\n"))),
]  # fmt: skip

# SPDX-License-Identifier: Apache-2.0
"""LOTUS-AEAD and LOCUS-AEAD, version 1 (round 2 of the NIST competition), with TweGIFT-64."""

from ..ciphers.twegift import twegift
from ..modes.lotus import Locus, Lotus
from .algorithm import Algorithm, Kind, KnownAnswers
from .estate import REVERSED, TWEAKABLE_FIELDS

DOCUMENT = "LOTUS-AEAD and LOCUS-AEAD v1, submission to the NIST LWC competition, 2019"

ALGORITHMS = [
    Algorithm(
        name="lotus-aead", kind=Kind.AEAD, title="TweGIFT-64_LOTUS-AEAD", version="1",
        document=f"{DOCUMENT}, section 2.1.2", model=Lotus(cipher=twegift(64)),
        known_answers=KnownAnswers(
            sha256="5a836fbc418401db417cccd615535ce29006510063382ff648858dd44024277f",
            first_output="37F3EBB83FF38DE8")),
    # The same first output as of LOTUS: without message and data the two do the same.
    Algorithm(
        name="locus-aead", kind=Kind.AEAD, title="TweGIFT-64_LOCUS-AEAD", version="1",
        document=f"{DOCUMENT}, section 2.1.3", model=Locus(cipher=twegift(64)),
        known_answers=KnownAnswers(
            sha256="43e853ac88f82cf55958df84cc37ff2ac0473b2d00e249742170cb9e82582153",
            first_output="37F3EBB83FF38DE8")),
    Algorithm(
        name="twegift-64", kind=Kind.TWEAKABLE_BLOCK_CIPHER, title="TweGIFT-64", version="1",
        document=f"{DOCUMENT}, section 2.2", primitive=twegift(64),
        known_answers=KnownAnswers(
            sha256="16e06c6b0bb2e3c91dc29c4b01bbe6f0ece8ebbd1efa8a02a6f2e53cd6d82ea7", records=80,
            fields=TWEAKABLE_FIELDS, header=(
                "# TweGIFT-64/4/128 (LOTUS-AEAD, LOCUS-AEAD), encryption, 28 rounds\n"
                f"# Tweak: one byte, only the low nibble (4-bit tweak) is used\n{REVERSED}"))),
]  # fmt: skip

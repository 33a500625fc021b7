# SPDX-License-Identifier: Apache-2.0
"""Xoodoo and Xoodyak."""

from ..ciphers.xoodoo import xoodoo
from ..ciphers.xoodoo_folded import FOLDINGS
from ..ciphers.xoodoo_grouped import groupings
from ..modes.cyclist import XoodyakAead, XoodyakHash
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Xoodyak, a lightweight cryptographic scheme, submission to the NIST LWC competition"
FIELDS = (("In", "x"), ("Out", "x"))

ALGORITHMS = [
    Algorithm(
        name="xoodyak-r3", kind=Kind.AEAD, title="Xoodyak",
        version="2 (final round): the nonce is the key's identifier",
        document=f"{DOCUMENT}, sections 2.2, 2.3 and 3.2.3",
        companion="xoodyak", foldings=FOLDINGS, model=XoodyakAead(),
        known_answers=KnownAnswers(
            sha256="6064e17e8ecba23bea6419d2e1da5004241c8cf1436be82be6fef4847e838666")),
    Algorithm(
        name="xoodyak-r2", kind=Kind.AEAD, title="Xoodyak version 1",
        version="1 (round 2): the nonce is absorbed after the key",
        document=f"{DOCUMENT}, sections 2.2, 2.3 and 3.2.3",
        companion="xoodyak", foldings=FOLDINGS, model=XoodyakAead(nonce_absorbed=True),
        known_answers=KnownAnswers(
            sha256="5562153e851980e7a5f2dc84e0fe61fc0ac88824bf8448d02d3e84b057df594d")),
    Algorithm(
        name="xoodyak", kind=Kind.HASH, title="Xoodyak hash",
        version="2 (same as 1)", document=f"{DOCUMENT}, sections 2.2 and 3.1",
        foldings=FOLDINGS, model=XoodyakHash(),
        known_answers=KnownAnswers(
            sha256="dc12875027d8d2145a6b58c2ffe78a9ff395e8953d6259328d6e66da8ccd44fb")),
    Algorithm(
        name="xoodoo-12", kind=Kind.PERMUTATION, title="Xoodoo[12]",
        version="1", document=f"{DOCUMENT}, section 2.1",
        primitive=xoodoo(12), groupings=groupings(12), foldings=FOLDINGS,
        known_answers=KnownAnswers(
            sha256="5e41f64522b1c18593b0929fc10e1d2c718ad10f5950bc34a9408aaa03211eef",
            fields=FIELDS, header=(
                "# Xoodoo[12] (384 bits); state bytes: plane y, lane x at byte offset 4*(4y+x), "
                "little-endian 32-bit lanes\n"))),
    Algorithm(
        name="xoodoo-6", kind=Kind.PERMUTATION, title="Xoodoo[6]",
        version="1", document=f"{DOCUMENT}, section 2.1",
        primitive=xoodoo(6), groupings=groupings(6), foldings=FOLDINGS,
        known_answers=KnownAnswers(
            sha256="06cbe0ad9cd1693ac31edb1219d94de203c8bdb0c41fae0eb8c5b73a037d9066",
            fields=FIELDS, records=20, header=(
                "# Xoodoo[6]: the last 6 of the 12 rounds (not used by Xoodyak, useful for unit "
                "tests)\n"))),
]  # fmt: skip

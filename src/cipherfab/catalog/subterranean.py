# SPDX-License-Identifier: Apache-2.0
"""Subterranean 2.0: the round function, the AEAD and the hash."""

from ..ciphers.subterranean import subterranean
from ..modes.subterranean import SubterraneanAead, SubterraneanHash
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "The Subterranean 2.0 Cipher Suite, submission to the NIST LWC competition"
VERSION = "round 2"


def _rounds(rounds: int, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"subterranean-r{rounds}",
        kind=Kind.PERMUTATION,
        title=f"Subterranean 2.0, rounds: {rounds}",
        version=VERSION,
        document=f"{DOCUMENT}, section 2.1",
        primitive=subterranean(rounds),
        known_answers=KnownAnswers(
            sha256=sha256,
            fields=(("In", "x"), ("Out", "x")),
            mask="FF" * 32 + "01",
            header=(
                f"# Subterranean 2.0, {rounds} round(s) on the 257-bit state\n"
                "# 33 bytes: state bit i = bit (i mod 8) of byte i/8 (LSB first); bit 256 = bit 0 "
                "of byte 32, "
                "the other bits of byte 32 are zero\n"
            ),
        ),
    )


ALGORITHMS = [
    Algorithm(
        name="subterranean",
        kind=Kind.AEAD,
        title="Subterranean-SAE",
        version=VERSION,
        document=f"{DOCUMENT}, section 2.5",
        companion="subterranean-hash",
        model=SubterraneanAead(),
        known_answers=KnownAnswers(
            sha256="95ef0b9bf615785cf8d4bbec959da4618d4ccecd89149f63389a6195a0b918ad"
        ),
    ),
    Algorithm(
        name="subterranean-hash",
        kind=Kind.HASH,
        title="Subterranean-XOF, 256 bits",
        version=VERSION,
        document=f"{DOCUMENT}, section 2.3",
        model=SubterraneanHash(),
        known_answers=KnownAnswers(
            sha256="3a8144ff654a26a3e5392245e3114c4ef7c26b244057fcb71bfed56f1ec6af1f",
            stem="subterranean",
        ),
    ),
    _rounds(1, "66b45ff5c25ea6ef89589e50a590ed8ea0a897c94d8edf1a1cd33ef18b504fcc"),
    _rounds(8, "8f1b9ca2f674dc4cbc600df3a5217e409cb9ad59a40e398a0db10b62e2882e97"),
]

# SPDX-License-Identifier: Apache-2.0
"""Pyjamask and Pyjamask-AEAD, version 1.0 (round 2 of the NIST competition)."""

from ..ciphers.pyjamask import ROUNDS, pyjamask
from ..modes.ocb import Ocb
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Pyjamask v1.0, submission to the NIST LWC competition, 2019"
KEY = "00112233445566778899AABBCCDDEEFF"


def _cipher(block: int, plaintext: str, sha256: str, first_output: str) -> Algorithm:
    return Algorithm(
        name=f"pyjamask-{block}",
        kind=Kind.BLOCK_CIPHER,
        title=f"Pyjamask-{block}",
        version="1.0",
        primitive=pyjamask(block),
        document=f"{DOCUMENT}, section 2.4",
        known_answers=KnownAnswers(
            sha256=sha256,
            first_output=first_output,
            fields=(("Key", "key"), ("PT", "plaintext"), ("CT", "ciphertext")),
            published=(("published", (KEY, plaintext)),),
            header=(
                f"# Pyjamask-{block} block cipher, 128-bit key, {ROUNDS} rounds\n"
                "# Count 1: vector of the Pyjamask specification, section 6.1\n"
            ),
        ),
    )


def _aead(block: int, nonce_bytes: int, sha256: str, first_output: str) -> Algorithm:
    return Algorithm(
        name=f"pyjamask-{block}-aead",
        kind=Kind.AEAD,
        title=f"Pyjamask-{block}-AEAD",
        version="1.0",
        document=f"{DOCUMENT}, section 2.3",
        model=Ocb(cipher=pyjamask(block), nonce_bytes=nonce_bytes, tag_bytes=block // 8),
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )


ALGORITHMS = [
    _aead(128, 12, "eab2a93dbc84f54285fdf4ac40408619eef016c200b3f6de05e4a60789c22daa",
          "371312F54A199A9B20CBFE5E4FA3D369"),
    _aead(96, 8, "de13bd39f4c3777bea2526c6ace9ea5465af0c9b23c43738dec861f90da3576a",
          "488F6D07A0ACB94BA38DAFF6"),
    _cipher(128, "50796A616D61736B2D3132383A293A29",
            "2033a6f300c066a8428b9d420d5d994a7e55e7c379ce3d3d245a803a45dd9543",
            "48F139A109BDD9C0726E8261F8D68E7D"),
    _cipher(96, "50796A616D61736B39363A29",
            "03835be6dc336d9e2931fb1d08aadd0921192af60d6716625a6f15110caddfac",
            "CA9C6E1ABBDE4EDC27073DA6"),
]  # fmt: skip

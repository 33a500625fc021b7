# SPDX-License-Identifier: Apache-2.0
"""COMET, version 1 (round 2 of the NIST competition), with its ciphers CHAM and SPECK.

The official known answers are those of the reference code, which has two defects; the
``-corrected`` entries are the specification. See `modes.comet` and `ciphers.speck`.
"""

from ..ciphers.aes import aes_128
from ..ciphers.aes_folded import foldings
from ..ciphers.cham import ROUNDS, cham
from ..ciphers.speck import speck_64_128
from ..modes.comet import Comet
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "COMET v1, submission to the NIST LWC competition, 2019, section 1"
FIELDS = (("Key", "key"), ("PT", "plaintext"), ("CT", "ciphertext"))

CODE = "1 as its reference code implements it (official known answers)"
TEXT = "1 as specified"

MEMBERS = {
    "comet-128-aes": ("COMET-128_AES-128/128", aes_128(), aes_128(), {
        CODE: "e84068e4dd74fa1eef2e0cb9de489e4a4aa290e7eebf2e0d394f5ccda0927ecc",
        TEXT: "71a17f5e8cd8072b5b6dab095173e29e6c6d7ed7598f5948f8f1f56c49295168"},
        "515B6AF7EB49A51B528180E9F608BA15"),
    "comet-128-cham": ("COMET-128_CHAM-128/128", cham(128), cham(128), {
        CODE: "e363d82ebd3206c1472a31374237073deb697a83d76323cdafd20d2024853cb9",
        TEXT: "e443939353e06a14833f3d43f95c39fc316677e6dd51a521ec2ff9f950b40fb2"},
        "04744F36AAB6D5F430D7B70B65C82C24"),
    "comet-64-cham": ("COMET-64_CHAM-64/128", cham(64), cham(64), {
        CODE: "fc2ee7bf5fb0c3fad9a384ebc83b857f9336012e23ea9e5f31a3ebd5770a6c77",
        TEXT: "84560fd78396a03cd8fd5fe02b80d78696a72a82617e38f18d776d889cdf6f83"},
        "E1123A4A8615D94A"),
    # Here alone the code's cipher is another one than the text's, too.
    "comet-64-speck": ("COMET-64_SPECK-64/128", speck_64_128(losing_carries=True), speck_64_128(), {
        CODE: "5b7d46ce4e8eafb987937d7c4d7c026dd68d9772a61c2d7df86013e4275af828",
        TEXT: "8dc2e0201c9983504202229dd2f3a5e63e91f5f6e778f8762b1105560e2f0d25"},
        "D633B901593E5DFC"),
}  # fmt: skip
"""Title, cipher of the reference code and of the text, check values, first output (the same for
both)."""


def _aead(name: str, version: str) -> Algorithm:
    title, code_cipher, cipher, checks, first_output = MEMBERS[name]
    official = version == CODE
    return Algorithm(
        name=name if official else f"{name}-corrected",
        kind=Kind.AEAD,
        version=version,
        document=DOCUMENT,
        title=title if official else f"{title}, corrected",
        model=Comet(cipher=code_cipher if official else cipher, start_in_first_byte=official),
        foldings=foldings() if "aes" in name else {},
        known_answers=KnownAnswers(sha256=checks[version], first_output=first_output),
    )


def _cipher(block: int, sha256: str, first_output: str) -> Algorithm:
    return Algorithm(
        name=f"cham-{block}-128",
        kind=Kind.BLOCK_CIPHER,
        title=f"CHAM-{block}/128",
        version="ICISC 2017",
        primitive=cham(block),
        document=f"{DOCUMENT}.4.2",
        known_answers=KnownAnswers(
            sha256=sha256,
            first_output=first_output,
            fields=FIELDS,
            records=40,
            header=f"# CHAM-{block}/128 as used by COMET ({ROUNDS} rounds)\n",
        ),
    )


ALGORITHMS = [
    *(_aead(name, version) for name in MEMBERS for version in (CODE, TEXT)),
    _cipher(64, "53d997d58eabc666f7a05da9cd558125311cd7532b44edc9bcb39ce43f851d0b",
            "656D740D739715D5"),
    _cipher(128, "7c32cedf26a184482d1d858e4aef29c7e59a9a3dcabc9b381884626cdc43aa10",
            "3012A4979745DC6D3592B41322AF5AF5"),
    Algorithm(
        name="speck-64-128", kind=Kind.BLOCK_CIPHER, title="SPECK-64/128",
        version="ePrint 2013/404",
        primitive=speck_64_128(), document=f"{DOCUMENT}.4.3",
        known_answers=KnownAnswers(
            sha256="4708bdfb99953d73a5d5e64acc48a3d489810168f3803f047a17bdfefe5e6ce1",
            first_output="2C692F27D5480468", fields=FIELDS, records=40,
            header=("# SPECK-64/128 as used by COMET (little-endian words, "
                    "carry bug of the reference code "
                    "corrected)\n"))),
]  # fmt: skip

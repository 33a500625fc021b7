# SPDX-License-Identifier: Apache-2.0
"""DryGASCON128: the core permutation, the AEAD with three lengths of the key, and the hash."""

from ..ciphers.gascon import gascon_c5
from ..ciphers.gascon_folded import FOLDINGS
from ..modes.drygascon import DryGasconAead, DryGasconHash
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "DryGASCON, submission to the NIST LWC competition"
VERSION = "1 (rounds 1 and 2)"


def _aead(key_bytes: int, profile: str, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"drygascon128-k{key_bytes}",
        kind=Kind.AEAD,
        title=f"DryGASCON128, {profile} key profile",
        version=VERSION,
        document=f"{DOCUMENT}, sections 4, 9 and 10",
        companion="drygascon128",
        foldings=FOLDINGS,
        model=DryGasconAead(key_bytes=key_bytes),
        known_answers=KnownAnswers(sha256=sha256),
    )


ALGORITHMS = [
    _aead(16, "small", "f35e542e19f53b9bb96f86617ff5973a93a385a5dfc2762a232e02fc0ae62fde"),
    _aead(32, "fast", "85f6394cc7e5f296372e54d5a7be3d8565314dad1442a15bad334b6454cd6cbb"),
    _aead(56, "full", "5907865158dd1653f02064a537793e3c462844a828d32346c742b858183b915b"),
    Algorithm(
        name="drygascon128",
        kind=Kind.HASH,
        title="DryGASCON128 hash",
        version=VERSION,
        document=f"{DOCUMENT}, section 5",
        foldings=FOLDINGS,
        model=DryGasconHash(),
        known_answers=KnownAnswers(
            sha256="c202e870f26a69af111027839377f6886a7e3f4867d81f812c0415571bade3cc"
        ),
    ),
    Algorithm(
        name="gascon-c5r11",
        kind=Kind.PERMUTATION,
        title="GASCON_C5R11",
        version=VERSION,
        document=f"{DOCUMENT}, section 6",
        primitive=gascon_c5(11),
        known_answers=KnownAnswers(
            sha256="f0baf4c9d2d74b966a0f079a474b7f1727cba335f922c2a56d9df1c2d8d5932a",
            fields=(("In", "c"), ("Out", "c")),
            records=40,
            header=(
                "# GASCON_C5R11 core permutation: 11 GASCON rounds (round indices 0..10) on 320 "
                "bits\n"
                "# In/Out = five 64-bit little-endian words; rotations act on the bit-interleaved "
                "form "
                "(even bits in the low 32-bit half, odd bits in the high half)\n"
            ),
        ),
    ),
]

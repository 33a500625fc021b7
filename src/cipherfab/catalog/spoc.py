# SPDX-License-Identifier: Apache-2.0
"""SpoC and the sLiSCP-light permutations."""

from ..ciphers.sliscp_light import sliscp_light
from ..modes.spoc import Spoc
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "SpoC: An Authenticated Cipher, submission to the NIST LWC competition"
VERSION = "round 2"


def _aead(rate: int, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"spoc-{rate}",
        kind=Kind.AEAD,
        title=f"SpoC-{rate}",
        version=VERSION,
        document=f"{DOCUMENT}, chapter 2",
        model=Spoc(block_bytes=rate // 8),
        known_answers=KnownAnswers(sha256=sha256),
    )


def _permutation(width: int, rate: int, table: int, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"sliscp-light-{width}",
        kind=Kind.PERMUTATION,
        title=f"sLiSCP-light-[{width}]",
        version=VERSION,
        document=f"{DOCUMENT}, section 2.3",
        primitive=sliscp_light(width),
        known_answers=KnownAnswers(
            sha256=sha256,
            fields=(("In", "x"), ("Out", "x")),
            records=40,
            published=(("published", ("0" * (width // 4),)),),
            header=(
                f"# sLiSCP-light-{width}, 18 steps (SpoC-{rate})\n"
                f"# State bytes S0||S1||S2||S3, {width // 4}-bit big-endian words\n"
                f"# Count 1: all-zero vector of the SpoC specification, table B.{table}\n"
            ),
        ),
    )


ALGORITHMS = [
    _aead(64, "5a664277cf2f8e53c736f7ca5c73cbd46f2647c09846619b0b23324e349b10d5"),
    _aead(128, "f7debe9566ca45132495247e407b4d908e5856629c32177713280a820389af02"),
    _permutation(192, 64, 1, "de3efbad301237797107914e8e91132cb6a132f7beb5097b2405c1f3a295b1a2"),
    _permutation(256, 128, 2, "d4043a337690cd12e8bbd4313df4e3e8a4759fddda87c35d53a63dd1bd4499e3"),
]

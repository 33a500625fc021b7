# SPDX-License-Identifier: Apache-2.0
"""HS1-SIV, in its three strengths (second round of CAESAR)."""

from ..modes.hs1_siv import Hs1Siv
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "HS1-SIV v2, submission to CAESAR, 2015"


def _algorithm(
    suffix: str, key: int, hashes: int, rounds: int, tag: int, sha256: str, first_output: str
) -> Algorithm:
    name = "-".join(["HS1-SIV", *([suffix] if suffix else [])])
    return Algorithm(
        name=name.lower(),
        kind=Kind.AEAD,
        title=name,
        version="2",
        document=DOCUMENT,
        model=Hs1Siv(key_bytes=key, hashes=hashes, rounds=rounds, tag_bytes=tag),
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )


ALGORITHMS = [
    _algorithm("", 16, 4, 12, 16,
               "5c4e37ee927d73090b372f1125f1859dea072c6f3954d8c3c06728081e781fb2",
               "A8EA62BCF44AB3589DB8235F9E236882"),
    _algorithm("lo", 16, 2, 8, 8,
               "a52e88e4abfa151128eb4e99b0942677963d80bda0cbb985e51dd4ae92490a17",
               "9B6DA0BB2376A932"),
    _algorithm("hi", 32, 6, 20, 32,
               "28d019c0868944a2315deafba5e7e12667570ea56add9e6a113dff575030c1e8",
               "47F4A94EC010DB278701CB3FD1A1D757841D32B043601A36F3960E882246B5F0"),
]  # fmt: skip

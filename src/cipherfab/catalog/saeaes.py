# SPDX-License-Identifier: Apache-2.0
"""SAEAES, with AES-128."""

from ..modes.saeb import Saeb
from .algorithm import Algorithm, Kind, KnownAnswers

CHECKS = {
    64: "b45c58062084735e1f9a9eeef4f320f212227fe53b7bbccf9c647bc0cda190cd",
    120: "39bf6ac9c874c951b127417bca46c643e3e10fea531a243cca7e471ea60c1d63",
}
"""By the bits of a block of associated data; the member with 64 is the primary one."""

ALGORITHMS = [
    Algorithm(
        name=f"saeaes-128-{rate}-128",
        kind=Kind.AEAD,
        title=f"SAEAES128_{rate}_128",
        version="1 (round 2)",
        document="SAEAES, submission to the NIST LWC competition, 2019, section 2",
        data_limit="2^64 - 1 bytes each of associated data and of plaintext (section 2.2)",
        model=Saeb(ad_rate=rate // 8),
        known_answers=KnownAnswers(sha256=sha256),
    )
    for rate, sha256 in CHECKS.items()
]

# SPDX-License-Identifier: Apache-2.0
"""The dummy cipher and hash of GMU's LWC development package: for cores that only show how the API
is used.
"""

from ..modes.dummy import DummyAead, DummyHash
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = (
    "GMU, Development Package for the Hardware API for Lightweight Cryptography, reference "
    "software of dummy_lwc"
)

ALGORITHMS = [
    Algorithm(
        name="dummy-lwc", kind=Kind.AEAD, title="dummy_lwc (no security)",
        version="reference software", document=DOCUMENT,
        companion="dummy-lwc-hash", model=DummyAead(),
        known_answers=KnownAnswers(
            sha256="019152318a5229a98cfea56c1491bc8515ed93050e771fb10ec01040e5772df8",
                                   first_output="0000000000000000000000000C0D0E0F")),
    Algorithm(
        name="dummy-lwc-hash", kind=Kind.HASH, title="dummy_lwc hash (no security)",
        version="reference software",
        document=DOCUMENT, model=DummyHash(),
        known_answers=KnownAnswers(
            sha256="be95d6771c28f0eb6c42cec042c7a8187b112725ed28623ddfbedca1853e3fdd")),
]  # fmt: skip

# SPDX-License-Identifier: Apache-2.0
"""ACE: the AEAD and the hash."""

from ..modes.ace import AceAead, AceHash
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "ACE: An Authenticated Encryption and Hash Algorithm, submission to the NIST LWC "
DOCUMENT += "competition"

ALGORITHMS = [
    Algorithm(
        name="ace",
        kind=Kind.AEAD,
        title="ACE-AE-128",
        version="round 2",
        document=f"{DOCUMENT}, section 2.4",
        companion="ace-hash",
        data_limit="2^124 bits, associated data among them (section 2.2)",
        model=AceAead(),
        known_answers=KnownAnswers(
            sha256="0687308f4443a13f3fc5e06883e39ad6c7bfd4af4d42b2dc1de788eefbe05427"
        ),
    ),
    Algorithm(
        name="ace-hash",
        kind=Kind.HASH,
        title="ACE-H-256",
        version="round 2",
        document=f"{DOCUMENT}, section 2.5",
        model=AceHash(),
        known_answers=KnownAnswers(
            sha256="9f4db6240159be8fd0766a419cbeb9712fae71929ff07e3b8b14090df5f62cb4"
        ),
    ),
]

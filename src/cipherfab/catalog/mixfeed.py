# SPDX-License-Identifier: Apache-2.0
"""mixFeed."""

from ..modes.mixfeed import MixFeed
from .algorithm import Algorithm, Kind, KnownAnswers

ALGORITHMS = [
    Algorithm(
        name="mixfeed",
        kind=Kind.AEAD,
        title="mixFeed",
        version="1 (rounds 1 and 2)",
        document="mixFeed, submission to the NIST LWC competition, 2019, section 2",
        data_limit="2^50 blocks, where a forgery becomes likely (table 2)",
        model=MixFeed(),
        known_answers=KnownAnswers(
            sha256="4891eb9d68c681752d4599e1b8affa7c69d7950cbfd648ce6f350f8f6e7468da"
        ),
    )
]

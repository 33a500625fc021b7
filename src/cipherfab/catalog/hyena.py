# SPDX-License-Identifier: Apache-2.0
"""HyENA, with GIFT-128: version 1 of round 2, as its reference code has it and as its document
does, and version 2. See `modes.hyena`.
"""

from ..modes.hyena import Hyena
from ..primitives.folded import WHOLE
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "HyENA, submission to the NIST LWC competition, 2019"
LIMIT = "2^58 bytes, where a forgery becomes likely (table 3.1)"


def _aead(name: str, title: str, version: str, model: Hyena, sha256: str) -> Algorithm:
    return Algorithm(
        name=name,
        kind=Kind.AEAD,
        title=title,
        version=version,
        document=f"{DOCUMENT}, section 2.1",
        data_limit=LIMIT,
        foldings=WHOLE,
        model=model,
        known_answers=KnownAnswers(sha256=sha256),
    )


ALGORITHMS = [
    _aead("hyena-v1", "HyENA", "1 as its reference code implements it (official known answers)",
          Hyena(short_delta=True),
          "67bf0d3013093ae2be0f1b3286316e5b4e181d30b51e7b33a98c40295fc5da3c"),
    _aead("hyena-v1-corrected", "HyENA, corrected", "1 as specified", Hyena(),
          "91bb387579142394f33b091e175055c62da7f74802fe408b080b2b013a0789b1"),
    _aead("hyena-v2", "HyENA v2", "2 (repaired after a forgery, later than round 2)",
          Hyena(version=2),
          "024892014d59c7bd3b58b28635f0ee23e807d4489d2ddb6ee752bf6fec6e6b47"),
]  # fmt: skip

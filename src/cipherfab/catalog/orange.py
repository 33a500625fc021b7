# SPDX-License-Identifier: Apache-2.0
"""ORANGE: the AEAD and the hash, as the reference code has them (official known answers) and as the
document does. See `modes.orange`.
"""

from ..modes.orange import OrangeZest, Orangish
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "ORANGE, submission to the NIST LWC competition, 2019, section 2"
CODE, TEXT = "1 as its reference code implements it (official known answers)", "1 as specified"
LIMIT = "2^64 blocks, where attacks become likely (table 2)"

ALGORITHMS = [
    Algorithm(
        name="orange-zest", kind=Kind.AEAD, title="ORANGE-Zest", version=CODE, document=DOCUMENT,
        companion="orangish", data_limit=LIMIT, model=OrangeZest(swapped=True),
        known_answers=KnownAnswers(
            sha256="d7538a00022eef7d49a09da72c22a51bf9b70d14b17e8b2b4349266e67d71bdc")),
    Algorithm(
        name="orange-zest-corrected", kind=Kind.AEAD, title="ORANGE-Zest, corrected", version=TEXT,
        document=DOCUMENT, companion="orangish-corrected", data_limit=LIMIT, model=OrangeZest(),
        known_answers=KnownAnswers(
            sha256="7d6dcdddb6ea5bc8b1520299c902f96d61e212bca3620f8fb9883f24bdd8f40a")),
    Algorithm(
        name="orangish", kind=Kind.HASH, title="ORANGISH", version=CODE, document=DOCUMENT,
        model=Orangish(swapped=True, skips=True),
        known_answers=KnownAnswers(
            sha256="f5444a1419ea6262ea47045117ea52bcbea0757ddb43c4ebf6ead6466316284a")),
    Algorithm(
        name="orangish-corrected", kind=Kind.HASH, title="ORANGISH, corrected", version=TEXT,
        document=DOCUMENT, model=Orangish(),
        known_answers=KnownAnswers(
            sha256="487aef101480f10d5adeb7d550b4877e584a082cacbd05bb245e2ceabab1d4a1")),
]  # fmt: skip

# SPDX-License-Identifier: Apache-2.0
"""CLOC and SILC over AES-128 (third round of CAESAR), with nonces of 96 and tags of 64 bits."""

from ..ciphers.aes import aes_128
from ..modes.cloc import Cloc, Silc
from .algorithm import Algorithm, Kind, KnownAnswers

ALGORITHMS = [
    Algorithm(
        name=name,
        kind=Kind.AEAD,
        title=title,
        version="3",
        document="CLOC and SILC v3, submission to CAESAR, 2016",
        model=mode(cipher=aes_128()),
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )
    for name, title, mode, sha256, first_output in (
        ("cloc-aes", "AES-CLOC", Cloc,
         "7ccc1d0d2fe4a46b7ea88f3da3b2abfeedb4b67bab60ca64427f55cd8f4483c9", "27C655D4EE567764"),
        ("silc-aes", "AES-SILC", Silc,
         "5319bd8f0e0f0ea5dc5d09ab7aff225022015472eae590c1d50fe7052bc24b5a", "A97FC1EBCCC3A1A6"),
    )
]  # fmt: skip

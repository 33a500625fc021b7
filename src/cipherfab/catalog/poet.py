# SPDX-License-Identifier: Apache-2.0
"""POET over AES-128 (second round of CAESAR), without tags between: chained by four rounds of AES,
or by all ten.
"""

from ..ciphers.aes import aes_128
from ..ciphers.aes_four import aes_four
from ..modes.poet import Poet
from ..primitives.primitive import Primitive
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "POET v2.0, submission to CAESAR, 2015"


def _algorithm(suffix: str, chaining: Primitive, sha256: str, first_output: str) -> Algorithm:
    return Algorithm(
        name=f"aes-poet-{suffix}",
        kind=Kind.AEAD,
        title=f"POET-AES10-{suffix.upper()}",
        version="2.0",
        document=DOCUMENT,
        model=Poet(cipher=aes_128(), chaining=chaining),
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )


ALGORITHMS = [
    _algorithm("aes4", aes_four(),
               "b6b72772103494915572354cda44adf8bb123a2151481af9b0676eacc113fad8",
               "4BB254C34E71258E430B8579146FD0C9"),
    _algorithm("aes10", aes_128(),
               "404a786b5111a9eef6788b8eb90ffbf7a8c7131f3fe580c7117fae337f81dadb",
               "ADA1120DD27CBC22ADFA9D72B3B61B1C"),
]  # fmt: skip

# SPDX-License-Identifier: Apache-2.0
"""SHELL over AES-128 (second round of CAESAR), with d = 4 and a nonce of 64 bits, and with d = 8
and one of 80.
"""

from ..ciphers.aes import aes_128
from ..modes.shell import Shell
from .algorithm import Algorithm, Kind, KnownAnswers

ALGORITHMS = [
    Algorithm(
        name=f"shell-aes-d{distance}-n{nonce_bits}",
        kind=Kind.AEAD,
        title=f"SHELL-AES, d = {distance}, nonce of {nonce_bits} bits",
        version="2.0",
        document="SHELL v2.0, submission to CAESAR, 2015",
        model=Shell(cipher=aes_128(), distance=distance, nonce_bytes=nonce_bits // 8),
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )
    for distance, nonce_bits, sha256, first_output in (
        (4, 64, "dd8bc64010dd6aa4eb1ae0f2c1711f5dc442777f4d2779945b6c3837a5235318",
         "BC396E725C8C5B6E2A4DDFA3A4D36CF67299BE09DB63F0513CA502D1DCDE8FB8"),
        (8, 80, "6b6cae89378a66463148c65178f9b0df7798c8e1d9c45ddc4d6c0e4c7f47dcee",
         "99191D2915D981EE6147F2354F8F92C0D6DF3F7FEF3C73842CDD0A88F35F47C5"),
    )
]  # fmt: skip

# SPDX-License-Identifier: Apache-2.0
"""SUNDAE-GIFT. Its known answers have the tag in front of the ciphertext."""

from ..modes.sundae import Sundae, SundaeWithNonce
from .algorithm import Algorithm, Kind, KnownAnswers

CHECKS = {
    0: "cd4980ae820325c8a11e01d9e57ffec28a4f0261feda13fd95cead4547615d66",
    64: "db4eb9d783284c97eb8f9b03693863a97deca724627c09767f33e54277ce5b36",
    96: "d823e79b34be6ef01167df97bbf0d811f2a8592122a71677308215458d766356",
    128: "396384c821e08e6548135a763369deac235ed4acf3decf094149f41378770a52",
}
"""By the bits of the nonce; the member with 96 is the primary one."""

ALGORITHMS = [
    Algorithm(
        name=f"sundae-gift-{bits}",
        kind=Kind.AEAD,
        title=f"SUNDAE-GIFT-{bits}",
        version="1.0 (round 2)",
        document="SUNDAE-GIFT v1.0, submission to the NIST LWC competition, 2019, section 2",
        data_limit="2^60 bytes, for an advantage of at most 2^-10 (table 3)",
        model=(SundaeWithNonce if bits else Sundae)(nonce_bytes=bits // 8),
        known_answers=KnownAnswers(sha256=sha256),
    )
    for bits, sha256 in CHECKS.items()
]

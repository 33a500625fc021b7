# SPDX-License-Identifier: Apache-2.0
"""ELmD (second round of CAESAR) over AES-128 of ten and of six rounds, without tags between. In its
known answers a secret message number stands in front of the message.
"""

from typing import Any

from ..ciphers.aes import aes_128
from ..ciphers.aes_four import aes_six
from ..modes.elmd import SECRET_BYTES, ElmdFixed, ElmdFlexible
from .algorithm import Algorithm, Kind, KnownAnswers

CIPHERS: dict[int, dict[str, Any]] = {
    10: {"cipher": aes_128(), "rounds": 10},
    # With six rounds L is 0, enciphered twice.
    6: {"cipher": aes_six(), "rounds": 6, "subkey_calls": 2},
}
CHECKS = {
    (10, 1): ("ee098dfd8b1e8c6cedb26da1f3cd170e16bb919a0bebf81990c467b50422d99f",
              "2D1DE81F51871FD56BD7B45067472D482093991FF194F1C7"),
    (10, 0): ("e1bc9c4b30d2a6c00876939d18d66cf7dc038297edc153cc6542a9d4f8e4093e",
              "0E68375CB39A3DFB59C45F1266425219E7DC2323913CDF8AF4130B6181BEF20601"),
    (6, 1): ("7b72af12ea26a8a33ec51ee2799d97ad80f74a9f6e76943c30b3f9fec4de832c",
             "6336AE077322C12162B7E138612B7128D77707A4ADBD26A5"),
    (6, 0): ("59fb20372d8f1e782f2a2179e16cec21fd297a06985527fc1c2e727e4cde9354",
             "D7CD277B50D8A658437C4963980A4500A381F0EAF1F9EAF5BBB1CC4EC20C49F901"),
}  # fmt: skip
"""By rounds, and whether the ciphertext is as long as the message."""

ALGORITHMS = [
    Algorithm(
        name=f"elmd-{rounds}-0-{flag}",
        kind=Kind.AEAD,
        title=f"ELmD({rounds},0,{flag})",
        version="2.0",
        document="ELmD v2.0, submission to CAESAR, 2015",
        model=(ElmdFixed if flag else ElmdFlexible)(**CIPHERS[rounds]),
        known_answers=KnownAnswers(
            sha256=sha256, first_output=first_output, secret_bytes=SECRET_BYTES
        ),
    )
    for (rounds, flag), (sha256, first_output) in CHECKS.items()
]

# SPDX-License-Identifier: Apache-2.0
"""ForkAE v1 (submission to NIST, rounds 1 and 2): PAEF and SAEF over ForkSkinny."""

from ..ciphers.forkskinny import forkskinny
from ..modes.forkae import ForkAead
from ..modes.paef import Paef
from ..modes.saef import Saef
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "ForkAE v.1, submission to the NIST LWC competition, round 2, section 4"

MEMBERS = [
    (Paef(cipher=forkskinny(64, 192), nonce_bytes=6),
     "d7ed5a18083acac21b4a49d06763495b8e87e57ff8287c90a9b0e3b69d134df0"),
    (Paef(cipher=forkskinny(128, 192), nonce_bytes=6),
     "e90f6ad951bb28b4e9d0f1f6f9fec7922bbd2eaf3121930eac96fb3358cb37ba"),
    (Paef(cipher=forkskinny(128, 256), nonce_bytes=14),
     "b9330d1b6324ae70e81e58beb1b890e7e456249d53706d3dd5a2537b1b99695e"),
    (Paef(cipher=forkskinny(128, 288), nonce_bytes=13),
     "6490b1bf2bb8ada074d4f9f75884396979f88580b1877c4a457650927f65bae3"),
    (Saef(cipher=forkskinny(128, 192), nonce_bytes=7),
     "76ca2c5a4bdbe3bb9f50f94e35ef4fcaf1b63bcf32cfe0501c6836cf183bdda8"),
    (Saef(cipher=forkskinny(128, 256), nonce_bytes=15),
     "659e63b3da8c92646666d5c92931a5c35e7be9164355c9e7bd6638dc0bafc886"),
]  # fmt: skip
"""Section 2, table 1: the modes with their parameters, and the check values of their known-answer
files.
"""


def _algorithm(model: ForkAead, sha256: str) -> Algorithm:
    mode, cipher = type(model).__name__, model.cipher
    return Algorithm(
        name=f"{mode.lower()}-{cipher.name}",
        kind=Kind.AEAD,
        document=DOCUMENT,
        version="v1",
        model=model,
        forkcipher=cipher,
        title=f"{mode.upper()}-ForkSkinny-{cipher.block}-{cipher.tweakey}",
        known_answers=KnownAnswers(sha256=sha256),
    )


ALGORITHMS = [_algorithm(*member) for member in MEMBERS]

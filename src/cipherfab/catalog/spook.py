# SPDX-License-Identifier: Apache-2.0
"""Spook, versions 1 (round 2) and 2, with Clyde-128 and the Shadow permutations."""

from ..ciphers.clyde import CLYDE_128
from ..ciphers.shadow import shadow
from ..modes.s1p import S1p
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Spook, submission to the NIST LWC competition"
ARTICLE = "Spook, IACR Transactions on Symmetric Cryptology 2020(S1)"

KEY_BYTES = {"su": 16, "mu": 32}
"""With a single user and with more than one."""

RATE_BYTES = {512: 32, 384: 16}
"""By the width of the permutation."""

SHADOW_HEADERS = {
    1: "of Spook v1 (NIST LWC round 2)\n# Bundles of 4 rows, 32-bit little-endian words\n",
    2: "of Spook v2 (modified D-box and round constants)\n",
}


def _aead(version: int, width: int, users: str, sha256: str) -> Algorithm:
    prefix = "" if version == 1 else "v2-"
    model = S1p(
        width=width, version=version, key_bytes=KEY_BYTES[users], block_bytes=RATE_BYTES[width]
    )
    return Algorithm(
        name=f"spook-{prefix}128-{width}-{users}",
        kind=Kind.AEAD,
        title=f"Spook[128, {width}, {users}] v{version}",
        version="1 (round 2)" if version == 1 else "2",
        document=f"{DOCUMENT}, section 3" if version == 1 else ARTICLE,
        model=model,
        known_answers=KnownAnswers(sha256=sha256),
    )


def _shadow(version: int, width: int, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"shadow-{width}-v{version}",
        kind=Kind.PERMUTATION,
        title=f"Shadow-{width} v{version}",
        version="1 (round 2)" if version == 1 else "2",
        document=f"{DOCUMENT}, section 3.3" if version == 1 else ARTICLE,
        primitive=shadow(width, version),
        known_answers=KnownAnswers(
            sha256=sha256,
            fields=(("In", "x"), ("Out", "x")),
            records=32,
            header=f"# Shadow-{width} {SHADOW_HEADERS[version]}",
        ),
    )


ALGORITHMS = [
    _aead(1, 512, "su", "c744322005f6d6df1846bc4baa4033047856d8183f502a65604711dd25e87b8c"),
    _aead(1, 512, "mu", "410c79bf206274bf6145103d1e87c20e17d258cd77c550fd0d33ef30a971c460"),
    _aead(1, 384, "su", "5bd32e37cd41cfd48b6e9fc740c56c32a3154e8acdf7e05310bae9d8f213f41c"),
    _aead(1, 384, "mu", "53d431a078490a709767c0089614fcda87218f11e97ab565d2e84f25bbfcd9cc"),
    _aead(2, 512, "su", "c9f76c914bbd916c7479493a632cbe1518355bec1564ec99ec6a9e85778f1335"),
    _aead(2, 512, "mu", "3b72ee641cc670ac6e9b1c7abbc707783f006b5d8df272c658f953d62e2d1066"),
    _aead(2, 384, "su", "b2b7f17c393abfb78a99dc99301667479d82abb7c5f4a57b3060bcc502a772d6"),
    _aead(2, 384, "mu", "d94e35dfee178c385a92eaf5847a81f9c962963cfe3a9bfa849f094c579cdafe"),
    Algorithm(
        name="clyde-128",
        kind=Kind.TWEAKABLE_BLOCK_CIPHER,
        title="Clyde-128",
        version="1 and 2",
        document=f"{DOCUMENT}, section 3.2",
        primitive=CLYDE_128,
        known_answers=KnownAnswers(
            sha256="6051d6fa3edf01bd12d6d72e96d8018b33d4afb89f3c3bf07bc837a4687e3617",
            fields=(("Key", "key"), ("Tweak", "tweak"), ("PT", "plaintext"), ("CT", "ciphertext")),
            header=(
                "# Clyde-128 (Spook v1 and v2: identical), encryption, 6 steps; rows as 32-bit "
                "little-endian words\n"
            ),
        ),
    ),
    _shadow(1, 512, "31a9d303496eab7a9bad6d452cd3f48d1f1199f3e27b62307c6d4847d66d7c60"),
    _shadow(1, 384, "59b0951f30728c6f6ad1ee6dd5ca85de04f9083a048437eb79d9da5825e85167"),
    _shadow(2, 512, "4fd5863d93dbbfff5b982635bd27456d142ec165120366058783fdf1a7515095"),
    _shadow(2, 384, "1b62b9d2dfdb92b552997243fde0a887b32311ba6e27e0cbb320cf363c405634"),
]

# SPDX-License-Identifier: Apache-2.0
"""SKINNY-AEAD, version 1.1 (round 2 of the NIST competition)."""

from ..ciphers.skinny import skinny
from ..modes.skinny_aead import skinny_tweaks
from ..modes.thetacb import ThetaCb3
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = (
    "SKINNY-AEAD and SKINNY-Hash v1.1, submission to the NIST LWC competition, 2019, section 2.4"
)

MEMBERS = {
    1: (3, 16, 16, "29099addda06d00962d98e1aedd76bb855e0407ac7d1bac4fd2136e8b6fa19b5",
        "99CE68EF7B52AAD0E11C6E2FC722426D"),
    2: (3, 12, 16, "7ebab9b869e9d03f548376457400b275b5d4164edb1d7b3111e6715b871831c5",
        "B9E76FC4D90272FF24E6386BF522CFE3"),
    3: (3, 16, 8, "974c531cff34b393db34b62602957f99c55286519c482c4590259e704c27de92",
        "62B08C0557EDCC94"),
    4: (3, 12, 8, "36e52a4018dc311722660ed6cab7c230eb7558a865f11a0f9c73d31516513bf0",
        "F94B439573612A09"),
    5: (2, 12, 16, "3d7e5f8ebd40ac1b6fb22501088b45b2e6decbbc31ce209897a1d373f7a79704",
        "26171C0816F2CCC821D57F0090F8E1AB"),
    6: (2, 12, 8, "cc74c7a47b499b7d9e1d44c320874bb25f267f31bee90e382edeef2e0fed5185",
        "DAAB927F30D9C87B"),
}  # fmt: skip
"""Section 2.2: tweakey words, bytes of nonce and of tag; check value and first output of the
known-answer file.
"""


def _algorithm(number: int) -> Algorithm:
    tweakeys, nonce_bytes, tag_bytes, sha256, first_output = MEMBERS[number]
    tweaks = skinny_tweaks(tweakeys=tweakeys, nonce_bytes=nonce_bytes, tag_bytes=tag_bytes)
    return Algorithm(
        name=f"skinny-aead-m{number}",
        kind=Kind.AEAD,
        title=f"SKINNY-AEAD M{number}",
        version="1.1",
        document=DOCUMENT,
        model=ThetaCb3(
            cipher=skinny(128, tweakeys),
            tweaks=tweaks,
            nonce_bytes=nonce_bytes,
            tag_bytes=tag_bytes,
        ),
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )


ALGORITHMS = [_algorithm(number) for number in MEMBERS]

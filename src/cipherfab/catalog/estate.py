# SPDX-License-Identifier: Apache-2.0
"""ESTATE and sESTATE, version 1 (round 2 of the NIST competition), with TweAES and TweGIFT-128.

The official known answers are those of the reference code, which has a defect; the ``-corrected``
entries are the specification. See `modes.estate`. In sESTATE the code deviates in one more place,
the last round key of TweAES-128-6 (`ciphers.tweaes`); of that there are no corrected answers, so
both entries follow the code there.
"""

from ..ciphers.tweaes import tweaes_128
from ..ciphers.twegift import twegift
from ..modes.estate import Estate
from ..primitives.folded import WHOLE
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "ESTATE v1, submission to the NIST LWC competition, 2019"

CODE = "1 as its reference code implements it (official known answers)"
TEXT = "1 as specified"

MEMBERS = {
    "estate-twegift-128": ("ESTATE_TweGIFT-128", twegift(128), None),
    "estate-tweaes-128": ("ESTATE_TweAES-128", tweaes_128(), None),
    "sestate-tweaes-128": ("sESTATE_TweAES-128-6", tweaes_128(), tweaes_128(6, skip_keys=True)),
}
"""Title, cipher, and the cipher of fewer rounds."""

CHECKS = {
    "estate-twegift-128": (
        "8f59e38f55e8ac29b31a9ed4ad87620fb69aaa6986e5f8e784c0a44022d0007b",
        "36ED76BBD25E0151517E683364727211",
    ),
    "estate-tweaes-128": (
        "3fe253281df3c67236fc907840d1376058bd908cd59d1df0f3a000bd36632cc7",
        "7397A153327DE39452E1F925F83D9A05",
    ),
    "sestate-tweaes-128": (
        "4de87b616b6a69fb67147570ab0886d0d1b8599a3ef12c5adb2252d6944c4a8b",
        "085B46E045754D5CAAF27137A7F64CA6",
    ),
    "estate-twegift-128-corrected": (
        "94ac5e81cf698b3e8a454f4dcfb218dacc888ecf5ebd3806a520a9b85f6c5043",
        "AAB13EC6C00EA011AF831A0098A79883",
    ),
    "estate-tweaes-128-corrected": (
        "086f6fdd5a4448706daecbc2e3be62990d783bd78efbeab4941fc231d304aba0",
        "F870E6261664F4D02F38CF6EA61191EF",
    ),
    # The same first output as of ESTATE: without message and data the nonce alone is enciphered, by
    # the cipher of all rounds in both.
    "sestate-tweaes-128-corrected": (
        "179b9977c463c26f406d652d710fecb204b9375489a78280c62183e9570e1653",
        "F870E6261664F4D02F38CF6EA61191EF",
    ),
}
"""Check value and first output of the known-answer file."""

TWEAKABLE_FIELDS = (("Key", "key"), ("Tweak", "tweak"), ("PT", "plaintext"), ("CT", "ciphertext"))

REVERSED = (
    "# Byte order as in the reference code of the submission: "
    "REVERSED with respect to the GIFT paper "
    "(byte 0 holds the least significant nibbles); "
    "with tweak 0 this is GIFT with all byte strings "
    "reversed\n"
)
"""A comment of the files of TweGIFT."""


def _aead(member: str, official: bool) -> Algorithm:
    title, cipher, reduced = MEMBERS[member]
    version = CODE if official else f"{TEXT}, but for a round key" if reduced else TEXT
    name = member if official else f"{member}-corrected"
    sha256, first_output = CHECKS[name]
    return Algorithm(
        name=name,
        kind=Kind.AEAD,
        version=version,
        title=title if official else f"{title}, corrected",
        document=f"{DOCUMENT}, sections 2.1 and 2.2",
        model=Estate(cipher=cipher, reduced=reduced, no_empty_case=official),
        foldings=WHOLE if "twegift" in member else {},
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )


def _cipher(primitive, title: str, section: str, sha256: str, comment: str = "") -> Algorithm:
    return Algorithm(
        name=primitive.name,
        kind=Kind.TWEAKABLE_BLOCK_CIPHER,
        title=title,
        version="1",
        primitive=primitive,
        document=f"{DOCUMENT}, section {section}",
        known_answers=KnownAnswers(
            sha256=sha256,
            records=80,
            fields=TWEAKABLE_FIELDS,
            header=(
                f"# {title}/4/128 (ESTATE), encryption, {primitive.rounds[0]} rounds\n"
                f"# Tweak: one byte, only the low nibble (4-bit tweak) is used\n{comment}"
            ),
        ),
    )


ALGORITHMS = [
    *(_aead(member, official) for member in MEMBERS for official in (True, False)),
    _cipher(tweaes_128(), "TweAES-128", "2.3.1",
            "c8821dba218d6e32c25b9fddb9a24b847a90bc6fce57f8d0b87e8ef3546e9e32"),
    _cipher(twegift(128), "TweGIFT-128", "2.3.3",
            "079ea5d60e1ec098c97c32c8061207bcdd451301600da190c79805f64b3f39dc", REVERSED),
]  # fmt: skip

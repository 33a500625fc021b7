# SPDX-License-Identifier: Apache-2.0
"""LILLIPUT-TBC and Lilliput-AE, version 1.1 (round 1 of the NIST competition, with the repaired
tweakey schedule).
"""

from functools import partial

from ..ciphers.lilliput import MEMBERS, Parameters, lilliput_tbc, with_tweakey
from ..ciphers.lilliput_by_byte import lilliput_path
from ..ciphers.lilliput_in_stages import staged_lilliput_tbc
from ..modes.lilliput import LILLIPUT_TWEAKS
from ..modes.sct2 import Sct2
from ..modes.thetacb import ThetaCb3
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Lilliput-AE v1.1, submission to the NIST LWC competition, 2019"

CHECKS = {
    "lilliput-tbc-i-128": ("7ee467ecdadfdf115fb450550fdf862938328f7ff08f6cf796c8625f7b0f91ab",
                           "B51E703ACFED755450F032A82B62C27C"),
    "lilliput-tbc-i-192": ("1e023f1270285180342ffb97f9f1334b37a65ec133d302573f45b0d0ac45002b",
                           "E3811EE34C26EDADA87069D3238BFE01"),
    "lilliput-tbc-i-256": ("91fb4aae7ffd2959505dd2da642781618cd5753befc9b106c274cda26f8dcf0f",
                           "DCCB552B15ECF818C19A43D1D131D010"),
    # The first record is zeros alone, of which the ciphers of both modes give the same.
    "lilliput-tbc-ii-128": ("3924082a1d8dbcd0cd9c3d497d81f4540c819ea1b238210c5daf7a9ecd8186d3",
                            "B51E703ACFED755450F032A82B62C27C"),
    "lilliput-tbc-ii-192": ("abb03cd4bba3597c25093d46d2b94b2d94a5a453c74555cb15f7f21c6cfe6888",
                            "E3811EE34C26EDADA87069D3238BFE01"),
    "lilliput-tbc-ii-256": ("7542f3f80b2049affa0d1f6df45f020e077f6aa47b84fe8a536a8f1c9afc986a",
                            "DCCB552B15ECF818C19A43D1D131D010"),
    "lilliput-i-128": ("68d28d78c256acc34d0a383e938edf50e728dbaf88fb98ab090a99f255bee03c",
                       "7240C75FFE7009E91A60D50BEE18C1FB"),
    "lilliput-i-192": ("95d10c9437dfe657fada2ea3db0df7abc7f8fb448f2119028476715c569fcbfd",
                       "846283F6ACB1FB9D4C5CD22F0342149C"),
    "lilliput-i-256": ("00dd7013e6955c86b266188b3d80714ebd81af8990e333a59476a03ed174ec0b",
                       "76F45B44F72B7C69432948DADECBCF98"),
    "lilliput-ii-128": ("e8e007a109db4746aece38edb950bce3591bc73d40bb70eb6a71e16c8fc79342",
                        "7FC02B55A82AE366F516BA80C9973770"),
    "lilliput-ii-192": ("1eb7a70b4107453cadb39f8f3e493d07f13a5eb7cf95cf921154d9d2227bf681",
                        "43A2DD5F2389B8BDC61BC2EB2BBFCBAD"),
    "lilliput-ii-256": ("73133bdb06639e49e354b50b16ae007e0d5b7f8b7cd50d97a97bf913e4f5f3c0",
                        "D902D638DE07BDA6273AC1ECE356DFDE"),
}  # fmt: skip
"""By name: check value and first output of the known-answer file."""


def _cipher(member: Parameters) -> Algorithm:
    sha256, first_output = CHECKS[member.name]
    version = f"{'I' * member.mode}-{member.key}"
    return Algorithm(
        name=member.name,
        kind=Kind.TWEAKABLE_BLOCK_CIPHER,
        title=f"LILLIPUT-TBC-{version}",
        version="1.1",
        document=DOCUMENT,
        primitive=lilliput_tbc(member.mode, member.key),
        serial=lilliput_path(member),
        staged=partial(staged_lilliput_tbc, member.mode, member.key),
        cubic=partial(staged_lilliput_tbc, member.mode, member.key, cubic=True),
        known_answers=KnownAnswers(
            sha256=sha256,
            first_output=first_output,
            fields=(("Key", "key"), ("Tweak", "tweak"), ("PT", "plaintext"), ("CT", "ciphertext")),
            header=(
                f"# Lilliput-TBC-{version} v1.1 (as used by Lilliput-{version}): block 128, key "
                f"{member.key}, "
                f"tweak {member.tweak} bits, {member.rounds} rounds\n"
                "# Byte arrays as in the reference code (X[0] is the first byte)\n"
            ),
        ),
    )


def _aead(member: Parameters) -> Algorithm:
    numeral, cipher = "I" * member.mode, lilliput_tbc(member.mode, member.key)
    name = f"lilliput-{numeral.lower()}-{member.key}"
    sha256, first_output = CHECKS[name]
    if member.mode == 1:
        model = ThetaCb3(
            cipher=with_tweakey(cipher),
            tweaks=LILLIPUT_TWEAKS,
            key_bytes=member.key // 8,
            nonce_bytes=15,
        )
    else:
        model = Sct2(cipher=cipher)
    return Algorithm(
        name=name,
        kind=Kind.AEAD,
        title=f"Lilliput-{numeral}-{member.key}",
        version="1.1",
        document=DOCUMENT,
        model=model,
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )


ALGORITHMS = [make(member) for make in (_cipher, _aead) for member in MEMBERS]

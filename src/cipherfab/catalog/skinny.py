# SPDX-License-Identifier: Apache-2.0
"""SKINNY (CRYPTO 2016) and SKINNY-128-384+ (Romulus v1.3)."""

from ..ciphers.skinny import MEMBERS, Parameters, skinny
from ..ciphers.skinny_by_cell import skinny_path
from ..primitives.folded import WHOLE
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = (
    "The SKINNY Family of Block Ciphers and its Low-Latency Variant MANTIS, CRYPTO 2016 (IACR "
    "ePrint 2016/660), section 2"
)
PLUS_DOCUMENT = "Romulus v1.3, submission to the NIST LWC competition, 2021"

CHECKS = {
    "skinny-64-64": ("959c77ca9f295eac89cf00514d6ac3976be878ff7d38d7a7b4a2244dd8b5d4b7",
                     "F5269826FC681238", "06034F957724D19D"),
    "skinny-64-128": ("20a19aac2b1238cf6a2d7aee1ec92cdc0392d1a1ee164b772091bda0ff273319",
                      "9EB93640D088DA6376A39D1C8BEA71E1", "CF16CFE8FD0F98AA"),
    "skinny-64-192": ("40cfc1c6cea2450718a98ecea2b1919c180fe4f32bc7c41e262580ae20797345",
                      "ED00C85B120D68618753E24BFD908F60B2DBB41B422DFCD0", "530C61D35E8663C3"),
    "skinny-128-128": ("a4923b4f2332c050a9275624b2e5b17a55234fc15e7e460f3f9aa8aacb9fa316",
                       "4F55CFB0520CAC52FD92C15F37073E93", "F20ADB0EB08B648A3B2EEED1F0ADDA14"),
    "skinny-128-256": ("def70677a3bad6e38bbb8be43882198eed4a5dfcaf6ae725d9992f218317a653",
                       "009CEC81605D4AC1D2AE9E3085D7A1F31AC123EBFC00FDDCF01046CEEDDFCAB3",
                       "3A0C47767A26A68DD382A695E7022E25"),
    "skinny-128-384": ("85e463d8ee7b2131568613cacd5618cc3fae1a02d3103c8af8aaeaeb5a12807b",
                       "DF889548CFC7EA52D296339301797449AB588A34A47F1AB2DFE9C8293FBEA9A5AB1AFAC2611012CD8CEF952618C3EBE8",
                       "A3994B66AD85A3459F44E92B08F550CB"),
    # The paper of SKINNY does not have this one.
    "skinny-128-384plus": ("2d56d341200691b9aaa2cefb3823523aa439d8b2a789542004362e12a2ee89a5",),
}  # fmt: skip
"""By name: check value of the known-answer file; tweakey and plaintext of the published vector
(ePrint 2016/660, appendix B).
"""


def _header(member: Parameters) -> str:
    if member.suffix:
        return (
            f"# SKINNY-128-384+ as used by Romulus v1.3 (NIST LWC final round): SKINNY-128-384 "
            f"with {member.rounds} rounds "
            "instead of 56\n# Tweakey = TK1 || TK2 || TK3\n"
        )
    return (
        f"# SKINNY-{member.block}-{member.block * member.tweakeys}: block {member.block} bits, "
        f"tweakey {member.block * member.tweakeys} bits, {member.rounds} rounds\n"
        "# Tweakey = TK1 || TK2 || TK3 (byte strings as in the SKINNY paper; "
        "64-bit versions: high nibble of a byte is the first cell)\n"
        "# Count 1 is the vector published in the SKINNY paper\n"
    )


def _algorithm(member: Parameters) -> Algorithm:
    sha256, *published = CHECKS[member.name]
    return Algorithm(
        name=member.name,
        kind=Kind.TWEAKABLE_BLOCK_CIPHER,
        title=member.name.upper().replace("PLUS", "+"),
        document=PLUS_DOCUMENT if member.suffix else DOCUMENT,
        version="Romulus 1.3" if member.suffix else "CRYPTO 2016",
        primitive=skinny(member.block, member.tweakeys, member.suffix),
        serial=skinny_path(member),
        foldings=WHOLE,
        known_answers=KnownAnswers(
            sha256=sha256,
            fields=(("Tweakey", "tweakey"), ("PT", "plaintext"), ("CT", "ciphertext")),
            header=_header(member),
            published=(("published", tuple(published)),) if published else (),
        ),
    )


ALGORITHMS = [_algorithm(member) for member in MEMBERS]

# SPDX-License-Identifier: Apache-2.0
"""ForkSkinny (ForkAE v1, submission to NIST, rounds 1 and 2)."""

from ..ciphers.forkskinny import MEMBERS, Parameters, forkskinny, with_key_and_tweak
from ..ciphers.forkskinny_by_cell import forkskinny_path
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "ForkAE v.1, submission to the NIST LWC competition, round 2, section 4.1"

CHECKS = {
    "forkskinny-64-192": ("b5daf7334c8c7bcd23bbb44dad8db345f2cc82baeb44663f16f8170554aca087",
        "ED00C85B120D68618753E24BFD908F60", "B2DBB41B422DFCD0", "530C61D35E8663C3"),
    "forkskinny-128-192": ("70a555ad05ab0ca8cb706a84e562a6c8c13f3402625dfb2deec8402d37d87b93",
        "FC8F7F8BC0C9E5308739C22E6FFFE59D", "4A59177E1FD92001", "F4FF8A30AD6325FC8D285456D8E04F48"),
    "forkskinny-128-256": ("a085e986e1748435740b6c49a05d0fe9582916fb29294d812a28e379edf39dc6",
        "009CEC81605D4AC1D2AE9E3085D7A1F3", "1AC123EBFC00FDDCF01046CEEDDFCAB3",
                           "3A0C47767A26A68DD382A695E7022E25"),
    "forkskinny-128-288": ("2d35859f57f43065bb5888fa230e9cbc901d3b13b4e902cf04ea0ea42fd0adf6",
        "009CEC81605D4AC1D2AE9E3085D7A1F3", "1AC123EBFC00FDDCF01046CEEDDFCAB3DEADBEEF",
                           "F4FF8A30AD6325FC8D285456D8E04F48"),
}  # fmt: skip
"""By name: check value of the known-answer file; key, tweak and plaintext of the designers' test
bench.
"""


def _header(member: Parameters) -> str:
    # What is beyond two blocks: -64 and 32 are the members with a word that is not full.
    size = member.tweakey - 2 * member.block
    # These lines are a part of the file, and so of its hash: not a character may change.
    padded = {
        -64: "# The 192-bit tweakey is zero-padded to 256 bits (TK2 = last 64 tweakey bits || "
        "0^64)\n",
        32: "# The 288-bit tweakey is zero-padded to 384 bits (TK3 = last 32 tweakey bits || "
        "0^96)\n",
    }
    return (
        f"# ForkSkinny-{member.block}-{member.tweakey}: block {member.block} bits, "
        f"tweakey = Key || Tweak = {member.tweakey} bits, {member.before} rounds before the "
        f"fork, "
        f"{member.branch} rounds in each branch\n"
        "# C0 = left branch (branch constant added after the fork; its round constants and "
        "tweakey schedule continue AFTER "
        "those of C1), C1 = right branch (directly continues the first rounds)\n"
        "# Count 1: vector of the hardware test bench hardware/TB_ForkSkinnyRB_Enc.vhd of "
        "byt3bit/forkae, where the names C0 "
        "and C1 are swapped (TV_C1 is C0 here); the specification prints no vectors\n"
        + padded.get(size, "")
    )


def _algorithm(member: Parameters) -> Algorithm:
    sha256, *published = CHECKS[member.name]
    cipher = forkskinny(member.block, member.tweakey)
    return Algorithm(
        name=member.name,
        kind=Kind.TWEAKABLE_BLOCK_CIPHER,
        title=f"ForkSkinny-{member.block}-{member.tweakey}",
        document=DOCUMENT,
        version="ForkAE v1",
        primitive=with_key_and_tweak(cipher),
        forkcipher=cipher,
        serial=forkskinny_path(member),
        known_answers=KnownAnswers(
            sha256=sha256,
            header=_header(member),
            published=(("published", tuple(published)),),
            fields=(
                ("Key", "key"),
                ("Tweak", "tweak"),
                ("PT", "plaintext"),
                ("C0", "left"),
                ("C1", "right"),
            ),
        ),
    )


ALGORITHMS = [_algorithm(member) for member in MEMBERS]

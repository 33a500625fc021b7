# SPDX-License-Identifier: Apache-2.0
"""Spongent-pi and Elephant; Delirium's permutation is `keccak`'s."""

from ..ciphers.keccak import keccak_p
from ..ciphers.spongent import ROUNDS, spongent_pi
from ..modes.elephant import Elephant, ElephantV1, delirium_feedback, dumbo_feedback, jumbo_feedback
from ..primitives.folded import WHOLE
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Elephant, submission to the NIST LWC competition"
VERSION = "2 (final round; the document at hand is version 1.1)"


V1_MEMBERS = {
    "dumbo": ("Dumbo", spongent_pi(160), dumbo_feedback, 8, "2.3"),
    "jumbo": ("Jumbo", spongent_pi(176), jumbo_feedback, 8, "2.4"),
    "delirium": ("Delirium", keccak_p(200), delirium_feedback, 16, "2.5"),
}
"""Title, permutation, mask register, bytes of the tag, section."""

V1_CHECKS = {
    "elephant-dumbo-v1": (
        "ecc7afe923ff0c88e15c6e8aec31098e7b2136d6889d823600b544e858752598",
        "99AD0D35BBB90AA7",
    ),
    "elephant-dumbo-v1-corrected": (
        "710fbe155a15079d5b824d00ea1f151be5de75624e1f96ce28546fe9a81dec07",
        "0E657FFAF5379313",
    ),
    "elephant-jumbo-v1": (
        "08f4dfdd55f47abfe99714ff470b5a3fec099bb80899eda48be785b0f6b56685",
        "F9F52C3201D8EE81",
    ),
    "elephant-jumbo-v1-corrected": (
        "8e7c81da43e8eb7cec5528b48d8f195f5eab641931dac14a29dc2fbd802445b5",
        "3726D50A2373A795",
    ),
    "elephant-delirium-v1": (
        "9fd1eb612a392d7048a29872e7d223459e4f9c88e4102b2918c02d3a8aba5262",
        "F15ACBDAAD35B3172B71A67F6D61743E",
    ),
    "elephant-delirium-v1-corrected": (
        "018e5dd8967e49d9c354356678f35edb9cc5a53d67dd83f96b085886cfdb15b5",
        "3B57BDA2D6FCF5B1C08EFF7B44F80CAB",
    ),
}
"""Check value and first output of the known-answer file."""


def _v1(member: str, corrected: bool) -> Algorithm:
    title, permutation, feedback, tag_bytes, section = V1_MEMBERS[member]
    name = f"elephant-{member}-v1" + "-corrected" * corrected
    sha256, first_output = V1_CHECKS[name]
    return Algorithm(
        name=name,
        kind=Kind.AEAD,
        foldings=WHOLE,
        title=f"{title} v1" + ", corrected" * corrected,
        version="1.1 as specified"
        if corrected
        else "1.1 as the code of February 2019 implements it (official known answers)",
        document=f"{DOCUMENT}, version 1.1, sections 2.2 and {section}",
        model=ElephantV1(
            cipher=permutation, feedback=feedback, tag_bytes=tag_bytes, code_of_2019=not corrected
        ),
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )


def _permutation(width: int, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"spongent-pi-{width}",
        kind=Kind.PERMUTATION,
        title=f"Spongent-pi[{width}]",
        version=VERSION,
        document=f"{DOCUMENT}, section 2.{3 if width == 160 else 4}.1",
        primitive=spongent_pi(width),
        known_answers=KnownAnswers(
            sha256=sha256,
            fields=(("In", "x"), ("Out", "x")),
            records=40,
            header=(
                f"# Spongent-pi[{width}] of Elephant, {ROUNDS[width]} rounds; bit j of the state "
                f"= bit "
                f"(j mod 8) of byte j/8\n"
            ),
        ),
    )


ALGORITHMS = [
    Algorithm(
        name="elephant-dumbo-v2", kind=Kind.AEAD, title="Dumbo",
        version=VERSION, document=f"{DOCUMENT}, sections 2.2 and 2.3",
        model=Elephant(cipher=spongent_pi(160), feedback=dumbo_feedback, tag_bytes=8),
        known_answers=KnownAnswers(
            sha256="540321e90100b84c476e4ee2f433285f840956dac79760f0f987c11c1065e6e2")),
    Algorithm(
        name="elephant-jumbo-v2", kind=Kind.AEAD, title="Jumbo",
        version=VERSION, document=f"{DOCUMENT}, sections 2.2 and 2.4",
        model=Elephant(cipher=spongent_pi(176), feedback=jumbo_feedback, tag_bytes=8),
        known_answers=KnownAnswers(
            sha256="12af21e8de60b2741b6d65fab596cef854c95385d832d52f09a48f458633c08a")),
    Algorithm(
        name="elephant-delirium-v2", kind=Kind.AEAD, title="Delirium", version=VERSION,
        document=f"{DOCUMENT}, sections 2.2 and 2.5",
        model=Elephant(cipher=keccak_p(200), feedback=delirium_feedback, tag_bytes=16),
        known_answers=KnownAnswers(
            sha256="5a9a1ad4a249ae18ca888d2987d53037e15654e5ce8724489da31cf10d5c5d5d")),
    *(_v1(member, corrected) for member in V1_MEMBERS for corrected in (False, True)),
    _permutation(160, "09bdecc7fdbe9ec0ca6550b01cf45d28f9e123774d87d9f01ba6e98163c50dee"),
    _permutation(176, "85cd08cad0496f02ee2531772dabf3d149a7174897ab3d85ee6cf8316d0ed461"),
]  # fmt: skip

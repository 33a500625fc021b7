"""Spongent-pi and Elephant; Delirium's permutation is `keccak`'s."""

from ..ciphers.keccak import keccak_p
from ..ciphers.spongent import ROUNDS, spongent_pi
from ..modes.elephant import Elephant, delirium_feedback, dumbo_feedback, jumbo_feedback
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Elephant, submission to the NIST LWC competition"
VERSION = "2 (final round; the document at hand is version 1.1)"


def _permutation(width: int, sha256: str) -> Algorithm:
    return Algorithm(
        name=f"spongent-pi-{width}", kind=Kind.PERMUTATION, title=f"Spongent-pi[{width}]", version=VERSION,
        document=f"{DOCUMENT}, section 2.{3 if width == 160 else 4}.1", primitive=spongent_pi(width),
        known_answers=KnownAnswers(sha256=sha256, fields=(("In", "x"), ("Out", "x")), records=40, header=(
            f"# Spongent-pi[{width}] of Elephant, {ROUNDS[width]} rounds; bit j of the state = bit (j mod 8) of byte j/8\n")))


ALGORITHMS = [
    Algorithm(
        name="elephant-dumbo-v2", kind=Kind.AEAD, title="Dumbo", version=VERSION, document=f"{DOCUMENT}, sections 2.2 and 2.3",
        model=Elephant(permutation=spongent_pi(160), feedback=dumbo_feedback, tag_bytes=8),
        known_answers=KnownAnswers(sha256="540321e90100b84c476e4ee2f433285f840956dac79760f0f987c11c1065e6e2")),
    Algorithm(
        name="elephant-jumbo-v2", kind=Kind.AEAD, title="Jumbo", version=VERSION, document=f"{DOCUMENT}, sections 2.2 and 2.4",
        model=Elephant(permutation=spongent_pi(176), feedback=jumbo_feedback, tag_bytes=8),
        known_answers=KnownAnswers(sha256="12af21e8de60b2741b6d65fab596cef854c95385d832d52f09a48f458633c08a")),
    Algorithm(
        name="elephant-delirium-v2", kind=Kind.AEAD, title="Delirium", version=VERSION,
        document=f"{DOCUMENT}, sections 2.2 and 2.5",
        model=Elephant(permutation=keccak_p(200), feedback=delirium_feedback, tag_bytes=16),
        known_answers=KnownAnswers(sha256="5a9a1ad4a249ae18ca888d2987d53037e15654e5ce8724489da31cf10d5c5d5d")),
    _permutation(160, "09bdecc7fdbe9ec0ca6550b01cf45d28f9e123774d87d9f01ba6e98163c50dee"),
    _permutation(176, "85cd08cad0496f02ee2531772dabf3d149a7174897ab3d85ee6cf8316d0ed461"),
]

# SPDX-License-Identifier: Apache-2.0
"""Joltik≠ (second round of CAESAR): the nonce-respecting members with keys of 64 and 128 bits."""

from ..ciphers.joltik_bc import joltik_bc
from ..ciphers.lilliput import with_tweakey
from ..modes.joltik import JOLTIK_TWEAKS
from ..modes.thetacb import ThetaCb3
from .algorithm import Algorithm, Kind, KnownAnswers

DOCUMENT = "Joltik v1.3, submission to CAESAR, 2015"

MEMBERS = {
    64: ("1f61e614e581da0c2bb3acab895ed4e3a46a2abf88d7aced4e0e382fdb863f20", "60DD2DA93D804D76"),
    128: ("b3af3ec44d1ce66a3a54bfa4d0722f4ee0c6c6944f3c47c086be44e32455c842", "4BEEB5D1FE9690D7"),
}
"""By bits of key: check value and first output of the known-answer file."""


def _algorithm(key: int) -> Algorithm:
    sha256, first_output = MEMBERS[key]
    return Algorithm(
        name=f"joltik-neq-{key}",
        kind=Kind.AEAD,
        title=f"Joltik≠-{key}-64",
        version="1.3",
        document=DOCUMENT,
        model=ThetaCb3(
            cipher=with_tweakey(joltik_bc(key + 64)),
            tweaks=JOLTIK_TWEAKS[key],
            key_bytes=key // 8,
            nonce_bytes=4,
            tag_bytes=8,
        ),
        known_answers=KnownAnswers(sha256=sha256, first_output=first_output),
    )


ALGORITHMS = [_algorithm(key) for key in MEMBERS]

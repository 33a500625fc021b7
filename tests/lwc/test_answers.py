# SPDX-License-Identifier: Apache-2.0
"""What a core that keeps a message must give for one that does not fit."""

import pytest

from cipherfab.cores.build import build
from cipherfab.lwc.answers import Limits, answer
from cipherfab.lwc.messages import encryption
from cipherfab.lwc.protocol import Opcode

WIDTH = 32


def answered(ad: int, text: int, limits: Limits) -> list[str]:
    """The kinds of what a core with these limits gives for an encryption of so many bytes."""
    message = encryption(
        "aes-128-ccm", key=bytes(16), nonce=bytes(12), ad=bytes(ad), plaintext=bytes(text)
    )
    block = answer(message, WIDTH, limits)
    assert block.items[-1].words[0] >> WIDTH - 4 in (Opcode.SUCCESS, Opcode.FAILURE)
    failed = block.items[-1].words[0] >> WIDTH - 4 == Opcode.FAILURE
    assert failed == (len(block.items) == 1)
    return [item.kind for item in block.items]


@pytest.mark.parametrize(
    "ad, text, fits", [(32, 64, True), (33, 64, False), (32, 65, False), (33, 65, False)]
)
def test_what_does_not_fit_is_answered_with_failure_alone(ad, text, fits):
    """A byte more of associated data or of text than is kept, and nothing but the status leaves."""
    kinds = answered(ad, text, Limits(buffer_bytes=64, most_ad_bytes=32))
    assert (len(kinds) > 1) == fits


def test_without_limits_everything_fits():
    """A core that keeps nothing, and one that keeps the message alone, take any associated data."""
    assert len(answered(1000, 1000, Limits())) > 1
    assert len(answered(1000, 64, Limits(buffer_bytes=64))) > 1


def test_the_design_says_what_it_keeps():
    """The limits stand in the interface of a core, and in its JSON only where there are any."""
    ccm, sct2 = build("aes-128-ccm"), build("lilliput-ii-128")
    assert ccm.interface.kept == {"buffer_bytes": 64, "most_ad_bytes": 64, "withheld_bytes": None}
    assert ccm.to_json()["interface"]["most_ad_bytes"] == 64
    assert "most_ad_bytes" not in sct2.to_json()["interface"]

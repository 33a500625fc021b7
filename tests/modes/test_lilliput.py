# SPDX-License-Identifier: Apache-2.0
"""Lilliput-I: tweaks for ΘCB3, and the cycles of its core."""

import pytest

from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.measure.mode_cycles import mode_cycles
from cipherfab.modes.lilliput import LILLIPUT_TWEAKS
from cipherfab.modes.thetacb import CALL_BITS, Call
from cipherfab.words import SoftwareWord

NONCE, KEY = bytes(range(0xA0, 0xAF)), bytes(range(0xC0, 0xD0))


@pytest.mark.parametrize(
    "call, expected",
    [
        (Call.MESSAGE, "0a0a1a2a3a4a5a6a7a8a9aaabacadae0"),
        (Call.MESSAGE_PADDED, "4a0a1a2a3a4a5a6a7a8a9aaabacadae0"),
        (Call.TAG, "1a0a1a2a3a4a5a6a7a8a9aaabacadae0"),
        (Call.TAG_PADDED, "5a0a1a2a3a4a5a6a7a8a9aaabacadae0"),
        (Call.AD, "2" + 31 * "0"),
        (Call.AD_PADDED, "6" + 31 * "0"),
    ],
)
def test_tweaks(call, expected):
    """A nibble of prefix, then the nonce, or zeros for associated data, then the index; the key
    follows.
    """
    words = {
        "counter": SoftwareWord(64, 0x0123456789ABCDEF),
        "call": SoftwareWord(CALL_BITS, call),
        "nonce": SoftwareWord(120, int.from_bytes(NONCE, "big")),
        "key": SoftwareWord(128, int.from_bytes(KEY, "big")),
    }
    word = LILLIPUT_TWEAKS.tweakey(words)["tweakey"]
    assert f"{word.value:0{word.width // 4}x}" == expected + "0123456789abcdef" + KEY.hex()


def test_indices():
    """Blocks are counted from 0."""
    assert LILLIPUT_TWEAKS.first == 0
    assert LILLIPUT_TWEAKS.following(SoftwareWord(64, 0xFF)).value == 0x100


@pytest.mark.parametrize(
    "name, rounds",
    [("lilliput-i-128", 32), pytest.param("lilliput-i-256/unrolled=2", 21, marks=pytest.mark.slow)],
)
def test_cycles_of_an_encryption(name, rounds):
    """One run of the cipher for each block that has a byte and one for the tag."""
    # One block of data, two of the message, and the tag.
    assert mode_cycles(controller(parse(name)), 16, 17) == rounds * 4

# SPDX-License-Identifier: Apache-2.0
"""What goes where in the states of ACE-AE-128 and Spix."""

import pytest

from cipherfab.modes.ace import AceAead
from cipherfab.modes.spix import Spix
from cipherfab.words import SoftwareWord

FILLED = {
    AceAead: "0001020304050607 2021222324252627 08090A0B0C0D0E0F 0000000000000000 28292A2B2C2D2E2F",
    Spix: "2021222324252627 0001020304050607 28292A2B2C2D2E2F 08090A0B0C0D0E0F",
}
"""Bytes 00 to 0F of the key, 20 to 2F of the nonce."""

RATE = {AceAead: [*range(4), *range(16, 20)], Spix: [*range(8, 12), *range(24, 28)]}


@pytest.mark.parametrize("kind", FILLED)
def test_key_and_nonce_are_loaded_as_the_text_says(kind):
    """ACE: A and C, B and E, zeros in D; Spix: the odd and the even subblocks."""
    mode = kind()
    key, first, second = (
        SoftwareWord(8 * len(data), int.from_bytes(data, "big"))
        for data in (bytes(range(16)), bytes(range(32, 40)), bytes(range(40, 48)))
    )
    state = SoftwareWord(mode.permutation.inputs["x"], 0)
    for part, block in enumerate((first, second)):
        state = mode.begin(part, {"state": state, "block": block, "key": key})
    assert int(state) == int(FILLED[kind].replace(" ", ""), 16)


@pytest.mark.parametrize("kind", RATE)
def test_the_rate_has_the_bytes_of_the_text(kind):
    """The key stream is these bytes, and what is added is added to them."""
    mode = kind()
    width = mode.permutation.inputs["x"]
    state = SoftwareWord(width, int.from_bytes(bytes(range(width // 8)), "big"))
    assert int(mode.text(state)).to_bytes(8, "big") == bytes(RATE[kind])
    added = int(mode.added(state, SoftwareWord(64, (1 << 64) - 1))) ^ int(state)
    assert [at for at in range(width // 8) if added >> width - 8 - 8 * at & 0xFF] == RATE[kind]

# SPDX-License-Identifier: Apache-2.0
"""HS1-SIV: its ChaCha, against the RFC."""

from cipherfab.modes.hs1_siv import chacha


def test_chacha_of_twenty_rounds_is_that_of_the_rfc():
    """RFC 7539, section 2.3.2: the second block under the counting key."""
    stream = chacha(bytes(range(32)), bytes.fromhex("000000090000004a00000000"), 128, 20)
    assert stream[64:] == bytes.fromhex(
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )

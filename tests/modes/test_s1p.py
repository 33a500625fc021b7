# SPDX-License-Identifier: Apache-2.0
"""S1P's public tweaks."""

from cipherfab import catalog
from cipherfab.modes.s1p import public_tweak
from cipherfab.words import SoftwareWord


def test_public_tweak_has_126_free_bits():
    """The last two bits are 1 and 0 whatever is given; with a single user all are 0."""

    def tweak(given):
        like = SoftwareWord(128, 0)
        return int(
            public_tweak(given if given is None else SoftwareWord(128, given), like)
        ).to_bytes(16, "big")

    assert tweak((1 << 128) - 1) == b"\xff" * 15 + b"\x7f" and tweak(0) == bytes(15) + b"\x40"
    assert tweak(None) == bytes(16)


def test_the_bits_that_are_no_key_make_no_difference():
    """Two keys that differ only there give the same ciphertext."""
    model = catalog.find("spook-128-512-mu").model
    sealed = {
        model.encrypt(bytes(31) + bytes([last]), bytes(16), b"ad", b"text")
        for last in (0, 0x40, 0x80, 0xC0)
    }
    assert len(sealed) == 1

# SPDX-License-Identifier: Apache-2.0
"""SAEF's tweaks."""

from cipherfab import catalog

NONCE = bytes(range(0xA0, 0xA7))


def test_nonce_is_in_the_first_call_only():
    """The first tweak of a message is nonce || 0000 || 1 || f, every other one zeros and f."""
    model = catalog.find("saef-forkskinny-128-192").model
    seen = []

    class Watched(type(model)):
        def forward(self, key, tweak, block):
            seen.append(tweak)
            return super().forward(key, tweak, block)

    watched = Watched(cipher=model.cipher, nonce_bytes=model.nonce_bytes)
    for ad, message in (
        (b"", b""),
        (bytes(16), b""),
        (bytes(17), bytes(17)),
        (b"", bytes(16)),
        (b"", bytes(33)),
    ):
        watched.encrypt(bytes(16), NONCE, ad, message)
    flags = [0xF, 0xE, 0x8, 0x3, 0x1, 0x5, 0xC, 0x9, 0x1, 0x5]
    assert seen == [(NONCE if flag >= 8 else bytes(7)) + bytes([flag]) for flag in flags]

# SPDX-License-Identifier: Apache-2.0
"""ΘCB3 over any cipher and tweaks."""

from tinytbc import tiny_theta_cb


def test_another_layout_of_the_tweak():
    """Other ciphers and tweaks work too: what comes back is what went in, and each of AD, message
    and tag depends on its place.
    """
    model, key, nonce = tiny_theta_cb(), bytes(16), bytes(12)
    same = bytes(16)
    for text in (b"", same, same + b"abc"):
        assert model.decrypt(key, nonce, same, model.encrypt(key, nonce, same, text)) == text
    sealed = model.encrypt(key, nonce, b"", 3 * same)
    assert len(sealed) == 56 and len({sealed[:16], sealed[16:32], sealed[32:48]}) == 3
    tags = {
        model.encrypt(key, nonce, ad, b"")
        for ad in (b"", same, same + same, 3 * same, same[:15], same[:15] + b"\x80")
    }
    assert len(tags) == 6

# SPDX-License-Identifier: Apache-2.0
"""SCT-2: Lilliput-II, and what the tweaks of a call are over any cipher."""

import pytest

from cipherfab import catalog
from cipherfab.ciphers.lilliput import lilliput_tbc
from cipherfab.modes import sct2
from cipherfab.modes.sct2 import Sct2


def test_tweaks_of_a_message(monkeypatch):
    """Padded and full blocks, the tag, and a key stream that adds the index to the tag, whose first
    bit is 1.
    """
    calls, answer = [], bytes.fromhex("0123456789abcdef00000000000000ff")

    def record(self, key, tweak, block):
        calls.append((tweak.hex(), block.hex()))
        return answer

    monkeypatch.setattr(Sct2, "_call", record)
    Sct2(cipher=lilliput_tbc(2, 128)).encrypt(bytes(16), b"\xaa" * 15, b"\x11" * 17, b"\x22" * 18)
    nonce = "00" + "aa" * 15
    assert calls == [
        ("2" + 31 * "0", "11" * 16),
        ("6" + 30 * "0" + "1", "1180" + 28 * "0"),
        (32 * "0", "22" * 16),
        ("4" + 30 * "0" + "1", "222280" + 26 * "0"),
        ("10" + "aa" * 15, 32 * "0"),
        ("8123456789abcdef00000000000000ff", nonce),
        ("8123456789abcdef00000000000000fe", nonce),
    ]


def test_a_repeated_nonce_shows_equal_messages_only():
    """With one key and nonce, another message or other data changes tag and ciphertext as a
    whole."""
    model, key, nonce = catalog.find("lilliput-ii-128").model, bytes(16), bytes(15)
    text = bytes(32)
    sealed = [
        model.encrypt(key, nonce, ad, message)
        for ad, message in ((b"", text), (b"a", text), (b"", text[:-1] + b"\1"))
    ]
    assert sealed[0] == model.encrypt(key, nonce, b"", text)
    assert len({one[:16] for one in sealed}) == len({one[16:32] for one in sealed}) == 3


def test_the_tweak_is_as_long_as_the_block():
    """LILLIPUT-TBC-I, with a tweak of 192 bits, is refused."""
    with pytest.raises(ValueError, match="as long as the block"):
        Sct2(cipher=lilliput_tbc(1, 128))
    assert sct2.Sct2(cipher=lilliput_tbc(2, 192)).key_bytes == 24

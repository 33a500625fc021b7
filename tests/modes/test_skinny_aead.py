# SPDX-License-Identifier: Apache-2.0
"""What SKINNY-AEAD puts into its tweakeys."""

import pytest

from cipherfab.modes.skinny_aead import lfsr, skinny_tweaks
from cipherfab.modes.thetacb import CALL_BITS, Call
from cipherfab.words import SoftwareWord

NONCE, KEY = bytes(range(0xA0, 0xB0)), bytes(range(0xC0, 0xD0))


def tweakey(counter: int, call: Call, *, tweakeys: int, nonce_bytes: int, tag_bytes: int) -> str:
    """The tweakey in hexadecimal."""
    tweaks = skinny_tweaks(tweakeys=tweakeys, nonce_bytes=nonce_bytes, tag_bytes=tag_bytes)
    words = {
        "counter": SoftwareWord(tweaks.counter_bits, counter),
        "call": SoftwareWord(CALL_BITS, call),
        "nonce": SoftwareWord(8 * nonce_bytes, int.from_bytes(NONCE[:nonce_bytes], "big")),
        "key": SoftwareWord(128, int.from_bytes(KEY, "big")),
    }
    word = tweaks.tweakey(words)["tweakey"]
    return f"{word.value:0{word.width // 4}x}"


@pytest.mark.parametrize(
    "nonce_bytes, tag_bytes, domain", [(16, 16, "05"), (12, 16, "15"), (16, 8, "0d"), (12, 8, "1d")]
)
def test_three_words(nonce_bytes, tag_bytes, domain):
    """M1 to M4: counter with its low byte first, domain byte at the end of TK1; nonce, filled with
    zeros; key.
    """
    expected = (
        "efcdab8967452301"
        + "00" * 7
        + domain
        + NONCE[:nonce_bytes].ljust(16, b"\0").hex()
        + KEY.hex()
    )
    assert (
        tweakey(
            0x0123456789ABCDEF,
            Call.TAG_PADDED,
            tweakeys=3,
            nonce_bytes=nonce_bytes,
            tag_bytes=tag_bytes,
        )
        == expected
    )


@pytest.mark.parametrize("tag_bytes, domain", [(16, "12"), (8, "1a")])
def test_two_words(tag_bytes, domain):
    """M5 and M6: three bytes of counter, the domain byte and the nonce in TK1, the key in TK2."""
    expected = "563412" + domain + NONCE[:12].hex() + KEY.hex()
    assert tweakey(0x123456, Call.AD, tweakeys=2, nonce_bytes=12, tag_bytes=tag_bytes) == expected


@pytest.mark.parametrize("bits", [24, 64])
def test_counter(bits):
    """One step doubles; 0x1B is added for the bit that falls out."""
    top, mask = 1 << bits - 1, (1 << bits) - 1
    for value in (1, 2, top >> 1, top, top | 1, mask):
        assert lfsr(SoftwareWord(bits, value)).value == (value << 1 & mask) ^ (
            0x1B if value & top else 0
        )

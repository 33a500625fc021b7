# SPDX-License-Identifier: Apache-2.0
"""TweGIFT: the tweak on GIFT."""

import pytest

from cipherfab.ciphers.gift import gift
from cipherfab.ciphers.twegift import expand_tweak, twegift
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

KEY, BLOCK = bytes(range(16)), bytes(range(100, 116))


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


@pytest.mark.parametrize("block", [64, 128])
def test_tweak_0_is_gift_with_bytes_reversed(block):
    """Without a tweak the cipher is GIFT on reversed byte strings, and with one it is not."""
    text = BLOCK[: block // 8]
    (expected,) = software(gift(block))(_number(KEY[::-1]), _number(text[::-1]))
    found = [software(twegift(block))(_number(KEY), tweak, _number(text))[0] for tweak in range(16)]
    assert found[0].to_bytes(block // 8, "little") == expected.to_bytes(block // 8, "big")
    assert len(set(found)) == 16


def test_expanded_tweaks_are_far_apart():
    """Each bit, then each bit plus the sum of all: a code in which two words differ in at least
    four bits."""
    words = [int(expand_tweak(SoftwareWord(4, tweak), 8)) for tweak in range(16)]
    assert words[:3] == [0x00, 0xE1, 0xD2]
    assert min((a ^ b).bit_count() for a in words for b in words if a != b) == 4

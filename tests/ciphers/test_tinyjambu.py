# SPDX-License-Identifier: Apache-2.0
"""TinyJAMBU's keyed permutation against its specification's text."""

import random

import pytest

from cipherfab.ciphers.tinyjambu import MOST_BITS, tinyjambu_p
from cipherfab.primitives.primitive import software


def reference(key: bytes, x: bytes, rounds: int) -> bytes:
    """Section 3.2.3 on lists of bits."""
    s, k = ([byte >> bit & 1 for byte in data for bit in range(8)] for data in (x, key))
    for i in range(rounds):
        s = s[1:] + [s[0] ^ s[47] ^ 1 - (s[70] & s[85]) ^ s[91] ^ k[i % len(k)]]
    return bytes(sum(s[8 * place + bit] << bit for bit in range(8)) for place in range(16))


@pytest.mark.parametrize("bits", [1, 2, 4, 8, 16, 32])
@pytest.mark.parametrize("size", [128, 192, 256])
def test_any_number_of_bits_in_a_step_is_the_text(size, bits):
    """The same as bit by bit with a round index, also where the rounds are no multiple of the key's
    length.
    """
    draw = random.Random(size)
    key, x = draw.randbytes(size // 8), draw.randbytes(16)
    (output,) = software(tinyjambu_p(size, 640, bits))(
        int.from_bytes(key, "big"), int.from_bytes(x, "big")
    )
    assert output.to_bytes(16, "big") == reference(key, x, 640)


def test_the_last_tap_limits_the_bits_of_a_step():
    """Bit 91 is the nearest to the end: 37 bits, no more."""
    assert MOST_BITS == 37
    with pytest.raises(ValueError):
        software(tinyjambu_p(128, 38, 38))

# SPDX-License-Identifier: Apache-2.0
"""Grain's clocks, one by one and many at once, against the text on lists of bits."""

import random

from cipherfab.ciphers.grain import MOST, authenticated, clocked, pre_output
from cipherfab.words import SoftwareWord


def test_clocks_at_once_are_clocks_one_by_one():
    """Registers and pre-output after 32 clocks, with bits added to both."""
    draw = random.Random(1)
    b, s = (SoftwareWord(128, draw.getrandbits(128)) for _ in range(2))
    to_b, to_s = (SoftwareWord(MOST, draw.getrandbits(MOST)) for _ in range(2))
    at_once, output = clocked(b, s, to_b, to_s), pre_output(b, s, MOST)
    for clock in range(MOST):
        assert int(pre_output(b, s, 1)) == int(output[clock])
        b, s = clocked(b, s, to_b[clock], to_s[clock])
    assert [int(word) for word in at_once] == [int(b), int(s)]


def test_a_clock_is_that_of_the_text():
    """Section 2.1, L and F written out on bits."""
    draw = random.Random(2)
    b, s = ([draw.getrandbits(1) for _ in range(128)] for _ in range(2))
    words = [SoftwareWord(128, sum(bit << at for at, bit in enumerate(bits))) for bits in (b, s)]
    zero = SoftwareWord(1, 0)
    new_b, new_s = (int(word) >> 127 for word in clocked(*words, zero, zero))
    linear = s[0] ^ s[7] ^ s[38] ^ s[70] ^ s[81] ^ s[96]
    squares = b[3] & b[67] ^ b[11] & b[13] ^ b[17] & b[18] ^ b[27] & b[59] ^ b[40] & b[48]
    squares ^= b[61] & b[65] ^ b[68] & b[84]
    cubes = b[22] & b[24] & b[25] ^ b[70] & b[78] & b[82] ^ b[88] & b[92] & b[93] & b[95]
    nonlinear = s[0] ^ b[0] ^ b[26] ^ b[56] ^ b[91] ^ b[96] ^ squares ^ cubes
    assert (new_b, new_s) == (nonlinear, linear)


def test_the_accumulator_takes_the_register_where_a_bit_is_set():
    """Section 2.3 on bits: the register moves down, an authentication bit comes in above."""
    draw = random.Random(3)
    a, r, message, z = (draw.getrandbits(size) for size in (64, 64, 8, 8))
    words = [SoftwareWord(size, x) for size, x in zip((64, 64, 8, 8), (a, r, message, z))]
    found = [int(word) for word in authenticated(*words)]
    for i in range(8):
        a ^= r if message >> i & 1 else 0
        r = r >> 1 | (z >> i & 1) << 63
    assert found == [a, r]

# SPDX-License-Identifier: Apache-2.0
"""GF(2^n) as modes of operation use it: masks that are doubled from block to block.

Source: P. Rogaway, "Efficient Instantiations of Tweakable Blockciphers and Refinements to Modes OCB
and PMAC", ASIACRYPT 2004, section 3: a number's bit i is the coefficient of x^i; "2" is x and "3"
is x + 1.
"""

from ..words import Word, mux, rol

REDUCTION = {64: 0x1B, 96: 0x641, 128: 0x87, 256: 0x425}
"""By width, the irreducible polynomial without its leading term: the lexicographically first one of
fewest terms."""


def double(value: int, width: int = 128) -> int:
    """Times 2."""
    return value << 1 & (1 << width) - 1 ^ REDUCTION[width] * (value >> width - 1)


def doubled(word: Word) -> Word:
    """Times 2, of a word."""
    # The rotation has brought the highest bit to place 0 already.
    taps = word.constant(REDUCTION[word.width] & ~1)
    return rol(word, 1) ^ mux(word[-1], taps, word.constant(0))


def triple(value: int, width: int = 128) -> int:
    """Times 3."""
    return double(value, width) ^ value


def times(value: int, factor: int, width: int = 128) -> int:
    """Times a polynomial, whose bit i is the coefficient of x^i."""
    product = 0
    while factor:
        product ^= value * (factor & 1)
        value, factor = double(value, width), factor >> 1
    return product


def halve(value: int, width: int = 128) -> int:
    """Divided by 2."""
    # Where bit 0 is 1, doubling had added the polynomial: half of it comes back.
    return value >> 1 ^ (value & 1) * ((1 << width | REDUCTION[width]) >> 1)

# SPDX-License-Identifier: Apache-2.0
"""What Clyde-128 and Shadow have in common: an LS-design on four rows of 32 bits.

Source: D. Bellizia et al., "Spook: Sponge-Based Leakage-Resistant Authenticated Encryption with a
Masked Tweakable Block Cipher", submission to NIST, round 2, section 3.4 and appendices E and F.

Differences from the text: bit j of a row, which the text counts from the left, is bit j of a word,
so that the text's rotations to the left are rotations to the right here.
"""

from ..primitives.properties import Invertible, Period
from ..words import Word, concat, ror

ROWS = range(4)
ROW = 32

CONSTANT_BITS = 4

FIRST_CONSTANT = 0b0001
"""Section 3.4: the constant of round 0, row 0's bit least significant."""

Rows = list[Word]
"""Four rows of 32 bits, or a bundle of Shadow."""


def sbox(x: Rows) -> Rows:
    """Section 3.4: the S-box on all columns at once; row 0 holds the least significant bits."""
    y1 = (x[0] & x[1]) ^ x[2]
    y0 = (x[3] & x[0]) ^ x[1]
    y3 = (y1 & x[3]) ^ x[0]
    y2 = (y0 & y1) ^ x[3]
    return [y0, y1, y2, y3]


def inverse_sbox(x: Rows) -> Rows:
    """Appendix E."""
    y3 = (x[0] & x[1]) ^ x[2]
    y0 = (x[1] & y3) ^ x[3]
    y1 = (y3 & y0) ^ x[0]
    y2 = (y0 & y1) ^ x[1]
    return [y0, y1, y2, y3]


def lbox(x: Word, y: Word) -> Rows:
    """Section 3.4: the L-box on two rows."""
    a, b = x ^ ror(x, 12), y ^ ror(y, 12)
    a, b = a ^ ror(a, 3), b ^ ror(b, 3)
    a, b = a ^ ror(x, 17), b ^ ror(y, 17)
    c, d = a ^ ror(a, 31), b ^ ror(b, 31)
    a, b = a ^ ror(d, 26), b ^ ror(c, 25)
    return [a ^ ror(c, 15), b ^ ror(d, 15)]


def inverse_lbox(x: Word, y: Word) -> Rows:
    """Appendix F."""
    a, b = x ^ ror(x, 25), y ^ ror(y, 25)
    c, d = x ^ ror(a, 31), y ^ ror(b, 31)
    c, d = c ^ ror(a, 20), d ^ ror(b, 20)
    a, b = c ^ ror(c, 31), d ^ ror(d, 31)
    c, d = c ^ ror(b, 26), d ^ ror(a, 25)
    a, b = a ^ ror(c, 17), b ^ ror(d, 17)
    return [ror(a, 16), ror(b, 16)]


def lbox_layer(x: Rows) -> Rows:
    """The L-box on rows 0 and 1 and on rows 2 and 3."""
    return [*lbox(x[0], x[1]), *lbox(x[2], x[3])]


def inverse_lbox_layer(x: Rows) -> Rows:
    """The inverse of `lbox_layer`."""
    return [*inverse_lbox(x[0], x[1]), *inverse_lbox(x[2], x[3])]


def add_constant(x: Rows, w: Word, place: int = 0) -> Rows:
    """Section 3.4: the four bits of a constant are added to bit ``place`` of the rows."""
    return [add_bit(row, w[number], place) for number, row in enumerate(x)]


def add_bit(row: Word, bit: Word, place: int) -> Word:
    """A bit is added to one bit of a row, not the top one."""
    added = concat(row[place + 1 :], row[place : place + 1] ^ bit)
    # Below place 0 there is nothing, and a word of no bits does not exist.
    return concat(added, row[:place]) if place else added


def constant_step(w: Word) -> Word:
    """Section 3.4: the shift register of the constants, one round on."""
    w0, w1, w2, w3 = (w[number] for number in range(CONSTANT_BITS))
    return concat(w2, w1, w0 ^ w3, w3)


def constant_step_back(w: Word) -> Word:
    """The inverse of `constant_step`."""
    w0, w1, w2, w3 = (w[number] for number in range(CONSTANT_BITS))
    return concat(w0, w3, w2, w1 ^ w0)


def constant_before(number: int) -> int:
    """The register before a round, from 0."""
    # `constant_step` on a number.
    value = FIRST_CONSTANT
    for _ in range(number):
        value = (value << 1 & 0b1100) | (value >> 3 ^ value) << 1 & 0b10 | value >> 3
    return value


PROPERTIES = (
    Invertible(of=sbox, by=inverse_sbox, shape=(1,) * 4),
    Invertible(of=lbox_layer, by=inverse_lbox_layer, shape=(ROW,) * 4),
    Invertible(of=constant_step, by=constant_step_back, shape=CONSTANT_BITS),
    Period(of=constant_step, shape=CONSTANT_BITS, start=FIRST_CONSTANT, times=15),
)

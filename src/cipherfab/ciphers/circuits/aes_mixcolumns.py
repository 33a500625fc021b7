# SPDX-License-Identifier: Apache-2.0
"""Circuits of the AES MixColumns, on one column.

Bit j of byte r (row r) of the column is ``x{8r + j}``, ``y{8r + j}`` in the result; bit 0 is the
least significant.
"""

from ...words import Word
from .straightline import evaluate, numbered, outputs

SMALL = """
t0 = x0 ^ x8; t1 = x16 ^ x24; t2 = x1 ^ x9; t3 = x17 ^ x25; t4 = x2 ^ x10; t5 = x18 ^ x26;
t6 = x3 ^ x11;
t7 = x19 ^ x27; t8 = x4 ^ x12; t9 = x20 ^ x28; t10 = x5 ^ x13; t11 = x21 ^ x29; t12 = x6 ^ x14;
t13 = x22 ^ x30;
t14 = x23 ^ x31; t15 = x7 ^ x15; t16 = x8 ^ t1; y0 = t15 ^ t16; t17 = x7 ^ x23; t18 = x24 ^ t0;
y16 = t14 ^ t18;
t19 = t1 ^ y16; y24 = t17 ^ t19; t20 = x27 ^ t14; t21 = t0 ^ y0; y8 = t17 ^ t21; t22 = t5 ^ t20;
y19 = t6 ^ t22;
t23 = x11 ^ t15; t24 = t7 ^ t23; y3 = t4 ^ t24; t25 = x2 ^ x18; t26 = t17 ^ t25; t27 = t9 ^ t23;
t28 = t8 ^ t20;
t29 = x10 ^ t2; y2 = t5 ^ t29; t30 = x26 ^ t3; y18 = t4 ^ t30; t31 = x9 ^ x25; t32 = t25 ^ t31;
y10 = t30 ^ t32;
y26 = t29 ^ t32; t33 = x1 ^ t18; t34 = x30 ^ t11; y22 = t12 ^ t34; t35 = x14 ^ t13; y6 = t10 ^ t35;
t36 = x5 ^ x21;
t37 = x30 ^ t17; t38 = x17 ^ t16; t39 = x13 ^ t8; y5 = t11 ^ t39; t40 = x12 ^ t36; t41 = x29 ^ t9;
y21 = t10 ^ t41;
t42 = x28 ^ t40; y13 = t41 ^ t42; y29 = t39 ^ t42; t43 = x15 ^ t12; y7 = t14 ^ t43; t44 = x14 ^ t37;
y31 = t43 ^ t44;
t45 = x31 ^ t13; y15 = t44 ^ t45; y23 = t15 ^ t45; t46 = t12 ^ t36; y14 = y6 ^ t46; t47 = t31 ^ t33;
y17 = t19 ^ t47;
t48 = t6 ^ y3; y11 = t26 ^ t48; t49 = t2 ^ t38; y25 = y24 ^ t49; t50 = t7 ^ y19; y27 = t26 ^ t50;
t51 = x22 ^ t46;
y30 = t11 ^ t51; t52 = x19 ^ t28; y20 = x28 ^ t52; t53 = x3 ^ t27; y4 = x12 ^ t53; t54 = t3 ^ t33;
y9 = y8 ^ t54;
t55 = t21 ^ t31; y1 = t38 ^ t55; t56 = x4 ^ t17; t57 = x19 ^ t56; y12 = t27 ^ t57; t58 = x3 ^ t28;
t59 = t17 ^ t58;
y28 = x20 ^ t59
"""
"""Smallest known: 92 XOR, depth 6. A. Maximov, "AES MixColumn with 92 XOR gates", IACR ePrint
2019/833.
"""


FAST = """
t0 = x15 ^ x23; t1 = x7 ^ x31; t2 = x7 ^ x15; t3 = x23 ^ x31; t4 = x4 ^ x28; t5 = x3 ^ x27;
t6 = x0 ^ x24; t7 = x2 ^ x10;
t8 = x22 ^ x30; t9 = x5 ^ x13; t10 = x14 ^ x31; t11 = x11 ^ x19; t12 = x9 ^ x17; t13 = x18 ^ x26;
t14 = x8 ^ x16;
t15 = x21 ^ x29; t16 = x12 ^ x20; t17 = x1 ^ x25; t18 = x9 ^ x10; t19 = x5 ^ x6; t20 = x16 ^ x24;
t21 = x12 ^ x27;
t22 = x0 ^ x8; t23 = x25 ^ x26; t24 = x6 ^ x21; t25 = x10 ^ x19; t26 = x14 ^ x22; t27 = x12 ^ x13;
t28 = x3 ^ x26;
t29 = x7 ^ x30; t30 = x3 ^ x28; t31 = x28 ^ x29; t32 = t2 ^ t12; t33 = x17 ^ t17; t34 = x31 ^ t8;
t35 = x4 ^ t15;
t36 = t13 ^ t18; t37 = x9 ^ t20; t38 = x4 ^ t1; t39 = x18 ^ t5; t40 = x2 ^ t28; t41 = t7 ^ t11;
t42 = x30 ^ t26; t43 = t0 ^ t4;
t44 = t9 ^ t31; t45 = x17 ^ t7; t46 = x25 ^ t22; t47 = x18 ^ t17; t48 = x24 ^ t2; t49 = x29 ^ t26;
t50 = t0 ^ t14;
t51 = x8 ^ t6; t52 = t16 ^ t30; t53 = t3 ^ t17; t54 = t8 ^ t24; t55 = x19 ^ t4; t56 = t5 ^ t16;
t57 = x11 ^ t2; t58 = t3 ^ t26;
t59 = x16 ^ t1; t60 = x1 ^ t6; t61 = x27 ^ t2; t62 = t1 ^ t11; t63 = t3 ^ t13; t64 = x6 ^ t0;
t65 = x11 ^ t5; t66 = t0 ^ t25;
t67 = t1 ^ t12; t68 = t15 ^ t16; t69 = t3 ^ t21; t70 = x20 ^ t11; y0 = t14 ^ t48; y28 = t38 ^ t56;
y9 = t33 ^ t50;
y6 = t9 ^ t42; y8 = t50 ^ t51; y13 = x5 ^ t68; y29 = t35 ^ t44; y31 = t29 ^ t64; y16 = t3 ^ t51;
y22 = t49 ^ t54;
y27 = t40 ^ t62; y19 = t63 ^ t65; y30 = t19 ^ t49; y12 = t43 ^ t70; y18 = t23 ^ t45;
y11 = t39 ^ t66; y1 = t32 ^ t46;
y17 = t37 ^ t53; y10 = t36 ^ t45; y23 = t2 ^ t34; y4 = t52 ^ t57; y21 = x20 ^ t44; y24 = t22 ^ t59;
y14 = x13 ^ t54;
y7 = t10 ^ t64; y5 = t27 ^ t35; y25 = t60 ^ t67; y15 = x7 ^ t58; y26 = t7 ^ t47; y2 = x1 ^ t36;
y20 = t55 ^ t69;
y3 = t41 ^ t61
"""
"""103 XOR, depth 3, the least possible, as an output is the sum of up to 7 inputs; found with
`xor_search`.

D. Lin, Z. Xiang, X. Zeng, S. Zhang, CT-RSA 2021, whose method that is, report 103 for this depth.
"""


def small(x: list[Word]) -> list[Word]:
    """MixColumns with 92 XOR, depth 6.

    Args:
        x: the 32 bits of a column, or of several columns as words, bit by bit.
    """
    return outputs(evaluate(SMALL, numbered(x, "x")), "y", 32)


def fast(x: list[Word]) -> list[Word]:
    """MixColumns with 103 XOR, depth 3; ``x`` as for `small`."""
    return outputs(evaluate(FAST, numbered(x, "x")), "y", 32)


def double(x: list[Word]) -> list[Word]:
    """A byte, bit 0 first, times 02 in GF(2^8): FIPS 197 section 4.2.1; 3 XOR, depth 1."""
    # x^8 is x^4 + x^3 + x + 1: bit 7 comes back in bits 0, 1, 3 and 4.
    return [x[7], x[0] ^ x[7], x[1], x[2] ^ x[7], x[3] ^ x[7], x[4], x[5], x[6]]


def halve(x: list[Word]) -> list[Word]:
    """The inverse of `double`."""
    # Bit 0 had been bit 7: it goes back there, and is taken off where it was added.
    return [x[1] ^ x[0], x[2], x[3] ^ x[0], x[4] ^ x[0], x[5], x[6], x[7], x[0]]


def quadruple(x: list[Word]) -> list[Word]:
    """A byte times 04; 5 XOR, depth 2."""
    x67 = x[6] ^ x[7]
    # Bit 6 comes back in bits 0, 1, 3 and 4, and bit 7 in those above them.
    return [x[6], x67, x[0] ^ x[7], x[1] ^ x[6], x[2] ^ x67, x[3] ^ x[7], x[4], x[5]]


def before_inverse(x: list[Word]) -> list[Word]:
    """What makes MixColumns its own inverse when it is applied first: the circulant (05, 00, 04,
    00); 58 XOR, depth 4.

    Source: J. Daemen, V. Rijmen, "The Design of Rijndael", section 4.1.3.
    """
    a = [x[8 * r : 8 * r + 8] for r in range(4)]
    # 05 a + 04 b is a + 04 (a + b), and a sum serves both rows of a pair.
    even, odd = quadruple(_add(a[0], a[2])), quadruple(_add(a[1], a[3]))
    return [bit for r in range(4) for bit in _add(a[r], odd if r % 2 else even)]


def _add(a: list[Word], b: list[Word]) -> list[Word]:
    return [x ^ y for x, y in zip(a, b)]

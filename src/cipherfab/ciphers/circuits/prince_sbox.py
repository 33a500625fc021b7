# SPDX-License-Identifier: Apache-2.0
"""Circuits of the PRINCE S-box and of its inverse.

The paper (ASIACRYPT 2012, section 3) gives tables only. These circuits come from our own search:
every function of four bits that two levels of gates of two inputs can make is listed, every way to
make an output of two of them, and simulated annealing picks the ways that share most, a XOR counted
as two gates. (One output of the inverse needs a fourth level.) Of the best 70 (inverse: 120),
mapped to Nangate45 (`&nf`), those with the least area and with the least product of area and delay
are kept; both figures are given.

Complements are free, as in the choice between AND, NAND, NOR and OR. Bit 0, ``x0`` and ``s0``, is
the least significant.
"""

from ...words import Word
from .straightline import evaluate, numbered, outputs

FAST = """
t0 = x1 & ~x2; t1 = x0 & ~x1; t2 = ~x0 & x1; t3 = ~x0 & x2; t4 = x0 & x2; t5 = x0 & x3;
t6 = ~x0 & ~x2; t7 = ~x1 & ~x3;
t8 = ~x2 & ~x3; t9 = t2 & ~t8; t10 = ~t5 & ~t8; t11 = ~t3 & ~t7; t12 = ~t6 & x1; t13 = ~t4 & ~x1;
t14 = ~t0 & x3;
t15 = t10 ^ t12; t16 = ~t13 & ~t8; t17 = ~t14 & ~t1; t18 = ~t9 & t11; s0 = ~t15; s1 = ~t16;
s2 = ~t17; s3 = ~t18
"""
"""19 gates (18 AND, 1 XOR), depth 3; 17.0 GE and 0.073 ns."""

SMALL = """
t0 = ~x0 & x1; t1 = ~x0 & x2; t2 = x0 & x2; t3 = x0 & x3; t4 = x2 & x3; t5 = ~x0 & ~x2;
t6 = ~x0 & ~x3; t7 = ~x1 & ~x3;
t8 = ~x2 & ~x3; t9 = ~t4 & x1; t10 = t0 & ~t8; t11 = ~t3 & ~t8; t12 = ~t1 & ~t7; t13 = ~t5 & x1;
t14 = ~t8 & x1;
t15 = t11 ^ t13; t16 = ~t14 & ~t2; t17 = ~t9 & ~t6; t18 = ~t10 & t12; s0 = ~t15; s1 = t16; s2 = t17;
s3 = ~t18
"""
"""19 gates (18 AND, 1 XOR), depth 3; 15.7 GE and 0.114 ns."""

INVERSE_FAST = """
t0 = x2 & ~x3; t1 = ~x2 & x3; t2 = x0 ^ x1; t3 = x1 & x2; t4 = x1 & x3; t5 = ~x0 & ~x1;
t6 = x2 & x3; t7 = ~x0 & ~x3;
t8 = ~x1 & ~x3; t9 = ~t5 & ~x2; t10 = t5 & x2; t11 = t2 & ~t7; t12 = ~t2 & t6; t13 = ~t8 & x0;
t14 = ~t4 & ~t0;
t15 = ~t13 & ~t1; t16 = t3 ^ t15; t17 = t10 ^ t14; t18 = ~t10 & ~t11; t19 = ~t12 & ~t9; s0 = t16;
s1 = t17; s2 = ~t18;
s3 = t19
"""
"""20 gates (17 AND, 3 XOR), depth 4; 20.7 GE and 0.109 ns."""

INVERSE_SMALL = """
t0 = x2 & ~x3; t1 = x0 ^ x2; t2 = x0 ^ x1; t3 = x1 & x3; t4 = ~x0 & ~x1; t5 = x2 & x3;
t6 = ~x0 & ~x3; t7 = ~t4 & ~x2;
t8 = t4 & t1; t9 = t1 & x1; t10 = t2 & ~t6; t11 = ~t2 & t5; t12 = ~t3 & ~t0; t13 = ~t9 & ~x3;
t14 = t11 ^ t13;
t15 = t8 ^ t12; t16 = ~t8 & ~t10; t17 = ~t11 & ~t7; s0 = t14; s1 = t15; s2 = ~t16; s3 = t17
"""
"""18 gates (14 AND, 4 XOR), depth 4; 19.7 GE and 0.130 ns."""


def sbox(x: list[Word], style: str = "fast") -> list[Word]:
    """The S-box on planes, plane 0 first; ``style`` is ``"fast"`` or ``"small"``."""
    return outputs(evaluate({"fast": FAST, "small": SMALL}[style], numbered(x, "x")), "s", 4)


def inverse_sbox(x: list[Word], style: str = "fast") -> list[Word]:
    """The inverse S-box on planes, plane 0 first; ``style`` is ``"fast"`` or ``"small"``."""
    return outputs(
        evaluate({"fast": INVERSE_FAST, "small": INVERSE_SMALL}[style], numbered(x, "x")), "s", 4
    )

"""Circuits of the PRINCE S-box and of its inverse, with the least depth that gates of two inputs allow, and few gates.

The paper (ASIACRYPT 2012, section 3) gives tables only. These come from our own search: every function of four bits that two
levels of gates can make is listed, every way to make an output of two of them, and simulated annealing picks the outputs' ways
that share most. Complements are free, as in the choice between AND, NAND, NOR and OR. Bit 0, ``x0`` and ``s0``, is the least
significant.
"""

from ...words import Word
from .straightline import evaluate, numbered, outputs

SBOX = """
t0 = x2 ^ x3; t1 = x1 ^ x3; t2 = x0 & x2; t3 = x2 & x3; t4 = ~x0 & ~x2; t5 = ~x0 & ~x3; t6 = ~x1 & ~x3;
t7 = t1 & ~x2; t8 = ~t4 & t1; t9 = ~t5 & ~x1; t10 = ~t6 & x0; t11 = ~t2 & ~t0; t12 = ~t2 & ~x1; t13 = t8 ^ t11;
t14 = ~t12 & ~t7; t15 = ~t9 & ~t3; t16 = ~t10 & ~t7; s0 = t13; s1 = ~t14; s2 = ~t15; s3 = t16
"""
"""17 gates, depth 3."""

INVERSE_SBOX = """
t0 = x1 & ~x3; t1 = x2 & ~x3; t2 = ~x0 & x2; t3 = x0 ^ x1; t4 = x0 & x1; t5 = t0 ^ t1; t6 = ~t3 & ~t1; t7 = ~t3 & x2;
t8 = ~t0 & ~x0; t9 = ~t2 & ~x1; t10 = ~t4 & ~x2; t11 = ~t4 & ~x3; t12 = t11 & ~t2; t13 = t7 ^ t12; t14 = t5 ^ t9;
t15 = t8 ^ t9; t16 = t6 ^ t10; s0 = t13; s1 = t14; s2 = t15; s3 = ~t16
"""
"""17 gates, depth 3."""


def sbox(x: list[Word]) -> list[Word]:
    """The S-box on planes, plane 0 first."""
    return outputs(evaluate(SBOX, numbered(x, "x")), "s", 4)


def inverse_sbox(x: list[Word]) -> list[Word]:
    """The inverse S-box on planes, plane 0 first."""
    return outputs(evaluate(INVERSE_SBOX, numbered(x, "x")), "s", 4)

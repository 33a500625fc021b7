# SPDX-License-Identifier: Apache-2.0
"""Grain-128AEAD: the pre-output generator and the authenticator, several clocks at once.

Source: M. Hell, T. Johansson, A. Maximov, W. Meier, J. Sönnerup, H. Yoshida, "Grain-128AEAD",
submission to NIST, section 2.1.

Differences from the text: none. Bit i of a register is bit i of its word, so that a clock moves
bits down. No tap is above 96, so up to `MOST` clocks are one step.
"""

from ..primitives.properties import Bijection
from ..words import Word, concat

SIZE, MOST = 128, 32
"""Bits of either register; most clocks at once."""

LFSR_TAPS = (0, 7, 38, 70, 81, 96)
"""L(S), without what is fed back."""

NFSR_TERMS = (
    (0,), (26,), (56,), (91,), (96,), (3, 67), (11, 13), (17, 18), (27, 59), (40, 48), (61, 65),
    (68, 84), (22, 24, 25), (70, 78, 82), (88, 92, 93, 95),
)  # fmt: skip
"""F(B): the products whose sum it is."""

OUTPUT_TAPS = (2, 15, 36, 45, 64, 73, 89)
"""A: the bits of the NFSR that are added to h."""

FILTER_TAPS = (
    ("b", 12), ("s", 8), ("s", 13), ("s", 20), ("b", 95), ("s", 42), ("s", 60), ("s", 79), ("s", 94)
)  # fmt: skip
"""x: what h reads, of the NFSR (``b``) and of the LFSR (``s``)."""

LINEAR_TAP = 93
"""The bit of the LFSR that is added to h."""


def _sum(words: list[Word]) -> Word:
    total, *others = words
    for word in others:
        total = total ^ word
    return total


def _product(words: list[Word]) -> Word:
    product, *others = words
    for word in others:
        product = product & word
    return product


def lfsr_feedback(s: Word, clocks: int) -> Word:
    """L(S) of so many clocks, the first one's in bit 0."""
    return _sum([s[tap : tap + clocks] for tap in LFSR_TAPS])


def nfsr_feedback(b: Word, clocks: int) -> Word:
    """F(B) of so many clocks."""
    return _sum([_product([b[tap : tap + clocks] for tap in term]) for term in NFSR_TERMS])


def pre_output(b: Word, s: Word, clocks: int) -> Word:
    """y of so many clocks: h(x), s_93 and bits of the NFSR."""
    registers = {"b": b, "s": s}
    x0, x1, x2, x3, x4, x5, x6, x7, x8 = (
        registers[name][tap : tap + clocks] for name, tap in FILTER_TAPS
    )
    h = (x0 & x1) ^ (x2 & x3) ^ (x4 & x5) ^ (x6 & x7) ^ (x0 & x4 & x8)
    linear = s[LINEAR_TAP : LINEAR_TAP + clocks]
    return _sum([h, linear, *(b[tap : tap + clocks] for tap in OUTPUT_TAPS)])


def clocked(b: Word, s: Word, to_b: Word, to_s: Word) -> tuple[Word, Word]:
    """Both registers after as many clocks as ``to_b`` and ``to_s`` have bits, which are added to
    what comes in.
    """
    clocks = to_b.width
    # What leaves the LFSR goes into the NFSR, and not the other way.
    new_b = nfsr_feedback(b, clocks) ^ s[:clocks] ^ to_b
    return concat(new_b, b[clocks:]), concat(lfsr_feedback(s, clocks) ^ to_s, s[clocks:])


def summed(a: Word, register: Word, message: Word) -> Word:
    """Section 2.3: the accumulator with the bits of ``message``, the first one in bit 0: each that
    is 1 adds as many bits of ``register`` as the accumulator has, from its own index on.
    """
    for i in range(message.width):
        a = a ^ (register[i : i + a.width] & message.permute([i] * a.width))
    return a


def authenticated(a: Word, r: Word, message: Word, z: Word) -> tuple[Word, Word]:
    """Section 2.3: accumulator and shift register after the bits of ``message``, the first one in
    bit 0, with an authentication bit of ``z`` for each.
    """
    # New bits come in at the top, so the oldest one is bit 0.
    register = concat(z, r)
    return summed(a, register, message), register[z.width :]


PROPERTIES = (
    Bijection(
        of=lambda s: concat(lfsr_feedback(s, 1), s[1:]), shape=SIZE, name="a clock of the LFSR"
    ),
)

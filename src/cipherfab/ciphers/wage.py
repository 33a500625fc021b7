# SPDX-License-Identifier: Apache-2.0
"""WAGE: the permutation of WAGE-AE-128, a nonlinear shift register of 37 words of 7 bits.

Source: M. Aagaard, R. AlTawy, G. Gong, K. Mandal, R. Rohit, N. Zidaric, "WAGE: An Authenticated
Cipher", submission to NIST, round 2, section 2.3 (algorithm 1) and, for the constants, section 4.6.

Differences from the text: none. Component a_0 of a word is its most significant bit, as in the
text's hexadecimal. The constants' register, which tells the end, takes the place of the round
number.
"""

from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection, Period
from ..words import Word, concat
from ..words.bits import equals

BITS = 7
STAGES = range(37)
ROUNDS = 111

TAPS = (31, 30, 26, 24, 19, 13, 12, 8, 6)
"""Section 2.3.2: the stages of the linear feedback, besides S_0."""

SBOX_STAGES = {4: 8, 10: 15, 23: 27, 29: 34}
"""Section 2.3.4: the stages that take in SB of another."""

WGP_DECIMATION = 13
WGP_EXPONENTS = (33, 39, 41, 104)
"""Section 2.3.3: of WGP7(x^13)."""

POLYNOMIAL = 0b10001111
"""Section 2.3.1: x^7 + x^3 + x^2 + x + 1, with the bit of x^i at place i."""

FIRST_CONSTANT = 0x7F


def _times(x: int, y: int) -> int:
    """The product in the field; the bit of w^i at place i."""
    product = 0
    for place in range(BITS):
        product ^= (x << place) * (y >> place & 1)
    # From the top, since what is taken away changes the places below.
    for place in range(2 * BITS - 2, BITS - 1, -1):
        product ^= (POLYNOMIAL << place - BITS) * (product >> place & 1)
    return product


def _power(x: int, exponent: int) -> int:
    """In the field, by squares."""
    result = 1
    for digit in f"{exponent:b}":
        result = _times(result, result)
        if digit == "1":
            result = _times(result, x)
    return result


def _reversed(x: int) -> int:
    """Between the text's hexadecimal, a_0 first, and the bit of w^i at place i."""
    return int(f"{x:07b}"[::-1], 2)


def _wgp_table() -> tuple[int, ...]:
    table = []
    for x in range(1 << BITS):
        power = _power(_reversed(x), WGP_DECIMATION)
        value = power
        for exponent in WGP_EXPONENTS:
            value ^= _power(power ^ 1, exponent)
        table.append(_reversed(value))
    return tuple(table)


WGP = _wgp_table()
"""Table 2.3: the Welch-Gong permutation, from its formula."""


def times_omega(a: Word) -> Word:
    """Section 2.3.2: multiplication by w; a_6 goes out and is added to the components 0 to 3."""
    a0, a1, a2, a3, a4, a5, a6 = a.split(1)
    return concat(a6, a0 ^ a6, a1 ^ a6, a2 ^ a6, a3, a4, a5)


def _q(x: list[Word]) -> list[Word]:
    """Section 2.3.3: the nonlinear transformation Q."""
    x0, x1, x2, x3, x4, x5, x6 = x
    return [x0 ^ (x2 & x3), x1, x2, ~x3 ^ (x5 & x6), x4, ~x5 ^ (x2 & x4), x6]


def sbox(x: Word) -> Word:
    """Section 2.3.3: SB, five times P after Q, then Q and two inverters; 18 ANDs and 18 XORs."""
    bits = x.split(1)
    for _ in range(5):
        x0, x1, x2, x3, x4, x5, x6 = _q(bits)
        bits = [x6, x3, x0, x4, x2, x5, x1]
    x0, x1, x2, *others = _q(bits)
    return concat(~x0, x1, ~x2, *others)


def constant_step(rc: Word) -> Word:
    """Section 4.6: the register of the constants; rc_0 is its value, rc_1 the next one, and a round
    takes two steps.
    """
    return concat(rc[0] ^ rc[1], rc[1:])


def state_update(s: list[Word], rc1: Word, rc0: Word) -> list[Word]:
    """Algorithm 1, WAGE-StateUpdate: the stages, S_0 first."""
    feedback = times_omega(s[0])
    for tap in TAPS:
        feedback = feedback ^ s[tap]
    new = [*s[1:], feedback ^ (s[36].table(WGP, BITS) ^ rc1)]
    # Sources are stages in front of the shift, and targets those behind it.
    for stage, source in SBOX_STAGES.items():
        new[stage] = new[stage] ^ sbox(s[source])
    new[18] = new[18] ^ (s[18].table(WGP, BITS) ^ rc0)
    return new


NAMES = [f"s{stage}" for stage in STAGES]
"""The registers: stage S_j is s<j>."""


def _load(inputs: State) -> State:
    words = [byte[:BITS] for byte in inputs["x"].split(8)]
    return {**dict(zip(NAMES, words)), "rc": words[0].constant(FIRST_CONSTANT)}


def _step(state: State) -> State:
    rc0 = state["rc"]
    rc1 = constant_step(rc0)
    return {
        **dict(zip(NAMES, state_update([state[name] for name in NAMES], rc1, rc0))),
        "rc": constant_step(rc1),
    }


def _result(state: State) -> State:
    zero = state["s0"].constant(0, 1)
    return {"x": concat(*(word for name in NAMES for word in (zero, state[name])))}


def _last_constant() -> int:
    """The constants' register after the last round."""
    value = FIRST_CONSTANT
    for _ in range(2 * ROUNDS):
        value = value >> 1 | ((value ^ value >> 1) & 1) << BITS - 1
    return value


LAST_CONSTANT = _last_constant()

WAGE_111 = Primitive(
    name="wage-111",
    rounds=(ROUNDS,),
    inputs={"x": 8 * len(STAGES)},
    outputs={"x": 8 * len(STAGES)},
    layout={**dict.fromkeys(NAMES, BITS), "rc": BITS},
    load=_load,
    step=_step,
    result=_result,
    finished=lambda state: equals(state["rc"], LAST_CONSTANT),
)
"""The WAGE permutation.

Input and output ``x``: 296 bits, a byte for each stage, S_0 first; the top bit of each byte is
ignored, and 0 in the output.
"""


PROPERTIES = (
    Bijection(of=lambda x: x.table(WGP, BITS), shape=BITS, name="WGP"),
    Bijection(of=sbox, shape=BITS),
    Period(of=times_omega, shape=BITS, start=1, times=127),
    Period(of=constant_step, shape=BITS, start=FIRST_CONSTANT, times=127),
)

# SPDX-License-Identifier: Apache-2.0
"""PRINCE.

Source: J. Borghoff et al., "PRINCE – A Low-Latency Block Cipher for Pervasive Computing
Applications", ASIACRYPT 2012 (full version: IACR ePrint 2012/529), sections 2 and 3.

PRINCE's rounds are not equal: five go forward (S, M, addition of constant and key), the middle is
S, M', S^-1, and five go backward. Here a step is one S-box layer, so there are twelve: six forward
ones, the last of which has M' instead of M and no addition, and six backward ones, the first of
which is S^-1 alone. A round counter selects. Where all steps are unrolled the counter is a constant
and what it selects melts away, so that unrolled logic is that of the paper; an iterated core has
one M' for both directions.

Differences from the text: bits are numbered from the least significant (in the text bit 0 is the
first); cell 0 is the first, most significant, one.
"""

from functools import cache

from ..primitives.cells import from_planes, inverse_table, planes, substitute
from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection, Invertible, involution
from ..words import Word, concat, mux
from ..words.bits import equals
from .circuits.prince_sbox import inverse_sbox as inverse_sbox_circuit
from .circuits.prince_sbox import sbox as sbox_circuit

STEPS = 12

SBOX = (11, 15, 3, 2, 10, 12, 9, 1, 6, 7, 8, 0, 14, 5, 13, 4)
"""Section 3, the S-layer."""

INVERSE_SBOX = inverse_table(SBOX)

SBOX_STYLES = ("fast", "small", "table")
"""The circuits of `circuits.prince_sbox`, or look-up (for synthesis to find its own)."""

SHIFT_ROWS = (0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11)
"""Section 3, SR: cell i of the result is cell SHIFT_ROWS[i]."""

ROUND_CONSTANTS = (
    0x0000000000000000, 0x13198A2E03707344, 0xA4093822299F31D0,
    0x082EFA98EC4E6C89, 0x452821E638D01377, 0xBE5466CF34E90C6C,
    0x7EF84F78FD955CB1, 0x85840851F1AC43AA, 0xC882D32F25323C54,
    0x64A51195E0E3610D, 0xD3B5A399CA0C2399, 0xC0AC29B7C97C50DD)  # fmt: skip
"""Section 3, RC_0 to RC_11; RC_i ^ RC_{11-i} is alpha."""

ALPHA = ROUND_CONSTANTS[11]

FIRST_FORWARD, FIRST_BACKWARD, FINISHED = 2, 8, 14
"""Values of the counter: bit 3 tells the half; 2 to 7 are the forward steps, 8 to 13 the backward
ones.
"""


def counter_table(values: list[int]) -> tuple[int, ...]:
    """Ten round constants, five forward ones and five backward ones, by the counter; the two middle
    steps have none.
    """
    return (0, 0, *values[:5], 0, 0, *values[5:], 0, 0)


CONSTANTS_BY_COUNTER = counter_table(list(ROUND_CONSTANTS[1:11]))


def s_layer(state: Word, style: str = "fast") -> Word:
    """Section 3, S-layer."""
    return (
        substitute(state, SBOX)
        if style == "table"
        else from_planes(sbox_circuit(planes(state, 4), style))
    )


def inverse_s_layer(state: Word, style: str = "fast") -> Word:
    """Section 3, the inverse of S."""
    return (
        substitute(state, INVERSE_SBOX)
        if style == "table"
        else from_planes(inverse_sbox_circuit(planes(state, 4), style))
    )


def m_prime_layer(state: Word) -> Word:
    """Section 3, M': an involution.

    The four bits at place p (0 is the first) of the cells of a column give four bits at the same
    place, each the sum of all but one: in M^(0) row r leaves out cell p - r, in M^(1) cell p - r -
    1 (modulo 4). Two sums of two serve all four: 6 XOR, depth 2, 96 in all.
    """
    x0, x1, x2, x3 = (state.permute(bits) for bits in GATHERED)
    sum01, sum23 = x0 ^ x1, x2 ^ x3
    without = concat(sum23 ^ x1, sum23 ^ x0, sum01 ^ x3, sum01 ^ x2)
    return without.permute(LEFT_OUT)


def _bit(column: int, cell: int, place: int) -> int:
    return 63 - (16 * column + 4 * cell + place)


GATHERED = tuple(
    tuple(_bit(column, cell, place) for column in range(4) for place in range(4))
    for cell in range(4)
)
"""Bits of the words x0 to x3 of M': the first, second, third and fourth cell of each column."""


def _left_out(column: int, row: int, place: int) -> int:
    """The bit of ``without`` that is this bit of the result."""
    # Columns 1 and 2 have M^(1), the others M^(0).
    cell = (place - row - (column in (1, 2))) % 4
    return 16 * (3 - cell) + 4 * column + place


LEFT_OUT = tuple(_left_out(*divmod((63 - bit) // 4, 4), (63 - bit) % 4) for bit in range(64))
"""Wiring from the four groups of `m_prime_layer` to the result."""


def shift_rows(state: Word) -> Word:
    """Section 3, SR."""
    cells = state.split(4)
    return concat(*(cells[source] for source in SHIFT_ROWS))


def inverse_shift_rows(state: Word) -> Word:
    """The inverse of `shift_rows`."""
    cells = state.split(4)
    return concat(*(cells[source] for source in inverse_table(SHIFT_ROWS)))


def is_last_forward(counter: Word) -> Word:
    """One bit: 1 in the step before the middle."""
    return equals(counter, FIRST_BACKWARD - 1)


def is_first_backward(counter: Word) -> Word:
    """One bit: 1 in the step after the middle."""
    return equals(counter, FIRST_BACKWARD)


def core_step(
    x: Word, counter: Word, added: Word, style: str, before_mixing: Word | None = None
) -> Word:
    """One of the twelve steps.

    Args:
        x: the state.
        counter: which step.
        added: what is added after a forward step or before a backward one; not used in the first
            backward step.
        style: of the S-box.
        before_mixing: what PRINCEv2 adds between S and M' in the last forward step; 0 in all
            others.
    """
    backward, substituted = counter[3], s_layer(x, style)
    if before_mixing is not None:
        substituted = substituted ^ before_mixing
    mixed = m_prime_layer(mux(backward, inverse_shift_rows(x ^ added), substituted))
    forward = mux(is_last_forward(counter), mixed, shift_rows(mixed)) ^ added
    return mux(backward, inverse_s_layer(mux(is_first_backward(counter), x, mixed), style), forward)


def whitening_key(k0: Word) -> Word:
    """Section 2: k0' = (k0 >>> 1) ^ (k0 >> 63)."""
    rotated = k0.ror(1)
    return concat(rotated[1:], rotated[0] ^ k0[63])


@cache
def _step(style: str):
    """The step of both directions: one function, so that a core with both has one datapath."""

    def step(state: State) -> State:
        x, counter = state["x"], state["counter"]
        added = state["k1"] ^ counter.table(CONSTANTS_BY_COUNTER, 64)
        added = mux(is_last_forward(counter), added.constant(0), added)
        return {**state, "x": core_step(x, counter, added, style), "counter": counter + 1}

    return step


def _primitive(style: str, *, decrypt: bool) -> Primitive:
    """Section 2 and 2.1: decryption is encryption with k0 and k0' swapped and k1 ^ alpha in place
    of k1.

    All that is added at the end is ``last``, so that k1 need not wait with a result.
    """
    source, target = ("ciphertext", "plaintext") if decrypt else ("plaintext", "ciphertext")

    def load(inputs: State) -> State:
        k0, k1 = inputs["key"].split(64)
        first, last = k0, whitening_key(k0)
        if decrypt:
            first, last, k1 = last, first, k1 ^ ALPHA
        return {
            # RC_0 is 0.
            "x": inputs[source] ^ first ^ k1,
            "k1": k1,
            # RC_11 is alpha.
            "last": last ^ k1 ^ ALPHA,
            "counter": k1.constant(FIRST_FORWARD, 4),
        }

    return Primitive(
        name="prince" + "-inverse" * decrypt,
        rounds=(STEPS,),
        inputs={"key": 128, source: 64},
        outputs={target: 64},
        layout={"x": 64, "k1": 64, "last": 64, "counter": 4},
        load=load,
        step=_step(style),
        result=lambda state: {target: state["x"] ^ state["last"]},
        finished=lambda state: equals(state["counter"], FINISHED),
        inverse=None if decrypt else _primitive(style, decrypt=True),
    )


@cache
def prince(*, sbox: str = "fast") -> Primitive:
    """PRINCE; inputs ``key`` (k0 || k1, 128 bits) and ``plaintext`` (64 bits), output
    ``ciphertext``.

    Args:
        sbox: one of `SBOX_STYLES`.
    """
    return _primitive(sbox, decrypt=False)


PROPERTIES = (
    *(
        Invertible(
            of=lambda x, style=style: s_layer(x, style),
            by=lambda x, style=style: inverse_s_layer(x, style),
            shape=64,
            name=f"s_layer, {style}",
        )
        for style in SBOX_STYLES
    ),
    Bijection(of=lambda x: x.table(SBOX, 4), shape=4, name="SBOX"),
    involution(of=m_prime_layer, shape=64),
    Invertible(of=shift_rows, by=inverse_shift_rows, shape=64),
)

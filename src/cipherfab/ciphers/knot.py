# SPDX-License-Identifier: Apache-2.0
"""The KNOT permutations, on 256, 384 or 512 bits.

Source: W. Zhang, T. Ding, B. Yang, Z. Bao, Z. Xiang, F. Ji, X. Zhao, "KNOT: Algorithm
Specifications and Supporting Document", submission to NIST, round 2, sections 2 and 3.

Differences from the text: none. A step has the constant's shift register, not the round number; its
value tells the end.
"""

from functools import cache

from ..primitives.primitive import SCHEDULE, Primitive, State
from ..primitives.properties import Bijection, Period
from ..words import Word, concat, mux, rol
from ..words.bits import equals, swap_bytes, swap_bytes_of_words

OFFSETS = {256: (0, 1, 8, 25), 384: (0, 1, 8, 55), 512: (0, 1, 16, 25)}
"""Table 1: the rotations of the four rows, by the width of the state."""

FEEDBACK = {6: (5, 4), 7: (6, 5), 8: (7, 5, 4, 3)}
"""Section 2.2: the bits whose sum is the new bit of the constant's register, by its width."""

SBOX = (0x4, 0x0, 0xA, 0x7, 0xB, 0xE, 0x1, 0xD, 0x9, 0xF, 0x6, 0x8, 0x5, 0x2, 0xC, 0x3)
"""Section 2.3: the S-box; `sub_column` is the same as a circuit."""

NAMES = [f"a{row}" for row in range(4)]
"""The registers: row i is a<i>."""


def constant_step(rc: Word) -> Word:
    """Section 2.2: the register of d bits is shifted to the left by one; it starts at 1."""
    first, *others = (rc[bit] for bit in FEEDBACK[rc.width])
    for bit in others:
        first = first ^ bit
    return concat(rc[:-1], first)


def add_round_constant(a: list[Word], rc: Word) -> list[Word]:
    """Section 2.2: the constant is added to the first bits of the state, the lowest ones of row
    0."""
    return [concat(a[0][rc.width :], a[0][: rc.width] ^ rc), *a[1:]]


def sub_column(a: list[Word]) -> list[Word]:
    """Section 3.1: the S-box on all columns at once; row 0 holds the least significant bits."""
    t1 = ~a[0]
    t3 = a[2] ^ (a[1] & t1)
    t6 = a[3] ^ t1
    b2 = (a[1] | a[2]) ^ t6
    t8 = a[1] ^ a[3]
    return [t8 ^ (t3 & t6), t3 ^ (b2 & t8), b2, a[3] ^ t3]


def shift_row(a: list[Word]) -> list[Word]:
    """Section 2.4: the rows are rotated to the left."""
    return [rol(row, offset) for row, offset in zip(a, OFFSETS[4 * a[0].width])]


def knot_round(a: list[Word], rc: Word) -> list[Word]:
    """Section 2: one round with its constant."""
    return shift_row(sub_column(add_round_constant(a, rc)))


def constant_after(bits: int, rounds: int) -> int:
    """The constant's register after so many rounds."""
    value = 1
    for _ in range(rounds):
        value = (value << 1 | sum(value >> bit for bit in FEEDBACK[bits]) & 1) & (1 << bits) - 1
    return value


RUN = "run"
"""A register, where there are several round counts: the number of the one of the run."""


def _step(state: State, widths: tuple[int, ...]) -> State:
    """``widths``: of the constants' register in each run, by the number of its round count."""
    rc, run = state["rc"], state.get(RUN)
    rows = knot_round([state[name] for name in NAMES], rc)
    # In a run with a narrower constant the upper bits of the register stay 0.
    following = _widened(constant_step(rc[: widths[0]]), rc.width)
    for number, width in enumerate(widths[1:], 1):
        if width != widths[0]:
            following = mux(
                equals(run, number), _widened(constant_step(rc[:width]), rc.width), following
            )
    return {**state, **dict(zip(NAMES, rows)), "rc": following}


def _widened(word: Word, width: int) -> Word:
    return concat(word.constant(0, width - word.width), word) if word.width < width else word


@cache
def knot(width: int, constant_bits: int | tuple[int, ...], *rounds: int) -> Primitive:
    """p_width[rounds] with a constant of 6, 7 or 8 bits; with several round counts, the largest
    first, perhaps with one for each.

    Input and output ``x``: ``width`` bits (256, 384 or 512), the state as a byte string of four
    little-endian rows, row 0 first.
    """
    row, several = width // 4, len(rounds) > 1
    widths = constant_bits if isinstance(constant_bits, tuple) else (constant_bits,) * len(rounds)
    schedule = {SCHEDULE: (len(rounds) - 1).bit_length()} if several else {}

    def load(inputs: State) -> State:
        rows = swap_bytes_of_words(inputs["x"], row)
        run = {RUN: inputs[SCHEDULE]} if several else {}
        # The register has the bits of the widest constant of all runs.
        return {**dict(zip(NAMES, rows)), "rc": inputs["x"].constant(1, max(widths)), **run}

    def finished(state: State) -> Word:
        # A longer run passes the value at which a shorter one ends, so each looks for its own.
        ends = [
            equals(state["rc"], constant_after(bits, count)) for bits, count in zip(widths, rounds)
        ]
        end = ends[0]
        for number, other in enumerate(ends[1:], 1):
            end = mux(equals(state[RUN], number), other, end)
        return end

    counts = "-".join(map(str, rounds))
    return Primitive(
        name=f"knot-{width}-c{widths[0]}-r{counts}",
        rounds=rounds,
        inputs={"x": width, **schedule},
        outputs={"x": width},
        layout={
            **dict.fromkeys(NAMES, row),
            "rc": max(widths),
            **({RUN: schedule[SCHEDULE]} if several else {}),
        },
        load=load,
        step=lambda state: _step(state, widths),
        result=lambda state: {"x": concat(*(swap_bytes(state[name]) for name in NAMES))},
        finished=finished,
    )


PROPERTIES = (
    Bijection(of=lambda x: x.table(SBOX, 4), shape=4, name="SBOX"),
    Bijection(of=sub_column, shape=(1,) * 4),
    *(
        Bijection(of=shift_row, shape=(width // 4,) * 4, name=f"shift_row, {width} bits")
        for width in OFFSETS
    ),
    *(
        Period(
            of=constant_step, shape=bits, start=1, times=2**bits - 1, name=f"constant_step, {bits}"
        )
        for bits in FEEDBACK
    ),
)

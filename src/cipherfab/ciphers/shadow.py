# SPDX-License-Identifier: Apache-2.0
"""Shadow: the permutations of Spook, on 384 or 512 bits.

Source: D. Bellizia et al., "Spook: Sponge-Based Leakage-Resistant Authenticated Encryption with a
Masked Tweakable Block Cipher", submission to NIST, round 2, sections 3.3, 3.4 and 5 (algorithm 2):
version 1.

Differences from the text: version 2, of the same authors' article of this title in ToSC 2020(S1),
has other diffusion layers and constants. The article could not be read here; they are what the
designers' published code computes, and known answers of that code are the check. A step is the
text's, two rounds.
"""

from functools import cache

from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection, BranchNumber
from ..words import Word, concat
from ..words.bits import equals, shift_left, swap_bytes, swap_bytes_of_words
from .ls_design import (
    CONSTANT_BITS,
    FIRST_CONSTANT,
    ROW,
    ROWS,
    Rows,
    add_bit,
    add_constant,
    constant_before,
    constant_step,
    lbox_layer,
    sbox,
)

STEPS = 6

FIRST_LFSR = 0xF8737400
LFSR_TAPS = 0xC5
"""Version 2: the first constant, and what is added to the register, shifted to the left, for a bit
shifted out.
"""

CONSTANT_ROW, CONSTANT_BUNDLE = 1, 0
"""Version 2: the row of every bundle that takes a constant in round A, and the bundle whose rows
take one in round B.
"""

XTIME_PLACE = 8
"""Version 2: multiplication is modulo x^32 + x^8 + 1."""

Bundles = list[Rows]


def diffusion_v1(x: list[Word]) -> list[Word]:
    """Sections 3.4 and 5: a row of each bundle; four bundles take the sum of the others, three
    bundles as section 5 says.
    """
    if len(x) == 3:
        return [x[0] ^ x[1] ^ x[2], x[0] ^ x[2], x[0] ^ x[1]]
    u, v = x[0] ^ x[1], x[2] ^ x[3]
    return [x[1] ^ v, x[0] ^ v, u ^ x[3], u ^ x[2]]


def xtime(row: Word) -> Word:
    """Version 2: multiplication by x."""
    top = row[ROW - 1]
    # The bit that leaves at the top comes back in both places of the polynomial.
    return add_bit(add_bit(shift_left(row, 1), top, XTIME_PLACE), top, 0)


def diffusion_v2(x: list[Word]) -> list[Word]:
    """Version 2: an MDS matrix over a row of each bundle."""
    if len(x) == 3:
        a, b, c = x
        times = xtime(a ^ c)
        return [b ^ c ^ times, a ^ b ^ c, a ^ b ^ times]
    a, b, c, d = x
    left, right = a ^ b, c ^ d
    middle = xtime(b ^ right)
    last = d ^ xtime(left)
    first, third = left ^ middle, right ^ xtime(last)
    return [first, middle ^ third, third, last ^ first]


def lfsr_step(w: Word) -> Word:
    """Version 2: the constants' register, one constant on."""
    shifted, top = shift_left(w, 1), w[ROW - 1]
    for place in range(LFSR_TAPS.bit_length()):
        if LFSR_TAPS >> place & 1:
            shifted = add_bit(shifted, top, place)
    return shifted


def constants_v1(bundles: Bundles, w: Word) -> tuple[Bundles, Word]:
    """Section 3.4: one constant, added to bit b of the rows of bundle b."""
    return [add_constant(rows, w, number) for number, rows in enumerate(bundles)], constant_step(w)


def constants_a_v2(bundles: Bundles, w: Word) -> tuple[Bundles, Word]:
    """Version 2, round A: a constant for one row of every bundle."""
    added = []
    for rows in bundles:
        added.append(
            [row ^ w if number == CONSTANT_ROW else row for number, row in enumerate(rows)]
        )
        w = lfsr_step(w)
    return added, w


def constants_b_v2(bundles: Bundles, w: Word) -> tuple[Bundles, Word]:
    """Version 2, round B: a constant for every row of one bundle."""
    rows = []
    for row in bundles[CONSTANT_BUNDLE]:
        rows.append(row ^ w)
        w = lfsr_step(w)
    return [rows if number == CONSTANT_BUNDLE else other for number, other in enumerate(bundles)], w


def shadow_step(bundles: Bundles, w: Word, version: int) -> tuple[Bundles, Word]:
    """Algorithm 2: round A, then round B."""
    in_a, in_b = (constants_v1, constants_v1) if version == 1 else (constants_a_v2, constants_b_v2)
    diffusion = diffusion_v1 if version == 1 else diffusion_v2
    bundles, w = in_a([lbox_layer(sbox(rows)) for rows in bundles], w)
    # Round B has no L-box: a row is mixed with those of the other bundles instead.
    bundles = [sbox(rows) for rows in bundles]
    by_row = [diffusion([rows[number] for rows in bundles]) for number in ROWS]
    return in_b([list(rows) for rows in zip(*by_row)], w)


@cache
def shadow(width: int, version: int) -> Primitive:
    """Shadow-384 or Shadow-512 of version 1 or 2.

    Input and output ``x``: ``width`` bits, a byte string of little-endian rows, bundle after
    bundle. In version 2 the registers do not tell the end.
    """
    count = width // (ROW * len(ROWS))
    names = [f"x{bundle}{row}" for bundle in range(count) for row in ROWS]
    bits, first = (CONSTANT_BITS, FIRST_CONSTANT) if version == 1 else (ROW, FIRST_LFSR)

    def load(inputs: State) -> State:
        return {
            **dict(zip(names, swap_bytes_of_words(inputs["x"], ROW))),
            "w": inputs["x"].constant(first, bits),
        }

    def step(state: State) -> State:
        bundles = [[state[f"x{bundle}{row}"] for row in ROWS] for bundle in range(count)]
        bundles, w = shadow_step(bundles, state["w"], version)
        return {**dict(zip(names, (row for rows in bundles for row in rows))), "w": w}

    return Primitive(
        name=f"shadow-{width}-v{version}",
        rounds=(STEPS,),
        inputs={"x": width},
        outputs={"x": width},
        layout={**dict.fromkeys(names, ROW), "w": bits},
        load=load,
        step=step,
        result=lambda state: {"x": concat(*(swap_bytes(state[name]) for name in names))},
        finished=(lambda state: equals(state["w"], constant_before(2 * STEPS)))
        if version == 1
        else None,
    )


PROPERTIES = (
    Bijection(of=diffusion_v1, shape=(ROW,) * 3, name="diffusion_v1, three bundles"),
    BranchNumber(of=diffusion_v1, shape=(1,) * 4, number=4, cell=1),
    BranchNumber(of=diffusion_v2, shape=(ROW,) * 3, number=4, cell=ROW, name="diffusion_v2, three"),
    BranchNumber(of=diffusion_v2, shape=(ROW,) * 4, number=5, cell=ROW, name="diffusion_v2, four"),
    Bijection(of=xtime, shape=ROW),
    Bijection(of=lfsr_step, shape=ROW),
)

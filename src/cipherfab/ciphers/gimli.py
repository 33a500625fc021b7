# SPDX-License-Identifier: Apache-2.0
"""Gimli: the permutation of Gimli-24-Cipher and Gimli-24-Hash, on 384 bits.

Source: D. J. Bernstein, S. Kölbl, S. Lucks, P. M. C. Massolino, F. Mendel, K. Nawaz, T. Schneider,
P. Schwabe, F.-X. Standaert, Y. Todo, B. Viguier, "Gimli", submission to NIST, 2019, sections 2.5 to
2.9 (algorithm 1).

Differences from the text: none. The round number ``r`` is a register of 5 bits that runs from 24 to
1; it is 0 after the last round.
"""

from ..primitives.primitive import Primitive, State
from ..primitives.properties import involution
from ..words import Word, concat, mux, rol
from ..words.bits import equals, shift_left, swap_bytes, swap_bytes_of_words

WORD = 32
ROWS, COLUMNS = range(3), range(4)
ROUNDS = 24
ROUND_BITS = 5

CONSTANT = 0x9E377900
"""Section 2.8: what is added to the round number."""

SMALL_SWAP, BIG_SWAP = (1, 0, 3, 2), (2, 3, 0, 1)
"""Section 2.7: where each word of the first row comes from."""

Matrix = list[list[Word]]
"""The state: three rows of four words of 32 bits."""


def sp_box(x: Word, y: Word, z: Word) -> list[Word]:
    """Section 2.6, figure 2: the SP-box on one column, words of rows 0, 1 and 2."""
    x, y = rol(x, 24), rol(y, 9)
    new_x = x ^ shift_left(z, 1) ^ shift_left(y & z, 2)
    new_y = y ^ x ^ shift_left(x | z, 1)
    new_z = z ^ y ^ shift_left(x & y, 3)
    return [new_z, new_y, new_x]


def swap(row: list[Word], r: Word) -> list[Word]:
    """Section 2.7: in round ``r`` the first row's Small-Swap, Big-Swap or nothing, as r modulo 4 is
    0, 2 or odd.
    """
    swapped = [mux(r[1], row[big], row[small]) for big, small in zip(BIG_SWAP, SMALL_SWAP)]
    return [mux(r[0], word, other) for word, other in zip(row, swapped)]


def round_constant(r: Word) -> Word:
    """Section 2.8: the constant of round ``r``, 32 bits: 0 unless r is a multiple of 4."""
    # The constant's low bits are 0, so the sum with the round number is wiring.
    constant = concat(r.constant(CONSTANT >> ROUND_BITS, WORD - ROUND_BITS), r)
    return mux(r[0] | r[1], constant.constant(0), constant)


def gimli_round(s: Matrix, r: Word) -> Matrix:
    """Algorithm 1: round number ``r`` (5 bits)."""
    columns = [sp_box(*(s[i][j] for i in ROWS)) for j in COLUMNS]
    first, *others = ([column[i] for column in columns] for i in ROWS)
    first = swap(first, r)
    return [[first[0] ^ round_constant(r), *first[1:]], *others]


NAMES = [[f"s{i}{j}" for j in COLUMNS] for i in ROWS]
"""The registers: word s_i,j is s<i><j>."""


def _registers(s: Matrix, r: Word) -> State:
    return {**{NAMES[i][j]: s[i][j] for i in ROWS for j in COLUMNS}, "r": r}


def _load(inputs: State) -> State:
    words = swap_bytes_of_words(inputs["x"], WORD)
    return _registers(
        [words[4 * i : 4 * i + 4] for i in ROWS], inputs["x"].constant(ROUNDS, ROUND_BITS)
    )


def _step(state: State) -> State:
    s = gimli_round([[state[name] for name in row] for row in NAMES], state["r"])
    # Minus 1, modulo 32, as words only add.
    return _registers(s, state["r"] + ((1 << ROUND_BITS) - 1))


def _result(state: State) -> State:
    return {"x": concat(*(swap_bytes(state[name]) for row in NAMES for name in row))}


GIMLI_24 = Primitive(
    name="gimli-24",
    rounds=(ROUNDS,),
    inputs={"x": 384},
    outputs={"x": 384},
    layout={**{name: WORD for row in NAMES for name in row}, "r": ROUND_BITS},
    load=_load,
    step=_step,
    result=_result,
    finished=lambda state: equals(state["r"], 0),
)
"""Gimli with 24 rounds.

Input and output ``x``: 384 bits, the state as a byte string of little-endian words, row after row.
"""


PROPERTIES = tuple(
    involution(
        of=lambda row, r=r: swap(row, row[0].constant(r, ROUND_BITS)),
        shape=(WORD,) * 4,
        name=f"swap, round {r}",
    )
    for r in range(4)
)

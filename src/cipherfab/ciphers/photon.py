# SPDX-License-Identifier: Apache-2.0
"""PHOTON-256: the permutation of PHOTON-Beetle, on 256 bits.

Source: Z. Bao et al., "PHOTON-Beetle Authenticated Encryption and Hash Family", submission to NIST,
chapter 2, after J. Guo, T. Peyrin, A. Poschmann, "The PHOTON Family of Lightweight Hash Functions",
CRYPTO 2011.

Differences from the text: the state is kept as four planes of 64 bits; plane b has bit b of every
cell, that of row i and column j as its bit 8i + j. The matrix M^8 is applied at once, by a circuit
of XOR gates. The round constant is the 4-bit shift register that gives the text's list.
"""

from functools import cache

from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection, BranchNumber, Period
from ..words import Word, concat, ror
from ..words.bits import equals, swap_bytes
from .circuits.photon_mixcolumns import mix_column

ROUNDS = 12
ROWS, BITS = range(8), range(4)

SBOX = (0xC, 0x5, 0x6, 0xB, 0x9, 0x0, 0xA, 0xD, 0x3, 0xE, 0xF, 0x8, 0x4, 0x7, 0x1, 0x2)
"""Table 2.1, the S-box of PRESENT; `sbox` is the same as a circuit."""

ROW_CONSTANTS = (0, 1, 3, 7, 15, 14, 12, 8)
"""Figure 2.1, IC: what each row adds in column 0 besides the round constant."""

COMPANION = (2, 4, 2, 11, 2, 8, 5, 6)
"""Figure 2.1: the last row of the companion matrix M; MixColumnSerial multiplies each column by
M^8.
"""

FIRST_CONSTANT, CONSTANT_AFTER_LAST_ROUND = 0b0001, 0b0100

COLUMN_0 = 0x0101010101010101
"""Of a plane, the bits of column 0."""

Planes = list[Word]
"""Bits 0 to 3 of all cells, 64 bits each."""


def constant_step(rc: Word) -> Word:
    """Figure 2.1, RC: from each of 1, 3, 7, 14, 13, 11, 6, 12, 9, 2, 5, 10 to the next."""
    return concat(rc[:3], ~(rc[3] ^ rc[2]))


def add_constant(x: Planes, rc: Word) -> Planes:
    """Figure 2.1, AddConstant: the cells of column 0 take the round constant ``rc`` (4 bits) and
    the constant of their row.
    """
    rows = [sum((ROW_CONSTANTS[row] >> bit & 1) << 8 * row for row in ROWS) for bit in BITS]
    # A bit of the constant in every cell, of which those of column 0 stay.
    return [plane ^ (rc.permute([bit] * 64) & COLUMN_0) ^ rows[bit] for bit, plane in enumerate(x)]


def sbox(x0: Word, x1: Word, x2: Word, x3: Word) -> Planes:
    """Table 2.1 on bit planes, ``x0`` the least significant bits: nine XORs, two ANDs, two ORs, one
    NOT.

    The circuit of N. Courtois, D. Hulme, T. Mourouzis, "Solving Circuit Optimisation Problems in
    Cryptography and Cryptanalysis", IACR ePrint 2011/475, with four nonlinear gates, the fewest
    possible.
    """
    t1 = x1 ^ x2
    t3 = x3 ^ (x2 & t1)
    y0 = x0 ^ t3
    t2 = t1 & t3
    t4 = t1 ^ y0
    t5 = x2 ^ t2
    y1 = t4 ^ (x0 | t5)
    t6 = t5 ^ ~x0
    return [y0, y1, t3 ^ (t6 | t4), y1 ^ t6]


def shift_rows(x: Planes) -> list[list[Word]]:
    """Figure 2.1, ShiftRows: row i rotates by i cells. The result is split: the rows, 8 bits each,
    of each plane.
    """
    return [[ror(plane[8 * row : 8 * row + 8], row) for row in ROWS] for plane in x]


def mix_columns(rows: list[list[Word]], style: str = "fast") -> Planes:
    """Figure 2.1, MixColumnSerial: all columns at once, as the circuit of a column acts on each of
    the 8 bits of its words.
    """
    mixed = mix_column([rows[bit][row] for row in ROWS for bit in BITS], style)
    # Row 0 is the lowest in a plane, and `concat` has the highest part first.
    return [concat(*(mixed[4 * row + bit] for row in reversed(ROWS))) for bit in BITS]


def photon_round(x: Planes, rc: Word, style: str = "fast") -> Planes:
    """Figure 2.1: one round."""
    return mix_columns(shift_rows(sbox(*add_constant(x, rc))), style)


def multiply(a: int, b: int) -> int:
    """Chapter 2: the product in GF(2^4) with the polynomial x^4 + x + 1."""
    product = 0
    for bit in BITS:
        product ^= a << bit if b >> bit & 1 else 0
    # From the highest power down, as each reduction may set lower ones.
    for bit in (6, 5, 4):
        product ^= 0b10011 << bit - 4 if product >> bit & 1 else 0
    return product


def mix_columns_matrix() -> list[list[int]]:
    """Figure 2.1: the matrix M^8 over GF(2^4), from its companion matrix M = Serial[2, 4, 2, 11, 2,
    8, 5, 6].
    """
    rows = [[int(column == row) for column in ROWS] for row in ROWS]
    for _ in ROWS:
        *_, last = rows
        added = [0] * 8
        for coefficient, row in zip(COMPANION, rows):
            added = [a ^ multiply(coefficient, entry) for a, entry in zip(added, row)]
        rows = [*rows[1:], added]
    return rows


def mix_columns_rows() -> list[int]:
    """The same as a binary matrix, one number for bit b of row i at place 4i + b; its bit 4j + c is
    bit c of row j.
    """
    return [
        sum(
            (multiply(entry, 1 << c) >> b & 1) << 4 * j + c
            for j, entry in enumerate(row)
            for c in BITS
        )
        for row in mix_columns_matrix()
        for b in BITS
    ]


def _registers(x: Planes, rc: Word) -> State:
    return {**{f"x{bit}": plane for bit, plane in enumerate(x)}, "rc": rc}


def _load(inputs: State) -> State:
    cells = swap_bytes(inputs["x"])
    planes = [cells.permute(range(bit, 256, 4)) for bit in BITS]
    return _registers(planes, cells.constant(FIRST_CONSTANT, 4))


def _result(state: State) -> State:
    planes = concat(*(state[f"x{bit}"] for bit in reversed(BITS)))
    return {
        "x": swap_bytes(planes.permute([64 * bit + cell for cell in range(64) for bit in BITS]))
    }


@cache
def photon_256(style: str = "fast") -> Primitive:
    """PHOTON-256, its MixColumnSerial with the ``"fast"`` or the ``"small"`` circuit.

    Input and output ``x``: 256 bits, a byte string; cell i (row i / 8, column i mod 8) is the low
    half of byte i / 2 for even i, the high half for odd i.
    """

    def step(state: State) -> State:
        return _registers(
            photon_round([state[f"x{bit}"] for bit in BITS], state["rc"], style),
            constant_step(state["rc"]),
        )

    return Primitive(
        name="photon-256",
        rounds=(ROUNDS,),
        inputs={"x": 256},
        outputs={"x": 256},
        layout={**{f"x{bit}": 64 for bit in BITS}, "rc": 4},
        load=_load,
        step=step,
        result=_result,
        # The register's period of 15 is longer than a run, so this value tells the end.
        finished=lambda state: equals(state["rc"], CONSTANT_AFTER_LAST_ROUND),
    )


def _column(bits: list[Word], style: str = "fast") -> list[Word]:
    """`mix_columns` on one column, the four bits of each cell."""
    return mix_column(bits, style)


PROPERTIES = (
    Bijection(of=lambda x: x.table(SBOX, 4), shape=4, name="SBOX"),
    Bijection(of=lambda x: sbox(*x), shape=(1,) * 4, name="sbox"),
    Bijection(of=shift_rows, shape=(64,) * 4),
    BranchNumber(of=_column, shape=(1,) * 32, number=9, cell=4, name="mix_columns, a column"),
    Period(of=constant_step, shape=4, start=1, times=15),
)

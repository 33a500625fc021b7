# SPDX-License-Identifier: Apache-2.0
"""PHOTON-256 folded: MixColumnSerial as the specification has it, some applications of its matrix M
per clock in place of M^8 at once. Source: see `photon`, whose layers these are.

The first clock of a round is all of it but MixColumnSerial. In each of the others the rows of the
state move by as many places as the matrix is applied, and the sums come in behind.
"""

from functools import partial

from ..primitives.folded import Foldings, folded
from ..primitives.primitive import Primitive, State
from ..words import Word, concat, mux
from .photon import BITS, COMPANION, ROWS, add_constant, constant_step, sbox, shift_rows

Row = list[Word]
"""Bits 0 to 3 of the eight cells of a row, 8 bits each."""


def double(row: Row) -> Row:
    """Chapter 2: each cell times x, modulo x^4 + x + 1."""
    return [row[3], row[0] ^ row[3], row[1], row[2]]


def companion_sum(rows: list[Row]) -> Row:
    """Figure 2.1: the last row of M times the rows, by Horner's rule."""
    total: Row = []
    for power in reversed(BITS):
        # In front of the first summand there is nothing to be doubled.
        total = double(total) if total else []
        for factor, row in zip(COMPANION, rows):
            if factor >> power & 1:
                total = [a ^ b for a, b in zip(total, row)] if total else list(row)
    return total


def mix_serially(rows: list[Row], times: int) -> list[Row]:
    """Figure 2.1, MixColumnSerial: M applied so many times; the rows move, a sum comes in."""
    for _ in range(times):
        rows = [*rows[1:], companion_sum(rows)]
    return rows


def _part(state: State, phase: list[Word], *, times: int) -> State:
    planes, rc = [state[f"x{bit}"] for bit in BITS], state["rc"]
    substituted = shift_rows(sbox(*add_constant(planes, rc)))
    rows = [[plane[8 * row : 8 * row + 8] for plane in planes] for row in ROWS]
    mixed = mix_serially(rows, times)
    following = {
        f"x{bit}": mux(
            phase[0],
            concat(*reversed(substituted[bit])),
            concat(*(row[bit] for row in reversed(mixed))),
        )
        for bit in BITS
    }
    # Only the first clock of a round adds the constant.
    return {**following, "rc": mux(phase[0], constant_step(rc), rc)}


def _folded(primitive: Primitive, *, clocks: int) -> Primitive:
    return folded(primitive, clocks, partial(_part, times=len(ROWS) // (clocks - 1)))


FOLDINGS: Foldings = {clocks: partial(_folded, clocks=clocks) for clocks in (3, 5, 9)}
"""With four, two or one application of M per clock."""

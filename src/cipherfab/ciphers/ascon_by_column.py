# SPDX-License-Identifier: Apache-2.0
"""Ascon-p column by column, for the serial architecture. Source: see `ascon`, whose layers these
are.
"""

from ..primitives.by_column import ColumnPath, column_foldings
from ..primitives.folded import Foldings
from ..primitives.primitive import State
from ..primitives.properties import Order
from ..words import Word, ror
from .ascon import ROTATIONS, ascon_p, round_constant, substitution


def constants(registers: State) -> State:
    """Section 2.6.1: the constant of a round, added to the lowest eight bits of x2."""
    return {"x2": round_constant(registers["i"])}


def diffusion(x: list[Word]) -> list[Word]:
    """Section 2.6.3: the two rotations that are added to each word."""
    return [ror(word, a) ^ ror(word, b) for word, (a, b) in zip(x, ROTATIONS)]


def count(registers: State) -> State:
    """The number of the next round."""
    return {"i": registers["i"] + 1}


def ascon_columns(*rounds: int) -> ColumnPath:
    """Ascon-p with these round counts; see `ascon.ascon_p`."""
    return ColumnPath(
        primitive=ascon_p(*rounds),
        words=tuple(f"x{n}" for n in range(5)),
        constants=constants,
        substitute=substitution,
        diffuse=diffusion,
        count=count,
    )


FOLDINGS: Foldings = column_foldings(ascon_columns, (8, 16, 32))
"""With so many columns per clock."""


PROPERTIES = (
    Order(
        of=lambda x: [word ^ added for word, added in zip(x, diffusion(x))],
        shape=(64,) * 5,
        times=64,
        name="diffusion, added",
    ),
)

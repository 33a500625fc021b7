# SPDX-License-Identifier: Apache-2.0
"""Xoodoo folded: theta at once, then chi on some places of all lanes per clock. Source: see
`xoodoo`, whose layers these are.

The lanes move by as many places as there are in a clock; after the last one all are where they
were. The registers hold the state in front of the rho_east of the round before, which is wiring:
then nothing but wiring and chi stands behind theta.
"""

from functools import partial

from ..primitives.folded import Foldings, folded
from ..primitives.primitive import Primitive, State
from ..words import Word, concat, mux
from .xoodoo import (
    LANE,
    LANES,
    NAMES,
    PLANES,
    Plane,
    chi,
    iota,
    rho_east,
    rho_west,
    round_constant,
    shift,
    theta,
)

PLACES = (8, 16)
"""Places of all lanes in a clock."""


def before_rho_east(a: list[Plane]) -> list[Plane]:
    """The inverse of `xoodoo.rho_east`."""
    # Two lanes to one side are two lanes to the other.
    return [a[0], shift(a[1], 0, -1), shift(a[2], 2, -8)]


def moving_chi(a: list[Plane], places: int) -> list[Plane]:
    """Algorithm 1, chi on the lowest places of all lanes, which come in at the top."""
    new = chi([[lane[:places] for lane in plane] for plane in a])
    return [[concat(new[y][x], a[y][x][places:]) for x in LANES] for y in PLANES]


def _planes(state: State) -> list[Plane]:
    return [[state[name] for name in plane] for plane in NAMES]


def _named(a: list[Plane]) -> State:
    return {NAMES[y][x]: a[y][x] for y in PLANES for x in LANES}


def _part(state: State, phase: list[Word], *, places: int) -> State:
    a, i = _planes(state), state["i"]
    mixed = _named(iota(rho_west(theta(rho_east(a))), round_constant(i)))
    moved = _named(moving_chi(a, places))
    return {
        **{name: mux(phase[0], mixed[name], moved[name]) for name in mixed},
        # The clock of theta is the one that takes the constant.
        "i": mux(phase[0], i + 1, i),
    }


def _folded(primitive: Primitive, *, places: int) -> Primitive:
    def load(inputs: State) -> State:
        loaded = primitive.load(inputs)
        return {**loaded, **_named(before_rho_east(_planes(loaded)))}

    def result(state: State) -> State:
        return primitive.result({**state, **_named(rho_east(_planes(state)))})

    return folded(
        primitive, 1 + LANE // places, partial(_part, places=places), load=load, result=result
    )


FOLDINGS: Foldings = {
    1 + LANE // places: partial(_folded, places=places) for places in sorted(PLACES, reverse=True)
}
"""By the clocks of a round."""

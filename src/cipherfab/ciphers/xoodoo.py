# SPDX-License-Identifier: Apache-2.0
"""Xoodoo: the permutation of Xoodyak, on 384 bits.

Source: J. Daemen, S. Hoffert, M. Peeters, G. Van Assche, R. Van Keer, "Xoodyak, a lightweight
cryptographic scheme", submission to NIST, section 2.1 (algorithm 1, tables 1 and 2).

Differences from the text: planes are written as their four lanes of 32 bits. Rounds are counted
from 0 to 11, and the round constant is looked up by that number ``i``, which is kept as 4 bits.
"""

from collections.abc import Callable
from functools import cache

from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection, involution
from ..words import Word, concat, rol
from ..words.bits import equals, swap_bytes, swap_bytes_of_words

LANE = 32
PLANES, LANES = range(3), range(4)

ROUND_CONSTANTS = (
    0x058,
    0x038,
    0x3C0,
    0x0D0,
    0x120,
    0x014,
    0x060,
    0x02C,
    0x380,
    0x0F0,
    0x1A0,
    0x012,
)
"""Table 2: the constants of rounds -11 to 0; none has more than 10 bits."""

CONSTANT_BITS = 10

Plane = list[Word]
"""Four lanes, x = 0 first."""


def shift(plane: Plane, t: int, v: int) -> Plane:
    """Table 1: the bit at (x, z) moves to (x + t, z + v)."""
    return [rol(plane[(x - t) % 4], v) for x in LANES]


def add(a: Plane, b: Plane) -> Plane:
    """Table 1: bitwise sum of planes."""
    return [left ^ right for left, right in zip(a, b)]


def theta(a: list[Plane]) -> list[Plane]:
    """Algorithm 1: every plane takes the column parities of two places."""
    return add_effect(a, add(add(a[0], a[1]), a[2]))


def add_effect(a: list[Plane], parity: Plane) -> list[Plane]:
    """Algorithm 1, theta: what the column parity makes of the planes."""
    effect = add(shift(parity, 1, 5), shift(parity, 1, 14))
    return [add(plane, effect) for plane in a]


def rho_west(a: list[Plane]) -> list[Plane]:
    """Algorithm 1: planes 1 and 2 are shifted."""
    return [a[0], shift(a[1], 1, 0), shift(a[2], 0, 11)]


def iota(a: list[Plane], constant: Word) -> list[Plane]:
    """Algorithm 1: the round constant is added to the lane at x = 0 of plane 0."""
    lane = a[0][0]
    return [[concat(lane[CONSTANT_BITS:], lane[:CONSTANT_BITS] ^ constant), *a[0][1:]], *a[1:]]


def chi(a: list[Plane]) -> list[Plane]:
    """Algorithm 1: the only nonlinear mapping, a 3-bit S-box on each column."""
    return [[a[y][x] ^ (~a[(y + 1) % 3][x] & a[(y + 2) % 3][x]) for x in LANES] for y in PLANES]


def rho_east(a: list[Plane]) -> list[Plane]:
    """Algorithm 1: planes 1 and 2 are shifted again."""
    return [a[0], shift(a[1], 0, 1), shift(a[2], 2, 8)]


Theta = Callable[[list[Plane]], list[Plane]]
"""`theta`, or another circuit for it."""


def xoodoo_round(a: list[Plane], constant: Word, theta: Theta = theta) -> list[Plane]:
    """Algorithm 1: one round with the lowest 10 bits of its constant."""
    return rho_east(chi(iota(rho_west(theta(a)), constant)))


def round_constant(i: Word) -> Word:
    """Table 2: the lowest 10 bits of the constant of round ``i`` (4 bits, 0 to 11)."""
    # Four bits choose among 16, but there is no round behind the last constant.
    return i.table(ROUND_CONSTANTS + (0,) * (16 - len(ROUND_CONSTANTS)), CONSTANT_BITS)


NAMES = [[f"a{y}{x}" for x in LANES] for y in PLANES]
"""The registers: lane (x, y) is a<y><x>."""


def _registers(a: list[Plane], i: Word) -> State:
    return {**{NAMES[y][x]: a[y][x] for y in PLANES for x in LANES}, "i": i}


def _step(theta: Theta) -> Callable[[State], State]:
    def step(state: State) -> State:
        a = [[state[name] for name in plane] for plane in NAMES]
        return _registers(xoodoo_round(a, round_constant(state["i"]), theta), state["i"] + 1)

    return step


def _result(state: State) -> State:
    return {"x": concat(*(swap_bytes(state[name]) for plane in NAMES for name in plane))}


@cache
def xoodoo(rounds: int, theta: Theta = theta) -> Primitive:
    """Xoodoo[rounds], with 1 to 12 rounds.

    Input and output ``x``: 384 bits, the state as a byte string of little-endian lanes, lane (x, y)
    at place x + 4y (section 2.1). ``theta`` may be another circuit for that layer.
    """

    def load(inputs: State) -> State:
        lanes = swap_bytes_of_words(inputs["x"], LANE)
        # Fewer rounds are the last ones.
        first = inputs["x"].constant(len(ROUND_CONSTANTS) - rounds, 4)
        return _registers([lanes[4 * y : 4 * y + 4] for y in PLANES], first)

    return Primitive(
        name=f"xoodoo-{rounds}",
        rounds=(rounds,),
        inputs={"x": 384},
        outputs={"x": 384},
        layout={**{name: LANE for plane in NAMES for name in plane}, "i": 4},
        load=load,
        step=_step(theta),
        result=_result,
        finished=lambda state: equals(state["i"], len(ROUND_CONSTANTS)),
    )


PLANE_SHAPE = ((LANE,) * 4,) * 3
"""Of the state, for the properties below."""

PROPERTIES = (
    Bijection(of=theta, shape=PLANE_SHAPE),
    Bijection(of=rho_west, shape=PLANE_SHAPE),
    Bijection(of=rho_east, shape=PLANE_SHAPE),
    involution(
        of=lambda column: [plane[0] for plane in chi([[bit] * 4 for bit in column])],
        shape=(1,) * 3,
        name="chi, a column",
    ),
    involution(of=chi, shape=PLANE_SHAPE),
)

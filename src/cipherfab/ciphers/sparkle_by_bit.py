# SPDX-License-Identifier: Apache-2.0
"""SPARKLE with the sums of its ARX-boxes bit by bit: a step has products of bits, one for each
branch, and all else in it is linear. For cores on shares. Source: see `sparkle`, whose layers these
are.

In each of the 32 steps of an addition all branches give the lowest bit of x and take in a bit of
the sum at the top, and y turns by a place: the bit of it that is due is always at the same place of
four. Of the bits a of x and b of y that meet and the carry c, with p = a + b, the sum is p + c. The
next carry is a where a and b are alike, and c where they are not, so it is

    a + p (a + c),

one product, of which p does not depend on the carries. The last step of an addition has also what
is linear behind it, and that of the fourth one the diffusion layer.
"""

from collections.abc import Sequence
from dataclasses import replace

from ..primitives.folded import only_if
from ..primitives.primitive import Primitive, State
from ..words import Word, concat, mux, ror
from ..words.bits import equals
from .sparkle import CONSTANTS, ROTATIONS, WORD, Branch, diffusion

TURN = "turn"
"""Register: which of the four additions of an ARX-box is under way, a bit for each."""

PLACE = "place"
"""Register: the bit of the sum that is due."""

CARRIES = "carries"
"""Register: the carry of each branch into the bit that is due; not read with the first one."""

PLACES = 5
"""Bits of a number of a bit."""


def chosen(conditions: Sequence[Word], words: Sequence[Word]) -> Word:
    """The word whose condition, of 1 bit, is 1; of the conditions at most one is."""
    first, *others = (only_if(condition, word) for condition, word in zip(conditions, words))
    for other in others:
        # Sums, not ORs: on shares these are no products.
        first = first ^ other
    return first


def add_step(branches: list[Branch], s: Word, begins: Word) -> list[Branch]:
    """Algorithms 2.1 to 2.3: the step's constant and its number, where a step begins."""
    (x0, y0), (x1, y1), *others = branches
    number = concat(s.constant(0, WORD - s.width), s)
    constant = s[:3].table(CONSTANTS, WORD)
    return [(x0, y0 ^ only_if(begins, constant)), (x1, y1 ^ only_if(begins, number)), *others]


def added(branches: list[Branch], turn: list[Word], carries: Word) -> tuple[list[Branch], Word]:
    """Section 2.1.1: a bit of the sum x + ror(y) of each branch, and the carries into the next."""
    a = concat(*(x[0] for x, _ in reversed(branches)))
    b = concat(*(chosen(turn, [y[of_y] for of_y, _ in ROTATIONS]) for _, y in reversed(branches)))
    total = a ^ b ^ carries
    following = [(concat(total[n], x[1:]), ror(y, 1)) for n, (x, y) in enumerate(branches)]
    return following, a ^ ((a ^ carries) & (a ^ b))


def behind_sum(branch: Branch, turn: list[Word], c: int) -> Branch:
    """Section 2.1.1: what follows an addition of an ARX-box."""
    x, y = branch
    return x ^ c, y ^ chosen(turn, [ror(x, of_x) for _, of_x in ROTATIONS])


def _step(state: State) -> State:
    count = sum(name.startswith("x") for name in state)
    branches = [(state[f"x{n}"], state[f"y{n}"]) for n in range(count)]
    turn, place = [state[TURN][n] for n in range(len(ROTATIONS))], state[PLACE]
    first, last = equals(place, 0), equals(place, WORD - 1)
    carries = only_if(~first, state[CARRIES])
    branches, carries = added(add_step(branches, state["s"], turn[0] & first), turn, carries)
    boxes = [behind_sum(branch, turn, c) for branch, c in zip(branches, CONSTANTS)]
    ends = last & turn[-1]
    mixed = diffusion(boxes)
    registers = {
        name: mux(ends, after, mux(last, box, word))
        for n, pairs in enumerate(zip(branches, boxes, mixed))
        for name, word, box, after in zip((f"x{n}", f"y{n}"), *pairs)
    }
    return {
        **state,
        **registers,
        CARRIES: carries,
        PLACE: place + 1,
        TURN: mux(last, ror(state[TURN], -1), state[TURN]),
        "s": mux(ends, state["s"] + 1, state["s"]),
    }


def by_bit(primitive: Primitive) -> Primitive:
    """Sparkle of any width with any numbers of steps, as `sparkle.sparkle_steps` gives it."""
    branches = sum(name.startswith("x") for name in primitive.layout)

    def load(inputs: State) -> State:
        like = inputs["x"]
        return {
            **primitive.load(inputs),
            CARRIES: like.constant(0, branches),
            PLACE: like.constant(0, PLACES),
            TURN: like.constant(1, len(ROTATIONS)),
        }

    return replace(
        primitive,
        rounds=tuple(len(ROTATIONS) * WORD * count for count in primitive.rounds),
        layout={**primitive.layout, CARRIES: branches, PLACE: PLACES, TURN: len(ROTATIONS)},
        load=load,
        step=_step,
    )

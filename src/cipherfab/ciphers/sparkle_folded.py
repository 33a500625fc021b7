# SPDX-License-Identifier: Apache-2.0
"""SPARKLE folded: one ARX-box, through which a branch goes in each clock. Source: see `sparkle`,
whose layers these are.

With h branches in each half a step takes 2 h clocks, of which each does one branch. In the first h
all branches move by one place, and the left half comes in behind: the halves have changed places.
What comes in is added up. In the others each half moves by itself, and what comes in, the right
half, takes in the left one and the sum: the Feistel function of the diffusion layer. The last clock
moves it by one place more: the rotation.
"""

from functools import partial

from ..primitives.folded import Foldings, any_of, folded, only_if
from ..primitives.primitive import Primitive, State
from ..words import Word, concat, mux
from .sparkle import CONSTANTS, WORD, Branch, alzette, ell

CLOCKS = {256: 4, 384: 6, 512: 8}
"""Of a step, by the width: as many as there are branches."""

TOTAL = ("total_x", "total_y")
"""The registers of the sum of the left half behind the ARX-boxes."""


def constant_of(phase: list[Word]) -> Word:
    """Algorithms 2.1 to 2.3: the constant of the branch that is due."""
    bits = []
    for place in range(WORD):
        due = [phase[n] for n in range(len(phase)) if CONSTANTS[n] >> place & 1]
        bits.append(any_of(due) if due else phase[0].constant(0))
    return concat(*reversed(bits))


def add_step(front: Branch, s: Word, phase: list[Word]) -> Branch:
    """Algorithms 2.1 to 2.3: in front of the first ARX-box a constant by the step's number, in
    front of the second one the number.
    """
    x, y = front
    first = only_if(phase[0], s[:3].table(CONSTANTS, WORD))
    number = only_if(phase[1], concat(s.constant(0, WORD - s.width), s))
    return x, y ^ first ^ number


def added(a: Branch, b: Branch) -> Branch:
    """Branch by branch."""
    return a[0] ^ b[0], a[1] ^ b[1]


def chosen(condition: Word, if_one: Branch, if_zero: Branch) -> Branch:
    """One of two branches."""
    return tuple(mux(condition, one, zero) for one, zero in zip(if_one, if_zero))


def moved(
    branches: list[Branch], new: Branch, fed: Branch, right: Word, last: Word
) -> list[Branch]:
    """The branches after a clock.

    Args:
        branches: before it.
        new: the one in front behind its ARX-box.
        fed: the same with what the Feistel function adds, in the right half.
        right: the right half is due, which is in front then.
        last: its last branch.
    """
    half = len(branches) // 2
    front = [*branches[1:half], chosen(right, fed, branches[half])]
    turned = [*front[1:], front[0]]
    # In the last clock the half moves by two places.
    front = [chosen(last, *pair) for pair in zip(turned, front)]
    return [*front, *branches[half + 1 :], chosen(right, branches[half], new)]


def _part(state: State, phase: list[Word], *, names: list[tuple[str, str]]) -> State:
    branches = [(state[x], state[y]) for x, y in names]
    half, s = len(names) // 2, state["s"]
    right, total = any_of(phase[half:]), (state[TOTAL[0]], state[TOTAL[1]])
    new = alzette(add_step(branches[0], s, phase), constant_of(phase))
    fed = added(added(new, branches[half]), (ell(total[1]), ell(total[0])))
    following = moved(branches, new, fed, right, phase[-1])
    # With the first branch of a step the sum begins anew.
    summed = added(new, (only_if(~phase[0], total[0]), only_if(~phase[0], total[1])))
    total = chosen(right, total, summed)
    return {
        **state,
        **{
            name: word for pair, branch in zip(names, following) for name, word in zip(pair, branch)
        },
        **dict(zip(TOTAL, total)),
        "s": mux(phase[-1], s + 1, s),
    }


def _folded(primitive: Primitive, *, width: int) -> Primitive:
    names = [(f"x{n}", f"y{n}") for n in range(width // (2 * WORD))]
    return folded(
        primitive, CLOCKS[width], partial(_part, names=names), more=dict.fromkeys(TOTAL, WORD)
    )


def foldings(width: int) -> Foldings:
    """Those of Sparkle with this width, with any number of steps."""
    return {CLOCKS[width]: partial(_folded, width=width)}

# SPDX-License-Identifier: Apache-2.0
"""Ascon-p: the permutation of Ascon v1.2 and of NIST SP 800-232.

Source: C. Dobraunig, M. Eichlseder, F. Mendel, M. Schläffer, "Ascon v1.2", submission to NIST,
section 2.6. SP 800-232 section 3 has the same permutation on the same 64-bit words; only the order
of the bytes in a word differs, which is a matter of the modes.

Differences from the text: the round constant is not looked up but kept as the 4-bit round number
``i`` (12 rounds: 0 to 11), from which the constant is wiring: (15 - i) || i.
"""

from collections.abc import Callable
from functools import cache

from ..primitives.primitive import SCHEDULE, Primitive, State
from ..primitives.properties import Bijection, BranchNumber, Order
from ..words import Word, concat, mux, ror
from ..words.bits import equals

ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))
"""Section 2.6.3: the two rotations of each word of the linear diffusion layer."""

MAX_ROUNDS = 12
"""p^a has 12 rounds; p^b with b rounds are the last b of them."""


def round_constant(i: Word) -> Word:
    """Section 2.6.1: the 8-bit constant of round ``i`` (4 bits): f0, e1, d2, …, 4b."""
    return concat(~i, i)


def add_constant(x: list[Word], c: Word) -> list[Word]:
    """Section 2.6.1: the 8-bit constant ``c``, added to the lowest bits of x2."""
    x0, x1, x2, x3, x4 = x
    return [x0, x1, concat(x2[8:], x2[:8] ^ c), x3, x4]


def substitution(x: list[Word]) -> list[Word]:
    """Section 2.6.2, figure 4a: the 5-bit S-box on all 64 slices at once; x0 holds the most
    significant bits.
    """
    x0, x1, x2, x3, x4 = x
    x0, x4, x2 = x0 ^ x4, x4 ^ x3, x2 ^ x1
    t0, t1, t2, t3, t4 = ~x0 & x1, ~x1 & x2, ~x2 & x3, ~x3 & x4, ~x4 & x0
    x0, x1, x2, x3, x4 = x0 ^ t1, x1 ^ t2, x2 ^ t3, x3 ^ t4, x4 ^ t0
    return [x0 ^ x4, x1 ^ x0, ~x2, x3 ^ x2, x4]


def linear_diffusion(x: list[Word]) -> list[Word]:
    """Section 2.6.3: each word is mixed with two rotations of itself."""
    return [word ^ ror(word, a) ^ ror(word, b) for word, (a, b) in zip(x, ROTATIONS)]


def permutation_round(x: list[Word], c: Word) -> list[Word]:
    """Section 2.6: one round with the 8-bit constant ``c``."""
    return linear_diffusion(substitution(add_constant(x, c)))


def _load(rounds: tuple[int, ...]):
    def load(inputs: State) -> State:
        x = inputs["x"]
        # Fewer rounds are the last ones of all, so they begin with a higher number.
        first = x.constant(MAX_ROUNDS - rounds[0], 4)
        for index, count in enumerate(rounds[1:], 1):
            chosen = first.constant(MAX_ROUNDS - count)
            first = mux(equals(inputs[SCHEDULE], index), chosen, first)
        return {**{f"x{n}": word for n, word in enumerate(x.split(64))}, "i": first}

    return load


def step_of(round_function: Callable[[list[Word], Word], list[Word]]) -> Callable[[State], State]:
    """The step of the registers that a round of the five words makes; see `permutation_round`."""

    def step(state: State) -> State:
        x = round_function([state[f"x{n}"] for n in range(5)], round_constant(state["i"]))
        return {**{f"x{n}": word for n, word in enumerate(x)}, "i": state["i"] + 1}

    return step


def _result(state: State) -> State:
    return {"x": concat(*(state[f"x{n}"] for n in range(5)))}


def _finished(state: State) -> Word:
    # 12 is the first number with both of these bits.
    return state["i"][2] & state["i"][3]


SLICE = Primitive(
    name="S-box of Ascon-p",
    rounds=(1,),
    inputs={"x": 5},
    outputs={"x": 5},
    layout={"x": 5},
    load=dict,
    step=lambda state: {"x": concat(*substitution(state["x"].split(1)))},
    result=dict,
)
"""Section 2.6.2 on one slice, 5 bits, x0 the most significant: what is checked by itself where a
whole round is too large.
"""


@cache
def ascon_p(*rounds: int) -> Primitive:
    """Ascon-p with this many rounds (1 to 12), or with several counts to choose from at run time,
    the largest first.

    Input and output ``x``: 320 bits, x0 || x1 || x2 || x3 || x4.
    """
    schedule = {SCHEDULE: (len(rounds) - 1).bit_length()} if len(rounds) > 1 else {}
    return Primitive(
        name="ascon-p-" + "-".join(map(str, rounds)),
        rounds=rounds,
        inputs={"x": 320, **schedule},
        outputs={"x": 320},
        layout={**{f"x{n}": 64 for n in range(5)}, "i": 4},
        load=_load(rounds),
        step=step_of(permutation_round),
        result=_result,
        finished=_finished,
    )


PROPERTIES = (
    Bijection(of=substitution, shape=(1,) * 5),
    Order(of=linear_diffusion, shape=(64,) * 5, times=64),
    *(
        BranchNumber(
            of=lambda word, row=row: linear_diffusion([word] * 5)[row],
            shape=64,
            number=4,
            cell=1,
            name=f"linear_diffusion, row {row}",
        )
        for row in range(5)
    ),
)

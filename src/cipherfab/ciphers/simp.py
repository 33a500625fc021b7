# SPDX-License-Identifier: Apache-2.0
"""SimP: the permutations of Oribatida, on 192 or 256 bits.

Source: A. Bhattacharjee, E. List, C. M. López, M. Nandi, "The Oribatida Family of Lightweight
Authenticated Encryption Schemes", version 1.2, submission to NIST, section 4.4 (algorithm 2).

Differences from the text: section 4.4 and algorithm 2 give two formulas for f; algorithm 2's,
Simon's, is the one of the official known answers. A step is one round; the round number ``i``, from
0, says when the halves change places. The bits of z are looked up by it.
"""

from functools import cache

from ..primitives.primitive import SCHEDULE, Primitive, State
from ..primitives.properties import Bijection
from ..words import Word, concat, mux, rol, ror
from ..words.bits import equals

ROUNDS_PER_STEP = {192: 26, 256: 34}
"""Table 2: r_s, by the width of the state."""

COUNTER_BITS = 8

Z = "10101111011100000011010010011000101000010001111110010110110011"
"""Section 4.4: the constants z_0 z_1 … z_61, with this period."""

NAMES = [f"x{number}" for number in range(4)]
"""The registers: word X_j is x<j>."""

RUN = "run"
"""A register, where there are two numbers of steps: 1 in a run of the smaller one."""


def f(x: Word) -> Word:
    """Algorithm 2: the nonlinear function of the state update."""
    return (rol(x, 1) & rol(x, 8)) ^ rol(x, 2)


def g(x: Word) -> Word:
    """Algorithm 2: the linear function of the key update."""
    return ror(x, 3) ^ ror(x, 4)


def add_constant(x: Word, z: Word) -> Word:
    """Section 4.4: c = ff…fc and the bit ``z`` are added."""
    return concat(~x[2:], x[1:2], x[:1] ^ z)


def simp_round(x: list[Word], z: Word) -> list[Word]:
    """Algorithm 2, lines 106 to 109: the left half is the key schedule, the right half the
    cipher."""
    x0, x1, x2, x3 = x
    return [add_constant(x1 ^ g(x0), z), x0, x3 ^ f(x2) ^ x1, x2]


def constant_bit(i: Word) -> Word:
    """Section 4.4: the bit of round ``i``, from 0."""
    # A run of four steps is longer than the period of z.
    return i.table([int(Z[number % len(Z)]) for number in range(1 << i.width)], 1)


@cache
def simp(width: int, *steps: int) -> Primitive:
    """SimP-192 or SimP-256 with 2 or 4 steps, or with both to choose from at run time, 4 first.

    Input and output ``x``: ``width`` bits, X_0 || X_1 || X_2 || X_3, big-endian.
    """
    per_step, several = ROUNDS_PER_STEP[width], len(steps) > 1
    rounds = tuple(count * per_step for count in steps)

    def swaps(state: State) -> Word:
        """Algorithm 2, line 110: whether the halves change places after a round; not after the
        last.
        """
        first, *others = (
            equals(state["i"], end - 1) for end in range(per_step, rounds[0], per_step)
        )
        for end, other in enumerate(others, 2):
            # The shorter run ends here, and behind a last round the halves stay.
            first = first | (other & ~state[RUN] if several and end == steps[1] else other)
        return first

    def step(state: State) -> State:
        i = state["i"]
        words = simp_round([state[name] for name in NAMES], constant_bit(i))
        swap = swaps(state)
        swapped = [mux(swap, words[(number + 2) % 4], words[number]) for number in range(4)]
        return {**state, **dict(zip(NAMES, swapped)), "i": i + 1}

    def load(inputs: State) -> State:
        run = {RUN: inputs[SCHEDULE]} if several else {}
        return {
            **dict(zip(NAMES, inputs["x"].split(width // 4))),
            "i": inputs["x"].constant(0, COUNTER_BITS),
            **run,
        }

    def finished(state: State) -> Word:
        ends = [equals(state["i"], count) for count in rounds]
        return mux(state[RUN], ends[1], ends[0]) if several else ends[0]

    return Primitive(
        name=f"simp-{width}-s{'-'.join(map(str, steps))}",
        rounds=rounds,
        inputs={"x": width, **({SCHEDULE: 1} if several else {})},
        outputs={"x": width},
        layout={
            **dict.fromkeys(NAMES, width // 4),
            "i": COUNTER_BITS,
            **({RUN: 1} if several else {}),
        },
        load=load,
        step=step,
        result=lambda state: {"x": concat(*(state[name] for name in NAMES))},
        finished=finished,
    )


PROPERTIES = (
    Bijection(
        of=lambda x: simp_round(x, x[0].constant(1, 1)), shape=(3,) * 4, name="simp_round, 12 bits"
    ),
)

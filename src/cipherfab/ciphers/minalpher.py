# SPDX-License-Identifier: Apache-2.0
"""Minalpher-P: a permutation of 256 bits on two matrices of nibbles, in 17.5 rounds.

Source: Y. Sasaki, Y. Todo, K. Aoki, Y. Naito, T. Sugawara, Y. Murakami, M. Matsui, S. Hirose,
"Minalpher v1.1", submission to CAESAR, 2015. It was read in its reference code.

Differences from the reference code: none. Row i of the state is 64 bits: row i of matrix A, then of
B, eight nibbles each, the first one most significant. The half round at the end
is in `_result`, in both directions, so that all steps are alike.
"""

from functools import cache

from ..primitives.cells import inverse_table, substitute
from ..primitives.primitive import Primitive, State
from ..primitives.properties import involution
from ..words import Word, concat, mux
from ..words.bits import equals

WIDTH, ROW, HALF = 256, 64, 32

STEPS = 17
"""Rounds; half a round follows."""

COUNTER = 5

SBOX = (11, 3, 4, 1, 2, 8, 12, 15, 5, 13, 14, 0, 6, 9, 10, 7)
"""SubNibbles; its own inverse."""

SR1 = (6, 7, 1, 0, 2, 3, 4, 5)
SR2 = (4, 5, 0, 1, 7, 6, 2, 3)
"""ShuffleRows: nibble i of the new row is nibble SR[i] of the old one."""

ROWS_OF_A = (SR1, SR2, inverse_table(SR1), inverse_table(SR2))
ROWS_OF_B = (inverse_table(SR1), inverse_table(SR2), SR1, SR2)

Rows = list[Word]


def shuffle_and_swap(rows: Rows) -> Rows:
    """ShuffleRows and SwapMatrices; together their own inverse."""
    return [
        concat(_permuted(row[:HALF], b), _permuted(row[HALF:], a))
        for row, a, b in zip(rows, ROWS_OF_A, ROWS_OF_B)
    ]


def _permuted(half: Word, places: tuple[int, ...]) -> Word:
    nibbles = half.split(4)
    return concat(*(nibbles[place] for place in places))


def xor_and_mix(rows: Rows) -> Rows:
    """XorMatrix, A added to B, and MixColumns, each row plus its two neighbours; together their own
    inverse."""
    r = [concat(row[HALF:], row[:HALF] ^ row[HALF:]) for row in rows]
    # Row 3 is the neighbour of row 0, by the index -1.
    return [r[i - 1] ^ r[i] ^ r[(i + 1) % 4] for i in range(4)]


def add_constants(rows: Rows, number: Word) -> Rows:
    """The constants of round ``number``: i ^ j ^ number to nibble j of row i of B, for j from 0 to
    3."""
    output = []
    for i, row in enumerate(rows):
        nibbles = [number[:4] ^ (i ^ j) for j in range(4)]
        output.append(
            concat(row[HALF:], row[HALF // 2 : HALF] ^ concat(*nibbles), row[: HALF // 2])
        )
    return output


def _substituted(state: State) -> Rows:
    """SubNibbles, ShuffleRows and SwapMatrices, in both directions."""
    return shuffle_and_swap(substitute(state["x"], SBOX).split(ROW))


def _step(state: State) -> State:
    rows = add_constants(xor_and_mix(_substituted(state)), state["i"])
    return {"x": concat(*rows), "i": state["i"] + 1}


def _inverse_step(state: State) -> State:
    # Minus 1, modulo 32, as words only add.
    number = state["i"] + ((1 << COUNTER) - 1)
    return {"x": concat(*xor_and_mix(add_constants(_substituted(state), number))), "i": number}


def _result(name: str):
    return lambda state: {name: concat(*_substituted(state))}


@cache
def minalpher_p() -> Primitive:
    """Minalpher-P; input ``x`` and output ``y``, 256 bits; of its inverse it is the other way."""

    def load(name: str, first: int):
        return lambda inputs: {"x": inputs[name], "i": inputs[name].constant(first, COUNTER)}

    common = {"rounds": (STEPS,), "layout": {"x": WIDTH, "i": COUNTER}}
    inverse = Primitive(
        name="minalpher-p-inverse",
        inputs={"y": WIDTH},
        outputs={"x": WIDTH},
        result=_result("x"),
        load=load("y", STEPS),
        step=_inverse_step,
        finished=lambda state: equals(state["i"], 0),
        **common,
    )
    return Primitive(
        name="minalpher-p",
        inputs={"x": WIDTH},
        outputs={"y": WIDTH},
        result=_result("y"),
        load=load("x", 0),
        step=_step,
        finished=lambda state: equals(state["i"], STEPS),
        inverse=inverse,
        **common,
    )


HALVES, INVERTS, DONE = "half", "inverts", "done"
"""Registers of `minalpher_p_with_half_step`: the next step is the half round; the call is of the
inverse; that step is done.
"""


@cache
def minalpher_p_with_half_step() -> Primitive:
    """The same with the half round as an 18th step: nothing is computed behind the registers, so
    that a call may start with the result of another one.

    Both directions have one step, and share what they compute but the constants: those of the
    inverse are mixed. That a step is the half one is known a step before, so that no comparison is
    in front of what it chooses.
    """

    def load(name: str, inverts: int):
        def function(inputs: State) -> State:
            x = inputs[name]
            return {
                "x": x,
                # Backwards the constants come from the last one on.
                "i": x.constant(inverts * (STEPS - 1), COUNTER),
                HALVES: x.constant(0, 1),
                INVERTS: x.constant(inverts, 1),
                DONE: x.constant(0, 1),
            }

        return function

    common = {
        "rounds": (STEPS + 1,),
        "step": _step_or_half,
        "layout": {"x": WIDTH, "i": COUNTER, HALVES: 1, INVERTS: 1, DONE: 1},
        "finished": lambda state: state[DONE],
    }
    inverse = Primitive(
        name="minalpher-p-inverse",
        inputs={"y": WIDTH},
        outputs={"x": WIDTH},
        result=lambda state: {"x": state["x"]},
        load=load("y", 1),
        **common,
    )
    return Primitive(
        name="minalpher-p",
        inputs={"x": WIDTH},
        outputs={"y": WIDTH},
        result=lambda state: {"y": state["x"]},
        load=load("x", 0),
        inverse=inverse,
        **common,
    )


def _step_or_half(state: State) -> State:
    """A round, or the half one: mixing is linear, so constants may be mixed alone."""
    half, number, inverts = _substituted(state), state["i"], state[INVERTS]
    constants = add_constants([number.constant(0, ROW)] * len(half), number)
    rows = [
        row ^ mux(inverts, mixed, plain)
        for row, mixed, plain in zip(xor_and_mix(half), xor_and_mix(constants), constants)
    ]
    following = number + mux(
        inverts, number.constant((1 << COUNTER) - 1, COUNTER), number.constant(1, COUNTER)
    )
    return {
        "x": mux(state[HALVES], concat(*half), concat(*rows)),
        "i": following,
        HALVES: mux(inverts, equals(number, 0), equals(number, STEPS - 1)),
        INVERTS: inverts,
        DONE: state[HALVES],
    }


PROPERTIES = (
    involution(of=lambda x: x.table(SBOX, 4), shape=4, name="SBOX"),
    involution(of=shuffle_and_swap, shape=(2 * HALF,) * 4),
    involution(of=xor_and_mix, shape=(2 * HALF,) * 4),
)

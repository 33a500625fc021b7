# SPDX-License-Identifier: Apache-2.0
"""Clyde-128: the tweakable block cipher of Spook.

Source: D. Bellizia et al., "Spook: Sponge-Based Leakage-Resistant Authenticated Encryption with a
Masked Tweakable Block Cipher", submission to NIST, round 2, section 3.2 (algorithm 1). Version 2
has the same cipher.

Differences from the text: none. A step is the text's, two rounds. The tweak's part of the tweakey
and the constant are registers; the constant's value tells the end.
"""

from ..primitives.primitive import Primitive, State
from ..primitives.properties import Invertible, Order
from ..words import Word, concat
from ..words.bits import equals, swap_bytes, swap_bytes_of_words
from .ls_design import (
    CONSTANT_BITS,
    FIRST_CONSTANT,
    ROW,
    ROWS,
    Rows,
    add_constant,
    constant_before,
    constant_step,
    constant_step_back,
    inverse_lbox_layer,
    inverse_sbox,
    lbox_layer,
    sbox,
)

STEPS = 6
ROUNDS = 2 * STEPS

X, K, T = ([f"{letter}{number}" for number in ROWS] for letter in "xkt")
"""The registers: the rows of the state, of the key and of the tweak's part of the tweakey."""


def phi(t: Rows) -> Rows:
    """Section 3.2: t_0 || t_1 becomes (t_0 + t_1) || t_0, on halves of two rows."""
    return [t[0] ^ t[2], t[1] ^ t[3], t[0], t[1]]


def inverse_phi(t: Rows) -> Rows:
    """The inverse of `phi`, which is its square."""
    return phi(phi(t))


def add(a: Rows, b: Rows) -> Rows:
    """Rows added to rows."""
    return [left ^ right for left, right in zip(a, b)]


def tweakey(state: State) -> Rows:
    """Section 3.2: TK(i), the key and the tweak after i applications of `phi`."""
    return add(_rows(state, K), _rows(state, T))


def round_function(x: Rows, w: Word) -> Rows:
    """Algorithm 1: one round with its constant."""
    return add_constant(lbox_layer(sbox(x)), w)


def inverse_round_function(x: Rows, w: Word) -> Rows:
    """The inverse of `round_function`."""
    return inverse_sbox(inverse_lbox_layer(add_constant(x, w)))


def _rows(state: State, names: list[str]) -> Rows:
    return [state[name] for name in names]


def _load(block: str, constant: int, add_tweakey: bool):
    def load(inputs: State) -> State:
        x, k, t = (
            dict(zip(names, swap_bytes_of_words(inputs[source], ROW)))
            for names, source in ((X, block), (K, "key"), (T, "tweak"))
        )
        state = {**x, **k, **t, "w": inputs[block].constant(constant, CONSTANT_BITS)}
        return (
            # The inverse adds the tweakey at the beginning of each step, and so adds none here. The
            # tweak is the same at both ends, since phi has order 3 and there are six steps.
            {**state, **dict(zip(X, add(_rows(state, X), tweakey(state))))}
            if add_tweakey
            else state
        )

    return load


def _step(state: State) -> State:
    first = state["w"]
    second = constant_step(first)
    following = {**state, **dict(zip(T, phi(_rows(state, T)))), "w": constant_step(second)}
    x = round_function(round_function(_rows(state, X), first), second)
    # A step ends with the tweakey of its own number, so phi comes in front of the sum.
    return {**following, **dict(zip(X, add(x, tweakey(following))))}


def _inverse_step(state: State) -> State:
    second = constant_step_back(state["w"])
    first = constant_step_back(second)
    # The tweakey at hand is that of the end of the step, so it is taken off first.
    x = inverse_round_function(
        inverse_round_function(add(_rows(state, X), tweakey(state)), second), first
    )
    return {**state, **dict(zip(X, x)), **dict(zip(T, inverse_phi(_rows(state, T)))), "w": first}


def _string(rows: Rows) -> Word:
    return concat(*(swap_bytes(row) for row in rows))


LAST_CONSTANT = constant_before(ROUNDS)

WIDTHS = {"key": 128, "tweak": 128}
LAYOUT = {**dict.fromkeys([*X, *K, *T], ROW), "w": CONSTANT_BITS}

CLYDE_128_INVERSE = Primitive(
    name="clyde-128-inverse",
    rounds=(STEPS,),
    inputs={**WIDTHS, "ciphertext": 128},
    outputs={"plaintext": 128},
    layout=LAYOUT,
    load=_load("ciphertext", LAST_CONSTANT, False),
    step=_inverse_step,
    result=lambda state: {"plaintext": _string(add(_rows(state, X), tweakey(state)))},
    finished=lambda state: equals(state["w"], FIRST_CONSTANT),
)

CLYDE_128 = Primitive(
    name="clyde-128",
    rounds=(STEPS,),
    inputs={**WIDTHS, "plaintext": 128},
    outputs={"ciphertext": 128},
    layout=LAYOUT,
    load=_load("plaintext", FIRST_CONSTANT, True),
    step=_step,
    result=lambda state: {"ciphertext": _string(_rows(state, X))},
    finished=lambda state: equals(state["w"], LAST_CONSTANT),
    inverse=CLYDE_128_INVERSE,
)
"""Clyde-128. All inputs and outputs are 128 bits, byte strings of four little-endian rows, row 0
first.
"""


PROPERTIES = (
    Invertible(of=phi, by=inverse_phi, shape=(ROW,) * 4),
    Order(of=phi, shape=(ROW,) * 4, times=3),
    Invertible(
        of=lambda x: round_function(x, x[0].constant(5, CONSTANT_BITS)),
        by=lambda x: inverse_round_function(x, x[0].constant(5, CONSTANT_BITS)),
        shape=(ROW,) * 4,
        name="round_function",
    ),
)

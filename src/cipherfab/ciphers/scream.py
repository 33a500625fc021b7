# SPDX-License-Identifier: Apache-2.0
"""Scream: a tweakable block cipher of 128 bits, an LS-design with steps of two rounds.

Source: V. Grosso, G. Leurent, F.-X. Standaert, K. Varici, A. Journault, F. Durvaux, L. Gaspar, S.
Kerckhof, "SCREAM: Side-Channel Resistant Authenticated Encryption with Masking", submission to
CAESAR, version 3, 2015. No text of it was at hand; it was read in its reference code.

Differences from the reference code: the tweak, which that code brings back after a call, is loaded
anew. The round constants are a register that grows. Byte strings are little-endian rows of 16 bits,
the first one first; words of the interface have the first byte most significant.
"""

from functools import cache

from ..primitives.cells import linear, power
from ..primitives.primitive import Primitive, State
from ..primitives.properties import BranchNumber, Invertible, Order, involution
from ..words import Word, concat
from ..words.bits import equals, swap_bytes, swap_bytes_of_words

BLOCK, ROW = 128, 16

STEPS = (10, 12)

CONSTANT = 2199
"""Round r adds r times this, modulo 2^16, to row 0."""

LBOX = (
    0x385C,
    0x52A9,
    0x7BB3,
    0x96C1,
    0xD76D,
    0x3AE0,
    0xE524,
    0xFEA5,
    0x464B,
    0xF1AF,
    0xA133,
    0x7F74,
    0x6712,
    0x7A6F,
    0x701B,
    0x8AB1,
)
"""The L-box, by what it makes of each bit of a row."""

INVERSE_LBOX = (
    0xE79E,
    0x7704,
    0x2AD1,
    0x6313,
    0xDC05,
    0xAEF6,
    0x2939,
    0x82AE,
    0x1E54,
    0xB9BE,
    0x19D8,
    0xA8A5,
    0x6ABF,
    0x7EE5,
    0x7BD6,
    0x86D8,
)
"""Its inverse, likewise."""

Rows = list[Word]


@cache
def _matrix(columns: tuple[int, ...]) -> tuple[int, ...]:
    """For `cells.linear`, which wants rows."""
    return tuple(
        sum((column >> row & 1) << place for place, column in enumerate(columns))
        for row in range(ROW)
    )


def lbox(rows: Rows) -> Rows:
    """The L-box on each row."""
    return [linear(row, _matrix(LBOX)) for row in rows]


def inverse_lbox(rows: Rows) -> Rows:
    """The inverse of `lbox`."""
    return [linear(row, _matrix(INVERSE_LBOX)) for row in rows]


def apn(x: Rows, *, inverted: bool) -> Rows:
    """An outer round of the S-box, a Feistel network of 4-bit functions: rows 0 to 3 change rows 4
    to 7.

    Four products; ``inverted`` negates the first of them.
    """
    product = x[1] & x[2]
    a = (~product if inverted else product) ^ x[0]
    b, c = x[1] ^ x[3], a ^ x[2]
    return [*x[:4], x[4] ^ ((c ^ x[3]) & (b ^ x[2])), x[5] ^ c, x[6] ^ (a & x[3]), x[7] ^ (c & b)]


def class_13(x: Rows) -> Rows:
    """The middle round of the S-box: rows 4 to 7 change rows 0 to 3."""
    a = (x[4] & x[5]) ^ x[6]
    c = (x[5] | x[6]) ^ x[7]
    d = (a & x[7]) ^ x[4]
    b = (c & x[4]) ^ x[5]
    return [x[0] ^ a, x[1] ^ d, x[2] ^ c, x[3] ^ b, *x[4:]]


def sbox(x: Rows) -> Rows:
    """The S-box on all columns at once; 12 nonlinear gates."""
    return apn(class_13(apn(x, inverted=False)), inverted=True)


def inverse_sbox(x: Rows) -> Rows:
    """The inverse: as each round is its own inverse, the rounds in reverse order."""
    return apn(class_13(apn(x, inverted=True)), inverted=False)


def next_tweak(tweak: Word) -> Word:
    """The halves T0 || T1 to T0 + T1 || T0; three times is nothing."""
    first, second = tweak.split(BLOCK // 2)
    return concat(first ^ second, first)


def previous_tweak(tweak: Word) -> Word:
    """The inverse of `next_tweak`."""
    first, second = tweak.split(BLOCK // 2)
    return concat(second, first ^ second)


def _add_constant(rows: Rows, constant: Word) -> Rows:
    return [rows[0] ^ constant, *rows[1:]]


def _rows(block: Word) -> Rows:
    return swap_bytes_of_words(block, ROW)


def _block(rows: Rows) -> Word:
    return concat(*(swap_bytes(row) for row in rows))


LAYOUT = {"x": BLOCK, "key": BLOCK, "tweak": BLOCK, "constant": ROW}


def _step(state: State) -> State:
    """Two rounds, then key and tweak."""
    constant, tweak = state["constant"], next_tweak(state["tweak"])
    rows = lbox(_add_constant(sbox(_rows(state["x"])), constant))
    rows = lbox(_add_constant(sbox(rows), constant + CONSTANT))
    return {
        "x": _block(rows) ^ state["key"] ^ tweak,
        "key": state["key"],
        "tweak": tweak,
        "constant": constant + 2 * CONSTANT,
    }


def _inverse_step(state: State) -> State:
    """`_step` run backwards."""
    # Minus twice the constant, modulo 2^16.
    constant = state["constant"] + ((1 << ROW) - 2 * CONSTANT)
    # A step ends with this sum, so backwards it comes first, and the last one is left for the
    # result.
    rows = inverse_lbox(_rows(state["x"] ^ state["key"] ^ state["tweak"]))
    rows = inverse_lbox(inverse_sbox(_add_constant(rows, constant + CONSTANT)))
    rows = inverse_sbox(_add_constant(rows, constant))
    return {
        "x": _block(rows),
        "key": state["key"],
        "tweak": previous_tweak(state["tweak"]),
        "constant": constant,
    }


@cache
def scream(steps: int) -> Primitive:
    """Scream; inputs ``key``, ``tweak`` and ``plaintext``, output ``ciphertext``, 128 bits each.

    Args:
        steps: 10 or 12.
    """
    # A step has two rounds, and each of them adds one `CONSTANT` more.
    last = 2 * CONSTANT * steps % (1 << ROW)

    def load(inputs: State) -> State:
        key, tweak = inputs["key"], inputs["tweak"]
        return {
            "x": inputs["plaintext"] ^ key ^ tweak,
            "key": key,
            "tweak": tweak,
            "constant": key.constant(0, ROW),
        }

    def inverse_load(inputs: State) -> State:
        # Three tweaks in turn, then the first one again (`PROPERTIES`).
        key, tweak = inputs["key"], linear(inputs["tweak"], power(next_tweak, BLOCK, steps % 3))
        return {
            "x": inputs["ciphertext"],
            "key": key,
            "tweak": tweak,
            "constant": key.constant(last, ROW),
        }

    inverse = Primitive(
        name=f"scream-tls-{steps}-inverse",
        rounds=(steps,),
        outputs={"plaintext": BLOCK},
        layout=LAYOUT,
        inputs={"key": BLOCK, "tweak": BLOCK, "ciphertext": BLOCK},
        load=inverse_load,
        step=_inverse_step,
        result=lambda state: {"plaintext": state["x"] ^ state["key"] ^ state["tweak"]},
        finished=lambda state: equals(state["constant"], 0),
    )
    return Primitive(
        name=f"scream-tls-{steps}",
        rounds=(steps,),
        outputs={"ciphertext": BLOCK},
        layout=LAYOUT,
        inputs={"key": BLOCK, "tweak": BLOCK, "plaintext": BLOCK},
        load=load,
        step=_step,
        result=lambda state: {"ciphertext": state["x"]},
        finished=lambda state: equals(state["constant"], last),
        inverse=inverse,
    )


PROPERTIES = (
    Invertible(of=lbox, by=inverse_lbox, shape=(ROW,)),
    BranchNumber(of=lbox, shape=(ROW,), number=8, cell=1),
    Invertible(of=sbox, by=inverse_sbox, shape=(1,) * 8),
    involution(of=lambda x: apn(x, inverted=False), shape=(1,) * 8, name="apn"),
    involution(of=lambda x: apn(x, inverted=True), shape=(1,) * 8, name="apn, inverted"),
    involution(of=class_13, shape=(1,) * 8),
    Invertible(of=next_tweak, by=previous_tweak, shape=BLOCK),
    Order(of=next_tweak, shape=BLOCK, times=3),
)

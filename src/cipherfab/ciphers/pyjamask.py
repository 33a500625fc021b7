# SPDX-License-Identifier: Apache-2.0
"""Pyjamask-96 and Pyjamask-128: block ciphers on rows of 32 bits, with circulant matrices.

Source: D. Goudarzi, J. Jean, S. Kölbl, T. Peyrin, M. Rivain, Y. Sasaki, S. M. Sim, "Pyjamask v1.0",
submission to NIST, 2019, section 2.4.

Differences from the text: the rows of the key state are rotated to the right; the text writes
"left-rotated", against its own test vectors. The counter of the last constant starts at 0. The last
round key is added by `result`.
"""

from functools import cache

from ..primitives.cells import linear, power, sum_of
from ..primitives.primitive import Primitive, State
from ..primitives.properties import Invertible, Order
from ..words import SoftwareWord, Word, concat, rol, ror
from ..words.bits import equals

ROUNDS = 14

ROW = 32
"""Bits of a row."""

SBOXES = {3: (1, 3, 6, 5, 2, 4, 7, 0), 4: (2, 13, 3, 9, 7, 11, 10, 6, 14, 0, 15, 4, 8, 5, 1, 12)}
"""Section 2.4.2: S3 and S4, by the number of rows; row 0 holds the most significant bits."""

MATRICES = (0xD08430E2, 0x42074163, 0x00A79A4B, 0x64095289)
"""Section 2.4.2: the first rows of M0 to M3, bit 31 first."""

KEY_MATRIX = 0xA9CEC08E
"""Section 2.4.4: the first row of MK."""

KEY_ROTATIONS = (8, 15, 18)
"""Section 2.4.4: of rows 1 to 3 of the key state."""

KEY_CONSTANT = (0x00000080, 0x00006A00, 0x003F0000, 0x24000000)
"""Section 2.4.4, AddConstant, by rows; the counter is added to row 0."""

COUNTER = 4
"""Bits of the counter."""


def multiply(row: Word, first: int) -> Word:
    """Section 2.4.2: the matrix cir(first), whose rows are rotations of the first one, times a row:
    a sum of its rotations."""
    return sum_of([rol(row, place) for place in range(ROW) if first >> ROW - 1 - place & 1])


@cache
def inverse_row(first: int) -> int:
    """The first row of the inverse of cir(first): of its power 31, since its power 32 is the
    identity."""
    unit = SoftwareWord(ROW, 1)
    for _ in range(ROW - 1):
        unit = multiply(unit, first)
    # What cir(first) makes of the lowest bit is its first row in reverse.
    return int(unit.permute(range(ROW - 1, -1, -1)))


def sub_bytes(s: list[Word]) -> list[Word]:
    """Section 2.4.2, SubBytes: S3 (3 nonlinear gates) or S4 (4) on all columns."""
    return _s3(*s) if len(s) == 3 else _s4(*s)


def _s3(a: Word, b: Word, c: Word) -> list[Word]:
    a = a ^ b
    b = b ^ c
    c = c ^ (a & b)
    a = a ^ (b & c)
    b = b ^ (a & c)
    return [b, a ^ b, ~(c ^ a)]


def _s4(a: Word, b: Word, c: Word, d: Word) -> list[Word]:
    a = a ^ d
    d = d ^ (a & b)
    a = a ^ (b & c)
    b = b ^ (c & d)
    c = c ^ (a & d) ^ b
    return [a, b ^ a, ~d, c]


def inverse_sub_bytes(s: list[Word]) -> list[Word]:
    """Section 2.4.3: the circuits of `sub_bytes` run backwards."""
    return _inverse_s3(*s) if len(s) == 3 else _inverse_s4(*s)


def _inverse_s3(b: Word, sum_: Word, c: Word) -> list[Word]:
    a = sum_ ^ b
    c = ~c ^ a
    b = b ^ (a & c)
    a = a ^ (b & c)
    c = c ^ (a & b)
    b = b ^ c
    return [a ^ b, b, c]


def _inverse_s4(a: Word, sum_: Word, d: Word, c: Word) -> list[Word]:
    b, d = sum_ ^ a, ~d
    c = c ^ b ^ (a & d)
    b = b ^ (c & d)
    a = a ^ (b & c)
    d = d ^ (a & b)
    return [a ^ d, b, c, d]


def mix_rows(s: list[Word]) -> list[Word]:
    """Section 2.4.2, MixRows: each row times its matrix."""
    return [multiply(row, first) for row, first in zip(s, MATRICES)]


def inverse_mix_rows(s: list[Word]) -> list[Word]:
    """Section 2.4.3."""
    return [multiply(row, inverse_row(first)) for row, first in zip(s, MATRICES)]


def mix_key(key: Word) -> Word:
    """Section 2.4.4, MixColumns and MixAndRotateRows: linear."""
    rows = key.split(32)
    total = rows[0] ^ rows[1] ^ rows[2] ^ rows[3]
    first, *others = (row ^ total for row in rows)
    return concat(
        multiply(first, KEY_MATRIX),
        *(ror(row, amount) for row, amount in zip(others, KEY_ROTATIONS)),
    )


def inverse_mix_key(key: Word) -> Word:
    """The inverse of `mix_key`; its MixColumns is its own inverse."""
    first, *others = key.split(32)
    rows = [
        multiply(first, inverse_row(KEY_MATRIX)),
        *(ror(row, -amount) for row, amount in zip(others, KEY_ROTATIONS)),
    ]
    total = rows[0] ^ rows[1] ^ rows[2] ^ rows[3]
    return concat(*(row ^ total for row in rows))


def add_constant(key: Word, counter: Word) -> Word:
    """Section 2.4.4, AddConstant."""
    key = key ^ int.from_bytes(b"".join(row.to_bytes(4, "big") for row in KEY_CONSTANT), "big")
    # Row 0 is the most significant one, above bit 95.
    return concat(key[96 + COUNTER :], key[96 : 96 + COUNTER] ^ counter, key[:96])


def _state(s: list[Word], key: Word, counter: Word) -> State:
    return {**{f"r{number}": row for number, row in enumerate(s)}, "key": key, "counter": counter}


def _rows(state: State) -> list[Word]:
    return [word for name, word in state.items() if name[0] == "r" and name[1:].isdigit()]


def _add_key(s: list[Word], key: Word) -> list[Word]:
    return [row ^ part for row, part in zip(s, key.split(32))]


def _step(state: State) -> State:
    """Section 2.4.2: one round, with the round key at hand."""
    s = mix_rows(sub_bytes(_add_key(_rows(state), state["key"])))
    return _state(s, add_constant(mix_key(state["key"]), state["counter"]), state["counter"] + 1)


def _inverse_step(state: State) -> State:
    """Section 2.4.3: the round key at hand is that after the round."""
    s = inverse_sub_bytes(inverse_mix_rows(_add_key(_rows(state), state["key"])))
    # Minus 1, modulo 16, as words only add.
    counter = state["counter"] + ((1 << COUNTER) - 1)
    return _state(s, inverse_mix_key(add_constant(state["key"], counter)), counter)


def _last_key(key: Word) -> Word:
    """The last round key: the key schedule is affine, so it is a matrix times the key, and what
    becomes of the constants."""
    constants = key.constant(0)
    for number in range(ROUNDS):
        constants = add_constant(mix_key(constants), key.constant(number, COUNTER))
    return linear(key, power(mix_key, 128, ROUNDS)) ^ constants


@cache
def pyjamask(block: int) -> Primitive:
    """Pyjamask with a block of 96 or 128 bits; inputs ``key`` (128 bits) and ``plaintext``, output
    ``ciphertext``."""
    layout = {**{f"r{number}": 32 for number in range(block // 32)}, "key": 128, "counter": COUNTER}

    def load(inputs: State) -> State:
        return _state(
            inputs["plaintext"].split(32), inputs["key"], inputs["key"].constant(0, COUNTER)
        )

    def inverse_load(inputs: State) -> State:
        key = inputs["key"]
        return _state(inputs["ciphertext"].split(32), _last_key(key), key.constant(ROUNDS, COUNTER))

    def joined(state: State) -> Word:
        return concat(*_add_key(_rows(state), state["key"]))

    inverse = Primitive(
        name=f"pyjamask-{block}-inverse",
        rounds=(ROUNDS,),
        inputs={"key": 128, "ciphertext": block},
        outputs={"plaintext": block},
        layout=layout,
        load=inverse_load,
        step=_inverse_step,
        result=lambda state: {"plaintext": joined(state)},
        finished=lambda state: equals(state["counter"], 0),
    )
    return Primitive(
        name=f"pyjamask-{block}",
        rounds=(ROUNDS,),
        inputs={"key": 128, "plaintext": block},
        outputs={"ciphertext": block},
        layout=layout,
        load=load,
        step=_step,
        result=lambda state: {"ciphertext": joined(state)},
        finished=lambda state: equals(state["counter"], ROUNDS),
        inverse=inverse,
    )


PROPERTIES = (
    Invertible(of=sub_bytes, by=inverse_sub_bytes, shape=(1,) * 3, name="sub_bytes, three rows"),
    Invertible(of=sub_bytes, by=inverse_sub_bytes, shape=(1,) * 4, name="sub_bytes, four rows"),
    Invertible(of=mix_rows, by=inverse_mix_rows, shape=(ROW,) * 3, name="mix_rows, three rows"),
    Invertible(of=mix_rows, by=inverse_mix_rows, shape=(ROW,) * 4, name="mix_rows, four rows"),
    *(
        Order(
            of=lambda row, first=first: multiply(row, first),
            shape=ROW,
            times=16 if first == MATRICES[3] else 32,
            name=f"multiply, {first:08X}",
        )
        for first in (*MATRICES, KEY_MATRIX)
    ),
    Invertible(of=mix_key, by=inverse_mix_key, shape=128),
)

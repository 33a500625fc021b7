# SPDX-License-Identifier: Apache-2.0
"""Joltik-BC-128 and Joltik-BC-192: tweakable block ciphers of 64 bits with AES-like rounds on
nibbles.

Source: J. Jean, I. Nikolić, T. Peyrin, "Joltik v1.3", submission to CAESAR, 2015. No text of the
submission was at hand; it was read in its reference code.

Differences from the code: none. The first nibble is most significant, and nibbles go down the
columns, as bytes in `aes`. The tweak is the last 64 bits of the tweakey. The registers hold the
tweakey words of the subtweakey that was added last.
"""

from functools import cache, partial

from ..primitives.cells import from_planes, inverse_table, linear, planes, power, substitute, sum_of
from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection, BranchNumber, Invertible, Period, involution
from ..words import Word, concat
from ..words.bits import equals

ROUNDS = {128: 24, 192: 32}
"""By bits of tweakey."""

BLOCK = 64

SBOX = (14, 4, 11, 2, 3, 8, 0, 9, 1, 10, 7, 15, 6, 12, 5, 13)

ROWS = (0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11)
"""ShiftRows: nibble i of the new state is nibble ROWS[i] of the old one."""

H = inverse_table((1, 6, 11, 12, 5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8))
"""The permutation of a tweakey word: nibble i of the new word is nibble H[i] of the old one."""

COUNTER = 6


def double(word: Word) -> Word:
    """Times 2 in GF(2^4) modulo x^4 + x + 1, on each nibble."""
    x = planes(word, 4)
    return from_planes([x[3], x[0] ^ x[3], x[1], x[2]])


def halve(word: Word) -> Word:
    """The inverse of `double`."""
    x = planes(word, 4)
    return from_planes([x[1] ^ x[0], x[2], x[3], x[0]])


def permute(word: Word, places: tuple[int, ...]) -> Word:
    """Nibble i of the result is nibble ``places[i]``."""
    cells = word.split(4)
    return concat(*(cells[place] for place in places))


def mix_columns(state: Word) -> Word:
    """The matrix (1 4 9 13; 4 1 13 9; 9 13 1 4; 13 9 4 1), its own inverse, on each column."""
    cells = state.split(4)
    rows = [concat(*cells[i::4]) for i in range(4)]
    mixed = []
    for i in range(4):
        # An entry of the matrix depends on i ^ j alone.
        once, four, nine, thirteen = (rows[i ^ j] for j in range(4))
        # 9 is 8 + 1 and 13 is 8 + 4 + 1, so the rows are added before they are multiplied.
        eightfold = double(double(double(nine ^ thirteen)))
        fourfold = double(double(four ^ thirteen))
        mixed.append(sum_of([once, nine ^ thirteen, fourfold, eightfold]).split(4))
    return concat(*(mixed[i % 4][i // 4] for i in range(16)))


def next_constant(rc: Word) -> Word:
    """The 6-bit LFSR of the round constants, that of SKINNY."""
    return concat(rc[:5], rc[5] ^ rc[4] ^ 1)


def previous_constant(rc: Word) -> Word:
    """The inverse of `next_constant`."""
    return concat(rc[0] ^ rc[5] ^ 1, rc[1:])


def subtweakey(tweakey: list[Word], rc: Word) -> Word:
    """The sum of the tweakey words, and the constants: 0 1 2 3 in column 0, the two halves of the
    LFSR, twice, in column 1.
    """
    halves = [rc.constant(0, 1), rc[3:], rc.constant(0, 1), rc[:3]]
    return sum_of([*tweakey, concat(rc.constant(0x0123, 16), *halves, *halves, rc.constant(0, 32))])


def _next(word: Word, index: int) -> Word:
    """Tweakey word ``index`` of the next subtweakey: permuted, and times 2^index."""
    word = permute(word, H)
    for _ in range(index):
        word = double(word)
    return word


def _previous(word: Word, index: int) -> Word:
    for _ in range(index):
        word = halve(word)
    return permute(word, inverse_table(H))


def _words(state: State) -> list[Word]:
    return [word for name, word in state.items() if name.startswith("tk")]


def _state(x: Word, tweakey: list[Word], rc: Word) -> State:
    return {"x": x, **{f"tk{z}": word for z, word in enumerate(tweakey, 1)}, "rc": rc}


def _loaded(inputs: State) -> list[Word]:
    return [*inputs["key"].split(BLOCK), inputs["tweak"]]


@cache
def joltik_bc(size: int) -> Primitive:
    """Joltik-BC; inputs ``key`` (64 or 128 bits), ``tweak`` and ``plaintext``, output
    ``ciphertext``.

    Args:
        size: bits of key and tweak, 128 or 192.
    """
    rounds = ROUNDS[size]

    def load(inputs: State) -> State:
        tweakey, rc = _loaded(inputs), inputs["key"].constant(1, COUNTER)
        return _state(inputs["plaintext"] ^ subtweakey(tweakey, rc), tweakey, rc)

    def step(state: State) -> State:
        tweakey = [_next(word, index) for index, word in enumerate(_words(state))]
        rc = next_constant(state["rc"])
        x = mix_columns(permute(substitute(state["x"], SBOX), ROWS))
        return _state(x ^ subtweakey(tweakey, rc), tweakey, rc)

    return Primitive(
        name=f"joltik-bc-{size}",
        rounds=(rounds,),
        outputs={"ciphertext": BLOCK},
        layout=_layout(size),
        load=load,
        step=step,
        inputs={"key": size - BLOCK, "tweak": BLOCK, "plaintext": BLOCK},
        result=lambda state: {"ciphertext": state["x"]},
        finished=lambda state: equals(state["rc"], _constant(rounds)),
        inverse=_inverse(size),
    )


def _inverse(size: int) -> Primitive:
    """Its load makes the last tweakey words from the first ones, a matrix for each."""
    rounds = ROUNDS[size]

    def load(inputs: State) -> State:
        tweakey = [
            linear(word, power(partial(_next, index=index), BLOCK, rounds))
            for index, word in enumerate(_loaded(inputs))
        ]
        return _state(
            inputs["ciphertext"], tweakey, inputs["key"].constant(_constant(rounds), COUNTER)
        )

    def step(state: State) -> State:
        # A step back begins with the sum, so the first subtweakey is left for the result.
        x = mix_columns(state["x"] ^ subtweakey(_words(state), state["rc"]))
        x = substitute(permute(x, inverse_table(ROWS)), inverse_table(SBOX))
        tweakey = [_previous(word, index) for index, word in enumerate(_words(state))]
        return _state(x, tweakey, previous_constant(state["rc"]))

    def result(state: State) -> State:
        return {"plaintext": state["x"] ^ subtweakey(_words(state), state["rc"])}

    return Primitive(
        name=f"joltik-bc-{size}-inverse",
        rounds=(rounds,),
        outputs={"plaintext": BLOCK},
        layout=_layout(size),
        load=load,
        step=step,
        result=result,
        inputs={"key": size - BLOCK, "tweak": BLOCK, "ciphertext": BLOCK},
        finished=lambda state: equals(state["rc"], 1),
    )


def _layout(size: int) -> dict[str, int]:
    return {"x": BLOCK, **{f"tk{z}": BLOCK for z in range(1, size // BLOCK + 1)}, "rc": COUNTER}


def _constant(number: int) -> int:
    """The value of the LFSR in subtweakey ``number``, counted from 0."""
    value = 1
    for _ in range(number):
        value = (value << 1 | (value >> 5 ^ value >> 4) & 1 ^ 1) & 0x3F
    return value


PROPERTIES = (
    Bijection(of=lambda x: x.table(SBOX, 4), shape=4, name="SBOX"),
    involution(of=mix_columns, shape=BLOCK),
    BranchNumber(
        of=lambda column: mix_columns(concat(column, column.constant(0, 48)))[48:],
        shape=16,
        number=5,
        cell=4,
        name="mix_columns, a column",
    ),
    Invertible(of=double, by=halve, shape=4),
    Period(of=double, shape=4, start=1, times=15),
    Invertible(of=next_constant, by=previous_constant, shape=COUNTER),
    Period(of=next_constant, shape=COUNTER, start=1, times=63),
    *(
        Invertible(
            of=lambda word, index=index: _next(word, index),
            by=lambda word, index=index: _previous(word, index),
            shape=BLOCK,
            name=f"_next, word {index}",
        )
        for index in range(3)
    ),
)

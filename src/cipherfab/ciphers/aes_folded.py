# SPDX-License-Identifier: Apache-2.0
"""AES-128 folded: four S-boxes, which take a word of the key schedule and then column after column;
or a whole round, with steps that are all alike.

Source: see `aes`, whose layers these are.

In the first of five clocks of a round the S-boxes serve the key schedule, and ShiftRows is wiring.
In each of the others state and key move by a column: what goes out in front comes in behind, as the
column and the word of the next round.
"""

from dataclasses import replace
from functools import partial

from ..primitives.folded import Foldings, folded, only_if
from ..primitives.primitive import Primitive, State
from ..primitives.properties import BranchNumber
from ..words import Word, concat, mux
from ..words.bits import equals
from .aes import RCON, mix_columns, next_rcon, next_round_key, shift_rows, sub_bytes

CLOCKS = 5

COLUMN = 32


def mix_column(column: Word, style: str) -> Word:
    """FIPS 197, section 5.1.3, on one column: on four times the same, of which one is used."""
    return mix_columns(concat(*[column] * 4), style)[:COLUMN]


def with_core(key: Word, substituted: Word, rcon: Word) -> Word:
    """FIPS 197, section 5.2: a round key whose first word has taken in ``substituted``, its last
    word behind RotWord and SubWord, and Rcon.
    """
    core = concat(substituted[24:] ^ rcon, substituted[:24])
    return concat(key[-COLUMN:] ^ core, key[:-COLUMN])


def next_word(key: Word, first: Word) -> Word:
    """FIPS 197, section 5.2: the word behind the four in ``key``; if it is the ``first`` one of a
    round key, the core is added already.
    """
    return key[-COLUMN:] ^ only_if(~first, key[:COLUMN])


def next_column(substituted: Word, round_key: Word, last_round: Word, mix: str) -> Word:
    """FIPS 197, section 5.1: a column behind SubBytes and ShiftRows to the end of the round."""
    return mux(last_round, substituted, mix_column(substituted, mix)) ^ round_key


def moved(word: Word, column: Word) -> Word:
    """Moved by a column, with a new one behind."""
    return concat(word[:-COLUMN], column)


def _part(state: State, phase: list[Word], *, sbox: str, mix: str) -> State:
    x, key, rcon, begins = state["x"], state["key"], state["rcon"], phase[0]
    # In the first clock of a round the S-boxes are the key schedule's: RotWord, a byte to the left.
    substituted = sub_bytes(mux(begins, key[:COLUMN].ror(24), x[-COLUMN:]), sbox)
    word = next_word(key, phase[1])
    column = next_column(substituted, word, equals(rcon, RCON[-1]), mix)
    return {
        **state,
        "x": mux(begins, shift_rows(x), moved(x, column)),
        "key": mux(begins, with_core(key, substituted, rcon), moved(key, word)),
        # Only in the last clock, so that all columns of a round see whether it is the last one.
        "rcon": mux(phase[-1], next_rcon(rcon), rcon),
    }


def _folded(primitive: Primitive, *, sbox: str, mix: str) -> Primitive:
    return folded(primitive, CLOCKS, partial(_part, sbox=sbox, mix=mix))


def foldings(sbox: str = "table", mix: str = "small") -> Foldings:
    """Those of `aes.aes_128`; the circuits are called as there."""
    return {CLOCKS: partial(_folded, sbox=sbox, mix=mix)}


def whole_round(primitive: Primitive, *, sbox: str, mix: str = "fast") -> Primitive:
    """`aes.aes_128` with a step that leaves MixColumns out where Rcon tells the last round; a
    primitive whose steps are all alike as it is.
    """
    if primitive.last_step is None:
        return primitive

    def step(state: State) -> State:
        key = next_round_key(state["key"], state["rcon"], sbox)
        x = shift_rows(sub_bytes(state["x"], sbox))
        # Each round has an Rcon of its own, so no counter is needed.
        last = equals(state["rcon"], RCON[-1])
        return {
            "x": mux(last, x, mix_columns(x, mix)) ^ key,
            "key": key,
            "rcon": next_rcon(state["rcon"]),
        }

    return replace(
        primitive, step=step, last_step=None, inverse=None, from_last_key=None, from_key=None
    )


PROPERTIES = tuple(
    BranchNumber(
        of=lambda column, style=style: mix_column(column, style),
        shape=COLUMN,
        number=5,
        cell=8,
        name=f"mix_column, {style}",
    )
    for style in ("fast", "small")
)

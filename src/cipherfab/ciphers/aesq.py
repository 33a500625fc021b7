# SPDX-License-Identifier: Apache-2.0
"""AESQ: a permutation of 512 bits, four AES states whose columns are shuffled.

Source: A. Biryukov, D. Khovratovich, "PAEQ v1.1", submission to CAESAR, 2015. No text of the
submission was at hand; it was read in its reference code.

Differences from the code: none. The first byte is most significant. A step is two AES rounds on
each state, and the shuffle.
"""

from functools import cache

from ..primitives.cells import inverse_table
from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection
from ..words import Word, concat
from ..words.bits import equals
from .aes import mix_columns, shift_rows, sub_bytes

WIDTH, STATE, COLUMN = 512, 128, 32

STEPS, ROUNDS = 10, 2
"""Steps, and AES rounds in each."""

COUNTER = 4

SHUFFLE = (3, 15, 10, 6, 1, 13, 8, 4, 2, 14, 11, 7, 0, 12, 9, 5)
"""Column i of all goes to place SHUFFLE[i]."""


def constant(step: Word, place: int) -> Word:
    """8 * step + place, 8 bits, for a place from 1 to 8."""
    # 8 step + 8 is 8 (step + 1).
    high, low = (step, place) if place < 8 else (step + 1, 0)
    return concat(step.constant(0, 1), high, step.constant(low, 3))


def _round(state: Word, added: Word) -> Word:
    """An AES round without its key; ``added`` goes to the first byte of each column."""
    columns = concat(*[concat(added, added.constant(0, COLUMN - 8))] * 4)
    return mix_columns(shift_rows(sub_bytes(state))) ^ columns


def _step(state: State) -> State:
    parts = state["x"].split(STATE)
    for number in range(ROUNDS):
        parts = [
            _round(part, constant(state["i"], 4 * number + place + 1))
            for place, part in enumerate(parts)
        ]
    columns = concat(*parts).split(COLUMN)
    # `SHUFFLE` says where a column goes, and here is asked where one comes from.
    return {"x": concat(*(columns[place] for place in inverse_table(SHUFFLE))), "i": state["i"] + 1}


@cache
def aesq() -> Primitive:
    """AESQ; input ``x`` and output ``y``, 512 bits."""
    return Primitive(
        name="aesq",
        inputs={"x": WIDTH},
        outputs={"y": WIDTH},
        rounds=(STEPS,),
        layout={"x": WIDTH, "i": COUNTER},
        step=_step,
        load=lambda inputs: {"x": inputs["x"], "i": inputs["x"].constant(0, COUNTER)},
        result=lambda state: {"y": state["x"]},
        finished=lambda state: equals(state["i"], STEPS),
    )


PROPERTIES = (Bijection(of=lambda x: x.permute(SHUFFLE), shape=len(SHUFFLE), name="SHUFFLE"),)

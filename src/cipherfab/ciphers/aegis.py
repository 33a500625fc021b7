# SPDX-License-Identifier: Apache-2.0
"""AEGIS: the state updates of AEGIS-128 and AEGIS-128L, five or eight AES rounds beside each other.

Source: H. Wu, B. Preneel, "AEGIS: A Fast Authenticated Encryption Algorithm", CAESAR submission
v1.1, as its reference code has it; the text of that document could not be read here.

Differences from the text: none known.
"""

from functools import cache

from ..primitives.primitive import Primitive
from ..primitives.properties import Bijection
from ..primitives.register_step import register_step
from ..words import Word
from .aes import mix_columns, shift_rows, sub_bytes

BLOCK = 128

TAKES = {5: (0,), 8: (0, 4)}
"""By the number of registers, those to which the blocks of a step are added."""


def state_update(s: list[Word], blocks: list[Word]) -> list[Word]:
    """Each register takes in the AES round of the one before it; blocks are added to some."""
    # AES rounds whose key is the register that takes them in.
    rounds = [mix_columns(shift_rows(sub_bytes(word))) for word in s]
    # The first register takes in the round of the last one.
    new = [word ^ before for word, before in zip(s, [rounds[-1], *rounds])]
    for place, block in zip(TAKES[len(s)], blocks):
        new[place] = new[place] ^ block
    return new


@cache
def aegis(registers: int) -> Primitive:
    """A step with 5 or 8 registers. Inputs ``x``, S_0 first, and ``m``, its blocks; output ``x``;
    byte strings, first byte most significant.
    """
    return register_step(
        f"aegis-{registers}",
        lambda s, m: state_update(s, m.split(BLOCK)),
        registers={f"s{number}": BLOCK for number in range(registers)},
        block=BLOCK * len(TAKES[registers]),
    )


def _sums(s: list[Word]) -> list[Word]:
    """A step whose rounds are wires; words of one bit, with a block beside them."""
    *words, block = s
    sums = [word ^ before for word, before in zip(words[1:], words)]
    return [words[0] ^ block, *sums, block]


PROPERTIES = (Bijection(of=_sums, shape=(1,) * 6, name="state_update without rounds, a block"),)

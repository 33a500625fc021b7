# SPDX-License-Identifier: Apache-2.0
"""Where the slides show their register, beside the cut that the search finds of the same step:
SCREAM between the two rounds of a step, AES-COPA within the round of AES.

The slides place their registers by trial and error, and name the round of AES, not the place in it;
behind the S-boxes is where a designer would begin. Both steps are those of an encryption alone,
without the multiplexer of a core.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ...ciphers import aes, scream
from ...primitives.primitive import State
from ...words import concat
from ...words.bits import swap_bytes, swap_bytes_of_words
from ...words.cut import CARRIED, Function, cut, delays
from ...words.trace import trace


@dataclass(frozen=True, kw_only=True, eq=False)
class ByHand:
    """A step of a cipher, in two pieces.

    Attributes:
        candidate: of the study.
        place: where the register lies.
        layout: the state in bits.
        step: what is cut.
        pieces: the functions in front of the register and behind it.
    """

    candidate: str
    place: str
    layout: Mapping[str, int]
    step: Function
    pieces: tuple[Function, Function]


def _scream_round(state: State, constant: int) -> State:
    """S-box, constant and L-box; ``constant`` is added to that of the step."""
    rows = scream.sbox(swap_bytes_of_words(state["x"], scream.ROW))
    rows = scream.lbox([rows[0] ^ (state["constant"] + constant), *rows[1:]])
    return {**state, "x": concat(*(swap_bytes(row) for row in rows))}


def _scream_second_round(state: State) -> State:
    """The second round, then key and tweak."""
    after, tweak = _scream_round(state, scream.CONSTANT), scream.next_tweak(state["tweak"])
    return {
        **after,
        "x": after["x"] ^ state["key"] ^ tweak,
        "tweak": tweak,
        "constant": state["constant"] + 2 * scream.CONSTANT,
    }


def _aes_sub_bytes(state: State) -> State:
    """The S-boxes of a round, and the key schedule, which has some too."""
    return {
        "x": aes.sub_bytes(state["x"]),
        "rcon": aes.next_rcon(state["rcon"]),
        "key": aes.next_round_key(state["key"], state["rcon"]),
    }


def _aes_rest(state: State) -> State:
    """What follows the S-boxes: ShiftRows, MixColumns, AddRoundKey."""
    return {**state, "x": aes.mix_columns(aes.shift_rows(state["x"])) ^ state["key"]}


_SCREAM, _AES = scream.scream(10), aes.aes_128()

PLACED = (
    ByHand(candidate="SCREAM", place="between the two rounds of a step",
           layout=_SCREAM.layout, step=_SCREAM.step,
           pieces=(lambda state: _scream_round(state, 0), _scream_second_round)),
    ByHand(candidate="AES-COPA", place="behind the S-boxes of a round of AES",
           layout=_AES.layout, step=_AES.step, pieces=(_aes_sub_bytes, _aes_rest)),
)  # fmt: skip
"""The registers that the slides show."""


@cache
def compared(each: ByHand) -> dict[str, Any]:
    """``step``, the lengths of the pieces by hand and of the search's (``by_hand``, ``searched``),
    in units of an AND, and the bits of the register of both.
    """
    found = cut(each.step, each.layout, 2)
    first = trace(each.pieces[0], each.layout).outputs
    carried = {name: word.width for name, word in first.items()}
    return {
        "candidate": each.candidate,
        "place": each.place,
        "step": _length(each.step, each.layout),
        "by_hand": [_length(each.pieces[0], each.layout), _length(each.pieces[1], carried)],
        "bits_by_hand": sum(carried.values()),
        "searched": [_length(piece.function, piece.inputs) for piece in found],
        "bits_searched": found[1].inputs[CARRIED],
    }


def _length(function: Function, widths: Mapping[str, int]) -> int:
    return max(delays(function, widths).values())

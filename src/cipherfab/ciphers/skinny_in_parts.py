# SPDX-License-Identifier: Apache-2.0
"""SKINNY with a tweakey that comes in parts, some of which stay from call to call: for modes that
keep a key or a counter.

Each part has a register of its own and is walked there. What stays is brought back at the end of a
call by the inverse of all steps of the tweakey at once: wiring for TK1, and on each cell of TK2 and
TK3 a power of its LFSR. So neither a key nor a counter needs a second register.

A tweakey word of which only the upper half is given has zeros in the lower one. The halves change
places in every round, so it is one register of half a word, which is added in every second round
and stepped then.

`primitives.in_parts` computes the same from any description whose schedule is linear, but for words
that are given whole.

Source: as of `skinny`.
"""

from collections.abc import Mapping
from functools import cache, partial

from ..primitives.cells import power
from ..primitives.primitive import Primitive, State
from ..primitives.restored import Restored
from ..words import Word, concat, mux
from ..words.bits import equals
from .skinny import (
    Parameters,
    add_constants,
    add_round_tweakey,
    constant_of_round,
    mix_columns,
    shift_rows,
    sub_cells,
    update_constant,
)
from .skinny_tweakey import inverse_update_tweakey, move_cells, update_tweakey

Parts = tuple[Mapping[str, int], ...]
"""For each tweakey word its parts, first part first: their widths in bits by name. They fill the
word or its upper half.
"""


def in_parts(member: Parameters, parts: Parts, resting: tuple[str, ...]) -> Restored:
    """A member of the family with inputs ``plaintext`` and the parts, output ``ciphertext``.

    Args:
        member: which one.
        parts: of its tweakey.
        resting: the parts that stay.
    """
    widths = {name: width for word in parts for name, width in word.items()}
    odd = {"odd": 1} if any(_is_half(member, word) for word in parts) else {}

    def load(inputs: State) -> State:
        # The first round adds a half word: it is an odd one.
        one = inputs["plaintext"].constant(1, 1)
        return {
            "x": inputs["plaintext"],
            **{name: inputs[name] for name in widths},
            "rc": one.constant(1, 6),
            **{name: one for name in odd},
        }

    def step(state: State) -> State:
        words, added, following = _words(member, parts, state), [], {}
        for index, (word, names) in enumerate(zip(words, parts)):
            # A half word is in the upper rows, which are added, in odd rounds alone.
            is_used = state["odd"] if _is_half(member, names) else None
            added.append(_used(word, is_used))
            following |= _split(_stepped(word, index, is_used), names)
        x = add_round_tweakey(add_constants(sub_cells(state["x"]), state["rc"]), added)
        return {
            "x": mix_columns(shift_rows(x)),
            **following,
            "rc": update_constant(state["rc"]),
            **{name: ~state[name] for name in odd},
        }

    def back(state: State, done: int) -> State:
        found = {}
        for index, (word, names) in enumerate(zip(_words(member, parts, state), parts)):
            # A half moves in odd rounds, two steps at once.
            count = done + done % 2 if _is_half(member, names) else done
            rows = power(_inverse_update(index), member.block, count)
            found |= _split(move_cells(word, rows, member.cell, index), names)
        return {name: found[name] for name in resting}

    primitive = Primitive(
        name=f"{member.name}-in-parts",
        rounds=(member.rounds,),
        inputs={**widths, "plaintext": member.block},
        outputs={"ciphertext": member.block},
        layout={"x": member.block, **widths, "rc": 6, **odd},
        load=load,
        step=step,
        result=lambda state: {"ciphertext": state["x"]},
        finished=lambda state: equals(state["rc"], constant_of_round(member.rounds + 1)),
    )
    return Restored(primitive=primitive, names=resting, back=back)


@cache
def _inverse_update(index: int):
    return partial(inverse_update_tweakey, index=index)


def _is_half(member: Parameters, parts: Mapping[str, int]) -> bool:
    return 2 * sum(parts.values()) == member.block


def _words(member: Parameters, parts: Parts, state: State) -> list[Word]:
    """The tweakey words; of a half one, with zeros below."""
    words = []
    for names in parts:
        word = concat(*(state[name] for name in names))
        words.append(
            concat(word, word.constant(0, word.width)) if _is_half(member, names) else word
        )
    return words


def _split(word: Word, parts: Mapping[str, int]) -> State:
    """The parts of a tweakey word."""
    found, high = {}, word.width
    for name, width in parts.items():
        found[name] = word[high - width : high]
        high -= width
    return found


def _used(word: Word, is_used: Word | None) -> Word:
    """What is added to the state of a word that is there in odd rounds only."""
    return word if is_used is None else mux(is_used, word, word.constant(0))


def _stepped(word: Word, index: int, is_used: Word | None) -> Word:
    """The tweakey word of the next round; of a half one, of the next round that adds it."""
    following = update_tweakey(word, index)
    return following if is_used is None else mux(is_used, update_tweakey(following, index), word)

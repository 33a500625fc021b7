# SPDX-License-Identifier: Apache-2.0
"""LILLIPUT-TBC cut into quadratic stages, for masking; the tweak is public.

Source: as of `lilliput`. Each of the three Feistel rounds of the S-box is two quadratic functions,
one after the other, so a round has six stages. They work in place on the eight bits of each S-box,
as planes: a first half replaces bits of its nibble, the second half is added to the other nibble
and the bits are restored. So every stage permutes the sharings of the S-boxes' bits.

``s`` and ``u`` hold these bits by turns. The tweakey and the round number are a round ahead, so
that ``s`` for the next round, which is half of the block plus a round tweakey, is written together
with ``x``.
"""

from ..primitives.cells import from_planes, planes
from ..primitives.in_stages import Staged
from ..primitives.primitive import State
from ..primitives.transformed import BACKWARDS, BLOCK, both_directions
from ..words import Word, concat, mux
from ..words.bits import equals
from ..words.shares import CUBIC_SHARES, SHARES, of_cubic
from .lilliput import (
    COUNTER,
    add,
    add_functions,
    advance,
    advance_back,
    following,
    inner_first,
    inner_second,
    lanes_of,
    lilliput_tbc,
    outer_first,
    outer_second,
    permute_bytes,
    permute_bytes_back,
    sbox_inputs,
    with_lanes,
)

OVER = (1 << COUNTER) - 1
"""Round number when the inverse has done its last round."""


def outer_halved(low: list[Word]) -> list[Word]:
    """The nibble with the first half of the outer function in place of bit 0; undoes itself.
    Planes, plane 0 first.
    """
    return [outer_first(low), *low[1:]]


def inner_halved(high: list[Word]) -> list[Word]:
    """The nibble with the first half of the inner function in place of bits 1 and 2."""
    return [high[0], *inner_first(high), high[3]]


def inner_restored(high: list[Word]) -> list[Word]:
    """The inverse of `inner_halved`; quadratic too, as bit 0 times bit 0 is bit 0."""
    b0, b1, b2, b3 = high
    return [b0, b1 ^ (b3 & b0), b2 ^ (b0 & b1) ^ (b0 & b3), b3]


def _first(x: list[Word]) -> list[Word]:
    return outer_halved(x[:4]) + x[4:]


def _second(x: list[Word]) -> list[Word]:
    low, high = x[:4], x[4:]
    return outer_halved(low) + add(high, outer_second(low, low[0]))


def _third(x: list[Word]) -> list[Word]:
    return x[:4] + inner_halved(x[4:])


def _fourth(x: list[Word]) -> list[Word]:
    low, high = x[:4], x[4:]
    return add(low, inner_second(high, high[1:3])) + inner_restored(high)


def _fifth(x: list[Word]) -> list[Word]:
    low = outer_halved(x[:4])
    return [~low[0], *low[1:]] + x[4:]


def _sixth(x: list[Word]) -> list[Word]:
    low, high = x[:4], x[4:]
    # The stage before has inverted bit 0, so it is inverted back in front of its other half.
    return outer_halved([~low[0], *low[1:]]) + add(high, outer_second(low, low[0]))


def _outer(low: list[Word]) -> list[Word]:
    return outer_second(low, outer_first(low))


def _last_outer(low: list[Word]) -> list[Word]:
    return outer_second(low, ~outer_first(low))


def _inner(high: list[Word]) -> list[Word]:
    return inner_second(high, inner_first(high))


def _cubic_first(x: list[Word]) -> list[Word]:
    return x[:4] + add(x[4:], of_cubic(_outer, x[:4]))


def _cubic_second(x: list[Word]) -> list[Word]:
    return add(x[:4], of_cubic(_inner, x[4:])) + x[4:]


def _cubic_third(x: list[Word]) -> list[Word]:
    return x[:4] + add(x[4:], of_cubic(_last_outer, x[:4]))


def _within(source: str, target: str, function) -> object:
    """A stage from the bits of the S-boxes in one register to those in the other."""
    return lambda state: {target: concat(*reversed(function(_planes(state[source]))))}


def _planes(word: Word) -> list[Word]:
    """Planes in a register, plane 0 first."""
    return word.split(8)[::-1]


def _values(state: State) -> Word:
    """What the S-boxes give, after the last stage, which reads the last of the registers."""
    # Only the stages of degree 3 have this register.
    if "v" in state:
        return from_planes(_cubic_third(_planes(state["v"])))
    return from_planes(_sixth(_planes(state["u"])))


def _entering(x: Word, state: State) -> Word:
    """What goes into the S-boxes, as planes in a register; ``state`` has the tweakey and the round
    number of that round.
    """
    return concat(*reversed(planes(sbox_inputs({**state, "x": x}), 8)))


def _ends(rounds: int, state: State) -> Word:
    forwards = equals(state["round"], rounds)
    return (
        mux(state[BACKWARDS], equals(state["round"], OVER), forwards)
        if BACKWARDS in state
        else forwards
    )


def _tweakey_after(rounds: int, state: State) -> State:
    """Tweakey and round number of the next round, in either direction; compare
    `lilliput.round_back_with`.
    """
    forwards = following(state)
    if BACKWARDS not in state:
        return forwards
    number, lanes = state["round"], lanes_of(state)
    chosen = [
        mux(number[COUNTER - 1], onwards, back)
        for onwards, back in zip(advance(lanes), advance_back(lanes))
    ]
    turn = equals(number, 1 << COUNTER - 1)
    backwards = {
        **with_lanes(state, chosen),
        "round": mux(turn, number.constant(rounds - 1), number + number.constant(OVER)),
    }
    return {name: mux(state[BACKWARDS], backwards[name], word) for name, word in forwards.items()}


def _block_after(rounds: int, state: State) -> Word:
    """The block after a round in either direction; it stays while the inverse runs the tweakey
    forwards.

    The round number is that of the next round: it counts down from 64 + a to 64, then from
    ``rounds`` - 1 to 0 and on to `OVER`.
    """
    x, added = state["x"], add_functions(state["x"], _values(state))
    forwards = permute_bytes(added)
    if BACKWARDS not in state:
        return forwards
    number = state["round"]
    advancing = equals(number, rounds - 1) | (number[COUNTER - 1] & ~equals(number, OVER))
    return mux(state[BACKWARDS], mux(advancing, x, permute_bytes_back(added)), forwards)


def staged_lilliput_tbc(
    mode: int, key: int, *, encdec: bool = False, cubic: bool = False
) -> Staged:
    """LILLIPUT-TBC for masking: key and block in shares; the tweak, the round number and the
    direction public.

    No stage needs fresh randomness: each permutes the sharings of what it reads. The inverse has
    the same S-boxes on the same inputs, so with ``encdec`` only what is linear differs. ``cubic``:
    a Feistel round of the S-box in a stage, three for a round, on four shares.
    """
    cipher = lilliput_tbc(mode, key)
    primitive, block = (both_directions(cipher), BLOCK) if encdec else (cipher, "plaintext")
    rounds, widths = cipher.rounds[0], dict(primitive.layout)
    # What is left of the widths is public: the tweak, the round number and the direction.
    kept = {name: widths.pop(name) for name in ("x", "key")}

    def take(inputs: State) -> State:
        loaded = dict(primitive.load(inputs))
        return {"taken": loaded.pop("x"), **loaded}

    def go_on(x: Word, state: State) -> State:
        return {"x": x, "s": _entering(x, state), **_tweakey_after(rounds, state)}

    def resume(state: State) -> State:
        # The tweakey stays a round behind: the second stage of the entry takes it on.
        return {
            "taken": _block_after(rounds, state),
            **{name: state[name] for name in primitive.layout if name != "x"},
        }

    inside = (
        _within("s", "u", _first),
        _within("u", "s", _second),
        _within("s", "u", _third),
        _within("u", "s", _fourth),
        _within("s", "u", _fifth),
    )
    if cubic:
        inside = (_within("s", "u", _cubic_first), _within("u", "v", _cubic_second))
    return Staged(
        primitive=primitive,
        secrets=frozenset({"key", block}),
        public=widths,
        kept=kept,
        passing={"taken": 128, "s": 64, "u": 64, **({"v": 64} if cubic else {})},
        shares=CUBIC_SHARES if cubic else SHARES,
        entry=(take, lambda state: go_on(state["taken"], state)),
        stages=(*inside, lambda state: go_on(_block_after(rounds, state), state)),
        ends=lambda state: _ends(rounds, state),
        result=primitive.result,
        resume=None if encdec else resume,
    )

"""LILLIPUT-TBC cut into quadratic stages, for masking; the tweak is public.

Source: as of `lilliput`. Each of the three Feistel rounds of the S-box is two quadratic functions, one after the other, so a round
has six stages. Registers hold what lies between them: ``t`` the first half of a function, ``high`` and ``low`` the nibbles after
the first and the second round, as planes of eight bits; the block stays until the last stage takes everything in.
"""

from collections.abc import Callable

from ..primitives.cells import from_planes, planes
from ..primitives.in_stages import Box, Staged
from ..primitives.primitive import State
from ..primitives.transformed import BACKWARDS, BLOCK, both_directions
from ..words import Word, concat, mux
from .lilliput import (
    add,
    inner_first,
    inner_second,
    lilliput_tbc,
    outer_first,
    outer_second,
    round_back_with,
    round_with,
    sbox_inputs,
)

EXTRA = {"t": 16, "high": 32, "low": 32}
"""Widths of the registers between the stages."""


def _first(state: State) -> State:
    return {"t": _held([outer_first(_entering(state)[:4])])}


def _second(state: State) -> State:
    x = _entering(state)
    return {"high": concat(*reversed(add(x[4:], outer_second(x[:4], _t(state)[0]))))}


def _third(state: State) -> State:
    return {"t": _held(inner_first(_nibbles(state["high"])))}


def _fourth(state: State) -> State:
    low = add(_entering(state)[:4], inner_second(_nibbles(state["high"]), _t(state)))
    return {"low": concat(*reversed(low))}


def _fifth(state: State) -> State:
    return {"t": _held([~outer_first(_nibbles(state["low"]))])}


def _sixth(state: State) -> State:
    """The last round of the S-box, and all that is linear up to the next round."""
    return round_with(state, _values(state))


def _sixth_of_both(rounds: int) -> Callable[[State], State]:
    """The same for encryption and decryption; the direction is public."""
    back = round_back_with(rounds)

    def stage(state: State) -> State:
        values = _values(state)
        forwards, backwards = round_with(state, values), back(state, values)
        return {name: mux(state[BACKWARDS], backwards[name], word) for name, word in forwards.items()}
    return stage


def _values(state: State) -> Word:
    """What the S-boxes give."""
    low = _nibbles(state["low"])
    return from_planes(low + add(_nibbles(state["high"]), outer_second(low, _t(state)[0])))


def _entering(state: State) -> list[Word]:
    """The planes that enter the S-boxes."""
    return planes(sbox_inputs(state), 8)


def _nibbles(word: Word) -> list[Word]:
    """Planes in a register, plane 0 first."""
    return word.split(8)[::-1]


def _t(state: State) -> list[Word]:
    return _nibbles(state["t"])


def _held(found: list[Word]) -> Word:
    """One or two planes as the register ``t``."""
    return concat(found[-1], found[0]) if len(found) > 1 else concat(found[0].constant(0), found[0])


def staged_lilliput_tbc(mode: int, key: int, *, encdec: bool = False) -> Staged:
    """LILLIPUT-TBC for masking: key and block in shares; the tweak, the round number and the direction public.

    No stage needs fresh randomness: a Feistel round is a permutation of the shares whatever is added, and so is each of the two
    first halves, which adds a product of bits that stay to each of the others in turn. The inverse has the same S-boxes on the
    same inputs, so with ``encdec`` only the last stage is another one.
    """
    cipher = lilliput_tbc(mode, key)
    primitive, block = (both_directions(cipher), BLOCK) if encdec else (cipher, "plaintext")
    last = _sixth_of_both(cipher.rounds[0]) if encdec else _sixth
    return Staged(
        primitive=primitive, secrets=frozenset({"key", block}), shared=frozenset({"x", "key", *EXTRA}),
        stages=(_first, _second, _third, _fourth, _fifth, last), extra=EXTRA, boxes=boxes())


def boxes() -> tuple[Box, ...]:
    """The quadratic stages of one S-box: first halves on four bits; second halves with two of the bits that take them in.

    Given the shares of the nibble x, the bits of y are changed independently of each other; so two at a time say the same as four.
    """
    return (
        Box(name="outer function, first half", widths={"x": 4}, function=lambda w: _whole(x=_outer_first(_bits(w["x"])))),
        *_second_halves("outer", lambda x: outer_second(x, x[0])),
        Box(name="inner function, first half", widths={"x": 4}, function=lambda w: _whole(x=_inner_first(_bits(w["x"])))),
        *_second_halves("inner", lambda x: inner_second(x, x[1:3])))


def _second_halves(name: str, function: Callable[[list[Word]], list[Word]]) -> list[Box]:
    def half(low: int) -> Callable[[State], State]:
        def taken_in(words: State) -> State:
            return {"x": words["x"], "y": _whole(y=add(_bits(words["y"]), function(_bits(words["x"]))[low:]))["y"]}
        return taken_in
    return [Box(name=f"{name} function, second half, bits {low} and {low + 1}", widths={"x": 4, "y": 2}, function=half(low))
            for low in (0, 2)]


def _outer_first(x: list[Word]) -> list[Word]:
    return [outer_first(x), *x[1:]]


def _inner_first(x: list[Word]) -> list[Word]:
    return [x[0], *inner_first(x), x[3]]


def _bits(word: Word) -> list[Word]:
    return word.split(1)[::-1]


def _whole(**bits: list[Word]) -> State:
    return {name: concat(*reversed(found)) for name, found in bits.items()}

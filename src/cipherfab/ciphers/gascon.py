# SPDX-License-Identifier: Apache-2.0
"""GASCON_C5: the core of DryGASCON128, and what DryGASCON128 iterates around it.

Source: S. Riou, "DryGASCON", submission to NIST, version 1, sections 3.4, 6 to 8 and 10.4
(algorithms 2, 3 and 11 to 16).

Differences from the text: G is written on words of c with the parameters of DryGASCON128 only. The
S-box is Ascon's, so it is taken from there. The round number ``i`` is a register of 4 bits, from 0.
"""

from collections.abc import Iterable
from functools import cache

from ..primitives.primitive import SCHEDULE, Primitive, State
from ..primitives.properties import BranchNumber, Order
from ..words import Word, concat, mux, ror
from ..words.bits import equals, swap_bytes, swap_bytes_of_words
from .ascon import substitution

ROTATIONS = ((19, 28), (61, 38), (1, 6), (10, 17), (7, 40))
"""Algorithm 13: the two rotations of each word; Ascon's, but for 38 and 40."""

WIDTH, RATE = 320, 128
ROUND_BITS = 4

INDEX_BITS = 2
"""Algorithm 15: bits of the input that choose one of the four words of x for a word of c."""

MIX_BITS = 5 * INDEX_BITS
"""Algorithm 15: bits of the input that one MixSX32 takes."""

INPUT_BITS = RATE + 4
"""Algorithm 16: the input and the domain separator."""

MIX_ROUNDS = -(-INPUT_BITS // MIX_BITS)
"""Equation 13."""

C = [f"c{number}" for number in range(5)]
X = [f"x{number}" for number in range(4)]
R = [f"r{number}" for number in range(4)]
"""The registers: words of c, 64 bits, of x and of r, 32 bits."""


def halves(word: Word) -> list[Word]:
    """The even and the odd bits of a word in bit-interleaved format: its lower and its upper
    half."""
    return [word[:32], word[32:]]


def bi_ror(word: Word, shift: int) -> Word:
    """Algorithm 14, BiRotR: rotation to the right of a word in bit-interleaved format."""
    even, odd = halves(word)
    # By an odd number of places even bits become odd ones and odd bits even ones.
    if shift % 2:
        even, odd = odd, ror(even, 1)
    return concat(ror(odd, shift // 2), ror(even, shift // 2))


def gascon(c: list[Word], i: Word) -> list[Word]:
    """Algorithm 11: a round with number ``i``, 4 bits; the constant is (15 - i) || i."""
    # In 4 bits the complement of i is 15 - i.
    middle = concat(c[2][8:], c[2][:8] ^ concat(~i, i))
    return diffusion(substitution([*c[:2], middle, *c[3:]]))


def diffusion(c: list[Word]) -> list[Word]:
    """Algorithm 13: each word is mixed with two rotations of itself."""
    return [
        word ^ bi_ror(word, first) ^ bi_ror(word, second)
        for word, (first, second) in zip(c, ROTATIONS)
    ]


def accumulate(r: list[Word], c: list[Word]) -> list[Word]:
    """Algorithm 3 with a factor of 2: the first 128 bits of c, and the next 128 turned by a
    word."""
    first, second = (_words(c[start : start + 2]) for start in (0, 2))
    return [word ^ a ^ b for word, a, b in zip(r, first, [*second[1:], second[0]])]


def _words(c: Iterable[Word]) -> list[Word]:
    return [half for word in c for half in halves(word)]


def mix_sx32(c: list[Word], x: list[Word], d: Word) -> list[Word]:
    """Algorithm 15: each two bits of ``d`` choose a word of x, which is added to the lower half of
    a word of c.
    """
    return [concat(word[32:], word[:32] ^ added) for word, added in zip(c, mixed_in(x, d))]


def mixed_in(x: list[Word], d: Word) -> list[Word]:
    """What `mix_sx32` adds to the words of c; x may be the same places of all its words."""
    chosen = []
    for number in range(len(C)):
        index = d[INDEX_BITS * number : INDEX_BITS * (number + 1)]
        chosen.append(mux(index[1], mux(index[0], x[3], x[2]), mux(index[0], x[1], x[0])))
    return chosen


def _load_c(inputs: State) -> State:
    return dict(zip(C, swap_bytes_of_words(inputs["c"], 64)))


def _string(state: State, names: list[str]) -> Word:
    return concat(*(swap_bytes(state[name]) for name in names))


def _step_c(state: State) -> State:
    return {**dict(zip(C, gascon([state[name] for name in C], state["i"]))), "i": state["i"] + 1}


@cache
def gascon_c5(rounds: int) -> Primitive:
    """GASCON_C5, so many rounds. Input and output ``c``: 320 bits, five little-endian words of 64
    bits.
    """
    return Primitive(
        name=f"gascon-c5r{rounds}",
        rounds=(rounds,),
        inputs={"c": WIDTH},
        outputs={"c": WIDTH},
        layout={**dict.fromkeys(C, 64), "i": ROUND_BITS},
        load=lambda inputs: {**_load_c(inputs), "i": inputs["c"].constant(0, ROUND_BITS)},
        step=_step_c,
        result=lambda state: {"c": _string(state, C)},
        finished=lambda state: equals(state["i"], rounds),
    )


@cache
def drygascon_g(rounds: int) -> Primitive:
    """Algorithm 2, G of DryGASCON128: rounds of GASCON_C5 whose results are accumulated.

    Input ``c``: 320 bits. Outputs ``c`` and ``r``: 320 and 128 bits. All little-endian byte
    strings.
    """

    def load(inputs: State) -> State:
        zero = inputs["c"].constant(0, 32)
        return {
            **_load_c(inputs),
            **dict.fromkeys(R, zero),
            "i": inputs["c"].constant(0, ROUND_BITS),
        }

    def step(state: State) -> State:
        following = _step_c(state)
        return {
            **following,
            **dict(
                zip(R, accumulate([state[name] for name in R], [following[name] for name in C]))
            ),
        }

    return Primitive(
        name=f"drygascon128-g{rounds}",
        rounds=(rounds,),
        inputs={"c": WIDTH},
        outputs={"c": WIDTH, "r": RATE},
        layout={**dict.fromkeys(C, 64), **dict.fromkeys(R, 32), "i": ROUND_BITS},
        load=load,
        step=step,
        result=lambda state: {"c": _string(state, C), "r": _string(state, R)},
        finished=lambda state: equals(state["i"], rounds),
    )


def _mixed(state: State) -> list[Word]:
    return mix_sx32(
        [state[name] for name in C], [state[name] for name in X], state["data"][:MIX_BITS]
    )


def _load_mix(inputs: State) -> State:
    return {
        **_load_c(inputs),
        **dict(zip(X, swap_bytes_of_words(inputs["x"], 32))),
        # The lowest bits are mixed in first, and the domain separator last.
        "data": concat(inputs["ds"], swap_bytes(inputs["i"])),
    }


def _step_mix(state: State) -> State:
    words, data = _mixed(state), state["data"]
    return {
        # The rounds between two MixSX32 all have the number 0.
        **dict(zip(C, gascon(words, data.constant(0, ROUND_BITS)))),
        **{name: state[name] for name in X},
        "data": concat(data.constant(0, MIX_BITS), data[MIX_BITS:]),
    }


MIX_128 = Primitive(
    name="drygascon128-mix",
    rounds=(MIX_ROUNDS - 1,),
    inputs={"c": WIDTH, "x": RATE, "i": RATE, "ds": 4},
    outputs={"c": WIDTH},
    layout={**dict.fromkeys(C, 64), **dict.fromkeys(X, 32), "data": INPUT_BITS},
    load=_load_mix,
    step=_step_mix,
    result=lambda state: {"c": concat(*(swap_bytes(word) for word in _mixed(state)))},
)
"""Algorithm 16, Mix128 of DryGASCON128.

Inputs ``c``, ``x``, ``i`` and output ``c``: 320, 128, 128 and 320 bits, little-endian byte strings;
input ``ds``: 4 bits. The last MixSX32 is part of the result.
"""


MIX_ALONE = MIX_ROUNDS - 1
"""Steps of F in front of the last MixSX32, behind which G's first round follows at once."""

STEP_BITS = 5

F_LONG, F, G, ROUND = range(4)
"""Numbers of the runs of `drygascon_f`."""


def mixes(number: Word) -> Word:
    """1 if a step of F with this number begins with a MixSX32."""
    # Below 14, which is the number of MixSX32.
    return ~(number[4] | (number[3] & number[2] & number[1]))


def is_early(number: Word) -> Word:
    """1 if a step of F with this number comes before G's first round."""
    # Below 13: the round behind the last MixSX32 is G's first.
    return ~(number[4] | (number[3] & number[2] & (number[1] | number[0])))


def round_number(number: Word, early: Word) -> Word:
    """The number of the round of a step; 0 if it is ``early``."""
    # Minus 13, modulo 32, as words only add.
    after = number + ((1 << STEP_BITS) - MIX_ALONE)
    return mux(early, number.constant(0), after)[:ROUND_BITS]


def accumulated(w: Word, c: list[Word], first: Word) -> Word:
    """r behind a round of G that gives ``c``; before the ``first`` one it is 0."""
    r = [mux(first, word.constant(0), word) for word in reversed(w[:RATE].split(32))]
    return concat(w.constant(0, INPUT_BITS - RATE), *reversed(accumulate(r, c)))


def without_index(w: Word) -> Word:
    """What is left to be mixed in behind a MixSX32."""
    return concat(w.constant(0, MIX_BITS), w[MIX_BITS:])


def _step_f(state: State) -> State:
    w, number, c = state["w"], state["step"], [state[name] for name in C]
    mixing, in_f, early = mixes(number), ~state["run"][1], is_early(number)
    mixed = mix_sx32(c, [state[name] for name in X], w[:MIX_BITS])
    c = [mux(mixing & in_f, one, other) for one, other in zip(mixed, c)]
    c = gascon(c, round_number(number, early))
    following = mux(early, without_index(w), accumulated(w, c, equals(number, MIX_ALONE)))
    return {**state, **dict(zip(C, c)), "w": following, "step": number + 1}


@cache
def drygascon_f(long_rounds: int, rounds: int) -> Primitive:
    """Algorithm 1, F of DryGASCON128: Mix, then G with ``long_rounds`` or ``rounds``; also G alone,
    and one round of GASCON_C5.

    Input and output ``x``: 580 bits: what is mixed in (the domain separator, 4 bits, and the input,
    128 bits), in the output 0 and r; then x, 128 bits; then c, 320 bits. c is a string of
    little-endian words; the other two are little-endian numbers. A step is a MixSX32, in F, and a
    round; r takes the place of the input.
    """
    # Runs without Mix begin at step `MIX_ALONE`, so all runs number G's rounds alike.
    ends = (MIX_ALONE + long_rounds, MIX_ALONE + rounds, MIX_ALONE + rounds, MIX_ALONE + 1)

    def load(inputs: State) -> State:
        run, word = inputs[SCHEDULE], inputs["x"]
        first = word.constant(MIX_ALONE, STEP_BITS)
        return {
            "w": word[-INPUT_BITS:],
            **dict(zip(X, reversed(word[WIDTH : WIDTH + RATE].split(32)))),
            **_load_c({"c": word[:WIDTH]}),
            "run": run,
            "step": mux(run[1], first, first.constant(0)),
        }

    def result(state: State) -> State:
        return {"x": concat(state["w"], *(state[name] for name in reversed(X)), _string(state, C))}

    def finished(state: State) -> Word:
        end = equals(state["step"], ends[0])
        for number, step_number in enumerate(ends[1:], 1):
            end = mux(equals(state["run"], number), equals(state["step"], step_number), end)
        return end

    size = INPUT_BITS + RATE + WIDTH
    return Primitive(
        name=f"drygascon128-f-{long_rounds}-{rounds}",
        rounds=(ends[0], ends[1], rounds, 1),
        inputs={"x": size, SCHEDULE: 2},
        outputs={"x": size},
        layout={
            "w": INPUT_BITS,
            **dict.fromkeys(X, 32),
            **dict.fromkeys(C, 64),
            "run": 2,
            "step": STEP_BITS,
        },
        load=load,
        step=_step_f,
        result=result,
        finished=finished,
    )


PROPERTIES = (
    Order(of=diffusion, shape=(64,) * 5, times=64),
    *(
        BranchNumber(
            of=lambda word, row=row: diffusion([word] * 5)[row],
            shape=64,
            number=4,
            cell=1,
            name=f"diffusion, row {row}",
        )
        for row in range(5)
    ),
)

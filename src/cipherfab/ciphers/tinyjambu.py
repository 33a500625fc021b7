# SPDX-License-Identifier: Apache-2.0
"""TinyJAMBU's keyed permutations, on 128 bits with a key of 128, 192 or 256 bits.

Source: H. Wu, T. Huang, "TinyJAMBU: A Family of Lightweight Authenticated Encryption Algorithms",
submission to NIST, round 2, section 3.2.3.

Differences from the text: instead of the round index there is the key, which rotates by a bit in
each round, so that its bit 0 is the one in use. What the text calls a round, one bit, is a step,
so that an architecture with k steps per clock computes k bits per clock: ``unrolled=32`` is the
32-bit core of the designers.
"""

from functools import cache

from ..primitives.primitive import SCHEDULE, Primitive, State
from ..primitives.properties import Invertible
from ..words import Word, concat, mux, ror
from ..words.bits import equals, swap_bytes

WIDTH = 128

TAPS = (0, 47, 91)
"""The bits of the state that the feedback adds."""

NAND_TAPS = (70, 85)
"""The bits of the state whose NAND it adds."""

MOST_BITS = WIDTH - max(TAPS)
"""So many feedback bits do not depend on one another."""


def feedback(s: Word, key: Word, bits: int = 1) -> Word:
    """Section 3.2.3: the next feedback bits, the first one least significant, at most
    `MOST_BITS`."""
    low, middle, high = (s[tap : tap + bits] for tap in TAPS)
    left, right = (s[tap : tap + bits] for tap in NAND_TAPS)
    return low ^ middle ^ ~(left & right) ^ high ^ key[:bits]


def state_update(s: Word, key: Word, bits: int = 1) -> tuple[Word, Word]:
    """Section 3.2.3, StateUpdate, as often as there are ``bits``: the state and the key after
    it."""
    return concat(feedback(s, key, bits), s[bits:]), ror(key, bits)


@cache
def tinyjambu_p(key_bits: int, rounds: int, bits: int = 1) -> Primitive:
    """P_rounds with a key of 128, 192 or 256 bits.

    Inputs ``key`` and ``x``, output ``x``: byte strings in which bit i is bit i mod 8 of byte i /
    8. ``bits`` are computed in a step, a divisor of ``rounds`` up to `MOST_BITS`. The registers do
    not tell the end.
    """

    def step(state: State) -> State:
        s, key = state_update(state["s"], state["key"], bits)
        return {"s": s, "key": key}

    return Primitive(
        name=f"tinyjambu-{key_bits}-p{rounds}",
        rounds=(rounds // bits,),
        inputs={"key": key_bits, "x": WIDTH},
        outputs={"x": WIDTH},
        layout={"s": WIDTH, "key": key_bits},
        load=lambda inputs: {"s": swap_bytes(inputs["x"]), "key": swap_bytes(inputs["key"])},
        step=step,
        result=lambda state: {"x": swap_bytes(state["s"])},
    )


RUN_BITS = 4
"""Of the register that counts how often the key was used up, at most ten times."""


@cache
def tinyjambu_keyed(key_bits: int, *rounds: int, bits: int = 32) -> Primitive:
    """P_rounds with one or two round counts, the largest first, in steps of ``bits``, which divide
    all of them and the key.

    As `tinyjambu_p`, but the key stands still: registers count which bits of it are due, ``place``,
    and how often they were all used, ``turns``.
    """
    several, count = len(rounds) > 1, key_bits // bits
    # A register has a bit at least, even if all of the key is one place.
    place_bits = (count - 1).bit_length() or 1

    def load(inputs: State) -> State:
        zero = inputs["x"].constant(0, 1)
        run = {"run": inputs[SCHEDULE]} if several else {}
        return {
            "s": swap_bytes(inputs["x"]),
            "key": swap_bytes(inputs["key"]),
            "place": zero.constant(0, place_bits),
            "turns": zero.constant(0, RUN_BITS),
            **run,
        }

    def step(state: State) -> State:
        s, place, turns = state["s"], state["place"], state["turns"]
        # `split` has the highest word first, and ``place`` counts from the lowest one.
        key = _chosen(state["key"].split(bits)[::-1], place)
        wraps = equals(place, count - 1)
        return {
            **state,
            "s": concat(feedback(s, key, bits), s[bits:]),
            "place": mux(wraps, place.constant(0), place + 1),
            "turns": turns + concat(turns.constant(0, RUN_BITS - 1), wraps),
        }

    def finished(state: State) -> Word:
        ends = [
            # A run uses up the key so many times, and then its first words once more.
            equals(state["turns"], steps // key_bits)
            & equals(state["place"], steps % key_bits // bits)
            for steps in rounds
        ]
        return mux(state["run"], ends[1], ends[0]) if several else ends[0]

    return Primitive(
        name=f"tinyjambu-{key_bits}-p{'-'.join(map(str, rounds))}-by-{bits}",
        rounds=tuple(r // bits for r in rounds),
        inputs={"key": key_bits, "x": WIDTH, **({SCHEDULE: 1} if several else {})},
        outputs={"x": WIDTH},
        layout={
            "s": WIDTH,
            "key": key_bits,
            "place": place_bits,
            "turns": RUN_BITS,
            **({"run": 1} if several else {}),
        },
        load=load,
        step=step,
        result=lambda state: {"x": swap_bytes(state["s"])},
        finished=finished,
    )


def _chosen(words: list[Word], place: Word) -> Word:
    """The word of this number, by a tree of choices; of a number that there is not, any."""
    for bit in range(place.width):
        pairs = [words[start : start + 2] for start in range(0, len(words), 2)]
        words = [mux(place[bit], pair[1], pair[0]) if len(pair) > 1 else pair[0] for pair in pairs]
    return words[0]


def _back(s: Word) -> Word:
    """`state_update` undone, for a key of zeros: the bit that left is what the others do not add to
    the last bit.
    """
    first = s[:-1]
    others = feedback(concat(first, s.constant(0, 1)), s.constant(0))
    return concat(first, s[-1] ^ others)


PROPERTIES = (
    Invertible(
        of=lambda s: state_update(s, s.constant(0))[0], by=_back, shape=WIDTH, name="state_update"
    ),
)

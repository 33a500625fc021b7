# SPDX-License-Identifier: Apache-2.0
"""Ascon-p in stages of degree 2, for masking: two for a round. Source: see `ascon`, whose layers
these are.

The S-box in three shares is not uniform: of its five output words x2 and x3 need fresh randomness.
It is made of 4 fresh bits in a round by *changing of the guards* (J. Daemen, "Changing of the
Guards: a simple and efficient method for achieving uniformity in threshold sharing", CHES 2017): a
slice gets its sharing of 0 from the shares that enter the slice below it, and the lowest slice
gets the fresh one. Differences from the paper: two of five bits are guarded, not all, and the two
guards are x1 + x2 and x3 of the slice; both were found by trying all spaces of guards.
"""

from ..primitives.in_stages import RANDOM, Staged
from ..primitives.primitive import State
from ..words import Word, concat
from ..words.bits import equals
from ..words.shares import guard
from .ascon import MAX_ROUNDS, add_constant, ascon_p, linear_diffusion, round_constant, substitution

LANE = 64
"""Bits of a word of the state."""

ENTERING, SUBSTITUTED, TAKEN = (tuple(f"{letter}{n}" for n in range(5)) for letter in "xyt")
"""Registers: the state at the beginning of a round, after its substitution layer, and as it came
in.
"""


def _words(state: State, names: tuple[str, ...]) -> list[Word]:
    return [state[name] for name in names]


def _substitute(state: State) -> State:
    """Addition of constants and substitution layer, with guards."""
    x = add_constant(_words(state, ENTERING), round_constant(state["i"]))
    y, fresh = substitution(x), state[RANDOM]
    y[2] = y[2] ^ _from_below(guard(x[1] ^ x[2]), fresh[0])
    y[3] = y[3] ^ _from_below(guard(x[3]), fresh[1])
    return {**dict(zip(SUBSTITUTED, y)), "i": state["i"] + 1}


def _from_below(guards: Word, fresh: Word) -> Word:
    """For each slice the guard of the one below it; for the lowest the fresh sharing of 0."""
    # No slice is above the highest one, so its guard is not used.
    return concat(guards[: LANE - 1], fresh)


def _diffuse(state: State) -> State:
    """Linear diffusion layer."""
    return dict(zip(ENTERING, linear_diffusion(_words(state, SUBSTITUTED))))


def staged_ascon_p(rounds: int) -> Staged:
    """Ascon-p for masking."""

    def take(inputs: State) -> State:
        x = inputs["x"]
        return {**dict(zip(TAKEN, x.split(LANE))), "i": x.constant(MAX_ROUNDS - rounds, 4)}

    def enter(state: State) -> State:
        return dict(zip(ENTERING, _words(state, TAKEN)))

    registers = dict.fromkeys((*ENTERING, *SUBSTITUTED, *TAKEN), LANE)
    return Staged(
        primitive=ascon_p(rounds),
        secrets=frozenset({"x"}),
        public={"i": 4},
        kept={},
        passing=registers,
        entry=(take, enter),
        stages=(_substitute, _diffuse),
        # The first stage has counted already: this is the number of the round to come.
        ends=lambda state: equals(state["i"], MAX_ROUNDS),
        result=lambda state: {"x": concat(*_words(state, ENTERING))},
        zeros=2,
        # The state enters as from the ports, but the rounds are counted on.
        resume=lambda state: {**dict(zip(TAKEN, _diffuse(state).values())), "i": state["i"]},
    )

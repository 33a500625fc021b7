# SPDX-License-Identifier: Apache-2.0
"""F of DryGASCON128 folded: the S-box, and what is mixed in, on some columns in each clock. Source:
see `gascon`, whose layers these are.

Of a word in bit-interleaved format both halves move by as many places, and so do the words of x: so
a clock has as many columns of the lower halves, into which is mixed, as of the upper ones. In the
last clock of a round all words go through the linear layer.
"""

from functools import partial

from ..primitives.folded import Foldings, folded, only_if
from ..primitives.primitive import Primitive, State
from ..words import Word, concat, mux, ror
from ..words.bits import equals
from .ascon import round_constant, substitution
from .gascon import (
    MIX_ALONE,
    MIX_BITS,
    C,
    X,
    accumulated,
    diffusion,
    halves,
    is_early,
    mixed_in,
    mixes,
    round_number,
    without_index,
)

HALF = 32
"""Columns of a half of all words."""

PLACES = (2, 4, 8, 16)
"""Columns of each half in a clock."""


def moved(word: Word, new: Word) -> Word:
    """A word whose halves move by some places; those of ``new`` come in at the top."""
    places = new.width // 2
    low, high = halves(word)
    return concat(new[places:], high[places:], new[:places], low[places:])


def constant_piece(constant: Word, phase: list[Word], places: int) -> Word:
    """The bits of the round's constant for the columns that are due; 0 behind its end."""
    # With more columns than the constant has bits one clock takes all of it.
    if constant.width < places:
        constant = concat(constant.constant(0, places - constant.width), constant)
    pieces = [
        only_if(phase[low // places], constant[low : low + places])
        for low in range(0, constant.width, places)
    ]
    total = pieces[0]
    for piece in pieces[1:]:
        total = total | piece
    return total


def moving_substitution(c: list[Word], added: list[Word], constant: Word) -> list[Word]:
    """The words behind a clock of the S-box, in front of which ``added`` is mixed in to the lower
    halves and the ``constant`` added to that of word 2.
    """
    places, fronts = constant.width, []
    for number, (word, mixed) in enumerate(zip(c, added)):
        low, high = (half[:places] for half in halves(word))
        low = low ^ mixed ^ constant if number == 2 else low ^ mixed
        fronts.append(concat(high, low))
    return [moved(word, new) for word, new in zip(c, substitution(fronts))]


def _part(state: State, phase: list[Word], *, places: int) -> State:
    w, number, last = state["w"], state["step"], phase[-1]
    c, x, early = [state[name] for name in C], [state[name] for name in X], is_early(number)
    mixing = mixes(number) & ~state["run"][1]
    added = [
        only_if(mixing, word) for word in mixed_in([word[:places] for word in x], w[:MIX_BITS])
    ]
    constant = constant_piece(round_constant(round_number(number, early)), phase, places)
    shifted = moving_substitution(c, added, constant)
    # Only in the last clock have the halves come round, so that these are whole words.
    diffused = diffusion(shifted)
    following = mux(early, without_index(w), accumulated(w, diffused, equals(number, MIX_ALONE)))
    return {
        **state,
        **dict(zip(C, (mux(last, *pair) for pair in zip(diffused, shifted)))),
        # With the last clock of a round each word of x is back where it was.
        **dict(zip(X, (ror(word, places) for word in x))),
        "w": mux(last, following, w),
        "step": mux(last, number + 1, number),
    }


def _folded(primitive: Primitive, *, places: int) -> Primitive:
    return folded(primitive, HALF // places, partial(_part, places=places))


FOLDINGS: Foldings = {
    HALF // places: partial(_folded, places=places) for places in sorted(PLACES, reverse=True)
}
"""By the clocks of a round."""

# SPDX-License-Identifier: Apache-2.0
"""Ascon-p with its XORs grouped otherwise than in the text: the same function, another circuit for
synthesis to start from.

Source: see `ascon`, whose layers these are.
"""

from dataclasses import replace
from functools import cache, partial

from ..primitives.primitive import Primitive
from ..primitives.properties import Bijection, Order
from ..words import Word, ror
from .ascon import (
    ROTATIONS,
    add_constant,
    ascon_p,
    linear_diffusion,
    permutation_round,
    step_of,
    substitution,
)

EARLY = {
    "early": (0, 1, 3),
    "early-0": (0,),
    "early-1": (1,),
    "early-3": (3,),
    "early-0-1": (0, 1),
    "early-1-3": (1, 3),
}
"""Words of the S-box's result that add what is there early first. Behind it are two products, one
with a factor and one with its complement: at most one of them is 1, so their sum is an OR.
"""

INNER = "early-inner"
"""``early`` in all rounds but the last, which has the text's S-box: it is a little smaller and
slower.
"""

GROUPINGS = ("rotations", "second", *EARLY, INNER)
"""In the linear layer the two rotations first, or the word and its second rotation first; in the
S-box `EARLY`.
"""


def grouped_substitution(x: list[Word], grouping: str) -> list[Word]:
    """The S-box, `ascon.substitution`; ``grouping`` is one of `GROUPINGS`."""
    if grouping not in EARLY:
        return substitution(x)
    x0, x1, x2, x3, x4 = x
    x0, x4, x2 = x0 ^ x4, x4 ^ x3, x2 ^ x1
    t0, t1, t2, t3, t4 = ~x0 & x1, ~x1 & x2, ~x2 & x3, ~x3 & x4, ~x4 & x0
    # In front of the first sums x0 + x3 is what x0 + x4 is behind them.
    early = {0: x[0] ^ x[3] ^ (t0 | t1), 1: x1 ^ x0 ^ (t1 | t2), 3: x3 ^ x2 ^ (t3 | t4)}
    x0, x1, x2, x3, x4 = x0 ^ t1, x1 ^ t2, x2 ^ t3, x3 ^ t4, x4 ^ t0
    text = [x0 ^ x4, x1 ^ x0, ~x2, x3 ^ x2, x4]
    return [early[n] if n in EARLY[grouping] else word for n, word in enumerate(text)]


def grouped_diffusion(x: list[Word], grouping: str) -> list[Word]:
    """The linear layer, `ascon.linear_diffusion`; ``grouping`` is one of `GROUPINGS`."""
    if grouping == "rotations":
        # The brackets say which sum is formed first: the same words by other gates.
        return [word ^ (ror(word, a) ^ ror(word, b)) for word, (a, b) in zip(x, ROTATIONS)]
    if grouping == "second":
        return [word ^ ror(word, b) ^ ror(word, a) for word, (a, b) in zip(x, ROTATIONS)]
    return linear_diffusion(x)


def grouped_round(x: list[Word], c: Word, *, grouping: str) -> list[Word]:
    """One round with the 8-bit constant ``c``, `ascon.permutation_round`; ``grouping`` is one of
    `GROUPINGS`.
    """
    return grouped_diffusion(grouped_substitution(add_constant(x, c), grouping), grouping)


@cache
def grouped_ascon_p(grouping: str, *rounds: int) -> Primitive:
    """Ascon-p with these round counts, see `ascon.ascon_p`; ``grouping`` is one of `GROUPINGS`."""
    step = step_of(partial(grouped_round, grouping="early" if grouping == INNER else grouping))
    return replace(
        ascon_p(*rounds),
        step=step,
        last_step=step_of(permutation_round) if grouping == INNER else None,
    )


def groupings(*rounds: int) -> dict:
    """What makes Ascon-p with these round counts in each of the `GROUPINGS`, by name."""
    return {name: partial(grouped_ascon_p, name, *rounds) for name in GROUPINGS}


PROPERTIES = tuple(
    each
    for grouping in GROUPINGS
    for each in (
        Bijection(
            of=lambda x, grouping=grouping: grouped_substitution(x, grouping),
            shape=(1,) * 5,
            name=f"grouped_substitution, {grouping}",
        ),
        Order(
            of=lambda x, grouping=grouping: grouped_diffusion(x, grouping),
            shape=(64,) * 5,
            times=64,
            name=f"grouped_diffusion, {grouping}",
        ),
    )
)

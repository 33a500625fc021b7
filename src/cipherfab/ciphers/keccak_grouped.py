# SPDX-License-Identifier: Apache-2.0
"""Keccak-p whose theta adds up in other orders than ours: the same function, another circuit for
synthesis to start from.

Source: see `keccak`, whose step mappings these are; FIPS 202 does not say in which order a column's
five lanes are added up.
"""

from functools import partial

from ..primitives.properties import Bijection
from ..words import rol
from .keccak import COLUMNS, LANES, Lanes, add_effect, keccak_p


def _row_by_row(a: Lanes) -> Lanes:
    return add_effect(a, [a[x, 0] ^ a[x, 1] ^ a[x, 2] ^ a[x, 3] ^ a[x, 4] for x in COLUMNS])


def _first(a: Lanes) -> Lanes:
    return add_effect(a, [a[x, 1] ^ a[x, 2] ^ (a[x, 3] ^ a[x, 4]) ^ a[x, 0] for x in COLUMNS])


def _apart(a: Lanes) -> Lanes:
    four = [a[x, 0] ^ a[x, 1] ^ (a[x, 2] ^ a[x, 3]) for x in COLUMNS]
    # The brackets say which sums are formed first.
    effect = [
        four[(x - 1) % 5]
        ^ rol(four[(x + 1) % 5], 1)
        ^ (a[(x - 1) % 5, 4] ^ rol(a[(x + 1) % 5, 4], 1))
        for x in COLUMNS
    ]
    return {(x, y): a[x, y] ^ effect[x] for x, y in LANES}


GROUPINGS = {"row-by-row": _row_by_row, "first": _first, "apart": _apart}
"""How theta adds up: the five lanes of a column one after the other; the lane of the first row
last; the lanes of the last row apart, so that the shared parities are those of four rows and a
level less deep.
"""


def groupings(width: int, rounds: int | None = None) -> dict:
    """What makes Keccak-p[width, rounds] in each of the `GROUPINGS`, by name."""
    return {name: partial(keccak_p, width, rounds, theta) for name, theta in GROUPINGS.items()}


PROPERTIES = tuple(
    Bijection(
        of=lambda lanes, theta=theta: [theta(dict(zip(LANES, lanes)))[place] for place in LANES],
        shape=(8,) * 25,
        name=f"theta, {name}, lanes of 8 bits",
    )
    for name, theta in GROUPINGS.items()
)

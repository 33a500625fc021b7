# SPDX-License-Identifier: Apache-2.0
"""Ascon-p on two shares without fresh random bits: three stages for a round. Source: see `ascon`,
whose layers these are.

Word i of the S-box's inner layer becomes x_i + a_i b_i with a_i = x_(i+1) + 1 and b_i = x_(i+2).
With shares 0 and 1 of each, share 0 of it is x_i0 + a_i0 b_i0 and one of the cross products

    a_i0 b_i1, so that it is x_i0 + a_i0 b_i, or a_i1 b_i0, so that it is x_i0 + a_i b_i0.

For a fixed secret the new shares 0 are linear in the old ones: a matrix with ones on its diagonal
and, in row i, b_i in column i + 1 or a_i in column i + 2. Were all rows of the first kind, its
determinant would be 1 + b_0 b_1 b_2 b_3 b_4: singular for one secret. With rows 0, 2, 4 of the
first kind and 1, 3 of the second the only cycle is 0, 1, 3, whose product has b_0 = x_2 and
a_1 = x_2 + 1: it is 0, so the matrix is regular for every secret, and the new sharing uniform.

Two shares without refreshing were found before, by other ways, in A. Shahmirzadi, A. Moradi,
"Re-Consolidating First-Order Masking Schemes: Nullifying Fresh Randomness", TCHES 2021(1); what is
here is not theirs.
"""

from ..primitives.in_stages import share_names
from ..primitives.on_two_shares import SHARES, OnTwoShares, parts_of
from ..primitives.primitive import State
from ..primitives.properties import Invertible
from ..words import Word, concat
from ..words.bits import equals
from .ascon import MAX_ROUNDS, add_constant, ascon_p, linear_diffusion, round_constant

LANE, WORDS = 64, range(5)
"""Bits of a word of the state, and their numbers."""

TAKEN, ENTERING, ADDED = "t", "x", "y"
"""Registers: the state as it came in, what the products are formed from, the inner layer's words.
"""

OF_OWN_A = (0, 2, 4)
"""Words whose domain keeps its share of a, and gets the other one's of b; else the other way."""


def _share(state: State, letter: str, share: int) -> list[Word]:
    return [state[f"{letter}{word}_{share}"] for word in WORDS]


def _named(letter: str, share: int, words: list[Word]) -> State:
    return {f"{letter}{number}_{share}": word for number, word in enumerate(words)}


def before_products(x: list[Word]) -> list[Word]:
    """Section 2.6.2: what is linear in front of the products."""
    x0, x1, x2, x3, x4 = x
    return [x0 ^ x4, x1, x2 ^ x1, x3, x4 ^ x3]


def undone(x: list[Word]) -> list[Word]:
    """The inverse of `before_products`."""
    x0, x1, x2, x3, x4 = x
    # What x0 took in was x4 without x3, so x3 is added to take it off.
    return [x0 ^ x4 ^ x3, x1, x2 ^ x1, x3, x4 ^ x3]


def behind_products(y: list[Word], first: bool) -> list[Word]:
    """What is linear behind them, on a share; the complement is on the first one."""
    y0, y1, y2, y3, y4 = y
    return [y0 ^ y4, y1 ^ y0, ~y2 if first else y2, y3 ^ y2, y4]


def parts_of_products(
    first: list[Word], second: list[Word], of_own_a: tuple[int, ...] = OF_OWN_A
) -> State:
    """What the registers of parts take in, from both shares of the words in front of the
    products."""
    b = [[words[(number + 2) % 5] for number in WORDS] for words in (first, second)]
    # The complement of a shared word is in one share alone.
    a = [
        [~first[(number + 1) % 5] for number in WORDS],
        [second[(number + 1) % 5] for number in WORDS],
    ]
    found: State = {}
    for share, words in enumerate((first, second)):
        for number, word in enumerate(words):
            kept, other = (a, b) if number in of_own_a else (b, a)
            own, cross = parts_of(number, share)
            found[own] = word ^ (a[share][number] & b[share][number])
            found[cross] = kept[share][number] & other[1 - share][number]
    return found


def added(state: State) -> State:
    """Each part to the other one of its share."""
    return {
        f"{ADDED}{number}_{share}": state[own] ^ state[cross]
        for number in WORDS
        for share in range(SHARES)
        for own, cross in [parts_of(number, share)]
    }


def _multiply(of_own_a: tuple[int, ...], state: State) -> State:
    """Addition of constants, and the parts of products."""
    first = add_constant(_share(state, ENTERING, 0), round_constant(state["i"]))
    return {**parts_of_products(first, _share(state, ENTERING, 1), of_own_a), "i": state["i"] + 1}


def _diffuse(state: State) -> State:
    """The rest of the S-box, the linear diffusion layer, and what the next S-box begins with."""
    found: State = {}
    for share in range(SHARES):
        words = behind_products(_share(state, ADDED, share), first=share == 0)
        found |= _named(ENTERING, share, before_products(linear_diffusion(words)))
    return found


def ascon_p_on_two_shares(rounds: int, *, of_own_a: tuple[int, ...] = OF_OWN_A) -> OnTwoShares:
    """Ascon-p for masking without random bits; with other words ``of_own_a`` for controls."""

    def take(inputs: State) -> State:
        found: State = {}
        for share, name in enumerate(share_names("x", SHARES)):
            found |= _named(TAKEN, share, inputs[name].split(LANE))
        return {**found, "i": inputs["x_0"].constant(MAX_ROUNDS - rounds, 4)}

    def enter(state: State) -> State:
        shares = [
            _named(ENTERING, share, before_products(_share(state, TAKEN, share)))
            for share in range(SHARES)
        ]
        return shares[0] | shares[1]

    def result(state: State) -> State:
        return {
            name: concat(*undone(_share(state, ENTERING, share)))
            for share, name in enumerate(share_names("x", SHARES))
        }

    return OnTwoShares(
        primitive=ascon_p(rounds),
        secrets=frozenset({"x"}),
        public={"i": 4},
        passing={
            f"{letter}{number}": LANE for letter in (TAKEN, ENTERING, ADDED) for number in WORDS
        },
        parts={
            part: LANE
            for number in WORDS
            for share in range(SHARES)
            for part in parts_of(number, share)
        },
        entry=(take, enter),
        stages=(lambda state: _multiply(of_own_a, state), added, _diffuse),
        # The first stage has counted already: this is the number of the round to come.
        ends=lambda state: equals(state["i"], MAX_ROUNDS),
        result=result,
    )


PROPERTIES = (Invertible(of=before_products, by=undone, shape=(1,) * 5),)

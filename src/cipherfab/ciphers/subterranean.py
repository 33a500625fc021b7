# SPDX-License-Identifier: Apache-2.0
"""Subterranean 2.0: the round function, on 257 bits.

Source: J. Daemen, P. M. C. Massolino, A. Mehrdad, Y. Rotella, "The Subterranean 2.0 Cipher Suite",
submission to NIST, section 2.1.

Differences from the text: none.
"""

from functools import cache

from ..primitives.primitive import SCHEDULE, Primitive, State
from ..primitives.properties import Bijection
from ..words import Word, concat, ror
from ..words.bits import swap_bytes

WIDTH = 257

STRING_BITS = 264
"""The state as a byte string: 33 bytes."""

PI_FACTOR = 12
"""The factor of pi."""


def chi(s: Word) -> Word:
    """s_i becomes s_i + (s_(i+1) + 1) s_(i+2): the only nonlinear step."""
    return s ^ (~ror(s, 1) & ror(s, 2))


def iota(s: Word) -> Word:
    """Bit 0 is inverted."""
    return s ^ 1


def theta(s: Word) -> Word:
    """s_i becomes s_i + s_(i+3) + s_(i+8)."""
    return s ^ ror(s, 3) ^ ror(s, 8)


def pi(s: Word) -> Word:
    """s_i becomes s_(12 i)."""
    return s.permute([PI_FACTOR * i % WIDTH for i in range(WIDTH)])


def subterranean_round(s: Word) -> Word:
    """Section 2.1, equation 1."""
    return pi(theta(iota(chi(s))))


def _result(state: State) -> State:
    s = state["s"]
    return {"x": swap_bytes(concat(s.constant(0, STRING_BITS - WIDTH), s))}


@cache
def subterranean(rounds: int) -> Primitive:
    """So many rounds, without input. All rounds are alike, so the registers do not tell the end.

    Input and output ``x``: 264 bits, a byte string in which bit i of the state is bit i mod 8 of
    byte i / 8. The 7 upper bits of the last byte are ignored, and are 0 in the output.
    """
    return Primitive(
        name=f"subterranean-r{rounds}",
        rounds=(rounds,),
        inputs={"x": STRING_BITS},
        outputs={"x": STRING_BITS},
        layout={"s": WIDTH},
        load=lambda inputs: {"s": swap_bytes(inputs["x"])[:WIDTH]},
        step=lambda state: {"s": subterranean_round(state["s"])},
        result=_result,
    )


GENERATOR = pow(12, 4, WIDTH)
"""Section 2.1: of the subgroup of 64 positions for input and output."""

INJECTED = [pow(GENERATOR, j, WIDTH) for j in range(33)]
"""Where the bits of a padded block are added."""

BLOCK_BITS = len(INJECTED)


def inject(s: Word, block: Word) -> Word:
    """Algorithm 1: the bits of a padded block (33) are added to their positions."""
    # Its bit 0 is for the places that no bit of the block is added to.
    source = concat(block, block.constant(0, 1))
    sources = [0] * WIDTH
    for j, place in enumerate(INJECTED):
        sources[place] = j + 1
    return s ^ source.permute(sources)


@cache
def subterranean_duplex(*rounds: int) -> Primitive:
    """Calls of duplex, in one of several numbers, the largest first: one with a block, the others
    with an empty one.

    Input and output ``x``: the block (33 bits; 0 in the output), then the state, bit 0 least
    significant. The block is given without the padding of an empty one, its bit 0. The registers do
    not tell the end.
    """
    schedule = {SCHEDULE: (len(rounds) - 1).bit_length()} if len(rounds) > 1 else {}

    def step(state: State) -> State:
        return {
            # Bit 0 is the padding of an empty block, which every call has.
            "s": inject(subterranean_round(state["s"]), state["block"] ^ 1),
            # Behind the first call of a run blocks are empty.
            "block": state["block"].constant(0),
        }

    return Primitive(
        name=f"subterranean-duplex-{'-'.join(map(str, rounds))}",
        rounds=rounds,
        inputs={"x": BLOCK_BITS + WIDTH, **schedule},
        outputs={"x": BLOCK_BITS + WIDTH},
        layout={"s": WIDTH, "block": BLOCK_BITS},
        load=lambda inputs: {"s": inputs["x"][:WIDTH], "block": inputs["x"][WIDTH:]},
        step=step,
        result=lambda state: {"x": concat(state["s"].constant(0, BLOCK_BITS), state["s"])},
    )


PROPERTIES = (
    Bijection(of=chi, shape=13, name="chi, 13 bits"),
    Bijection(of=theta, shape=WIDTH),
    Bijection(of=pi, shape=WIDTH),
)

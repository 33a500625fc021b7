# SPDX-License-Identifier: Apache-2.0
"""SPARKLE: the permutations of Schwaemm and Esch, on 256, 384 or 512 bits.

Source: C. Beierle, A. Biryukov, L. Cardoso dos Santos, J. Großschädl, L. Perrin, A. Udovenko, V.
Velichkov, Q. Wang, "Schwaemm and Esch: Lightweight Authenticated Encryption and Hashing using the
Sparkle Permutation Family", submission to NIST, section 2.1.

Differences from the text: the step counter s is a register of 4 bits instead of 32, as there are at
most 12 steps.
"""

from functools import cache

from ..primitives.primitive import SCHEDULE, Primitive, State
from ..primitives.properties import Bijection
from ..words import Word, concat, mux, ror
from ..words.bits import equals, swap_bytes, swap_bytes_of_words

WORD = 32

CONSTANTS = (
    0xB7E15162,
    0xBF715880,
    0x38B4DA56,
    0x324E7738,
    0xBB1185EB,
    0x4F7C7B57,
    0xCFBFA1C8,
    0xC2B3293D,
)
"""Algorithms 2.1 to 2.3: c_0 to c_7, the constants of the ARX-boxes and, one each step, of the
steps.
"""

STEPS = {256: {"slim": 7, "big": 10}, 384: {"slim": 7, "big": 11}, 512: {"slim": 8, "big": 12}}
"""Table 2.1: the number of steps of each version."""

ROTATIONS = ((31, 24), (17, 17), (0, 31), (24, 16))
"""Algorithm 2.4: the rotations of y and of x in each of the four rounds of Alzette."""

Branch = tuple[Word, Word]
"""A pair (x, y) of 32-bit words."""


def alzette(branch: Branch, c: int | Word) -> Branch:
    """Section 2.1.1, algorithm 2.4: the 64-bit ARX-box with the constant ``c``."""
    x, y = branch
    for of_y, of_x in ROTATIONS:
        x = x + ror(y, of_y)
        y = y ^ ror(x, of_x)
        x = x ^ c
    return x, y


def ell(x: Word) -> Word:
    """Section 2.1.2: y || z becomes z || (y + z), on halves of 16 bits."""
    return concat(x[:16], x[16:] ^ x[:16])


def feistel_terms(branches: list[Branch]) -> Branch:
    """Section 2.1.2, equation 2.1: (l(t_y), l(t_x)), which M_w adds to each x and each y."""
    xs, ys = zip(*branches)
    return ell(_sum(list(ys))), ell(_sum(list(xs)))


def feistel_function(branches: list[Branch]) -> list[Branch]:
    """Section 2.1.2, definition 2.1.2: the linear map M_w on w branches."""
    for_x, for_y = feistel_terms(branches)
    return [(x ^ for_x, y ^ for_y) for x, y in branches]


def _sum(words: list[Word]) -> Word:
    """XOR of up to four words, in pairs."""
    half = len(words) // 2
    return _sum(words[:half]) ^ _sum(words[half:]) if half else words[0]


def diffusion(branches: list[Branch]) -> list[Branch]:
    """Section 2.1.2, algorithms 2.5 to 2.7: a Feistel round, a rotation by one branch, and the
    halves swap.

    The Feistel function's terms, which come last, are added last.
    """
    half = len(branches) // 2
    left, right = branches[:half], branches[half:]
    for_x, for_y = feistel_terms(left)
    mixed = [((x ^ u) ^ for_x, (y ^ v) ^ for_y) for (x, y), (u, v) in zip(right, left)]
    return [*mixed[1:], mixed[0], *left]


def sparkle_step(branches: list[Branch], s: Word) -> list[Branch]:
    """Algorithms 2.1 to 2.3: step number ``s`` (4 bits)."""
    (x0, y0), (x1, y1), *others = branches
    # The constant of step s is c_(s mod 8).
    y0 = y0 ^ s[:3].table(CONSTANTS, WORD)
    y1 = concat(y1[4:], y1[:4] ^ s)
    return diffusion(
        [alzette(branch, c) for branch, c in zip([(x0, y0), (x1, y1), *others], CONSTANTS)]
    )


SHORT = "short"
"""A register that keeps which of two numbers of steps a run has."""


def _registers(branches: list[Branch], **others: Word) -> State:
    return {
        **{
            name: word
            for n, (x, y) in enumerate(branches)
            for name, word in ((f"x{n}", x), (f"y{n}", y))
        },
        **others,
    }


def _load(inputs: State) -> State:
    words = swap_bytes_of_words(inputs["x"], WORD)
    chosen = {SHORT: inputs[SCHEDULE]} if SCHEDULE in inputs else {}
    return _registers(list(zip(words[::2], words[1::2])), s=inputs["x"].constant(0, 4), **chosen)


def _branches(state: State) -> list[Branch]:
    # There are registers beside the branches, so not each of these numbers is one.
    return [(state[f"x{n}"], state[f"y{n}"]) for n in range(len(state) // 2) if f"x{n}" in state]


def _step(state: State) -> State:
    others = {name: state[name] for name in (SHORT,) if name in state}
    return _registers(sparkle_step(_branches(state), state["s"]), s=state["s"] + 1, **others)


def _result(state: State) -> State:
    return {"x": concat(*(swap_bytes(word) for branch in _branches(state) for word in branch))}


@cache
def sparkle_steps(width: int, *steps: int) -> Primitive:
    """Sparkle256, 384 or 512 with this many steps, or with two numbers to choose from at run time,
    the larger first.

    Input and output ``x``: ``width`` bits, the byte string x_0 || y_0 || x_1 || …, each word
    little-endian (section 2.1).
    """
    several = len(steps) > 1

    def finished(state: State) -> Word:
        ends = [equals(state["s"], count) for count in steps]
        return mux(state[SHORT], ends[1], ends[0]) if several else ends[0]

    names = {version for version, count in STEPS[width].items() if count in steps}
    return Primitive(
        name=f"sparkle-{width}-" + "-".join(sorted(names)),
        rounds=steps,
        outputs={"x": width},
        inputs={"x": width, **({SCHEDULE: 1} if several else {})},
        layout={
            **{f"{part}{n}": WORD for n in range(width // 64) for part in "xy"},
            "s": 4,
            **({SHORT: 1} if several else {}),
        },
        load=_load,
        step=_step,
        result=_result,
        finished=finished,
    )


def sparkle(width: int, version: str) -> Primitive:
    """Sparkle256, 384 or 512, ``"slim"`` or ``"big"``; see `sparkle_steps`."""
    return sparkle_steps(width, STEPS[width][version])


def _pairs(words: list[Word]) -> list[Branch]:
    """Branches, from their words."""
    return list(zip(words[::2], words[1::2]))


PROPERTIES = (
    Bijection(of=ell, shape=WORD),
    *(
        Bijection(
            of=lambda words: diffusion(_pairs(words)),
            shape=(WORD,) * (width // WORD),
            name=f"diffusion, {width} bits",
        )
        for width in STEPS
    ),
    Bijection(
        of=lambda words: alzette(tuple(words), 0b10110101), shape=(8, 8), name="alzette, 16 bits"
    ),
)

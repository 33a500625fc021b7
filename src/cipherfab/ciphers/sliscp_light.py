# SPDX-License-Identifier: Apache-2.0
"""sLiSCP-light: the permutations of SpoC and of Spix, on 192 or 256 bits.

Sources: R. AlTawy, G. Gong, M. He, A. Jha, K. Mandal, M. Nandi, R. Rohit, "SpoC: An Authenticated
Cipher", submission to NIST, round 2, section 2.3; R. AlTawy, G. Gong, M. He, K. Mandal, R. Rohit,
"Spix: An Authenticated Cipher", submission to NIST, round 2, section 2.3, for the run of 9 steps.

Differences from the text: none. A step is one of the text's 18, so the rounds of its two Simeck
boxes, six or eight, come one behind the other in a clock of the basic iterative architecture.
"""

from dataclasses import replace
from functools import cache

from ..primitives.primitive import SCHEDULE, Primitive, State
from ..primitives.properties import Bijection
from ..words import Word, concat, mux, rol
from ..words.bits import equals

STEPS = 18
STEP_BITS = 5

ROUNDS = {192: 6, 256: 8}
"""Table 2.2: u, the rounds of a Simeck box, by the width of the state; also the bits of each
constant.
"""

CONSTANT_BITS = 8
"""Section 2.3.1: the lowest bits of a step constant; those above are 1."""

ROUND_CONSTANTS = {
    192: ((0x07, 0x27), (0x04, 0x34), (0x06, 0x2E), (0x25, 0x19), (0x17, 0x35), (0x1C, 0x0F),
          (0x12, 0x08), (0x3B, 0x0C), (0x26, 0x0A), (0x15, 0x2F), (0x3F, 0x38), (0x20, 0x24),
          (0x30, 0x36), (0x28, 0x0D), (0x3C, 0x2B), (0x22, 0x3E), (0x13, 0x01), (0x1A, 0x21)),
    256: ((0x0F, 0x47), (0x04, 0xB2), (0x43, 0xB5), (0xF1, 0x37), (0x44, 0x96), (0x73, 0xEE),
          (0xE5, 0x4C), (0x0B, 0xF5), (0x47, 0x07), (0xB2, 0x82), (0xB5, 0xA1), (0x37, 0x78),
          (0x96, 0xA2), (0xEE, 0xB9), (0x4C, 0xF2), (0xF5, 0x85), (0x07, 0x23), (0x82, 0xD9)),
}  # fmt: skip
"""Tables 2.3 and 2.4: rc_0 and rc_1 of each step."""

STEP_CONSTANTS = {
    192: ((0x08, 0x29), (0x0C, 0x1D), (0x0A, 0x33), (0x2F, 0x2A), (0x38, 0x1F), (0x24, 0x10),
          (0x36, 0x18), (0x0D, 0x14), (0x2B, 0x1E), (0x3E, 0x31), (0x01, 0x09), (0x21, 0x2D),
          (0x11, 0x1B), (0x39, 0x16), (0x05, 0x3D), (0x27, 0x03), (0x34, 0x02), (0x2E, 0x23)),
    256: ((0x08, 0x64), (0x86, 0x6B), (0xE2, 0x6F), (0x89, 0x2C), (0xE6, 0xDD), (0xCA, 0x99),
          (0x17, 0xEA), (0x8E, 0x0F), (0x64, 0x04), (0x6B, 0x43), (0x6F, 0xF1), (0x2C, 0x44),
          (0xDD, 0x73), (0x99, 0xE5), (0xEA, 0x0B), (0x0F, 0x47), (0x04, 0xB2), (0x43, 0xB5)),
}  # fmt: skip
"""Tables 2.3 and 2.4: sc_0 and sc_1 of each step."""

Pairs = tuple[tuple[int, int], ...]
"""A table of constants, two of each step."""

NAMES = [f"s{number}" for number in range(4)]
"""The registers: subblock j is s<j>."""


def _ones(word: Word, bits: Word) -> Word:
    """The lowest bits of a constant below ones, as wide as ``word``."""
    width = word.width - bits.width
    return concat(word.constant((1 << width) - 1, width), bits)


def f(x: Word) -> Word:
    """Definition 1: f_(5,0,1)."""
    return (rol(x, 5) & x) ^ rol(x, 1)


def simeck_box(s: Word, rc: Word) -> Word:
    """Definition 1: one Simeck round for each bit of ``rc``, its bit 0 first; ``s`` is x_1 ||
    x_0."""
    newer, older = s.split(s.width // 2)
    for j in range(rc.width):
        newer, older = f(newer) ^ older ^ _ones(newer, rc[j]), newer
    return concat(newer, older)


def add_step_constant(s: Word, sc: Word) -> Word:
    """Section 2.3.1: the constant is ones, then zeros up to the 8 lowest bits, then ``sc``."""
    zeros = CONSTANT_BITS - sc.width
    return s ^ _ones(s, concat(sc.constant(0, zeros), sc) if zeros else sc)


def step_function(s: list[Word], rc: list[Word], sc: list[Word]) -> list[Word]:
    """Section 2.3.1: MixSubblocks after AddStepconstants after SubstituteSubblocks."""
    s1, s3 = simeck_box(s[1], rc[0]), simeck_box(s[3], rc[1])
    return [s1, add_step_constant(s[2] ^ s3, sc[1]), s3, add_step_constant(s[0] ^ s1, sc[0])]


def _looked_up(i: Word, constants: Pairs, bits: int) -> list[Word]:
    """Both constants of step ``i``."""
    entries = [first << bits | second for first, second in constants]
    # A table has an entry for each value of the counter, those that never come too.
    entries += [0] * (2**STEP_BITS - len(entries))
    return i.table(entries, 2 * bits).split(bits)


def _stepped(state: State, rounds: Pairs, steps: Pairs, bits: int) -> State:
    """The registers after a step, with these tables of constants of so many bits."""
    i = state["i"]
    rc, sc = (_looked_up(i, table, bits) for table in (rounds, steps))
    words = step_function([state[name] for name in NAMES], rc, sc)
    return {**dict(zip(NAMES, words)), "i": i + 1}


@cache
def sliscp_light(width: int) -> Primitive:
    """sLiSCP-light-[192] or -[256], 18 steps.

    Input and output ``x``: ``width`` bits, S_0 || S_1 || S_2 || S_3, big-endian.
    """
    bits = ROUNDS[width]

    return Primitive(
        name=f"sliscp-light-{width}",
        rounds=(STEPS,),
        inputs={"x": width},
        outputs={"x": width},
        layout={**dict.fromkeys(NAMES, width // 4), "i": STEP_BITS},
        load=lambda inputs: {
            **dict(zip(NAMES, inputs["x"].split(width // 4))),
            "i": inputs["x"].constant(0, STEP_BITS),
        },
        step=lambda state: _stepped(state, ROUND_CONSTANTS[width], STEP_CONSTANTS[width], bits),
        result=lambda state: {"x": concat(*(state[name] for name in NAMES))},
        finished=lambda state: equals(state["i"], STEPS),
    )


SHORT, AGAIN = 9, STEPS + 1
"""Steps of Spix's shorter run, and the number at which it begins in the tables: there the first
constants stand again.
"""


@cache
def sliscp_light_18_9() -> Primitive:
    """sLiSCP-light-[256] with 18 steps, or the first 9 of them, as Spix has it."""
    longest, bits = sliscp_light(256), ROUNDS[256]
    # The entry between both is that of the number at which the long run has ended.
    rounds, steps = (
        (*table[256], (0, 0), *table[256][:SHORT]) for table in (ROUND_CONSTANTS, STEP_CONSTANTS)
    )

    def load(inputs: State) -> State:
        state = longest.load(inputs)
        i = state["i"]
        return {**state, "i": mux(inputs[SCHEDULE], i.constant(AGAIN), i)}

    return replace(
        longest,
        name="sliscp-light-256-18-9",
        rounds=(STEPS, SHORT),
        inputs={**longest.inputs, SCHEDULE: 1},
        load=load,
        step=lambda state: _stepped(state, rounds, steps, bits),
        finished=lambda state: equals(state["i"], STEPS) | equals(state["i"], AGAIN + SHORT),
    )


PROPERTIES = (
    Bijection(
        of=lambda s: simeck_box(s, s.constant(0b10101, 5)), shape=12, name="simeck_box, 12 bits"
    ),
)

# SPDX-License-Identifier: Apache-2.0
"""ACE: the permutation of ACE-AE-128 and ACE-H-256, on five words of 64 bits.

Source: M. Aagaard, R. AlTawy, G. Gong, K. Mandal, R. Rohit, "ACE: An Authenticated Encryption and
Hash Algorithm", submission to NIST, round 2, section 2.3 (algorithm 1).

Differences from the text: none. A step is one of the text's 16, so the eight rounds of its three
Simeck boxes come one behind the other in a clock of the basic iterative architecture. Box and step
constants are those of sLiSCP-light.
"""

from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection
from ..words import Word, concat
from ..words.bits import equals
from .sliscp_light import add_step_constant, simeck_box

STEPS = 16
WORD = 64
COUNTER = 5
"""Bits that count to the end."""

ROUND_CONSTANTS = (
    (0x07, 0x53, 0x43), (0x0A, 0x5D, 0xE4), (0x9B, 0x49, 0x5E), (0xE0, 0x7F, 0xCC),
    (0xD1, 0xBE, 0x32), (0x1A, 0x1D, 0x4E), (0x22, 0x28, 0x75), (0xF7, 0x6C, 0x25),
    (0x62, 0x82, 0xFD), (0x96, 0x47, 0xF9), (0x71, 0x6B, 0x76), (0xAA, 0x88, 0xA0),
    (0x2B, 0xDC, 0xB0), (0xE9, 0x8B, 0x09), (0xCF, 0x59, 0x1E), (0xB7, 0xC6, 0xAD),
)  # fmt: skip
"""Table 2.2: rc_0, rc_1 and rc_2 of each step."""

STEP_CONSTANTS = (
    (0x50, 0x28, 0x14), (0x5C, 0xAE, 0x57), (0x91, 0x48, 0x24), (0x8D, 0xC6, 0x63),
    (0x53, 0xA9, 0x54), (0x60, 0x30, 0x18), (0x68, 0x34, 0x9A), (0xE1, 0x70, 0x38),
    (0xF6, 0x7B, 0xBD), (0x9D, 0xCE, 0x67), (0x40, 0x20, 0x10), (0x4F, 0x27, 0x13),
    (0xBE, 0x5F, 0x2F), (0x5B, 0xAD, 0xD6), (0xE9, 0x74, 0xBA), (0x7F, 0x3F, 0x1F),
)  # fmt: skip
"""Table 2.2: sc_0, sc_1 and sc_2 of each step."""

NAMES = "abcde"
"""The registers: word A is a, and so on."""


def ace_step(s: list[Word], rc: list[Word], sc: list[Word]) -> list[Word]:
    """Algorithm 1, ACE-step: A to E, three constants of the boxes, three of the words."""
    a, b, c, d, e = s
    a, c, e = (simeck_box(word, constant) for word, constant in zip((a, c, e), rc))
    b = add_step_constant(b ^ c, sc[0])
    d = add_step_constant(d ^ e, sc[1])
    e = add_step_constant(e ^ a, sc[2])
    return [d, c, a, e, b]


def _looked_up(i: Word, constants: tuple[tuple[int, int, int], ...]) -> list[Word]:
    """The three constants of step ``i``."""
    # All three in one table, so that the number of the step is decoded once for them.
    entries = [first << 16 | second << 8 | third for first, second, third in constants]
    return i.table(entries, 24).split(8)


def _load(inputs: State) -> State:
    return {**dict(zip(NAMES, inputs["x"].split(WORD))), "i": inputs["x"].constant(0, COUNTER)}


def _step(state: State) -> State:
    i = state["i"]
    # The number is 16 only behind the last step, so four of its bits choose the constants.
    rc, sc = (_looked_up(i[: COUNTER - 1], table) for table in (ROUND_CONSTANTS, STEP_CONSTANTS))
    return {**dict(zip(NAMES, ace_step([state[name] for name in NAMES], rc, sc))), "i": i + 1}


ACE_16 = Primitive(
    name="ace-16",
    rounds=(STEPS,),
    inputs={"x": 5 * WORD},
    outputs={"x": 5 * WORD},
    layout={**dict.fromkeys(NAMES, WORD), "i": COUNTER},
    load=_load,
    step=_step,
    result=lambda state: {"x": concat(*(state[name] for name in NAMES))},
    finished=lambda state: equals(state["i"], STEPS),
)
"""ACE, 16 steps. Input and output ``x``: 320 bits, A || B || C || D || E, big-endian; the text's
byte A[7] is the first one.
"""


def _mixing(s: list[Word]) -> list[Word]:
    """A step whose boxes see what they would give for the same constants; words of one bit."""
    a, b, c, d, e = s
    return [d ^ e, c, a, e ^ a, b ^ c]


PROPERTIES = (Bijection(of=_mixing, shape=(1,) * 5, name="ace_step behind its boxes"),)

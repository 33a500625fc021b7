# SPDX-License-Identifier: Apache-2.0
"""Spongent-pi: the permutations of Elephant's Dumbo (160 bits) and Jumbo (176 bits).

Source: T. Beyne, Y. L. Chen, C. Dobraunig, B. Mennink, "Elephant v1.1", submission to NIST,
sections 2.3.1 and 2.4.1, after A. Bogdanov et al., "SPONGENT: A Lightweight Hash Function", CHES
2011.

Differences from the text: the initial value of the counter is the one of Elephant's reference code,
75 for 160 bits and 45 for 176 (hexadecimal); the text prints others, with which the official known
answers do not come out.
"""

from functools import cache

from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection, Period
from ..words import Word, concat
from ..words.bits import equals, swap_bytes

SBOX = (0xE, 0xD, 0xB, 0x0, 0x2, 0x1, 0x4, 0xF, 0x7, 0xA, 0x8, 0x5, 0x9, 0xC, 0x3, 0x6)
"""Section 2.3.1: the S-box; `sbox` is the same as a circuit."""

ROUNDS = {160: 80, 176: 90}
"""Sections 2.3.1 and 2.4.1, by the width in bits."""

FIRST_COUNTER = {160: 0x75, 176: 0x45}

COUNTER_BITS = 7


def sbox(x0: Word, x1: Word, x2: Word, x3: Word) -> tuple[Word, Word, Word, Word]:
    """Section 2.3.1: the S-box on the bit planes of all nibbles at once, ``x0`` the least
    significant bits.

    Eight XORs, six AND or OR and three NOTs, six levels deep. Found by a breadth-first search over
    programs that work in place on four registers, after J. Jean, T. Peyrin, S. M. Sim, J.
    Tourteaux, "Optimizing Implementations of Lightweight Building Blocks", ToSC 2017(4): eight
    instructions are the fewest, and of the 64 such programs found this is one of least depth.
    """
    x0 = x0 ^ (x1 & ~x2)
    x1 = x1 ^ (x2 & x3)
    x2 = x2 ^ ~(x0 | x1)
    x1 = x1 ^ (x0 | ~x3)
    x3 = x3 ^ x0
    x0 = x0 ^ (x1 & x2)
    x2 = x2 ^ (x1 & x3)
    x1 = x1 ^ x3
    return x3, x1, x2, x0


def counter_step(counter: Word) -> Word:
    """Section 2.3.1, lCounter: the shift register with the polynomial x^7 + x^6 + 1, 7 bits, one
    step on.
    """
    return concat(counter[:6], counter[6] ^ counter[5])


def add_counter(x: Word, counter: Word) -> Word:
    """Section 2.3.1: the counter is added to the lowest bits and, in reverse order, to the
    highest."""
    low, middle, high = x[:COUNTER_BITS], x[COUNTER_BITS:-COUNTER_BITS], x[-COUNTER_BITS:]
    return concat(high ^ counter.permute(range(COUNTER_BITS - 1, -1, -1)), middle, low ^ counter)


def substitution_and_permutation(x: Word) -> Word:
    """Section 2.3.1, sBoxLayer and pLayer.

    The pLayer moves bit j = 4k + i of a state of 4n bits to n j modulo 4n - 1, which is n i + k: it
    lines up the bit planes of the S-boxes' outputs.
    """
    count = x.width // 4
    planes = x.permute([4 * k + i for i in range(4) for k in range(count)])
    # `split` has the highest plane first, and the S-box takes the lowest one first.
    y0, y1, y2, y3 = sbox(*reversed(planes.split(count)))
    return concat(y3, y2, y1, y0)


def _step(state: State) -> State:
    x = substitution_and_permutation(add_counter(state["x"], state["counter"]))
    return {"x": x, "counter": counter_step(state["counter"])}


def _last_counter(width: int) -> int:
    """The counter's value after the last round."""
    value = FIRST_COUNTER[width]
    for _ in range(ROUNDS[width]):
        value = (value << 1 | (value >> 6 ^ value >> 5) & 1) & (1 << COUNTER_BITS) - 1
    return value


@cache
def spongent_pi(width: int) -> Primitive:
    """Spongent-pi[160] or [176].

    Input and output ``x``: ``width`` bits, a byte string in which bit j of the state is bit j mod 8
    of byte j / 8.
    """
    last = _last_counter(width)
    return Primitive(
        name=f"spongent-pi-{width}",
        rounds=(ROUNDS[width],),
        inputs={"x": width},
        outputs={"x": width},
        layout={"x": width, "counter": COUNTER_BITS},
        load=lambda inputs: {
            "x": swap_bytes(inputs["x"]),
            "counter": inputs["x"].constant(FIRST_COUNTER[width], COUNTER_BITS),
        },
        step=_step,
        result=lambda state: {"x": swap_bytes(state["x"])},
        # The counter's period of 127 is longer than a run, so this value tells the end.
        finished=lambda state: equals(state["counter"], last),
    )


PROPERTIES = (
    Bijection(of=lambda x: x.table(SBOX, 4), shape=4, name="SBOX"),
    Bijection(of=lambda x: sbox(*x), shape=(1,) * 4, name="sbox"),
    Bijection(of=substitution_and_permutation, shape=16, name="sBoxLayer and pLayer, 16 bits"),
    Period(of=counter_step, shape=COUNTER_BITS, start=1, times=127),
)

# SPDX-License-Identifier: Apache-2.0
"""Keccak-f and Keccak-p: the permutations of SHA-3, on 200, 400, 800 or 1600 bits.

Source: NIST FIPS 202, "SHA-3 Standard: Permutation-Based Hash and Extendable-Output Functions",
2015, section 3.

Differences from the text: the state is kept as 25 lanes of w bits, and each step mapping is written
on lanes; instead of the round index there is the register that generates the round constants
(section 3.2.5).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from ..primitives.primitive import SCHEDULE, Primitive, State
from ..primitives.properties import Bijection, Order, Period
from ..words import Word, concat, mux, rol
from ..words.bits import equals, swap_bytes, swap_bytes_of_words

COLUMNS = range(5)
LANES = [(x, y) for y in COLUMNS for x in COLUMNS]
"""Section 3.1.2: the order in which the lanes (x, y) make up the state's bit string."""

FEEDBACK_BITS = (0, 4, 5, 6)
"""Section 3.2.5, algorithm 5: the bits of the register that the bit shifted out is added to."""


def _offsets() -> dict[tuple[int, int], int]:
    """Section 3.2.2, algorithm 2: the rotation of each lane by rho, from z = 0; modulo the lane's
    width at its use.
    """
    offsets, (x, y) = {(0, 0): 0}, (1, 0)
    for t in range(24):
        offsets[x, y] = (t + 1) * (t + 2) // 2
        x, y = y, (2 * x + 3 * y) % 5
    return offsets


OFFSETS = _offsets()

Lanes = dict[tuple[int, int], Word]


def theta(a: Lanes) -> Lanes:
    """Section 3.2.1: each lane takes the parities of the column to its left and, shifted, of the
    column to its right.
    """
    # The brackets make it three XORs deep, which is the least for five lanes.
    return add_effect(a, [a[x, 0] ^ a[x, 1] ^ (a[x, 2] ^ a[x, 3]) ^ a[x, 4] for x in COLUMNS])


def add_effect(a: Lanes, parity: Sequence[Word]) -> Lanes:
    """Section 3.2.1, steps 2 and 3: what the parities of the columns make of the lanes."""
    effect = [parity[(x - 1) % 5] ^ rol(parity[(x + 1) % 5], 1) for x in COLUMNS]
    return {(x, y): a[x, y] ^ effect[x] for x, y in LANES}


def rho(a: Lanes) -> Lanes:
    """Section 3.2.2: each lane is rotated."""
    return {place: rol(lane, OFFSETS[place]) for place, lane in a.items()}


def pi(a: Lanes) -> Lanes:
    """Section 3.2.3: the lanes change places."""
    return {(x, y): a[(x + 3 * y) % 5, x] for x, y in LANES}


def chi(a: Lanes) -> Lanes:
    """Section 3.2.4: the only nonlinear mapping, a 5-bit S-box on each row."""
    return {(x, y): a[x, y] ^ (~a[(x + 1) % 5, y] & a[(x + 2) % 5, y]) for x, y in LANES}


def iota(a: Lanes, constant: Word) -> Lanes:
    """Section 3.2.5, algorithm 6: the round constant is added to lane (0, 0)."""
    return {**a, (0, 0): a[0, 0] ^ constant}


def register_step(bits: list[Word]) -> list[Word]:
    """Section 3.2.5, algorithm 5, steps 3.a to 3.f: the 8-bit register, bit 0 first, one step
    on."""
    shifted = [bits[7], *bits[:7]]
    return [
        # Bit 0 has bit 7 by the shift.
        bit ^ bits[7] if number in FEEDBACK_BITS and number else bit
        for number, bit in enumerate(shifted)
    ]


def round_constant(register: Word, width: int) -> tuple[Word, Word]:
    """Section 3.2.5, algorithms 5 and 6: the round constant, ``width`` bits, and the register of
    the next round.

    A round takes seven steps of the register; step j gives bit 2^j - 1 of the constant. The
    register's bit 0 is what comes out.
    """
    bits, constant = [register[number] for number in range(8)], [register.constant(0, 1)] * width
    for j in range(7):
        # A narrow lane has fewer bits of the constant.
        if 1 << j <= width:
            constant[(1 << j) - 1] = bits[0]
        # The register makes its seven steps in each round, whatever the width is.
        bits = register_step(bits)
    return concat(*reversed(constant)), concat(*reversed(bits))


def register_before(round_index: int) -> int:
    """The register's value before a round, as a number: algorithm 5 with t = 7 times the index."""
    value = 1
    for _ in range(7 * round_index):
        # Bits 0, 4, 5 and 6, as in `FEEDBACK_BITS`; bit 8 is what falls out.
        value = value << 1 ^ (0b101110001 if value >> 7 else 0)
        value &= 0xFF
    return value


Theta = Callable[[Lanes], Lanes]
"""`theta`, or another circuit for it."""


def keccak_round(a: Lanes, constant: Word, theta: Theta = theta) -> Lanes:
    """Section 3.3: one round."""
    return iota(chi(pi(rho(theta(a)))), constant)


def _name(place: tuple[int, int]) -> str:
    return f"a{place[0]}{place[1]}"


@cache
def keccak_p(width: int, rounds: int | None = None, theta: Theta = theta) -> Primitive:
    """Keccak-p[width, rounds], the last rounds of Keccak-f[width]; all of them if the number is
    left out.

    Input and output ``x``: ``width`` bits (200, 400, 800 or 1600), the state as a byte string of
    little-endian lanes, lane (x, y) at place x + 5y (section 3.1.2 and appendix B.1). ``theta`` may
    be another circuit for that step mapping.
    """
    lane = width // 25
    # The logarithm of the lane's width is the text's l.
    all_rounds = 12 + 2 * (lane.bit_length() - 1)
    rounds = all_rounds if rounds is None else rounds

    def load(inputs: State) -> State:
        lanes = swap_bytes_of_words(inputs["x"], lane)
        register = inputs["x"].constant(register_before(all_rounds - rounds), 8)
        return {**{_name(place): word for place, word in zip(LANES, lanes)}, "rc": register}

    def step(state: State) -> State:
        constant, register = round_constant(state["rc"], lane)
        lanes = keccak_round({place: state[_name(place)] for place in LANES}, constant, theta)
        return {**{_name(place): lanes[place] for place in LANES}, "rc": register}

    def result(state: State) -> State:
        return {"x": concat(*(swap_bytes(state[_name(place)]) for place in LANES))}

    return Primitive(
        name=f"keccak-f-{width}" if rounds == all_rounds else f"keccak-p-{width}-{rounds}",
        rounds=(rounds,),
        inputs={"x": width},
        outputs={"x": width},
        layout={**{_name(place): lane for place in LANES}, "rc": 8},
        load=load,
        step=step,
        result=result,
        finished=lambda state: equals(state["rc"], register_before(all_rounds)),
    )


@cache
def keccak_p_runs(width: int, *rounds: int) -> Primitive:
    """Keccak-p[width, rounds] as `keccak_p`; with several round counts to choose from at run time,
    the largest first.
    """
    longest = keccak_p(width, rounds[0])
    if len(rounds) == 1:
        return longest
    all_rounds = 12 + 2 * ((width // 25).bit_length() - 1)

    def load(inputs: State) -> State:
        state = longest.load(inputs)
        register = state["rc"]
        for number, count in enumerate(rounds[1:], 1):
            # A shorter run is the last rounds, so the register begins further on.
            shorter = register.constant(register_before(all_rounds - count))
            register = mux(equals(inputs[SCHEDULE], number), shorter, register)
        return {**state, "rc": register}

    return replace(
        longest,
        name=f"keccak-p-{width}-{'-'.join(map(str, rounds))}",
        rounds=rounds,
        load=load,
        inputs={**longest.inputs, SCHEDULE: (len(rounds) - 1).bit_length()},
    )


def _on_lanes(step: Theta) -> Callable[[list[Word]], list[Word]]:
    """A step mapping on a list of lanes, in the order of `LANES`."""
    return lambda lanes: [step(dict(zip(LANES, lanes)))[place] for place in LANES]


PROPERTIES = (
    Bijection(of=_on_lanes(theta), shape=(16,) * 25, name="theta, lanes of 16 bits"),
    Bijection(of=_on_lanes(rho), shape=(16,) * 25, name="rho, lanes of 16 bits"),
    Order(of=_on_lanes(pi), shape=(2,) * 25, times=24, name="pi"),
    Bijection(
        of=lambda row: [chi({(x, y): row[x] for x, y in LANES})[x, 0] for x in COLUMNS],
        shape=(1,) * 5,
        name="chi, a row",
    ),
    Period(of=register_step, shape=(1,) * 8, start=1, times=255),
)

# SPDX-License-Identifier: Apache-2.0
"""LILLIPUT-TBC, version 1.1: tweakable block ciphers of 128 bits with a tweak of 192 (I) or 128
bits (II) and three key sizes.

Source: A. Adomnicai, T. P. Berger, C. Clavier, J. Francq, P. Huynh, V. Lallemand, K. Le Gouguec, M.
Minier, L. Reynaud, G. Thomas, "Lilliput-AE: a New Lightweight Tweakable Block Cipher for
Authenticated Encryption with Associated Data", submission to NIST, version 1.1, 2019; read in its
reference code, which is in the public domain, so parts are cited by names instead of sections.

Differences from the reference code: bytes X_0 … X_15 are a word with X_0 the most significant. The
byte permutation, which the code leaves out in the last round, is part of every step and undone in
the result. The inverse begins with as many steps as there are rounds in which only the tweakey
advances, since the tweakey of the last round has no shallow formula.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from ..primitives.cells import from_planes, inverse_table, planes
from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection, Invertible
from ..words import Word, concat, mux
from ..words.bits import equals, swap_bytes

PERMUTATION = (13, 9, 14, 8, 10, 11, 12, 15, 4, 5, 3, 1, 2, 6, 0, 7)
"""PermutationLayer: byte j moves to place PERMUTATION[j]."""

LANE = 64
"""Tweakey schedule: bits of a lane of the tweakey."""

COUNTER = 7
"""Bits of the round number; the topmost is 1 while the inverse runs the tweakey forwards."""


@dataclass(frozen=True, kw_only=True)
class Parameters:
    """One member of the family.

    Attributes:
        mode: 1 or 2: used by Lilliput-I or by Lilliput-II.
        key: bits, 128, 192 or 256.
    """

    mode: int
    key: int

    @property
    def tweak(self) -> int:
        """Bits of the tweak."""
        return {1: 192, 2: 128}[self.mode]

    @property
    def rounds(self) -> int:
        """Number of rounds."""
        return {128: 32, 192: 36, 256: 42}[self.key]

    @property
    def name(self) -> str:
        """As in the catalog."""
        return f"lilliput-tbc-{'i' * self.mode}-{self.key}"


MEMBERS = [Parameters(mode=mode, key=key) for mode in (1, 2) for key in (128, 192, 256)]
"""All members."""


def outer_first(x: list[Word]) -> Word:
    """S-box: the first quadratic part of the outer function, a new bit 0 of its input; bits of a
    nibble, bit 0 first.
    """
    return x[0] ^ (x[2] & x[1])


def outer_second(x: list[Word], t: Word) -> list[Word]:
    """The second quadratic part of the outer function.

    Args:
        x: the nibble; its bit 0 is not used.
        t: what stands for it, from `outer_first`.
    """
    u, v = x[2] ^ t, x[3] ^ x[1]
    return [(u ^ x[3]) & (x[2] ^ v), u, x[3] & t, u & v]


def inner_first(x: list[Word]) -> list[Word]:
    """S-box: the first quadratic part of the inner function, new bits 1 and 2 of its input."""
    return [x[1] ^ (x[3] & x[0]), x[2] ^ (x[0] & x[1])]


def inner_second(x: list[Word], t: list[Word]) -> list[Word]:
    """The second quadratic part of the inner function.

    Args:
        x: the nibble; its bits 1 and 2 are not used.
        t: what stands for them, from `inner_first`.
    """
    return [t[0], x[3] ^ (t[0] & t[1]), t[1], x[0] ^ (x[3] & t[1])]


def add(x: list[Word], y: list[Word]) -> list[Word]:
    """The sum of two lists of words."""
    return [a ^ b for a, b in zip(x, y)]


def sbox(x: list[Word]) -> list[Word]:
    """The S-box on planes, plane 0 first: three rounds of Feistel, of the outer, inner and outer
    function.

    12 AND, 26 XOR, 1 NOT. In the last round the new bit 0 is inverted.
    """
    low, high = x[:4], x[4:]
    high = add(high, outer_second(low, outer_first(low)))
    low = add(low, inner_second(high, inner_first(high)))
    return low + add(high, outer_second(low, ~outer_first(low)))


def substitute(x: Word) -> Word:
    """`sbox` on every byte."""
    return from_planes(sbox(planes(x, 8)))


def add_functions(x: Word, values: Word) -> Word:
    """NonLinearLayer and LinearLayer: X_(15-j) takes in F_j; then X_15 takes in X_1 … X_7, and X_9
    … X_14 take in X_7.

    The lower half, X_0 … X_7, stays; so this undoes itself.

    Args:
        x: the state.
        values: F_0 … F_7, 64 bits.
    """
    low, high = x.split(64)
    x_low, x_high = low.split(8), (high ^ swap_bytes(values)).split(8)
    total = x_low[1]
    for byte in x_low[2:]:
        total = total ^ byte
    return concat(low, x_high[0], *(byte ^ x_low[7] for byte in x_high[1:7]), x_high[7] ^ total)


def permute_bytes(x: Word) -> Word:
    """PermutationLayer."""
    return _gather(x, inverse_table(PERMUTATION))


def permute_bytes_back(x: Word) -> Word:
    """The inverse of `permute_bytes`."""
    return _gather(x, PERMUTATION)


def _gather(x: Word, sources: tuple[int, ...]) -> Word:
    x_bytes = x.split(8)
    return concat(*(x_bytes[source] for source in sources))


def multiply(lane: Word) -> Word:
    """Tweakey schedule: M times a lane."""
    x = lane.split(8)
    return concat(
        x[7],
        x[0],
        x[1] ^ left(x[6], 2),
        x[2],
        x[3] ^ right(x[4], 3),
        x[4] ^ left(x[5], 3),
        x[5],
        x[6],
    )


def multiply_back(lane: Word) -> Word:
    """The inverse of `multiply`."""
    y = lane.split(8)
    # Another byte needs x4, so it is found first.
    x4 = y[5] ^ left(y[6], 3)
    return concat(y[1], y[2] ^ left(y[7], 2), y[3], y[4] ^ right(x4, 3), x4, y[6], y[7], y[0])


def multiply_r(lane: Word) -> Word:
    """Tweakey schedule: M_R times a lane."""
    x = lane.split(8)
    return concat(
        x[1],
        x[2],
        x[3] ^ right(x[4], 3),
        x[4],
        x[5] ^ left(x[6], 3),
        x[6] ^ left(x[3], 2),
        x[7],
        x[0],
    )


def multiply_r_back(lane: Word) -> Word:
    """The inverse of `multiply_r`."""
    y = lane.split(8)
    x3 = y[2] ^ right(y[3], 3)
    x6 = y[5] ^ left(x3, 2)
    return concat(y[7], y[0], y[1], x3, y[3], y[4] ^ left(x6, 3), x6, y[6])


def left(byte: Word, count: int) -> Word:
    """A shift to the left; zeros come in."""
    return concat(byte[: 8 - count], byte.constant(0, count))


def right(byte: Word, count: int) -> Word:
    """A shift to the right; zeros come in."""
    return concat(byte.constant(0, count), byte[count:])


def advance(lanes: list[Word]) -> list[Word]:
    """Tweakey schedule: lanes 0 to 3 times M, M^2, M^3, M^4, and lanes 4 to 6 times M_R, M_R^2,
    M_R^3 (version 1.1).
    """
    return _each(lanes, multiply, multiply_r)


def advance_back(lanes: list[Word]) -> list[Word]:
    """The inverse of `advance`."""
    return _each(lanes, multiply_back, multiply_r_back)


def _each(
    lanes: list[Word], first: Callable[[Word], Word], second: Callable[[Word], Word]
) -> list[Word]:
    return [
        _times(lane, first, number + 1) if number < 4 else _times(lane, second, number - 3)
        for number, lane in enumerate(lanes)
    ]


def _times(word: Word, function: Callable[[Word], Word], count: int) -> Word:
    for _ in range(count):
        word = function(word)
    return word


def round_tweakey(lanes: list[Word], number: Word) -> Word:
    """Tweakey schedule: the sum of the lanes, with the round number in its first byte."""
    total = lanes[0]
    for lane in lanes[1:]:
        total = total ^ lane
    return concat(total[56:] ^ concat(number.constant(0, 2), number[:6]), total[:56])


def lanes_of(state: State) -> list[Word]:
    """Tweak, then key."""
    return state["tweak"].split(LANE) + state["key"].split(LANE)


def with_lanes(state: State, lanes: list[Word]) -> State:
    """Registers ``tweak`` and ``key`` from lanes."""
    count = state["tweak"].width // LANE
    return {"tweak": concat(*lanes[:count]), "key": concat(*lanes[count:])}


def sbox_inputs(state: State) -> Word:
    """What goes into the eight S-boxes: X_0 … X_7 and the round tweakey."""
    return state["x"][64:] ^ round_tweakey(lanes_of(state), state["round"])


def following(state: State) -> State:
    """The registers of the tweakey for the next round."""
    number = concat(state["round"].constant(0, 1), state["round"][:6] + 1)
    return {**with_lanes(state, advance(lanes_of(state))), "round": number}


def round_with(state: State, values: Word) -> State:
    """OneRoundEGFN after its S-boxes, and the tweakey of the next round; ``values`` are what the
    S-boxes give, 64 bits.
    """
    return {"x": permute_bytes(add_functions(state["x"], values)), **following(state)}


def _step(state: State) -> State:
    return round_with(state, substitute(sbox_inputs(state)))


def round_back_with(rounds: int) -> Callable[[State, Word], State]:
    """Runs the tweakey forwards while the topmost bit of the round number is 1, and then undoes a
    round; as `round_with`.
    """

    def step(state: State, values: Word) -> State:
        x, number, lanes = state["x"], state["round"], lanes_of(state)
        advancing = number[COUNTER - 1]
        undone = permute_bytes_back(add_functions(x, values))
        chosen = [
            mux(advancing, forwards, backwards)
            for forwards, backwards in zip(advance(lanes), advance_back(lanes))
        ]
        turn = equals(number, 1 << COUNTER - 1)
        return {
            "x": mux(advancing, x, undone),
            **with_lanes(state, chosen),
            # Minus 1, modulo 128, as words only add.
            "round": mux(
                turn, number.constant(rounds - 1), number + number.constant((1 << COUNTER) - 1)
            ),
        }

    return step


def _inverse_step(rounds: int) -> Callable[[State], State]:
    back = round_back_with(rounds)
    return lambda state: back(state, substitute(sbox_inputs(state)))


def _inverse_load(rounds: int) -> Callable[[State], State]:
    """The tweakey starts a step before the first round's, so that all steps of the first half are
    alike.
    """

    def load(inputs: State) -> State:
        start = inputs["tweak"].constant((1 << COUNTER - 1) + rounds - 1, COUNTER)
        return {
            "x": inputs["ciphertext"],
            **with_lanes(inputs, advance_back(lanes_of(inputs))),
            "round": start,
        }

    return load


@cache
def lilliput_tbc(mode: int, key: int) -> Primitive:
    """A member of the family; inputs ``key``, ``tweak`` and ``plaintext``, output ``ciphertext``.

    Args:
        mode: 1 for LILLIPUT-TBC-I, 2 for LILLIPUT-TBC-II.
        key: bits, 128, 192 or 256.
    """
    member = Parameters(mode=mode, key=key)
    rounds, widths = member.rounds, {"key": key, "tweak": member.tweak}
    layout = {"x": 128, **widths, "round": COUNTER}

    def load(inputs: State) -> State:
        key, tweak = inputs["key"], inputs["tweak"]
        return {
            "x": inputs["plaintext"],
            "key": key,
            "tweak": tweak,
            "round": tweak.constant(0, COUNTER),
        }

    inverse = Primitive(
        name=f"{member.name}-inverse",
        rounds=(2 * rounds,),
        inputs={**widths, "ciphertext": 128},
        outputs={"plaintext": 128},
        layout=layout,
        load=_inverse_load(rounds),
        step=_inverse_step(rounds),
        # Each step ends with a permutation undone, so behind the last one there is one too many.
        result=lambda state: {"plaintext": permute_bytes(state["x"])},
        finished=lambda state: equals(state["round"], (1 << COUNTER) - 1),
    )
    return Primitive(
        name=member.name,
        rounds=(rounds,),
        inputs={**widths, "plaintext": 128},
        outputs={"ciphertext": 128},
        layout=layout,
        load=load,
        step=_step,
        result=lambda state: {"ciphertext": permute_bytes_back(state["x"])},
        finished=lambda state: equals(state["round"], rounds),
        inverse=inverse,
    )


@cache
def with_tweakey(primitive: Primitive) -> Primitive:
    """The same cipher with one input ``tweakey``, tweak || key, as modes over any tweakable block
    cipher want it.
    """
    inverse = primitive.inverse and with_tweakey(primitive.inverse)
    others = {
        name: width for name, width in primitive.inputs.items() if name not in ("key", "tweak")
    }
    key, tweak = primitive.inputs["key"], primitive.inputs["tweak"]

    def load(inputs: State) -> State:
        return primitive.load(
            {**inputs, "key": inputs["tweakey"][:key], "tweak": inputs["tweakey"][key:]}
        )

    return replace(primitive, inputs={"tweakey": tweak + key, **others}, load=load, inverse=inverse)


PROPERTIES = (
    Bijection(of=sbox, shape=(1,) * 8),
    Invertible(of=permute_bytes, by=permute_bytes_back, shape=128),
    Invertible(of=multiply, by=multiply_back, shape=LANE),
    Invertible(of=multiply_r, by=multiply_r_back, shape=LANE),
    Invertible(of=advance, by=advance_back, shape=(LANE,) * 7),
)

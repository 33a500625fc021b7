# SPDX-License-Identifier: Apache-2.0
"""GIFT-64 and GIFT-128, and GIFT-128 on bit planes as GIFT-COFB uses it.

Sources: S. Banik, S. K. Pandey, T. Peyrin, Y. Sasaki, S. M. Sim, Y. Todo, "GIFT: A Small Present",
CHES 2017 (full version: IACR ePrint 2017/622), section 2; S. Banik et al., "GIFT-COFB v1.1",
submission to NIST, section 2.3 for the bitsliced format.

Differences from the text: the state is kept as the four bit planes s0 to s3, where s_j holds bits
b_{4i+j}, on which the bit permutation acts plane by plane. The three ways in which GIFT appears are
then one cipher with different wiring at its ends:

- the paper: block b_{n-1} … b_0, most significant bit first;
- bitsliced (GIFT-COFB): block s0 || s1 || s2 || s3;
- the byte-reversed one of several NIST candidates, which is the paper's with all byte strings
  reversed and not offered here.

The round constant register is read before it is updated and so starts at 1 (in the text it starts
at 0 and is updated first).
"""

from collections.abc import Callable
from functools import cache

from ..primitives.cells import from_planes, inverse_table, linear, planes, power
from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection, Invertible, Order, Period
from ..words import Word, concat, ror
from ..words.bits import equals

SBOX = (1, 10, 4, 12, 6, 15, 3, 9, 2, 13, 11, 7, 5, 0, 8, 14)
"""Table 1: GS."""

INVERSE_SBOX = inverse_table(SBOX)

ROUNDS = {64: 28, 128: 40}
"""Section 2: rounds by block size."""

KEY_PLANES = {64: (1, 0), 128: (2, 1)}
"""Section 2.1, AddRoundKey: the planes to which U and V are added."""


def sub_cells(s: list[Word]) -> list[Word]:
    """Section 2.1, SubCells, as the circuit of section 3.3 and of GIFT-COFB 2.3.1: 4 nonlinear
    gates, 6 XOR, 1 NOT; depth 10.
    """
    s0, s1, s2, s3 = s
    s1 = s1 ^ (s0 & s2)
    s0 = s0 ^ (s1 & s3)
    s2 = s2 ^ (s0 | s1)
    s3 = s3 ^ s2
    s1 = s1 ^ s3
    s3 = ~s3
    s2 = s2 ^ (s0 & s1)
    return [s3, s1, s2, s0]


def inverse_sub_cells(s: list[Word]) -> list[Word]:
    """The circuit of `sub_cells` run backwards; depth 7."""
    s3, s1, s2, s0 = s
    s2 = s2 ^ (s0 & s1)
    s3 = ~s3
    s1 = s1 ^ s3
    s3 = s3 ^ s2
    s2 = s2 ^ (s0 | s1)
    s0 = s0 ^ (s1 & s3)
    s1 = s1 ^ (s0 & s2)
    return [s0, s1, s2, s3]


def bit_target(block: int, i: int) -> int:
    """Section 2.1, PermBits: bit i of the state moves to this place (the formulas under tables 2
    and 3).
    """
    return 4 * (i // 16) + block // 4 * ((3 * (i % 16 // 4) + i % 4) % 4) + i % 4


@cache
def plane_targets(block: int, plane: int) -> tuple[int, ...]:
    """Section 2.1, PermBits: the place in its plane to which each bit of a plane moves, bit 0
    first.
    """
    return tuple(bit_target(block, 4 * i + plane) // 4 for i in range(block // 4))


def perm_bits(s: list[Word]) -> list[Word]:
    """Section 2.1, PermBits: bits stay in their plane."""
    block = 4 * s[0].width
    # The text says where a bit goes, and `permute` asks where it comes from.
    return [
        word.permute(inverse_table(plane_targets(block, plane))) for plane, word in enumerate(s)
    ]


def inverse_perm_bits(s: list[Word]) -> list[Word]:
    """The inverse of `perm_bits`."""
    block = 4 * s[0].width
    return [word.permute(plane_targets(block, plane)) for plane, word in enumerate(s)]


def add_round_key(s: list[Word], key: Word, constant: Word) -> list[Word]:
    """Section 2.1, AddRoundKey: U and V of the key state to two planes; the constant, and a 1 at
    the top, to plane 3.

    Args:
        s: planes.
        key: k7 || … || k0, 128 bits.
        constant: 6 bits.
    """
    width, s = s[0].width, list(s)
    u, v = (key[64:96], key[0:32]) if width == 32 else (key[16:32], key[0:16])
    for plane, word in zip(KEY_PLANES[4 * width], (u, v)):
        s[plane] = s[plane] ^ word
    s[3] = concat(~s[3][width - 1], s[3][6 : width - 1], s[3][:6] ^ constant)
    return s


def update_key(key: Word) -> Word:
    """Section 2.1, key schedule: k7 || … || k0 to (k1 >>> 2) || (k0 >>> 12) || k7 || … || k2."""
    *upper, k1, k0 = key.split(16)
    return concat(ror(k1, 2), ror(k0, 12), *upper)


def inverse_update_key(key: Word) -> Word:
    """The inverse of `update_key`."""
    k1, k0, *upper = key.split(16)
    return concat(*upper, ror(k1, -2), ror(k0, -12))


def update_constant(c: Word) -> Word:
    """Section 2.1, round constants: c5 || … || c0 to c4 || … || c0 || c5 ^ c4 ^ 1."""
    return concat(c[:5], ~(c[5] ^ c[4]))


def inverse_update_constant(c: Word) -> Word:
    """The inverse of `update_constant`."""
    return concat(~(c[0] ^ c[5]), c[1:])


def constant_of_round(number: int) -> int:
    """The 6-bit constant of a round, counted from 1; after round 40 comes
    ``constant_of_round(41)``.
    """
    c = 0
    for _ in range(number):
        c = c << 1 & 0x3F | (c >> 5 ^ c >> 4 ^ 1) & 1
    return c


def state_of(s: list[Word], key: Word, constant: Word) -> State:
    """The registers with these planes, key state and constant."""
    return {**{f"s{j}": word for j, word in enumerate(s)}, "key": key, "constant": constant}


def planes_of(state: State) -> list[Word]:
    """The planes in the registers."""
    return [state[f"s{j}"] for j in range(4)]


def gift_step(state: State) -> State:
    """Section 2.1: one round."""
    s = add_round_key(perm_bits(sub_cells(planes_of(state))), state["key"], state["constant"])
    return state_of(s, update_key(state["key"]), update_constant(state["constant"]))


def _inverse_step(state: State) -> State:
    s = inverse_sub_cells(
        inverse_perm_bits(add_round_key(planes_of(state), state["key"], state["constant"]))
    )
    return state_of(s, inverse_update_key(state["key"]), inverse_update_constant(state["constant"]))


def _ends(bitsliced: bool):
    """From block to planes and back."""
    if bitsliced:
        return lambda block: block.split(block.width // 4), lambda s: concat(*s)
    return lambda block: planes(block, 4), from_planes


@cache
def gift(
    block: int, bitsliced: bool = False, step: Callable[[State], State] = gift_step
) -> Primitive:
    """GIFT with a block of 64 or 128 bits; inputs ``key`` (128 bits) and ``plaintext``, output
    ``ciphertext``.

    Args:
        block: bits, 64 or 128.
        bitsliced: the block is s0 || s1 || s2 || s3 (GIFT-COFB) and not the text's b_{n-1} … b_0.
        step: a round, or another circuit for it.
    """
    split, join = _ends(bitsliced)
    rounds, last = ROUNDS[block], constant_of_round(ROUNDS[block] + 1)
    name = f"gift-{block}" + "-bitsliced" * bitsliced
    layout = {**{f"s{j}": block // 4 for j in range(4)}, "key": 128, "constant": 6}

    def load(inputs: State) -> State:
        return state_of(split(inputs["plaintext"]), inputs["key"], inputs["key"].constant(1, 6))

    def inverse_load(inputs: State) -> State:
        # The inverse begins with the round key of the last round.
        key = linear(inputs["key"], power(update_key, 128, rounds - 1))
        return state_of(
            split(inputs["ciphertext"]), key, key.constant(constant_of_round(rounds), 6)
        )

    inverse = Primitive(
        name=f"{name}-inverse",
        rounds=(rounds,),
        inputs={"key": 128, "ciphertext": block},
        outputs={"plaintext": block},
        layout=layout,
        load=inverse_load,
        step=_inverse_step,
        result=lambda state: {"plaintext": join(planes_of(state))},
        # The constant in front of the first one is 0.
        finished=lambda state: equals(state["constant"], 0),
        # The last step has gone back behind the first round key, and so one step too far.
        returns=lambda state: {"key": update_key(state["key"])},
    )
    return Primitive(
        name=name,
        rounds=(rounds,),
        inputs={"key": 128, "plaintext": block},
        outputs={"ciphertext": block},
        layout=layout,
        load=load,
        step=step,
        result=lambda state: {"ciphertext": join(planes_of(state))},
        finished=lambda state: equals(state["constant"], last),
        inverse=inverse,
        # The schedule only moves bits, so that going back by all rounds is wiring.
        returns=lambda state: {"key": linear(state["key"], power(inverse_update_key, 128, rounds))},
    )


PROPERTIES = (
    Bijection(of=lambda x: x.table(SBOX, 4), shape=4, name="SBOX"),
    Invertible(of=sub_cells, by=inverse_sub_cells, shape=(1,) * 4),
    Invertible(of=perm_bits, by=inverse_perm_bits, shape=(16,) * 4, name="perm_bits, GIFT-64"),
    Invertible(of=perm_bits, by=inverse_perm_bits, shape=(32,) * 4, name="perm_bits, GIFT-128"),
    Invertible(of=update_key, by=inverse_update_key, shape=128),
    Order(of=update_key, shape=128, times=32),
    Invertible(of=update_constant, by=inverse_update_constant, shape=6),
    Period(of=update_constant, shape=6, start=1, times=63),
)

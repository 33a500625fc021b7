# SPDX-License-Identifier: Apache-2.0
"""SKINNY: tweakable block ciphers of 64 or 128 bits with a tweakey of one, two or three blocks.

Sources: C. Beierle et al., "The SKINNY Family of Block Ciphers and its Low-Latency Variant MANTIS",
CRYPTO 2016 (full version: IACR ePrint 2016/660), section 2; C. Guo, T. Iwata, M. Khairallah, K.
Minematsu, T. Peyrin, "Romulus v1.3", submission to NIST, for SKINNY-128-384+, which is
SKINNY-128-384 with 40 instead of 56 rounds.

Differences from the text: the round constant register is read before it is updated and so starts at
1 (in the text it starts at 0 and is updated first). Cells are numbered row by row; cell 0 is the
first, most significant, one of the block.
"""

from dataclasses import dataclass
from functools import cache

from ..primitives.cells import from_planes, planes
from ..primitives.primitive import Primitive, State
from ..primitives.properties import BranchNumber, Invertible, Period
from ..words import Word, concat, rol, ror
from ..words.bits import equals
from .skinny_tweakey import inverse_update_tweakey, tweakey_of_round, update_tweakey

SBOX_4 = (12, 6, 9, 0, 1, 10, 2, 11, 3, 8, 5, 13, 4, 14, 7, 15)
"""Section 2.3, table 3: S4."""

SBOX_8 = tuple(
    bytes.fromhex(
        "654c6a424b63436b55755a7a53735b7b358c3a818933803b9525982a9023992b"
        "e5cce8c1c9e0c0e9d5f5d8f8d0f0d9f9a51ca8121ba013a905b50ab803b00bb9"
        "32883c858d34843d91229c2c94249d2d624a6c454d64446d52725c7c54745d7d"
        "a11aac151da414ad02b10cbc04b40dbde1c8ecc5cde4c4edd1f1dcfcd4f4ddfd"
        "368e38828b30833996269a2893209b29664e6841496040695676587850705979"
        "a61eaa1119a310ab06b608ba00b309bbe6ceeac2cbe3c3ebd6f6dafad3f3dbfb"
        "318a3e868f37873f92219e2e97279f2f61486e464f67476f51715e7e57775f7f"
        "a218ae161fa717af01b20ebe07b70fbfe2caeec6cfe7c7efd2f2defed7f7dfff"
    )
)
"""Section 2.3, appendix A: S8."""


@dataclass(frozen=True, kw_only=True)
class Parameters:
    """One member of the family (section 2.2, table 2).

    Attributes:
        block: bits of a block and of each tweakey word, 64 or 128.
        tweakeys: tweakey words, 1 to 3.
        rounds: number of rounds.
        suffix: what the name has beyond ``skinny-BLOCK-TWEAKEY``.
    """

    block: int
    tweakeys: int
    rounds: int
    suffix: str = ""

    @property
    def cell(self) -> int:
        """Bits of a cell: s of the text."""
        return self.block // 16

    @property
    def name(self) -> str:
        """As in the catalog."""
        return f"skinny-{self.block}-{self.block * self.tweakeys}{self.suffix}"


MEMBERS = [
    *(Parameters(block=64, tweakeys=z, rounds=28 + 4 * z) for z in (1, 2, 3)),
    *(Parameters(block=128, tweakeys=z, rounds=32 + 8 * z) for z in (1, 2, 3)),
    Parameters(block=128, tweakeys=3, rounds=40, suffix="plus"),
]
"""Section 2.2, table 2, and Romulus v1.3."""


def sub_cell(x: list[Word]) -> list[Word]:
    """Section 2.3, figures 2 and 3: S4 (4 NOR, 4 XOR, depth 4) or S8 (8 NOR, 8 XOR, depth 8) on
    planes, plane 0 first.
    """
    return _sub_cell_4(x) if len(x) == 4 else _sub_cell_8(x)


def _sub_cell_4(x: list[Word]) -> list[Word]:
    """x0 ^= NOR(x3, x2), then a rotation of the cell to the left; four times, without the last
    rotation.
    """
    x0, x1, x2, x3 = x
    for _ in range(4):
        x0, x1, x2, x3 = x3, x0 ^ ~(x3 | x2), x1, x2
    # The fourth rotation is taken back.
    return [x1, x2, x3, x0]


def _sub_cell_8(x: list[Word]) -> list[Word]:
    """x4 ^= NOR(x7, x6), x0 ^= NOR(x3, x2), then a permutation of the cell; four times, the last
    permutation only swaps 1 and 2.
    """
    for _ in range(4):
        x0, x1, x2, x3, x4, x5, x6, x7 = x
        x4, x0 = x4 ^ ~(x7 | x6), x0 ^ ~(x3 | x2)
        x = [x5, x3, x0, x4, x6, x7, x1, x2]
    # These are the bits in front of the loop's fourth permutation.
    return [x0, x2, x1, x3, x4, x5, x6, x7]


def inverse_sub_cell(x: list[Word]) -> list[Word]:
    """The circuits of `sub_cell` run backwards; the same gates, depth 8 for both."""
    return _inverse_sub_cell_4(x) if len(x) == 4 else _inverse_sub_cell_8(x)


def _inverse_sub_cell_4(x: list[Word]) -> list[Word]:
    x1, x2, x3, x0 = x
    for _ in range(4):
        x0, x1, x2, x3 = x1, x2, x3, x0
        x0 = x0 ^ ~(x3 | x2)
    return [x0, x1, x2, x3]


def _inverse_sub_cell_8(x: list[Word]) -> list[Word]:
    x0, x2, x1, x3, x4, x5, x6, x7 = x
    for number in range(4):
        x4, x0 = x4 ^ ~(x7 | x6), x0 ^ ~(x3 | x2)
        if number < 3:
            x5, x3, x0, x4, x6, x7, x1, x2 = x0, x1, x2, x3, x4, x5, x6, x7
    return [x0, x1, x2, x3, x4, x5, x6, x7]


def sub_cells(state: Word) -> Word:
    """Section 2.3, SubCells."""
    return from_planes(sub_cell(planes(state, state.width // 16)))


def inverse_sub_cells(state: Word) -> Word:
    """The inverse of `sub_cells`."""
    return from_planes(inverse_sub_cell(planes(state, state.width // 16)))


def add_constants(state: Word, rc: Word) -> Word:
    """Section 2.3, AddConstants: c0 = rc3 … rc0, c1 = rc5 rc4 and c2 = 2 to the first cells of the
    upper three rows.
    """
    rows = state.split(state.width // 4)
    for row, (c, width) in enumerate(((rc[:4], 4), (rc[4:], 2), (rc.constant(1, 1), 1))):
        # c2 is 2: a 1 at bit 1 of its cell.
        low = 3 * state.width // 16 + (row == 2)
        rows[row] = _xor_at(rows[row], low, c, width)
    return concat(*rows)


def _xor_at(word: Word, low: int, value: Word, width: int) -> Word:
    high = low + width
    upper = (word[high:],) if high < word.width else ()
    return concat(*upper, word[low:high] ^ value, word[:low])


def add_round_tweakey(state: Word, tweakeys: list[Word]) -> Word:
    """Section 2.3, AddRoundTweakey: the upper two rows of every tweakey word."""
    half = state.width // 2
    total = tweakeys[0][half:]
    for tweakey in tweakeys[1:]:
        total = total ^ tweakey[half:]
    # The sum does not depend on the state, so that a core with both directions has it once.
    return concat(state[half:] ^ total, state[:half])


def shift_rows(state: Word) -> Word:
    """Section 2.3, ShiftRows: row r is rotated to the right by r cells."""
    cell = state.width // 16
    return concat(*(ror(row, r * cell) for r, row in enumerate(state.split(4 * cell))))


def inverse_shift_rows(state: Word) -> Word:
    """The inverse of `shift_rows`."""
    cell = state.width // 16
    return concat(*(rol(row, r * cell) for r, row in enumerate(state.split(4 * cell))))


def mix_columns(state: Word) -> Word:
    """Section 2.3, MixColumns: rows (0 ^ 2 ^ 3, 0, 1 ^ 2, 0 ^ 2); 3 XOR for a bit of each row,
    depth 2.
    """
    x0, x1, x2, x3 = state.split(state.width // 4)
    sum02 = x0 ^ x2
    return concat(sum02 ^ x3, x0, x1 ^ x2, sum02)


def inverse_mix_columns(state: Word) -> Word:
    """The inverse of `mix_columns`: rows (1, 1 ^ 2 ^ 3, 1 ^ 3, 0 ^ 3); 3 XOR, depth 2."""
    x0, x1, x2, x3 = state.split(state.width // 4)
    sum13 = x1 ^ x3
    return concat(x1, sum13 ^ x2, sum13, x0 ^ x3)


def update_constant(rc: Word) -> Word:
    """Section 2.3, AddConstants: rc5 || … || rc0 to rc4 || … || rc0 || rc5 ^ rc4 ^ 1."""
    return concat(rc[:5], ~(rc[5] ^ rc[4]))


def inverse_update_constant(rc: Word) -> Word:
    """The inverse of `update_constant`."""
    return concat(~(rc[0] ^ rc[5]), rc[1:])


def constant_of_round(number: int) -> int:
    """The 6-bit constant of a round, counted from 1."""
    rc = 0
    for _ in range(number):
        rc = rc << 1 & 0x3F | (rc >> 5 ^ rc >> 4 ^ 1) & 1
    return rc


def _tweakeys(state: State) -> list[Word]:
    return [word for name, word in state.items() if name.startswith("tk")]


def _state(x: Word, tweakeys: list[Word], rc: Word) -> State:
    return {"x": x, **{f"tk{index}": word for index, word in enumerate(tweakeys, 1)}, "rc": rc}


def _step(state: State) -> State:
    """Section 2.3: one round."""
    tweakeys = _tweakeys(state)
    x = add_constants(sub_cells(state["x"]), state["rc"])
    x = mix_columns(shift_rows(add_round_tweakey(x, tweakeys)))
    return _state(
        x,
        [update_tweakey(word, index) for index, word in enumerate(tweakeys)],
        update_constant(state["rc"]),
    )


def _inverse_step(state: State) -> State:
    tweakeys = _tweakeys(state)
    x = add_round_tweakey(inverse_shift_rows(inverse_mix_columns(state["x"])), tweakeys)
    x = inverse_sub_cells(add_constants(x, state["rc"]))
    tweakeys = [inverse_update_tweakey(word, index) for index, word in enumerate(tweakeys)]
    return _state(x, tweakeys, inverse_update_constant(state["rc"]))


@cache
def skinny(block: int, tweakeys: int, suffix: str = "") -> Primitive:
    """A member of the family; inputs ``tweakey`` (TK1 || TK2 || TK3) and ``plaintext``, output
    ``ciphertext``.

    Args:
        block: bits, 64 or 128.
        tweakeys: tweakey words of that width, 1 to 3.
        suffix: ``"plus"`` for SKINNY-128-384+.
    """
    return of_member(
        next(m for m in MEMBERS if (m.block, m.tweakeys, m.suffix) == (block, tweakeys, suffix))
    )


def of_member(member: Parameters) -> Primitive:
    """As `skinny`, of any parameters: for tests, with few rounds."""
    block, tweakeys, rounds = member.block, member.tweakeys, member.rounds
    width = block * tweakeys
    layout = {"x": block, **{f"tk{index + 1}": block for index in range(tweakeys)}, "rc": 6}

    def load(inputs: State) -> State:
        return _state(
            inputs["plaintext"], inputs["tweakey"].split(block), inputs["tweakey"].constant(1, 6)
        )

    def inverse_load(inputs: State) -> State:
        words = [
            tweakey_of_round(word, index, rounds)
            for index, word in enumerate(inputs["tweakey"].split(block))
        ]
        return _state(
            inputs["ciphertext"], words, inputs["tweakey"].constant(constant_of_round(rounds), 6)
        )

    inverse = Primitive(
        name=f"{member.name}-inverse",
        rounds=(rounds,),
        inputs={"tweakey": width, "ciphertext": block},
        outputs={"plaintext": block},
        layout=layout,
        load=inverse_load,
        step=_inverse_step,
        result=lambda state: {"plaintext": state["x"]},
        # The constant in front of the first one is 0.
        finished=lambda state: equals(state["rc"], 0),
    )
    return Primitive(
        name=member.name,
        rounds=(rounds,),
        inputs={"tweakey": width, "plaintext": block},
        outputs={"ciphertext": block},
        layout=layout,
        load=load,
        step=_step,
        result=lambda state: {"ciphertext": state["x"]},
        finished=lambda state: equals(state["rc"], constant_of_round(rounds + 1)),
        inverse=inverse,
    )


PROPERTIES = (
    Invertible(of=sub_cell, by=inverse_sub_cell, shape=(1,) * 4, name="sub_cell, 4 bits"),
    Invertible(of=sub_cell, by=inverse_sub_cell, shape=(1,) * 8, name="sub_cell, 8 bits"),
    Invertible(of=sub_cells, by=inverse_sub_cells, shape=64),
    Invertible(of=shift_rows, by=inverse_shift_rows, shape=64),
    Invertible(of=mix_columns, by=inverse_mix_columns, shape=64),
    BranchNumber(of=mix_columns, shape=16, number=2, cell=4, name="mix_columns, a column"),
    Invertible(of=update_constant, by=inverse_update_constant, shape=6),
    Period(of=update_constant, shape=6, start=1, times=63),
)

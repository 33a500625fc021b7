# SPDX-License-Identifier: Apache-2.0
"""ForkSkinny: forkciphers of 64 or 128 bits, with the rounds of SKINNY.

Source: E. Andreeva, V. Lallemand, A. Purnal, R. Reyhanitabar, A. Roy, D. Vizár, "ForkAE v.1",
submission to NIST, round 2, section 4.1.

Differences from the text: the round constant register is read before it is updated and so starts at
1. Figure 2 counts the rounds of either branch from r_init on; here, as in the reference code, only
those of the right one, and the left one takes constants, as it does the tweakey in figure 2, that
come after (table 5 has as many; see `forkcipher`). The tweakey is key || tweak, as in figure 2 and
in the reference code, though a paragraph puts the tweak first. A tweakey word that is half empty,
TK2 of
ForkSkinny-128-192 and TK3 of ForkSkinny-128-288, is kept in half a register and a bit, ``odd``: its
cells are in the upper rows in every second round and in the lower rows in the others.
"""

from dataclasses import dataclass, replace
from functools import cache, partial

from ..primitives.cells import linear, power, product
from ..primitives.forkcipher import Forkcipher, encryption
from ..primitives.primitive import Primitive, State
from ..primitives.properties import Invertible, Period
from ..words import Word, concat, mux
from ..words.bits import equals
from .skinny import (
    inverse_mix_columns,
    inverse_shift_rows,
    inverse_sub_cells,
    mix_columns,
    shift_rows,
    sub_cells,
)
from .skinny_tweakey import (
    inverse_update_tweakey,
    move_cells,
    step_lfsr,
    step_lfsr_back,
    update_tweakey,
)

KEY = 128
"""Bits of the key; the rest of the tweakey is the tweak."""

BRANCH_CONSTANT = {4: 0x1249_36DA_5B7F_EC81, 8: 0x0102_0408_1020_4182_050A_1428_51A2_4488}
"""Section 4.1, branch constant, by cell size: 16 states of an LFSR, cell 0 first."""

HALF_PERMUTATION, HALF_STEPPED = (5, 6, 0, 2, 3, 1, 7, 4), (2, 4, 5, 6)
"""Of `update_half`: new cell i is old cell ``HALF_PERMUTATION[i]``; the new cells whose LFSRs are
stepped.
"""


@dataclass(frozen=True, kw_only=True)
class Parameters:
    """One member of the family (section 4.1, table 4).

    Attributes:
        block, tweakey: bits.
        before, branch: rounds up to the fork and of each branch.
    """

    block: int
    tweakey: int
    before: int
    branch: int

    @property
    def name(self) -> str:
        """As in the catalog."""
        return f"forkskinny-{self.block}-{self.tweakey}"

    @property
    def words(self) -> dict[str, int]:
        """Bits that are stored of each tweakey word: a block, or half of one."""
        sizes = [min(self.block, self.tweakey - low) for low in range(0, self.tweakey, self.block)]
        return {
            f"tk{index}": size if size == self.block else self.block // 2
            for index, size in enumerate(sizes, 1)
        }


MEMBERS = [
    Parameters(block=64, tweakey=192, before=17, branch=23),
    Parameters(block=128, tweakey=192, before=21, branch=27),
    Parameters(block=128, tweakey=256, before=21, branch=27),
    Parameters(block=128, tweakey=288, before=25, branch=31),
]
"""Section 4.1, table 4."""


def add_constants(state: Word, rc: Word) -> Word:
    """Section 4.1, round constants: rc3 … rc0, rc6 … rc4 and 2 to the first cells of the upper
    three rows, and, for the tweak, 2 to the third cell of the first row.
    """
    rows = state.split(state.width // 4)
    cell = state.width // 16
    for row, constant in enumerate((rc[:4], rc[4:], rc.constant(2, 2))):
        high = (
            constant
            if constant.width == cell
            else concat(rc.constant(0, cell - constant.width), constant)
        )
        marks = 2 << cell if row == 0 else 0
        rows[row] = rows[row] ^ concat(high, rc.constant(marks, 3 * cell))
    return concat(*rows)


def update_constant(rc: Word) -> Word:
    """Section 4.1, round constants: rc6 || … || rc0 to rc5 || … || rc0 || rc6 ^ rc5 ^ 1."""
    return concat(rc[:6], ~(rc[6] ^ rc[5]))


def inverse_update_constant(rc: Word) -> Word:
    """The inverse of `update_constant`."""
    return concat(~(rc[0] ^ rc[6]), rc[1:])


@cache
def constant_at(position: int) -> int:
    """The 7-bit constant of the round that comes after so many others."""
    rc = 1
    for _ in range(position):
        rc = rc << 1 & 0x7F | (rc >> 6 ^ rc >> 5 ^ 1) & 1
    return rc


def skip_constant(rc: Word, count: int) -> Word:
    """`update_constant` so many times, backwards if negative; the register's period is 127."""

    def linear_part(word: Word) -> Word:
        return concat(word[:6], word[6] ^ word[5])

    zero = 0
    for _ in range(count % 127):
        zero = zero << 1 & 0x7F | (zero >> 6 ^ zero >> 5 ^ 1) & 1
    return linear(rc, power(linear_part, 7, count % 127)) ^ zero


def add_branch_constant(state: Word) -> Word:
    """Section 4.1, branch constant."""
    return state ^ BRANCH_CONSTANT[state.width // 16]


def update_half(half: Word, index: int, odd: Word) -> Word:
    """One round of the tweakey schedule on a tweakey word of which half the cells are zero.

    Two rounds move the cells by P_T and step their LFSRs once. P_T on eight cells is a single cycle
    and has no square root; but it has one if two cells change places after every second round, and
    the LFSRs are stepped half in the one and half in the other.

    Args:
        half: the cells in use. Every second round, from the first one on, they are the upper rows;
            in the others the lower rows, in an order of their own.
        index: 1 for TK2, 2 for TK3.
        odd: one bit, 1 if they are the lower rows.
    """
    old, cell = half.split(half.width // 8), half.width // 8
    new = [old[source] for source in HALF_PERMUTATION]
    new = [
        step_lfsr(word, cell, index) if place in HALF_STEPPED else word
        for place, word in enumerate(new)
    ]
    return _exchange(concat(*new), odd)


def inverse_update_half(half: Word, index: int, odd: Word) -> Word:
    """The inverse of `update_half`; ``odd`` is that of ``half`` here too."""
    cell = half.width // 8
    new = _exchange(half, ~odd).split(cell)
    new = [
        step_lfsr_back(word, cell, index) if place in HALF_STEPPED else word
        for place, word in enumerate(new)
    ]
    return concat(*(new[HALF_PERMUTATION.index(place)] for place in range(8)))


def _exchange(half: Word, condition: Word) -> Word:
    """Cells 2 and 3 change places under a condition."""
    cells = half.split(half.width // 8)
    cells[2:4] = mux(condition, cells[3], cells[2]), mux(condition, cells[2], cells[3])
    return concat(*cells)


def _skip_word(word: Word, index: int, count: int) -> Word:
    """A whole tweakey word after so many rounds; 16 rounds move each cell to its place, and each
    steps eight times.
    """
    back = inverse_update_tweakey if count < 0 else update_tweakey
    return move_cells(
        word, power(_partial(back, index), word.width, abs(count)), word.width // 16, index
    )


def _skip_half(half: Word, index: int, odd: Word, count: int) -> Word:
    """The stored half of a tweakey word after so many rounds."""
    return mux(
        odd,
        *(
            move_cells(half, _half_rows(half.width, index, parity, count), half.width // 8, index)
            for parity in (1, 0)
        ),
    )


@cache
def _half_rows(width: int, index: int, parity: int, count: int) -> tuple[int, ...]:
    """So many rounds of `update_half` from an odd or even one on, as a matrix for `linear`.

    Every second round begins alike, so two rounds are the step that is repeated.
    """
    way = -1 if count < 0 else 1
    rows = power(_half_steps(index, parity, 2 * way), width, abs(count) // 2)
    if count % 2:
        rows = tuple(product(power(_half_steps(index, parity, way), width, 1), rows))
    return rows


@cache
def _half_steps(index: int, parity: int, count: int):
    """The function that takes so many rounds of `update_half` from an odd or even one on."""

    def steps(half: Word) -> Word:
        odd = half.constant(parity, 1)
        for _ in range(abs(count)):
            half, odd = (inverse_update_half if count < 0 else update_half)(half, index, odd), ~odd
        return half

    return steps


@cache
def _partial(function, index: int):
    return partial(function, index=index)


def _words(schedule: State) -> dict[str, Word]:
    return {name: word for name, word in schedule.items() if name.startswith("tk")}


def _load(member: Parameters, tweakey: Word) -> State:
    """TK1 || TK2 || TK3, filled up with zeros."""
    schedule, low = {}, member.tweakey
    for name, size in member.words.items():
        part = tweakey[max(0, low - size) : low]
        schedule[name] = (
            part if part.width == size else concat(part, part.constant(0, size - part.width))
        )
        low -= size
    return {**schedule, **_counters(member, tweakey, 0)}


def _counters(member: Parameters, word: Word, position: int) -> State:
    """Constant and, if a word is half empty, its parity."""
    odd = {"odd": word.constant(position % 2, 1)} if "odd" in _layout(member) else {}
    return {**odd, "rc": word.constant(constant_at(position), 7)}


def _layout(member: Parameters) -> dict[str, int]:
    odd = {"odd": 1} if min(member.words.values()) < member.block else {}
    return {**member.words, **odd, "rc": 7}


def _map(member: Parameters, schedule: State, whole, half) -> State:
    """Apply ``whole`` to every whole tweakey word and ``half`` to a half one; both also get the
    word's index.
    """
    return {
        name: (whole if word.width == member.block else half)(word, index)
        for index, (name, word) in enumerate(_words(schedule).items())
    }


def _advance(member: Parameters, schedule: State) -> State:
    odd = schedule.get("odd")
    words = _map(
        member, schedule, update_tweakey, lambda half, index: update_half(half, index, odd)
    )
    return {**words, **({"odd": ~odd} if odd else {}), "rc": update_constant(schedule["rc"])}


def _retreat(member: Parameters, schedule: State) -> State:
    odd = schedule.get("odd")
    words = _map(
        member,
        schedule,
        inverse_update_tweakey,
        lambda half, index: inverse_update_half(half, index, odd),
    )
    return {
        **words,
        **({"odd": ~odd} if odd else {}),
        "rc": inverse_update_constant(schedule["rc"]),
    }


def _skip(member: Parameters, schedule: State, count: int) -> State:
    odd = schedule.get("odd")
    words = _map(
        member,
        schedule,
        lambda word, index: _skip_word(word, index, count),
        lambda half, index: _skip_half(half, index, odd, count),
    )
    parity = {"odd": ~odd if count % 2 else odd} if odd else {}
    return {**words, **parity, "rc": skip_constant(schedule["rc"], count)}


def _upper_rows(member: Parameters, schedule: State) -> Word:
    """The round tweakey: the sum of the upper rows of all tweakey words."""
    total, half = None, member.block // 2
    for word in _words(schedule).values():
        # Cells in the lower rows are in no round tweakey.
        rows = word[half:] if word.width == member.block else _gate(word, ~schedule["odd"])
        total = rows if total is None else total ^ rows
    return total


def _gate(word: Word, condition: Word) -> Word:
    return word & concat(*[condition] * word.width)


def _round(member: Parameters, x: Word, schedule: State) -> Word:
    """Section 4.1, equation 3: one round, which is that of SKINNY but for the constants."""
    x = add_constants(sub_cells(x), schedule["rc"])
    return mix_columns(shift_rows(_add_tweakey(member, x, schedule)))


def _inverse_round(member: Parameters, x: Word, schedule: State) -> Word:
    x = _add_tweakey(member, inverse_shift_rows(inverse_mix_columns(x)), schedule)
    return inverse_sub_cells(add_constants(x, schedule["rc"]))


def _add_tweakey(member: Parameters, x: Word, schedule: State) -> Word:
    half = member.block // 2
    return concat(x[half:] ^ _upper_rows(member, schedule), x[:half])


@cache
def forkskinny(block: int, tweakey: int) -> Forkcipher:
    """A member of the family.

    Args:
        block, tweakey: bits: 64 and 192, or 128 and 192, 256 or 288.
    """
    member = next(m for m in MEMBERS if (m.block, m.tweakey) == (block, tweakey))
    return Forkcipher(
        name=member.name,
        block=block,
        tweakey=tweakey,
        before=member.before,
        right=member.branch,
        left=member.branch,
        layout=_layout(member),
        load=partial(_load, member),
        advance=partial(_advance, member),
        retreat=partial(_retreat, member),
        skip=partial(_skip, member),
        round=partial(_round, member),
        inverse_round=partial(_inverse_round, member),
        branch=add_branch_constant,
        at=lambda schedule, position: equals(schedule["rc"], constant_at(position)),
        words=tuple(member.words),
    )


def with_key_and_tweak(cipher: Forkcipher) -> Primitive:
    """Encryption as the known-answer files have it: inputs ``key``, ``tweak`` and ``plaintext``,
    outputs ``left`` and ``right``.
    """
    primitive = encryption(cipher)

    def load(inputs: State) -> State:
        return primitive.load(
            {"tweakey": concat(inputs["key"], inputs["tweak"]), "block": inputs["plaintext"]}
        )

    return replace(
        primitive,
        inputs={"key": KEY, "tweak": cipher.tweakey - KEY, "plaintext": cipher.block},
        load=load,
    )


PROPERTIES = (
    Invertible(of=update_constant, by=inverse_update_constant, shape=7),
    Period(of=update_constant, shape=7, start=1, times=127),
    *(
        Invertible(
            of=lambda half, index=index, odd=odd: update_half(half, index, half.constant(odd, 1)),
            by=lambda half, index=index, odd=odd: inverse_update_half(
                half, index, half.constant(1 - odd, 1)
            ),
            shape=64,
            name=f"update_half, TK{index + 1}, {'odd' if odd else 'even'}",
        )
        for index in (1, 2)
        for odd in (0, 1)
    ),
)

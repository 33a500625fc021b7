# SPDX-License-Identifier: Apache-2.0
"""SKINNY cell by cell, for the serial architecture.

Source: see `skinny`, whose layers these are; where they work on a whole state, a state of a single
cell or column is given to them.
"""

from collections.abc import Callable
from functools import partial

from ..primitives.by_cell import CellPath, Inverse, Swap
from ..primitives.cells import from_planes, planes
from ..primitives.properties import Bijection, Invertible
from ..words import Word, concat, mux
from . import skinny, skinny_tweakey

ROTATIONS = (0, 1, 2, 3)
"""SKINNY, section 2.3, ShiftRows."""

TWEAKEY_SWAPS = (
    Swap(places=(3, 5), slots=(4, 5, 6, 7, 20, 22), back=(4, 5, 6, 7, 8, 9, 17)),
    Swap(places=(4, 7), slots=(3, 4, 6, 7, 20), back=(3, 7)),
)
"""SKINNY, section 2.3, AddRoundTweakey: P_T but for the exchange of upper and lower rows, and its
inverse.

Of all two pairs of places that give both, those with the smallest decoder of slots.

The idea of a linear layer that is a few exchanges in a turning register: S. Banik, F. Balli, F.
Regazzoni, S. Vaudenay, "Swap and
Rotate: Lightweight Linear Layers for SPN-based Blockciphers", IACR Transactions on Symmetric
Cryptology 2020(1).
"""

ROW_SWAPS = (
    Swap(places=(14, 15), slots=(5, 6, 7, 13, 14, 15), back=()),
    Swap(places=(9, 11), slots=(10, 11, 14, 15), back=(2, 3, 22, 23)),
    Swap(places=(2, 3), slots=(), back=(1, 2, 3, 9, 10, 11)),
)
"""`ROTATIONS`: three exchanges of neighbours rotate a row to the left by one, two of the next but
one by two.

In a round row 1 needs both, row 2 the second and row 3 the first; in an inverse round rows 1 and 3
the other way round.
"""


def substitute(cell: Word) -> Word:
    """SKINNY, section 2.3, SubCells, on one cell."""
    return from_planes(skinny.sub_cell(planes(cell, cell.width)))


def inverse_substitute(cell: Word) -> Word:
    """The inverse of `substitute`."""
    return from_planes(skinny.inverse_sub_cell(planes(cell, cell.width)))


def mix_column(column: list[Word]) -> list[Word]:
    """SKINNY, section 2.3, MixColumns, on the four cells of one column."""
    return skinny.mix_columns(concat(*column)).split(column[0].width)


def mix_column_both(column: list[Word], back: Word) -> list[Word]:
    """`mix_column` or, where the bit ``back`` is 1, its inverse: rows (1, 1 ^ 2 ^ 3, 1 ^ 3, 0 ^ 3).
    4 XOR and 3 multiplexers.
    """
    x0, x1, x2, x3 = column
    # Forwards x2, backwards x3 is in two of the sums, so both directions share them.
    lower = mux(back, x3, x2)
    y2, y3 = x1 ^ lower, x0 ^ lower
    return [mux(back, x1, y3 ^ x3), mux(back, y2 ^ x2, x0), y2, y3]


def step_tweakey(cell: Word, index: int) -> Word:
    """SKINNY, section 2.3, table 4, on one cell."""
    return skinny_tweakey.step_lfsr(cell, cell.width, index)


def inverse_step_tweakey(cell: Word, index: int) -> Word:
    """The inverse of `step_tweakey`."""
    return skinny_tweakey.step_lfsr_back(cell, cell.width, index)


def widened(value: Word, width: int) -> Word:
    """A value as the lowest bits of a cell."""
    return value if value.width == width else concat(value.constant(0, width - value.width), value)


def constants(rc: Word, cell: int) -> dict[int, Word]:
    """SKINNY, section 2.3, AddConstants: c0 = rc3 … rc0, c1 = rc5 rc4 and c2 = 2 to the first cells
    of the upper three rows.
    """
    return {0: widened(rc[:4], cell), 4: widened(rc[4:], cell), 8: rc.constant(2, cell)}


def path_of(cell: int, tweakeys: int, inverse_count: Callable[[Word], Word], **more) -> CellPath:
    """What SKINNY and ForkSkinny have in common; ``inverse_count`` undoes a step of the
    round-constant register.
    """
    inverse = Inverse(
        substitute=inverse_substitute,
        mix=mix_column_both,
        step_tweakey=inverse_step_tweakey,
        count=inverse_count,
    )
    return CellPath(
        cell=cell,
        tweakeys=tweakeys,
        substitute=substitute,
        rotations=ROTATIONS,
        mix=mix_column,
        row_swaps=ROW_SWAPS,
        tweakey_swaps=TWEAKEY_SWAPS,
        step_tweakey=step_tweakey,
        inverse=inverse,
        **more,
    )


def skinny_path(member: skinny.Parameters) -> CellPath:
    """A member of the SKINNY family."""
    return path_of(
        member.cell,
        member.tweakeys,
        skinny.inverse_update_constant,
        name=member.name,
        rounds=member.rounds,
        plaintext="plaintext",
        ciphertext="ciphertext",
        constants=partial(constants, cell=member.cell),
        register=6,
        # Rounds are counted from 1 there; here so many have been done.
        constant_at=lambda number: skinny.constant_of_round(number + 1),
        count=skinny.update_constant,
    )


PROPERTIES = (
    Invertible(of=substitute, by=inverse_substitute, shape=4, name="substitute, 4 bits"),
    Invertible(of=substitute, by=inverse_substitute, shape=8, name="substitute, 8 bits"),
    Bijection(of=mix_column, shape=(4,) * 4),
    *(
        Invertible(
            of=lambda cell, index=index: step_tweakey(cell, index),
            by=lambda cell, index=index: inverse_step_tweakey(cell, index),
            shape=8,
            name=f"step_tweakey, TK{index + 1}",
        )
        for index in range(3)
    ),
)

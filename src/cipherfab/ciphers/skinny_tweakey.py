# SPDX-License-Identifier: Apache-2.0
"""The tweakey schedule of SKINNY, and a tweakey word of any round in one step.

Sources and differences from the text: see `skinny`.
"""

from collections.abc import Sequence
from functools import cache, partial

from ..primitives.cells import from_planes, linear, planes, power
from ..primitives.properties import Invertible, Order
from ..words import Word, concat

TWEAKEY_PERMUTATION = (9, 15, 8, 13, 10, 14, 12, 11, 0, 1, 2, 3, 4, 5, 6, 7)
"""Section 2.3, AddRoundTweakey: P_T; cell i of the new tweakey is cell P_T[i] of the old one."""


LFSR_TAPS = {4: ((3, 2), (0, 3)), 8: ((7, 5), (0, 6))}
"""Section 2.3, table 4: by cell size, the two bits whose sum is shifted into a cell of TK2 (from
below) and of TK3 (from above).
"""


def update_tweakey(tweakey: Word, index: int) -> Word:
    """Section 2.3, AddRoundTweakey: the permutation P_T and then, for TK2 and TK3, an LFSR on the
    cells of the upper two rows.

    P_T moves the upper two rows down as they are.

    Args:
        tweakey: a tweakey word.
        index: 0 for TK1, 1 for TK2, 2 for TK3.
    """
    half, cell = tweakey.width // 2, tweakey.width // 16
    lower = tweakey[:half].split(cell)
    # The new upper rows come from the old lower ones, cells 8 to 15.
    moved = concat(*(lower[source - 8] for source in TWEAKEY_PERMUTATION[:8]))
    return concat(step_lfsr(moved, cell, index), tweakey[half:])


def inverse_update_tweakey(tweakey: Word, index: int) -> Word:
    """The inverse of `update_tweakey`."""
    half, cell = tweakey.width // 2, tweakey.width // 16
    moved = step_lfsr_back(tweakey[half:], cell, index).split(cell)
    return concat(
        tweakey[:half], *(moved[TWEAKEY_PERMUTATION.index(place)] for place in range(8, 16))
    )


def step_lfsr(cells: Word, cell: int, index: int) -> Word:
    """Section 2.3, table 4: one step of the LFSR of tweakey word ``index`` on every cell; none for
    TK1.
    """
    if index == 0:
        return cells
    x, (a, b) = planes(cells, cell), LFSR_TAPS[cell][index - 1]
    return from_planes([x[a] ^ x[b], *x[:-1]] if index == 1 else [*x[1:], x[a] ^ x[b]])


def step_lfsr_back(cells: Word, cell: int, index: int) -> Word:
    """The inverse of `step_lfsr`: the LFSR of TK3 undoes that of TK2 and the other way round."""
    return step_lfsr(cells, cell, (0, 2, 1)[index])


def tweakey_of_round(tweakey: Word, index: int, number: int) -> Word:
    """Tweakey word ``index`` as round ``number`` (from 1) uses it, in one shallow network."""
    rows = power(_update(index), tweakey.width, number - 1)
    return move_cells(tweakey, rows, tweakey.width // 16, index)


def move_cells(word: Word, rows: Sequence[int], cell: int, index: int) -> Word:
    """A matrix that moves cells and steps the LFSR of tweakey word ``index`` in each, with few
    XORs.

    A step is one XOR, and the LFSRs have period 15 (4 bits) or 30 (8 bits), so 15 steps to one side
    or the other are always enough.

    Args:
        word: of a multiple of ``cell`` bits.
        rows: the matrix, as `cells.linear` takes it.
        cell: bits of a cell.
        index: 0 for TK1 (no LFSR), 1 for TK2, 2 for TK3.
    """
    if index == 0:
        return linear(word, rows)
    found = []
    for low in range(0, len(rows), cell):
        # All bits of a cell come from one cell, which the highest bit of its first row tells.
        source = (rows[low].bit_length() - 1) // cell * cell
        block = tuple(row >> source for row in rows[low : low + cell])
        found.append(
            _stepped(word[source : source + cell], cell, index, _steps_of(block, cell, index))
        )
    return concat(*reversed(found))


def _stepped(word: Word, cell: int, index: int, count: int) -> Word:
    for _ in range(abs(count)):
        word = step_lfsr(word, cell, index) if count > 0 else step_lfsr_back(word, cell, index)
    return word


@cache
def _steps_of(block: tuple[int, ...], cell: int, index: int) -> int:
    """How many steps of the LFSR a matrix of one cell is, of the smallest absolute value."""
    return next(
        count
        for count in sorted(range(-15, 16), key=abs)
        if power(partial(_stepped, cell=cell, index=index, count=count), cell, 1) == block
    )


@cache
def _update(index: int):
    return partial(update_tweakey, index=index)


PROPERTIES = tuple(
    each
    for cell in (4, 8)
    for index in range(3)
    for each in (
        Invertible(
            of=lambda word, index=index: update_tweakey(word, index),
            by=lambda word, index=index: inverse_update_tweakey(word, index),
            shape=16 * cell,
            name=f"update_tweakey, TK{index + 1}, cells of {cell} bits",
        ),
        Order(
            of=lambda word, index=index: update_tweakey(word, index),
            shape=16 * cell,
            times=240 if index else 16,
            name=f"update_tweakey, TK{index + 1}, cells of {cell} bits",
        ),
    )
)

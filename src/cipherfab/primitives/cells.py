# SPDX-License-Identifier: Apache-2.0
"""Layers that many ciphers share: cells and bit planes, an S-box on all cells, powers of linear
maps.

A *cell* is an S-box's input, a few adjacent bits of the state. *Plane* j of a state holds bit j of
every cell: bit i of plane j is bit j of the cell that starts at bit ``i * cell`` of the state. An
S-box written as a circuit over planes works on all of them at once.
"""

from collections.abc import Callable, Sequence
from functools import cache

from ..words import SoftwareWord, Word, concat


def planes(state: Word, cell: int) -> list[Word]:
    """The planes of a state, plane 0 (the least significant bits of the cells) first.

    Args:
        state: a multiple of ``cell`` bits.
        cell: bits of a cell.
    """
    count = state.width // cell
    gathered = state.permute([cell * i + j for j in range(cell) for i in range(count)])
    # `split` gives the most significant piece first.
    return gathered.split(count)[::-1]


def from_planes(words: Sequence[Word]) -> Word:
    """The state with these planes, plane 0 first: the inverse of `planes`."""
    count, cell = words[0].width, len(words)
    return concat(*reversed(words)).permute(
        [count * j + i for i in range(count) for j in range(cell)]
    )


def substitute(state: Word, table: Sequence[int]) -> Word:
    """An S-box given as a table of 2**n entries of n bits, on every cell of n bits."""
    cell = (len(table) - 1).bit_length()
    return concat(*(word.table(table, cell) for word in state.split(cell)))


def inverse_table(table: Sequence[int]) -> tuple[int, ...]:
    """The table of the inverse of an S-box, or the inverse of a permutation of places."""
    # The places in the order of the values they hold are the inverse.
    return tuple(sorted(range(len(table)), key=table.__getitem__))


@cache
def power(function: Callable[[Word], Word], width: int, times: int) -> tuple[int, ...]:
    """What a linear function over words comes to when it is applied again and again, as a matrix
    for `linear`.

    Key schedules are often linear, so their last state can be had from the key by a shallow network
    instead of by all their steps.

    Args:
        function: linear over GF(2), from ``width`` bits to ``width`` bits.
        width: bits.
        times: number of applications.

    Returns:
        For each output bit the mask of the input bits whose sum it is.
    """
    return raised(_matrix(function, width), times)


def matrix(function: Callable[[Word], Word], width: int) -> tuple[int, ...]:
    """A function that is linear over GF(2), from ``width`` bits to ``width`` bits, as a matrix for
    `linear`.
    """
    # The image of a single bit is a column of the matrix.
    columns = [int(function(SoftwareWord(width, 1 << bit))) for bit in range(width)]
    return tuple(
        sum((column >> row & 1) << bit for bit, column in enumerate(columns))
        for row in range(width)
    )


_matrix = cache(matrix)
"""For `power`, whose functions stay; of a function that is made for one call it would keep all."""


def raised(rows: Sequence[int], times: int) -> tuple[int, ...]:
    """A matrix over GF(2), multiplied by itself so many times."""
    # By squares: the steps are many, and the digits of their number few.
    square, result = rows, [1 << bit for bit in range(len(rows))]
    for place in range(times.bit_length()):
        if times >> place & 1:
            result = product(square, result)
        square = product(square, square)
    return tuple(result)


def product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """The rows of a product of two matrices over GF(2)."""
    rows = []
    for mask in left:
        row = 0
        while mask:
            # Only the bits that are 1 are visited, from the lowest one on.
            row ^= right[(mask & -mask).bit_length() - 1]
            mask &= mask - 1
        rows.append(row)
    return rows


def linear(word: Word, rows: Sequence[int]) -> Word:
    """A matrix times a word: wiring where each row has a single bit, balanced XOR trees where not.

    Args:
        word: the vector, bit 0 first.
        rows: for each output bit the mask of the input bits whose sum it is; not 0.
    """
    if all(mask.bit_count() == 1 for mask in rows):
        return word.permute([mask.bit_length() - 1 for mask in rows])
    return concat(
        *(
            sum_of([word[bit] for bit in range(word.width) if mask >> bit & 1])
            for mask in reversed(rows)
        )
    )


def sum_of(words: list[Word]) -> Word:
    """The XOR of all words, as a balanced tree."""
    while len(words) > 1:
        # Of an odd number the last one waits for the next layer.
        words = [a ^ b for a, b in zip(words[::2], words[1::2])] + words[len(words) & ~1 :]
    return words[0]


def inverse_matrix(rows: Sequence[int]) -> tuple[int, ...]:
    """The inverse of a matrix over GF(2), as `power` and `linear` have them.

    Raises:
        ValueError: it has none.
    """
    # What makes the unit matrix of the left one makes the inverse of the right one.
    left, right = list(rows), [1 << row for row in range(len(rows))]
    for place in range(len(left)):
        # The rows above are done, so the pivot is sought from here on.
        pivot = next((row for row in range(place, len(left)) if left[row] >> place & 1), None)
        if pivot is None:
            raise ValueError("expected a matrix that has an inverse")
        for matrix in (left, right):
            matrix[place], matrix[pivot] = matrix[pivot], matrix[place]
        for row, mask in enumerate(left):
            if row != place and mask >> place & 1:
                left[row], right[row] = mask ^ left[place], right[row] ^ right[place]
    return tuple(right)

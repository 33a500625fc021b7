# SPDX-License-Identifier: Apache-2.0
"""How a cipher describes its data path for the cell-serial architecture: what happens to one cell,
one column, one tweakey cell.

The cipher is a substitution-permutation network on 4 x 4 cells, numbered row by row, in which a
round is: the S-box on each cell, the sum with a constant and, in the upper two rows, with the
tweakey; a rotation of each row; a linear map of each column. A tweakey word is 4 x 4 cells too: in
each round its upper and lower rows change places, and those that come up are permuted and stepped.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..words import Word


@dataclass(frozen=True, kw_only=True)
class Fork:
    """What makes a forkcipher of it; see `forkcipher.Forkcipher`.

    Attributes:
        before, right, left: rounds up to the fork and of each branch.
        constant: what is added to the forking state before the left branch, as cells.
    """

    before: int
    right: int
    left: int
    constant: tuple[int, ...]

    @property
    def middle(self) -> int:
        """Rounds before the left branch."""
        return self.before + self.right


@dataclass(frozen=True, kw_only=True)
class Swap:
    """Two cells that change places while they shift with others by one place for each slot; see
    `architectures.serial.by_cell`.

    Attributes:
        places: the places at which they arrive, counted from the front.
        slots, back: slots of a round in which they do, and those of an inverse round.
    """

    places: tuple[int, int]
    slots: tuple[int, ...]
    back: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Inverse:
    """What a core with both directions needs beside a `CellPath`.

    Attributes:
        substitute, step_tweakey, count: the inverses of those of `CellPath`.
        mix: its linear map or, if the second argument is 1, the inverse, in one circuit.
    """

    substitute: Callable[[Word], Word]
    mix: Callable[[list[Word], Word], list[Word]]
    step_tweakey: Callable[[Word, int], Word]
    count: Callable[[Word], Word]


@dataclass(frozen=True, kw_only=True, eq=False)
class CellPath:
    """The data path of a cipher, cell by cell.

    Attributes:
        name: as in the catalog.
        cell: bits of a cell.
        tweakeys: tweakey words.
        last_cells: cells of the last tweakey word that are given, the first ones; the others are 0.
        rounds: all of them; of a forkcipher those of both branches.
        plaintext, ciphertext: names of the block that goes in and of the one that comes out.
        substitute: the S-box, on a cell.
        constants: from the round-constant register to what is added to cells after the S-box, by
            the number of the cell.
        register: width in bits of the round-constant register.
        constant_at: its value after so many rounds.
        count: its step.
        rotations: by how many cells each row is rotated to the right.
        mix: the linear map, from and to the four cells of a column, the upper one first.
        row_swaps: the rotations and their inverse, as exchanges of two cells each. The first of
            them is of the last two places.
        tweakey_swaps: the permutation of the tweakey and its inverse.
        step_tweakey: what happens to a cell of tweakey word ``index`` (from 0) that comes up.
        inverse: for both directions.
        fork: of a forkcipher.
    """

    name: str
    cell: int
    tweakeys: int
    rounds: int
    plaintext: str
    ciphertext: str
    substitute: Callable[[Word], Word]
    constants: Callable[[Word], Mapping[int, Word]]
    register: int
    constant_at: Callable[[int], int]
    count: Callable[[Word], Word]
    rotations: Sequence[int]
    mix: Callable[[list[Word]], list[Word]]
    row_swaps: Sequence[Swap]
    tweakey_swaps: Sequence[Swap]
    step_tweakey: Callable[[Word, int], Word]
    inverse: Inverse
    last_cells: int = 16
    fork: Fork | None = None

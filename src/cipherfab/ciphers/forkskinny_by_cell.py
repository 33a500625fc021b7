# SPDX-License-Identifier: Apache-2.0
"""ForkSkinny cell by cell, for the serial architecture. Source: see `forkskinny`; the layers of a
cell are SKINNY's.
"""

from functools import partial

from ..primitives.by_cell import CellPath, Fork
from ..words import Word
from . import forkskinny
from .skinny_by_cell import constants, path_of


def fork_constants(rc: Word, cell: int) -> dict[int, Word]:
    """ForkAE v.1, section 4.1, AddConstants: like SKINNY's with rc6 … rc4 for c1, and 2 to the
    third cell of the first row.
    """
    return {**constants(rc, cell), 2: rc.constant(2, cell)}


def forkskinny_path(member: forkskinny.Parameters) -> CellPath:
    """A member of the ForkSkinny family. A tweakey word that is not full is stored whole; zeros
    fill it up.
    """
    cell = member.block // 16
    branch = (
        # A constant has a byte for each cell; of cells of four bits that is a byte for each digit.
        forkskinny.BRANCH_CONSTANT[cell].to_bytes(16)
        if cell == 8
        else bytes.fromhex(
            "".join(f"0{digit}" for digit in f"{forkskinny.BRANCH_CONSTANT[cell]:016x}")
        )
    )
    fork = Fork(
        before=member.before, right=member.branch, left=member.branch, constant=tuple(branch)
    )
    tweakeys = -(-member.tweakey // member.block)
    last = (member.tweakey - (tweakeys - 1) * member.block) // cell
    return path_of(
        cell,
        tweakeys,
        forkskinny.inverse_update_constant,
        name=member.name,
        rounds=fork.middle + fork.left,
        plaintext="block",
        ciphertext="block",
        constants=partial(fork_constants, cell=cell),
        register=7,
        constant_at=forkskinny.constant_at,
        count=forkskinny.update_constant,
        last_cells=last,
        fork=fork,
    )

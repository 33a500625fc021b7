# SPDX-License-Identifier: Apache-2.0
"""PHOTON-256 as the reference code of ORANGE has it.

Source: the code of the submission "ORANGE" to NIST, 2019, against its algorithm 2.

Differences from the text: in front of ShiftRows bytes 0 and 2 of each row change places, as a
function of the code reads them in that order. With the document's own PHOTON-256 none of its known
answers is met.
"""

from dataclasses import replace

from ..primitives.primitive import State
from ..primitives.properties import involution
from ..words import Word
from .photon import (
    BITS,
    ROWS,
    add_constant,
    constant_step,
    mix_columns,
    photon_256,
    sbox,
    shift_rows,
)

CELLS = (4, 5, 2, 3, 0, 1, 6, 7)
"""Of a row, the cell that comes to each place; two are a byte."""


def swap_cells(plane: Word) -> Word:
    """Bytes 0 and 2 of each row."""
    return plane.permute([8 * row + cell for row in ROWS for cell in CELLS])


def _step(state: State) -> State:
    x = sbox(*add_constant([state[f"x{bit}"] for bit in BITS], state["rc"]))
    x = mix_columns(shift_rows([swap_cells(plane) for plane in x]))
    return {**{f"x{bit}": plane for bit, plane in enumerate(x)}, "rc": constant_step(state["rc"])}


PHOTON_256_SWAPPED = replace(photon_256(), name="photon-256-swapped", step=_step)

PROPERTIES = (involution(of=swap_cells, shape=64),)

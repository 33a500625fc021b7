# SPDX-License-Identifier: Apache-2.0
"""Saturnin column by column, for registers that rotate. Source: see `saturnin`, whose layers these
are.

SR moves whole nibbles of the state: S, which is on nibbles, does the same before it as behind it.
So a round with SR and its inverse is S and MC on other columns: of the bits of register 4y + j
those that SR brings to one place. SR_slice turns the nibbles of a register by y bits, SR_sheet the
whole register by 4y.
"""

from functools import partial

from ..primitives.cells import inverse_table
from ..primitives.rotating import RotatingPath, Round
from ..words import SoftwareWord, Word, concat
from .saturnin import (
    BLOCK,
    FEEDBACK,
    KEY_ROTATION,
    REGISTER,
    clock,
    initial_constant,
    mix_columns,
    rotate_rows,
    saturnin,
    substitution,
)

REGISTERS = BLOCK // REGISTER

CONSTANTS = {"rc0": 0, "rc1": 8}
"""Section 2.1.2: the registers to which RC0 and RC1 are added."""


def saturnin_columns(rounds: int, domain: int | None) -> RotatingPath:
    """The rounds of Saturnin, two for each super-round; see `saturnin.saturnin`."""
    straight = (tuple(range(REGISTER)),) * REGISTERS
    as_it_is = straight[0]
    # The key is rotated to the left, so each bit comes from a lower place.
    rotated = tuple((bit - KEY_ROTATION) % REGISTER for bit in range(REGISTER))

    def start(given: Word) -> dict[str, Word]:
        first = initial_constant(rounds, domain or 0)
        constant = (
            given.constant(first, REGISTER)
            if domain is not None
            else concat(given.constant(first >> 4, REGISTER - 4), given)
        )
        return dict.fromkeys(CONSTANTS, constant)

    return RotatingPath(
        primitive=saturnin(rounds, domain),
        rounds=2 * rounds,
        cycle=(
            Round(places=straight, key_places=as_it_is),
            Round(places=_looked_at(0)),
            Round(places=straight, key_places=rotated),
            Round(places=_looked_at(1)),
        ),
        order=_order(),
        mix=lambda columns: mix_columns(substitution(columns)),
        constants=CONSTANTS,
        start=start,
        clock={
            name: partial(clock, feedback=feedback) for name, feedback in zip(CONSTANTS, FEEDBACK)
        },
    )


def _looked_at(odd: int) -> tuple[tuple[int, ...], ...]:
    """For each register the place of the bit that SR_slice, or SR_sheet if ``odd``, brings to each
    column; SR is read on single bits.
    """
    flag = SoftwareWord(1, odd)
    moved = [
        rotate_rows([SoftwareWord(REGISTER, 1 << place)] * REGISTERS, flag)
        for place in range(REGISTER)
    ]
    # Each word has a single bit, and this is its place.
    to = [[int(words[number]).bit_length() - 1 for words in moved] for number in range(REGISTERS)]
    return tuple(inverse_table(places) for places in to)


def _order() -> tuple[tuple[int, ...], ...]:
    """For each register the places of its bits in a block: registers are little-endian, the first
    byte of a block is most significant.
    """

    def place(number: int, bit: int) -> int:
        return BLOCK - 8 * (2 * number + bit // 8 + 1) + bit % 8

    return tuple(
        tuple(place(number, bit) for bit in range(REGISTER)) for number in range(REGISTERS)
    )

# SPDX-License-Identifier: Apache-2.0
"""sLiSCP-light's layers against its specification's text."""

import pytest

from cipherfab.ciphers.sliscp_light import (
    ROUND_CONSTANTS,
    ROUNDS,
    STEP_CONSTANTS,
    add_step_constant,
    simeck_box,
    step_function,
)
from cipherfab.words import SoftwareWord


def simeck(x1: int, x0: int, constants: int, m: int, rounds: int) -> tuple[int, int]:
    """Definition 1 on plain integers."""
    mask = (1 << m) - 1
    for j in range(rounds):
        f = ((x1 << 5 | x1 >> m - 5) & x1 ^ (x1 << 1 | x1 >> m - 1)) & mask
        x1, x0 = f ^ x0 ^ mask - 1 ^ (constants >> j & 1), x1
    return x1, x0


@pytest.mark.parametrize("width", ROUNDS)
def test_the_box_is_definition_1(width):
    """Both halves after all rounds, for different constants."""
    m = width // 8
    for constants in ROUND_CONSTANTS[width][3]:
        x1, x0 = simeck(0x123456, 0xABCDEF, constants, m, ROUNDS[width])
        box = simeck_box(
            SoftwareWord(2 * m, 0x123456 << m | 0xABCDEF), SoftwareWord(ROUNDS[width], constants)
        )
        assert int(box) == x1 << m | x0


@pytest.mark.parametrize("width, constant", [(192, 0xFFFFFFFFFF29), (256, 0xFFFFFFFFFFFFFF64)])
def test_step_constants_are_below_ones(width, constant):
    """The first sc_1 of each instance; six bits have two zeros above."""
    bits = ROUNDS[width]
    added = add_step_constant(
        SoftwareWord(width // 4, 0), SoftwareWord(bits, STEP_CONSTANTS[width][0][1])
    )
    assert int(added) == constant


def test_mixing_is_that_of_the_text():
    """With boxes that see zeros: odd subblocks move down to even ones, even ones up to the odd ones
    before them.
    """
    words, zero = [SoftwareWord(48, number << 40) for number in (1, 0, 2, 0)], SoftwareWord(6, 0)
    box = int(simeck_box(words[1], zero))
    ones = 0xFFFFFFFFFF00
    mixed = [int(word) for word in step_function(words, [zero, zero], [zero, zero])]
    assert mixed == [box, 2 << 40 ^ box ^ ones, box, 1 << 40 ^ box ^ ones]


@pytest.mark.parametrize("width", ROUNDS)
def test_every_step_has_its_constants(width):
    """Eighteen pairs of each kind, no pair twice, each of u bits."""
    for table in (ROUND_CONSTANTS[width], STEP_CONSTANTS[width]):
        assert (
            len(table) == len(set(table)) == 18
            and max(max(pair) for pair in table) < 1 << ROUNDS[width]
        )

# SPDX-License-Identifier: Apache-2.0
"""Minalpher-P and its layers."""

from cipherfab.ciphers.minalpher import (
    ROW,
    SBOX,
    SR1,
    SR2,
    add_constants,
    minalpher_p,
    minalpher_p_with_half_step,
    shuffle_and_swap,
    xor_and_mix,
)
from cipherfab.primitives.cells import inverse_table
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

ROWS = [SoftwareWord(ROW, 0x0123456789ABCDEF * (i + 3) % (1 << ROW)) for i in range(4)]
ZERO = [SoftwareWord(ROW, 0)] * 4


def test_layers_undo_themselves():
    """The S-box, the two shuffles with the swap, and the mixing are involutions."""
    assert inverse_table(SBOX) == SBOX
    assert shuffle_and_swap(shuffle_and_swap(ROWS)) == ROWS != shuffle_and_swap(ROWS)
    assert xor_and_mix(xor_and_mix(ROWS)) == ROWS != xor_and_mix(ROWS)


def test_shuffles_take_nibbles_from_the_listed_places():
    """Rows 0 and 1 of matrix A come out on the other side, permuted by SR1 and SR2."""
    counting = SoftwareWord(ROW, 0x0123456700000000)
    moved = shuffle_and_swap([counting, counting, *ZERO[:2]])
    for row, places in zip(moved, (SR1, SR2)):
        assert [int(nibble) for nibble in row[:32].split(4)] == list(places) and int(row[32:]) == 0


def test_constants_of_a_round():
    """i ^ j ^ r in the first four nibbles of row i of B, with the round number modulo 16."""
    rows = add_constants(ZERO, SoftwareWord(5, 16 + 5))
    assert [int(row) >> 16 for row in rows] == [
        sum((i ^ j ^ 5) << 12 - 4 * j for j in range(4)) for i in range(4)
    ]


def test_the_half_round_as_a_step_makes_no_difference():
    """Both descriptions are the same permutation, in both directions."""
    one, other = minalpher_p(), minalpher_p_with_half_step()
    for x in (0, 0x0123456789ABCDEF << 190 | 77, (1 << 256) - 1):
        (y,) = software(one)(x)
        assert software(other)(x) == (y,) and software(other.inverse)(y) == (x,)

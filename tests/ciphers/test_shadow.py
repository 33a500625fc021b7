# SPDX-License-Identifier: Apache-2.0
"""Shadow's diffusion layers and constants."""

import itertools

import pytest

from cipherfab.ciphers.shadow import (
    FIRST_LFSR,
    diffusion_v1,
    diffusion_v2,
    lfsr_step,
    shadow,
    xtime,
)
from cipherfab.words import SoftwareWord

POLYNOMIAL = 1 << 32 | 1 << 8 | 1


def test_diffusion_of_version_1_is_the_matrix_of_the_text():
    """Four bundles: the sum of the other three; three bundles: the three formulas of section 5."""
    rows = [SoftwareWord(32, 1 << number) for number in range(4)]
    assert [int(row) for row in diffusion_v1(rows)] == [14, 13, 11, 7]
    assert [int(row) for row in diffusion_v1(rows[:3])] == [7, 5, 3]


def test_multiplication_reduces():
    """x^31 becomes x^8 + 1."""
    assert int(xtime(SoftwareWord(32, 1 << 31))) == 0x101 and int(xtime(SoftwareWord(32, 3))) == 6


def _multiply(a: int, b: int) -> int:
    product = 0
    for place in range(32):
        product ^= (a << place) * (b >> place & 1)
    for place in range(62, 31, -1):
        product ^= (POLYNOMIAL << place - 32) * (product >> place & 1)
    return product


def _determinant(matrix: list[list[int]]) -> int:
    if len(matrix) == 1:
        return matrix[0][0]
    total = 0
    for column, entry in enumerate(matrix[0]):
        minor = [row[:column] + row[column + 1 :] for row in matrix[1:]]
        total ^= _multiply(entry, _determinant(minor))
    return total


@pytest.mark.parametrize("count", [3, 4])
def test_diffusion_of_version_2(count):
    """Over four bundles it is MDS, no square submatrix has a determinant of 0; over three it is
    invertible, with some zeros.
    """
    matrix = []
    for place in range(count):
        rows = [SoftwareWord(32, int(number == place)) for number in range(count)]
        matrix.append([int(row) for row in diffusion_v2(rows)])
    sizes = range(1, count + 1) if count == 4 else [3]
    for size in sizes:
        for chosen in itertools.combinations(matrix, size):
            for columns in itertools.combinations(range(count), size):
                assert _determinant([[row[column] for column in columns] for row in chosen])


def test_the_first_constant_of_version_2_is_that_after_1024_steps_from_1():
    """As the designers chose it."""
    w = SoftwareWord(32, 1)
    for _ in range(1024):
        w = lfsr_step(w)
    assert int(w) == FIRST_LFSR


def test_version_2_does_not_tell_its_end():
    """Comparing 32 bits would cost more than counting to six."""
    assert shadow(512, 2).finished is None and shadow(512, 1).finished is not None

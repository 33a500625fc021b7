# SPDX-License-Identifier: Apache-2.0
"""Saturnin and its layers."""

import pytest

from cipherfab.ciphers.saturnin import (
    FEEDBACK,
    SBOXES,
    initial_constant,
    inverse_mix_columns,
    inverse_substitution,
    mix_columns,
    next_constants,
    previous_constants,
    rotate_rows,
    saturnin,
    substitution,
)
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

REGISTERS = [SoftwareWord(16, 0x1234 * (number + 3) & 0xFFFF) for number in range(16)]


def _bit(word: SoftwareWord, place: int) -> int:
    return int(word) >> place & 1


def test_sboxes_are_the_tables():
    """Rows 0 and 2 hold sigma_0, rows 1 and 3 sigma_1, on every nibble value; the inverse brings it
    back."""
    values = [
        SoftwareWord(16, sum((value >> bit & 1) << value for value in range(16)))
        for bit in range(4)
    ] * 4
    found = substitution(values)
    for y in range(4):
        table = [
            sum(_bit(found[4 * y + bit], value) << bit for bit in range(4)) for value in range(16)
        ]
        assert tuple(table) == SBOXES[y % 2]
    assert inverse_substitution(found) == values


def test_mix_columns_is_the_matrix():
    """A single nibble a gives alpha^2(a), a, a, alpha^2(a) + a: the first column of M; the inverse
    brings it back."""

    def alpha(x):
        return x >> 1 | ((x ^ x >> 1) & 1) << 3

    for a in range(16):
        state = [SoftwareWord(16, a >> bit & 1 if bit < 4 else 0) for bit in range(16)]
        mixed = mix_columns(state)
        nibbles = [sum(_bit(mixed[4 * y + bit], 0) << bit for bit in range(4)) for y in range(4)]
        assert nibbles == [alpha(alpha(a)), a, a, alpha(alpha(a)) ^ a]
    assert inverse_mix_columns(mix_columns(REGISTERS)) == REGISTERS


@pytest.mark.parametrize("odd", [0, 1])
def test_row_rotations_undo_each_other(odd):
    """SR_slice turns within nibbles, SR_sheet by whole nibbles; both inverses bring the state
    back."""
    flag = SoftwareWord(1, odd)
    turned = rotate_rows(REGISTERS, flag)
    assert rotate_rows(turned, flag, -1) == REGISTERS and turned[:4] == REGISTERS[:4]
    single = rotate_rows([SoftwareWord(16, 1)] * 16, flag)
    assert [int(single[4 * y]) for y in range(4)] == [1 << (4 if odd else 1) * y for y in range(4)]


def test_constants_walk_both_ways():
    """16 clocks of each LFSR from the initial value of 10 super-rounds in domain 1, and back."""
    first = [SoftwareWord(16, initial_constant(10, 1))] * 2
    values = [initial_constant(10, 1)] * 2
    for _ in range(16):
        values = [
            value << 1 & 0xFFFF ^ (feedback if value >> 15 else 0)
            for value, feedback in zip(values, FEEDBACK)
        ]
    assert list(map(int, next_constants(first))) == values
    assert previous_constants(next_constants(first)) == first


@pytest.mark.parametrize("rounds", [10, 16])
def test_the_domain_as_an_input(rounds):
    """Each domain's cipher is the one with the domain as an input."""
    for domain in range(1, 9):
        given = {"key": 7 << 200 | domain, "plaintext": 5 << 99, "domain": domain}
        whole = software(saturnin(rounds, None))(
            *(given[name] for name in saturnin(rounds, None).inputs)
        )
        assert whole == software(saturnin(rounds, domain))(given["key"], given["plaintext"])

# SPDX-License-Identifier: Apache-2.0
"""Truth tables as integers: bit n is the value for the variables whose bits are those of n."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

Variable = TypeVar("Variable")


def essential(variables: Sequence[Variable], table: int) -> tuple[list[Variable], int]:
    """Those that a table depends on, and it over these."""
    left = list(variables)
    # From the last one on, since a variable that is taken out moves those behind it.
    for place in reversed(range(len(left))):
        ones = column(place, len(left))
        # The two cofactors are equal: where the variable is 0 and where it is 1.
        if table & ~ones == (table & ones) >> (1 << place):
            table = sum(
                (table >> _without(number, place) & 1) << number
                for number in range(1 << len(left) - 1)
            )
            del left[place]
    return left, table


def added(table: int, count: int) -> list[int]:
    """Which of some variables are only added to the rest."""
    found = []
    for place in range(count):
        ones, half = column(place, count), 1 << place
        # The two cofactors differ everywhere: the variable is one term of a sum with the rest.
        if (table & ~ones) ^ (table & ones) >> half == ones >> half:
            found.append(place)
    return found


def _without(number: int, place: int) -> int:
    """A number with a 0 put in at a position."""
    low = number & (1 << place) - 1
    return low | (number ^ low) << 1


def column(place: int, count: int) -> int:
    """The truth table of one of some variables."""
    # Doubled as often as there are variables, and not written row by row.
    half = 1 << place
    block, length = (1 << half) - 1 << half, 2 * half
    while length < 1 << count:
        block, length = block | block << length, 2 * length
    return block


def places(bits: int) -> Iterator[int]:
    """The positions of the ones."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low

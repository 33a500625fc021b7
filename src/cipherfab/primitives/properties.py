# SPDX-License-Identifier: Apache-2.0
"""Properties of the functions of a cipher, stated beside them: a module of `ciphers` has
`PROPERTIES`, and one test of the catalog checks all of them.

A *shape* says what a function takes and gives: a number of bits for a `Word`, and a tuple of shapes
for a list of what they say. The bits of a value are counted from the least significant bit of its
first word. Nothing here is read by hardware or by a model.
"""

import itertools
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..words import SoftwareWord

Shape = int | tuple["Shape", ...]

SMALL = 10
"""Bits of a value up to which all values are tried."""

TRIED = 64
"""Random values that are tried else, beside zero and each single bit; these alone decide all values
of a function that is affine.
"""


def size(shape: Shape) -> int:
    """Bits of a value."""
    return shape if isinstance(shape, int) else sum(map(size, shape))


def value_of(shape: Shape, bits: int) -> Any:
    """What a function takes, from a number."""
    if isinstance(shape, int):
        return SoftwareWord(shape, bits & (1 << shape) - 1)
    found = []
    for part in shape:
        found.append(value_of(part, bits & (1 << size(part)) - 1))
        bits >>= size(part)
    return found


def bits_of(value: Any) -> int:
    """The number of what a function gave; lists, tuples and dictionaries in their order."""
    return sum(int(word) << low for low, word in _placed(value))


def _placed(value: Any) -> Iterable[tuple[int, SoftwareWord]]:
    low = 0
    for word in _words(value):
        yield low, word
        low += word.width


def _words(value: Any) -> Iterable[SoftwareWord]:
    if isinstance(value, SoftwareWord):
        yield value
    else:
        for part in value.values() if isinstance(value, dict) else value:
            yield from _words(part)


def tried(bits: int) -> Iterable[int]:
    """The values that stand for all."""
    if bits <= SMALL:
        return range(1 << bits)
    # Seeded by the width: the same values in every run.
    draw = random.Random(bits)
    singles = [1 << place for place in range(bits)]
    return [0, *singles, *(draw.getrandbits(bits) for _ in range(TRIED))]


@dataclass(frozen=True, kw_only=True)
class Property:
    """What is stated of a function.

    Attributes:
        of: the function, of one argument.
        shape: of what it takes.
        name: of the function, if it is nameless.
    """

    of: Callable[[Any], Any]
    shape: Shape
    name: str = ""

    def __str__(self):
        return f"{type(self).__name__} of {self.name or self.of.__name__}"

    def image(self, bits: int) -> int:
        """What the function gives for a value, both as numbers."""
        return bits_of(self.of(value_of(self.shape, bits)))

    def fault(self) -> str:
        """In words what contradicts the property; empty if nothing was found."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Bijection(Property):
    """No two values have one image. Of at most 16 bits, or affine."""

    def fault(self) -> str:
        """See `Property`."""
        bits = size(self.shape)
        matrix = Matrix(self)
        # Not affine, but with so few bits all values can be tried.
        if matrix.fault and bits <= 16:
            missing = (1 << bits) - len({self.image(value) for value in range(1 << bits)})
            return f"{missing} values are not reached" if missing else ""
        missing = bits - matrix.rank(range(bits), range(bits))
        return matrix.fault or (f"its rank is {missing} short of {bits}" if missing else "")


@dataclass(frozen=True, kw_only=True)
class Invertible(Property):
    """One function undoes the other, in both orders."""

    by: Callable[[Any], Any]

    def fault(self) -> str:
        """See `Property`."""
        back = Property(of=self.by, shape=self.shape)
        for value in tried(size(self.shape)):
            for first, second in ((self, back), (back, self)):
                if (found := second.image(first.image(value))) != value:
                    return f"{value:#x} comes back as {found:#x}"
        return ""


def involution(of: Callable[[Any], Any], shape: Shape, name: str = "") -> Invertible:
    """The function undoes itself."""
    return Invertible(of=of, shape=shape, name=name, by=of)


@dataclass(frozen=True, kw_only=True)
class Order(Property):
    """An affine function, applied so many times, is the identity, and so never before."""

    times: int

    def fault(self) -> str:
        """See `Property`."""
        matrix = Matrix(self)
        if matrix.fault:
            return matrix.fault
        if not matrix.is_identity(self.times):
            return f"{self.times} times are not the identity"
        # A smaller order would divide one of these.
        earlier = [self.times // prime for prime in _primes(self.times)]
        return next((f"{k} times are, too" for k in earlier if matrix.is_identity(k)), "")


@dataclass(frozen=True, kw_only=True)
class Period(Property):
    """From ``start`` the function comes back to it after ``times`` steps, and not before."""

    start: int
    times: int

    def fault(self) -> str:
        """See `Property`."""
        value, count = self.image(self.start), 1
        # A step beyond the period is enough: it did not come back in time.
        while value != self.start and count <= self.times:
            value, count = self.image(value), count + 1
        return "" if count == self.times else f"{count} steps are done, expected {self.times}"


@dataclass(frozen=True, kw_only=True)
class BranchNumber(Property):
    """The least number of cells that are not zero in a value and its image together, of an
    invertible linear function, over all values but zero.

    Attributes:
        number: how many.
        cell: bits of a cell.
    """

    number: int
    cell: int

    def fault(self) -> str:
        """See `Property`."""
        matrix = Matrix(self)
        if matrix.fault:
            return matrix.fault
        # Not below 2: a value that is not zero has a cell, and its image another.
        fewer = [total for total in range(2, self.number) if self._is_met(matrix, total)]
        if fewer:
            return f"{fewer[0]} cells are enough, expected {self.number}"
        return "" if self._is_met(matrix, self.number) else f"there is no value with {self.number}"

    def _is_met(self, matrix: "Matrix", total: int) -> bool:
        """Whether a value and its image have no more cells than these, at any places."""
        if self.cell == 1:
            return any(
                matrix.weight(places) <= total - len(places)
                for inputs in range(1, total)
                for places in itertools.combinations(range(size(self.shape)), inputs)
            )
        cells = range(size(self.shape) // self.cell)
        return any(
            # Short of its rank where a value on ``kept`` has an image of 0 on ``zero``.
            matrix.rank(self._bits(kept), self._bits(zero)) < len(kept) * self.cell
            for inputs in range(1, total)
            for kept in itertools.combinations(cells, inputs)
            for zero in itertools.combinations(cells, len(cells) - (total - inputs))
        )

    def _bits(self, cells: Sequence[int]) -> list[int]:
        return [self.cell * cell + place for cell in cells for place in range(self.cell)]


class Matrix:
    """An affine function as the images of zero and of each bit.

    Attributes:
        fault: in words why it is not affine; empty if it is.
    """

    def __init__(self, of: Property):
        self.bits = size(of.shape)
        self.zero = of.image(0)
        self.columns = [of.image(1 << place) ^ self.zero for place in range(self.bits)]
        wrong = [each for each in tried(self.bits) if of.image(each) != self.image(each)]
        self.fault = f"not affine: {wrong[0]:#x}" if wrong else ""

    def image(self, value: int) -> int:
        """Of a value."""
        return self._linear(value) ^ self.zero

    def _linear(self, value: int) -> int:
        found = 0
        for place, column in enumerate(self.columns):
            found ^= column if value >> place & 1 else 0
        return found

    def is_identity(self, times: int) -> bool:
        """Whether so many applications are the identity."""
        unit = [0, *(1 << place for place in range(self.bits))]
        result, power = unit, self
        while times:
            if times & 1:
                # The constant goes through the whole function, the columns through what is linear
                # in it.
                result = [power.image(result[0]), *map(power._linear, result[1:])]
            times >>= 1
            power = power.twice if times else power
        return result == unit

    @cached_property
    def twice(self) -> "Matrix":
        """Applied two times."""
        # From the columns alone: the function is not asked again.
        found = object.__new__(Matrix)
        found.bits, found.fault = self.bits, self.fault
        found.zero = self.image(self.zero)
        found.columns = [self._linear(column) for column in self.columns]
        return found

    def weight(self, places: Iterable[int]) -> int:
        """Ones in the image of the value with ones at these places."""
        found = 0
        for place in places:
            found ^= self.columns[place]
        return found.bit_count()

    def rank(self, inputs: Iterable[int], outputs: Iterable[int]) -> int:
        """Of the columns of these bits of the value, in the rows of these bits of the image."""
        mask, basis = sum(1 << row for row in outputs), {}
        for place in inputs:
            left = self.columns[place] & mask
            # Each column of the basis takes its highest bit off the others.
            while left and left.bit_length() in basis:
                left ^= basis[left.bit_length()]
            if left:
                basis[left.bit_length()] = left
        return len(basis)


def _primes(number: int) -> set[int]:
    return {k for k in range(2, number + 1) if number % k == 0 and all(k % j for j in range(2, k))}

# SPDX-License-Identifier: Apache-2.0
"""Polynomials over GF(2) in algebraic normal form, the functions of cells on them, and tables and
bases of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from .. import cells

Monomial = tuple[int, ...]
"""Numbers of variables, ascending; the empty product is 1."""


LARGEST = 60_000
"""Monomials of two factors that are multiplied, each by each."""


@contextmanager
def multiplying(most: int) -> Iterator[None]:
    """Products of so many monomials are followed meanwhile, not of `LARGEST`."""
    global LARGEST
    before, LARGEST = LARGEST, most
    try:
        yield
    finally:
        LARGEST = before


class TooLarge(Exception):
    """A product that is not followed any further."""


class Polynomial:
    """A sum of monomials; operators are those of bits.

    Attributes:
        terms: its monomials.
    """

    __slots__ = ("terms",)

    def __init__(self, terms: Iterable[Monomial] = ()):
        self.terms = frozenset(terms)

    @classmethod
    def variable(cls, number: int) -> "Polynomial":
        """The variable of a number."""
        return cls(((number,),))

    def __xor__(self, other: "Polynomial") -> "Polynomial":
        return Polynomial(self.terms ^ other.terms)

    def __and__(self, other: "Polynomial") -> "Polynomial":
        if len(self.terms) * len(other.terms) > LARGEST:
            raise TooLarge
        found: set[Monomial] = set()
        for one in self.terms:
            for two in other.terms:
                # x times x is x, so a product is a set of variables; two equal products cancel.
                found ^= {tuple(sorted({*one, *two}))}
        return Polynomial(found)

    def __or__(self, other: "Polynomial") -> "Polynomial":
        return self ^ other ^ (self & other)

    def __invert__(self) -> "Polynomial":
        return Polynomial(self.terms ^ ONE.terms)

    @property
    def is_constant(self) -> bool:
        """0 or 1."""
        return not self.terms or self.terms == ONE.terms

    def variables(self) -> set[int]:
        """Those that it depends on."""
        return {number for term in self.terms for number in term}

    def nonlinear(self) -> frozenset[Monomial]:
        """Its monomials of degree 2 and more."""
        return frozenset(term for term in self.terms if len(term) > 1)

    def linear(self) -> set[int]:
        """Variables that are monomials of it."""
        return {term[0] for term in self.terms if len(term) == 1}


ZERO, ONE = Polynomial(), Polynomial([()])


class _Unknown(Polynomial):
    """A value that was too large to be followed. What depends on it is unknown too; a product with
    0 does not.
    """

    __slots__ = ()

    def __xor__(self, other: Polynomial) -> Polynomial:
        return self

    def __and__(self, other: Polynomial) -> Polynomial:
        return self if other.terms else ZERO

    def __or__(self, other: Polynomial) -> Polynomial:
        return other if other.terms == ONE.terms else self

    # Python asks the right side first if its class is one of the left side's: so unknown wins
    # there.
    __rxor__, __rand__, __ror__ = __xor__, __and__, __or__

    def __invert__(self) -> Polynomial:
        return self


UNKNOWN = _Unknown([(1 << 60,)])
"""Its variable is none, so it is no constant, and whoever asks for that variable fails."""


def substituted(polynomial: Polynomial, values: Mapping[int, Polynomial]) -> Polynomial:
    """With polynomials in place of variables; those without a value stay."""
    found: set[Monomial] = set()
    for term in polynomial.terms:
        if len(term) == 1 and term[0] in values:
            found ^= values[term[0]].terms
        elif any(number in values for number in term):
            product = ONE
            for number in term:
                product &= values.get(number, Polynomial.variable(number))
            found ^= product.terms
        else:
            found ^= {term}
    return Polynomial(found)


def cell_function(cell: cells.Cell, text: str) -> Callable[..., Polynomial]:
    """A function of a Liberty cell, of its inputs in the order of ``cell.inputs``."""
    place = {pin: f"p{number}" for number, pin in enumerate(cell.inputs)}
    code: Any = compile(cells.expression(text, lambda pin: place[pin]), "<cell>", "eval")
    names = list(place.values())
    # `expression` passes pins, constants and operators alone, so nothing of a Liberty file is run.
    return lambda *given: eval(code, {"zero": ZERO}, dict(zip(names, given)))


def table(outputs: Sequence[Sequence[tuple[int, ...]]], size: int) -> list[np.ndarray]:
    """Values of polynomials, lists of monomials, for all values of ``size`` variables, variable 0
    the lowest bit.
    """
    number = np.arange(1 << size)
    bits = [(number >> position & 1).astype(bool) for position in range(size)]
    found = []
    for output in outputs:
        total = np.zeros(1 << size, dtype=bool)
        for term in output:
            product = np.ones(1 << size, dtype=bool)
            for position in term:
                product &= bits[position]
            total ^= product
        found.append(total)
    return found


def basis(rows: Iterable[frozenset]) -> list[tuple[frozenset, int]]:
    """A basis of sums of monomials, and for each member which rows (as a set of bits) contain it in
    that basis.
    """
    pivots: list[tuple[tuple, frozenset]] = []
    combined: list[int] = []
    for position, row in enumerate(rows):
        rest, members = row, []
        # In order: a vector has no pivot of those before it, so a pivot that was taken out stays
        # out.
        for index, (pivot, vector) in enumerate(pivots):
            if pivot in rest:
                rest ^= vector
                members.append(index)
        if rest:
            pivots.append((min(rest), rest))
            combined.append(0)
            members.append(len(pivots) - 1)
        for index in members:
            combined[index] |= 1 << position
    return [(vector, rows_of) for (_, vector), rows_of in zip(pivots, combined)]

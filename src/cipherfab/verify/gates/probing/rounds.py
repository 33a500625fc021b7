# SPDX-License-Identifier: Apache-2.0
"""Every single probe on a whole core by gadgets: a call, whose result waits, and the next one.

Model: as in `exact`. Values are followed as polynomials over shares and random bits, as in
`tuples`. Whenever the state takes in products, new variables are put for its shares, if it is shown
that they are a uniform sharing that is independent of all that is left of the old one: the sum of
the shares of a bit depends on secrets alone, and all shares but one have random bits added, by a
matrix of full rank, that no register and no port holds any longer. The same is done where what
enters has random bits added, if it is shown there.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from time import monotonic
from typing import Any

from ....design import Design
from .exact import FRESH, MODEL, NAMED, NOT_COVERED
from .polynomials import ZERO, Polynomial, multiplying, substituted
from .structure import shares_by_bit
from .symbolic import SymbolicNetlist
from .tuples import Judge, Unrolled, View

SUM_HAS_MASKS = "the sum of its shares depends on the masks"
PRODUCTS = 400_000
"""Monomials of two factors that are multiplied: an OR of what a sum was taken apart into."""


def check(
    design: Design,
    netlist: SymbolicNetlist,
    *,
    seed: int = 1,
    random: str = FRESH,
    first: bool = False,
    plain: Mapping[str, tuple[int, int]] | None = None,
    longest: int | None = None,
    fed_back: bool = False,
) -> dict[str, Any]:
    """Check a netlist that was read; arguments and result as of `exact.check`, without
    ``complete``, and of ``leaks`` only ``net``, ``cycle`` and ``pair``. ``plain``, ``longest`` and
    ``fed_back``: see `exact.Check`.

    Raises:
        DesignError: no result came.
    """
    found = Rounds(design, netlist, seed, random, first)
    found.plain, found.fed_back = plain or {}, fed_back
    return checked(found, longest=longest)


def checked(found: "Rounds", *, longest: int | None = None) -> dict[str, Any]:
    """Run it; returns as `check`."""
    start, found.longest = monotonic(), longest
    with multiplying(PRODUCTS):
        found.run()
    return {"passed": not (found.leaking or found.registers.fault), "probes": len(found.watched),
            "cycles": found.registers.cycle, "leaking": found.leaking, "leaks": found.leaks,
            "fault": found.registers.fault, "model": MODEL, "not_covered": list(NOT_COVERED),
            "random": found.random, "seconds": monotonic() - start}  # fmt: skip


class Rounds(Unrolled):
    """One run of the check."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self._judge = Judge(self.sharings, self.design.interface.masking.shares, 1)
        self._bits = shares_by_bit(self.netlist.registers, self._judge.shares)
        self._before: Mapping[str, Polynomial] = {}
        self._after: Mapping[str, Polynomial] = {}
        self._stays: list[Polynomial] = []

    def _watched_cycle(self, inputs: Mapping[str, Polynomial]) -> dict[str, Polynomial]:
        if self._before:
            self._look(self._before, {**self._after, **inputs})
        self._before = {**self.registers.values, **inputs}
        # Over registers first, which is smaller than over what they hold.
        ports = self.registers.take(inputs)
        self._stays = [] if self._word is None or self._is_taken(ports) else [*self._word.values()]
        self._after = following = self.registers.over()
        self.registers.values = {**self._before, **self._renewed(following)}
        self.registers.cycle += 1
        return ports

    def _look(self, before: Mapping, after: Mapping) -> None:
        """Judge all probes on two successive cycles."""
        cycle, self._judge.count = self.registers.cycle - 1, 0
        seen = [self._seen(before), self._seen(after)]
        for name, cone in self.watched.items():
            found = [values[source] for values in seen for source in cone if source in values]
            shares = reduce(or_, (of for _, of in found), 0)
            if not self._judge.has_whole(shares):
                continue
            view = View(name, cycle, frozenset(row for row, _ in found), shares)
            if not self._is_safe(view):
                self.leaking += 1
                if len(self.leaks) < NAMED:
                    self.leaks.append(
                        {"net": name, "cycle": cycle, "pair": self._judge.pair((view,))}
                    )

    def _seen(self, values: Mapping[str, Polynomial]) -> dict[str, tuple[frozenset, int]]:
        """What a probe learns of each value that is no constant: itself, and the shares that it is
        made of.
        """
        rows = {name: value.terms - {()} for name, value in values.items() if not value.is_constant}
        return {name: (row, self._shares((row,))) for name, row in rows.items()}

    def _is_safe(self, view: View) -> bool:
        return self._judge.is_safe((view,))

    def _renewed(self, following: Mapping[str, Polynomial]) -> dict[str, Polynomial]:
        """What registers take in, over new variables where the state takes in products."""
        changed = {
            bit: names
            for bit, names in self._bits.items()
            if any(following[name].terms != self.registers.values[name].terms for name in names)
        }
        products = any(following[name].nonlinear() for names in changed.values() for name in names)
        # Where a product was one of public words, a bit has random bits of gadgets and no product.
        new = {
            bit: names
            for bit, names in changed.items()
            if any(
                following[name].nonlinear() or self._is_blinded(following[name]) for name in names
            )
        }
        if not new:
            return dict(following)
        values = {**following, **self._variables(new)}
        wrong = self._wrong(new.values(), following, self._kept(values.values()))
        if wrong and not products:
            return dict(following)
        self.registers.fault = self.registers.fault or wrong
        return values

    def _kept(self, values: Iterable[Polynomial]) -> set[int]:
        """Variables that are still read: those of what registers take in, and of a random word that
        waits to be taken.
        """
        return {number for value in (*values, *self._stays) for number in value.variables()}

    def _variables(self, new: Mapping) -> dict[str, Polynomial]:
        """New variables for the shares of bits, by the names of the shares."""
        found = {}
        for bit, names in new.items():
            group = self.sharings.group(f"{bit[0]}{bit[1] or ''} in cycle {self.registers.cycle}")
            found |= {
                name: Polynomial.variable(self.sharings.add(group, share))
                for share, name in enumerate(names)
            }
        return found

    def _sum_has_masks(self, names: Iterable[str], following: Mapping) -> bool:
        """Whether the sum of the shares of a bit depends on more than secrets."""
        total = ZERO
        for name in names:
            total = total ^ following[name]
        return any(number >= 0 for number in self._in_masks(total).variables())

    def _is_blinded(self, value: Polynomial) -> bool:
        """Whether a value has random bits."""
        return any(
            self.sharings.variables[number].group < 0 for number in value.variables() if number >= 0
        )

    def _wrong(self, words: Iterable, following: Mapping, kept: set[int]) -> str:
        """Why a sharing is not shown to be uniform and independent; nothing if it is."""
        rows, cycle = [], self.registers.cycle
        for names in words:
            if self._sum_has_masks(names, following):
                return f"{names[0]} in cycle {cycle}: {SUM_HAS_MASKS}"
            for name in names[:-1]:
                random = (
                    number
                    for number in following[name].linear()
                    if self.sharings.variables[number].group < 0 and number not in kept
                )
                rows.append(sum(1 << number for number in random))
        inside = {
            number
            for names in words
            for name in names
            for term in following[name].nonlinear()
            for number in term
        }
        return (
            ""
            if independent(rows, sum(1 << number for number in inside))
            else (f"cycle {cycle}: the new sharing of the state is not shown to be uniform")
        )

    def _in_masks(self, value: Polynomial) -> Polynomial:
        """With the last share of each secret as the sum of the others and of the secret."""
        found = {}
        for number in value.variables():
            variable = self.sharings.variables[number]
            if variable.group >= 0 and variable.share == self._judge.shares - 1:
                found[number] = Polynomial([(-1 - variable.group,), *(
                    (other,) for other in self.sharings.members[variable.group].values()
                    if other != number)])  # fmt: skip
        return substituted(value, found)


def independent(rows: Iterable[int], excluded: int) -> bool:
    """Whether rows, sets of bits without the excluded ones, are linearly independent."""
    pivots: dict[int, int] = {}
    for row in rows:
        row &= ~excluded
        while row and row.bit_length() in pivots:
            row ^= pivots[row.bit_length()]
        if not row:
            return False
        pivots[row.bit_length()] = row
    return True

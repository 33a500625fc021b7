# SPDX-License-Identifier: Apache-2.0
"""Every single probe on a whole core by gadgets: a call, whose result waits, and the next one.

Model: as in `exact`. Values are followed as polynomials over shares and random bits, as in
`tuples`. Whenever the state takes in products, new variables are put for its shares, if it is shown
that they are a uniform sharing that is independent of all that is left of the old one: the sum of
the shares of a bit depends on secrets alone, and all shares but one have random bits added, by a
matrix of full rank, that no register and no port holds any longer. The same is done where what
enters has random bits added, if it is shown there.

**The same secret twice.** Registers that take in the same functions, or complements, get the same
variables. Where the sum of the shares of a bit is the function of secrets that the sum of an
earlier bit's shares was, the secret is the same: the last share is the sum of the others and of all
shares of that earlier bit. That is put into sums of variables that do not get longer by it, and so
the difference of what was computed twice, with other random bits from the same shares, is known to
be 0. What is computed of both is a function of one secret. Where a view is judged, both are taken
for any two, which is more than is needed.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_, xor
from time import monotonic
from typing import Any

from ....design import Design
from .alike import alike
from .exact import FRESH, MODEL, NAMED, NOT_COVERED
from .polynomials import ONE, ZERO, Polynomial, multiplying, substituted
from .structure import shares_by_bit
from .symbolic import SymbolicNetlist
from .tuples import Judge, Row, Unrolled, View

Key = tuple[Row, ...]
"""What the shares of a bit are, but for complements."""

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
        self.registers.alike = True
        self._judge = Judge(self.sharings, self.design.interface.masking.shares, 1)
        self._bits = shares_by_bit(self.netlist.registers, self._judge.shares)
        self._before: Mapping[str, Polynomial] = {}
        self._after: Mapping[str, Polynomial] = {}
        self._stays: list[Polynomial] = []
        self._together = alike(self.watched)
        self._known: dict[Row, list[Polynomial]] = {}
        self._same: dict[int, Polynomial] = {}
        self._secret_of: dict[int, int] = {}

    def _watched_cycle(self, inputs: Mapping[str, Polynomial]) -> dict[str, Polynomial]:
        # The cycle before this one is judged now, as only now the inputs behind it are known.
        if self._before:
            self._look(self._before, {**self._after, **inputs})
        self._before = {**self.registers.values, **inputs}
        # Over registers first, which is smaller than over what they hold.
        ports = self.registers.take(inputs)
        self._stays = [] if self._word is None or self._is_taken(ports) else [*self._word.values()]
        over = self.registers.over().items()
        self._after = following = {name: self._shortest(value) for name, value in over}
        self.registers.values = {**self._before, **self._renewed(following)}
        self.registers.cycle += 1
        return ports

    def _look(self, before: Mapping, after: Mapping) -> None:
        """Judge all probes on two successive cycles."""
        # The judge's limit on sets is for one cycle, not for the whole call.
        cycle, self._judge.count = self.registers.cycle - 1, 0
        seen = [self._seen(before), self._seen(after)]
        for names, union in self._together:
            # Probes that see alike are judged as one that sees all: if it shows nothing, none does.
            if len(names) > 1 and self._shows_nothing(self._view(names[0], cycle, union, seen)):
                continue
            for name in names:
                view = self._view(name, cycle, self.watched[name], seen)
                if not self._shows_nothing(view):
                    self._leaks(view)

    @staticmethod
    def _view(name: str, cycle: int, cone: Iterable[str], seen: Iterable[Mapping]) -> View:
        """What a probe sees whose cone this is."""
        found = [values[source] for values in seen for source in cone if source in values]
        shares = reduce(or_, (of for _, of in found), 0)
        return View(name, cycle, frozenset(row for row, _ in found), shares)

    def _shows_nothing(self, view: View) -> bool:
        return not self._judge.has_whole(view.shares) or self._is_safe(view)

    def _leaks(self, view: View) -> None:
        self.leaking += 1
        if len(self.leaks) < NAMED:
            pair = self._judge.pair((view,))
            self.leaks.append({"net": view.net, "cycle": view.cycle, "pair": pair})

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
        words = self._by_function(new.values(), following)
        totals = {key: self._total(key) for key in words}
        found = self._variables(words, totals)
        values = {**following, **self._spread(new.values(), found, following)}
        wrong = self._wrong(words, totals, following, self._kept(values.values()))
        # Without products values can be followed as they are: no new variables are needed.
        if wrong and not products:
            return dict(following)
        for key, total in totals.items():
            if not total.is_constant:
                # The earliest shares of a secret stay those over which all later ones are written.
                self._known.setdefault(total.terms, found[key])
        # The first fault is the cause; what is found after it may only follow from it.
        self.registers.fault = self.registers.fault or wrong
        return values

    def _shortest(self, value: Polynomial) -> Polynomial:
        """A sum, with what is known of the shares of secrets that were there before."""
        again = self._same.keys() & value.variables() if self._same else ()
        # In a product every variable would be multiplied out, so only sums are rewritten.
        if not again or value.nonlinear():
            return value
        found = substituted(value, {number: self._same[number] for number in again})
        return found if len(found.terms) <= len(value.terms) else value

    @staticmethod
    def _key(names: Iterable[str], following: Mapping) -> Key:
        """What the shares of a bit, or their complements, are."""
        return tuple(following[name].terms - {()} for name in names)

    def _by_function(self, words: Iterable, following: Mapping) -> dict[Key, list[str]]:
        """Of bits whose shares are the same functions one, by these."""
        return {self._key(names, following): names for names in words}

    def _spread(self, words: Iterable, found: Mapping, following: Mapping) -> dict:
        """By the names of the shares of all bits what was found for their functions."""
        return {
            # The key leaves constants out, so the complement is put back here.
            name: value ^ (ONE if () in following[name].terms else ZERO)
            for names in words
            for name, value in zip(names, found[self._key(names, following)], strict=True)
        }

    def _kept(self, values: Iterable[Polynomial]) -> set[int]:
        """Variables that are still read: those of what registers take in, and of a random word that
        waits to be taken.
        """
        return {number for value in (*values, *self._stays) for number in value.variables()}

    def _variables(self, words: Mapping, totals: Mapping) -> dict[Key, list[Polynomial]]:
        """New variables for the shares of bits, by what these are; of a secret that was there
        before it is remembered what the last share is a sum of.
        """
        found = {}
        for key, names in words.items():
            group = self.sharings.group(f"{names[0]} in cycle {self.registers.cycle}")
            shares = [
                Polynomial.variable(self.sharings.add(group, share)) for share in range(len(names))
            ]
            if before := self._known.get(totals[key].terms):
                (last,), (earlier,) = shares[-1].variables(), before[-1].variables()
                self._same[last] = reduce(xor, [*shares[:-1], *before])
                # What is computed of it twice has to be a function of one secret, not of two.
                same = self.sharings.variables[earlier].group
                self._secret_of[group] = self._secret_of.get(same, same)
            found[key] = shares
        return found

    def _total(self, key: Key) -> Polynomial:
        """The sum of the shares of a bit, but for complements, over secrets and, where it depends
        on them, masks.
        """
        return self._in_masks(reduce(xor, map(Polynomial, key), ZERO))

    def _is_blinded(self, value: Polynomial) -> bool:
        """Whether a value has random bits."""
        return any(
            self.sharings.variables[number].group < 0 for number in value.variables() if number >= 0
        )

    def _wrong(self, words: Mapping, totals: Mapping, following: Mapping, kept: set[int]) -> str:
        """Why a sharing is not shown to be uniform and independent; nothing if it is."""
        rows, cycle = [], self.registers.cycle
        for key, names in words.items():
            if has_masks(totals[key]):
                return f"{names[0]} in cycle {cycle}: {SUM_HAS_MASKS}"
            # The last share follows from the others and the secret, so it needs no bit of its own.
            for name in names[:-1]:
                random = (
                    number
                    for number in following[name].linear()
                    # A random bit that is still held could be seen beside the share that it hides.
                    if self.sharings.variables[number].group < 0 and number not in kept
                )
                rows.append(sum(1 << number for number in random))
        # A random bit that is in a product too does not make a sum uniform by being added.
        inside = {
            number
            for names in words.values()
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
                secret = self._secret_of.get(variable.group, variable.group)
                found[number] = Polynomial([(-1 - secret,), *(
                    (other,) for other in self.sharings.members[variable.group].values()
                    if other != number)])  # fmt: skip
        return substituted(value, found)


def has_masks(total: Polynomial) -> bool:
    """Whether a sum of shares, over secrets and masks, depends on more than secrets."""
    return any(number >= 0 for number in total.variables())


def independent(rows: Iterable[int], excluded: int) -> bool:
    """Whether rows, sets of bits without the excluded ones, are linearly independent."""
    pivots: dict[int, int] = {}
    for row in rows:
        row &= ~excluded
        while row and row.bit_length() in pivots:
            row ^= pivots[row.bit_length()]
        # Nothing of this row is its own: other shares have the same random bits, or it has none.
        if not row:
            return False
        pivots[row.bit_length()] = row
    return True

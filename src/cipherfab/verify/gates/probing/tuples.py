# SPDX-License-Identifier: Apache-2.0
"""Every tuple of d probes on a small netlist: whether what they see together depends on a secret.

Model: as in `exact`, but with d probes at any nets, each in any two successive cycles of a call
whose result waits and of the beginning of the next one. All values are followed as polynomials over
the shares that came in and the random bits, nothing is put in their place: so this is for netlists
of a gadget or of an S-box, not of whole cores.

All tuples are covered without trying each: a set of probes that is independent of the secrets
covers all its tuples, and the others have a probe outside it (the idea is that of G. Barthe et al.,
"Verified Proofs of Higher-Order Masking", EUROCRYPT 2015).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_
from time import monotonic
from typing import Any

from ....design import Design
from .exact import FRESH, NOT_COVERED, Check
from .polynomials import Monomial, Polynomial, TooLarge, substituted
from .probes import LARGEST_VIEW, Secrets, distinguished, parts
from .sharings import Sharings
from .symbolic import SymbolicNetlist

MODEL = (
    "{order} on any nets, each seeing all registers and inputs of its cone in two "
    "successive cycles (glitches and transitions)"
)

MOST = 200_000
"""Sets of views after which there is no verdict."""

QUICK = 12
"""Masks and secrets of a set of more views than a tuple has, of which all values are tried."""

Row = frozenset[Monomial]
"""A value that is seen, without its constant."""


@dataclass(frozen=True)
class View:
    """What a probe sees.

    Attributes:
        net, cycle: where, and the first of the two cycles.
        rows: the values.
        shares: those of which they are made, as a set of bits.
    """

    net: str
    cycle: int
    rows: frozenset[Row]
    shares: int


def check(
    design: Design, netlist: SymbolicNetlist, order: int, *, seed: int = 1, random: str = FRESH
) -> dict[str, Any]:
    """Check a small netlist that was read.

    Args:
        design: of a bare primitive in shares.
        netlist, seed, random: see `exact.check`.
        order: probes of a tuple.

    Returns:
        ``passed``; ``order``; ``views``: different views of single probes, of which none is a part
        of another; ``sets``: sets of views that were judged; ``leak``: net and cycle of each probe
        of a tuple that depends on a secret, or for which that is not excluded, and ``pair``, two
        values of secrets that it tells apart, if it was decided; ``fault``: why there is no
        verdict; ``model``, ``not_covered``; ``seconds``.

    Raises:
        DesignError: no result came.
    """
    start = monotonic()
    run = Unrolled(design, netlist, seed, random, first=False)
    run.run()
    judge = Judge(run.sharings, design.interface.masking.shares, order)
    views, found, pair = [] if run.registers.fault else run.views(), None, None
    try:
        found = Search(judge).find(views, order) if views else None
        pair = judge.pair(found) if found else None
    except TooLarge:
        # A leak that was found stays one, also where no pair of secrets is named for it.
        if found is None:
            run.registers.fault = f"not finished after {MOST} sets of views"
    return {"passed": not run.registers.fault and found is None, "order": order,
            "views": len(views), "sets": judge.count, "fault": run.registers.fault,
            "leak": [(view.net, view.cycle) for view in found or ()],
            "pair": pair,
            "model": MODEL.format(order="one probe" if order == 1 else f"{order} probes"),
            "not_covered": [f"more than {order} probes", *NOT_COVERED[1:]],
            "random": random, "seconds": monotonic() - start}  # fmt: skip


class Unrolled(Check):
    """The cycles of `exact.Check`, whose values are all over what came in.

    Attributes:
        snapshots: by cycle, the values of all registers and input bits.
    """

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.snapshots: list[Mapping[str, Polynomial]] = []

    def _watched_cycle(self, inputs: Mapping[str, Polynomial]) -> dict[str, Polynomial]:
        values = {**self.registers.values, **inputs}
        following, nets = self.netlist.evaluate(values)
        self.snapshots.append(values)
        self.registers.values, self.registers.cycle = {**values, **following}, len(self.snapshots)
        return self.netlist.port_values(nets)

    def views(self) -> list[View]:
        """Of all watched nets in all cycles; none is a part of another."""
        found: dict[frozenset[Row], View] = {}
        for cycle, (now, then) in enumerate(zip(self.snapshots, self.snapshots[1:])):
            for name, cone in self.watched.items():
                # Without the constant 1: who sees x + 1 sees x. A constant alone shows nothing.
                rows = frozenset(
                    values[source].terms - {()} for values in (now, then) for source in cone
                ) - {frozenset()}
                if rows:
                    found.setdefault(rows, View(name, cycle, rows, self._shares(rows)))
        # What a part of a view shows, the view shows as well.
        return [view for view in found.values() if not any(view.rows < other for other in found)]

    def _shares(self, rows: Iterable[Row]) -> int:
        known, width = self.sharings, self.design.interface.masking.shares
        numbers = {number for row in rows for term in row for number in term}
        return sum(
            # A secret has as many bits in a row as it has shares.
            1 << known.variables[number].group * width + known.variables[number].share
            for number in numbers
            if known.variables[number].group >= 0
        )


@dataclass
class Judge:
    """Whether sets of values are independent of all secrets.

    Attributes:
        sharings: of their variables.
        shares: of each secret.
        order: views of a tuple; sets of more are only tried where that is quick.
        count: sets that were judged.
    """

    sharings: Sharings
    shares: int
    order: int
    count: int = 0
    _tried: dict = field(default_factory=dict)
    _first: int = 1

    def is_safe(self, views: Sequence[View]) -> bool:
        """True if it is shown; False if it is not, or if it was too large to be decided."""
        seen = 0
        for view in views:
            seen |= view.shares
        if not self.has_whole(seen):
            return True
        self.count += 1
        if self.count > MOST:
            raise TooLarge
        # A set of more views than a tuple is split if it is not shown to be safe, so it is worth
        # little time.
        return self._is_safe(_rows(views), LARGEST_VIEW if len(views) <= self.order else QUICK)

    def numbers(self, shares: int) -> int:
        """Numbers of shares, of any secret, as a set of bits."""
        found = 0
        while shares:
            found |= shares & (1 << self.shares) - 1
            shares >>= self.shares
        return found

    def has_whole(self, seen: int) -> bool:
        """Whether all shares of a secret are there."""
        # Bit 0 of every secret's shares, doubled until it is as long as what is seen.
        while self._first.bit_length() < seen.bit_length():
            self._first |= self._first << self._first.bit_length() + self.shares - 1
        return bool(reduce(and_, (seen >> share for share in range(self.shares))) & self._first)

    def _is_safe(self, rows: frozenset[Row], limit: int) -> bool:
        try:
            left = self._left(rows)
        # Not shown is not safe.
        except TooLarge:
            return False
        # All sizes first: one that is too large decides, and trying takes the time.
        return all(len(numbers) <= limit for _, numbers in left) and all(
            self._is_equal(part, numbers) for part, numbers in left
        )

    def _is_equal(self, part: Sequence[Polynomial], numbers: Sequence[int]) -> bool:
        """Whether values come equally often for all secrets; those that differ in the numbers of
        their variables alone are tried once.
        """
        place = {number: position for position, number in enumerate(numbers)}
        key = (
            sum(number < 0 for number in numbers),
            len(numbers),
            frozenset(
                frozenset(tuple(place[number] for number in term) for term in row.terms)
                for row in part
            ),
        )
        if key not in self._tried:
            self._tried[key] = distinguished(part, numbers, self.sharings) is None
        return self._tried[key]

    def pair(self, views: Iterable[View]) -> tuple[Secrets, Secrets] | None:
        """Two values of secrets that views tell apart, if that was decided."""
        for part, numbers in self._left(_rows(views)):
            if len(numbers) <= LARGEST_VIEW:
                if pair := distinguished(part, numbers, self.sharings):
                    return pair
        return None

    def _left(self, rows: frozenset[Row]) -> list[tuple[list[Polynomial], list[int]]]:
        """What has to be tried: parts that have a secret, with their variables."""
        rows = self._without_free(rows)
        whole = self._whole(rows)
        if not whole:
            return []
        values = {
            self._last(rows, group): Polynomial(
                [
                    (-1 - group,),
                    *(
                        (number,)
                        for number in self.sharings.members[group].values()
                        if number != self._last(rows, group)
                    ),
                ]
            )
            for group in whole
        }
        inside = [substituted(Polynomial(row), values).terms for row in rows]
        # With the last share of each whole secret gone, its other shares may be free now.
        polynomials = [Polynomial(row) for row in self._without_free(inside)]
        found = [
            (part, sorted({number for row in part for number in row.variables()}))
            for part in parts(polynomials)
        ]
        # They are sorted, and a secret has a number below 0.
        return [(part, numbers) for part, numbers in found if numbers and numbers[0] < 0]

    def _whole(self, rows: Iterable[Row]) -> set[int]:
        """Secrets of which all shares are in some rows."""
        present: dict[int, set[int]] = {}
        for number in {number for row in rows for term in row for number in term}:
            variable = self.sharings.variables[number] if number >= 0 else None
            if variable and variable.group >= 0:
                present.setdefault(variable.group, set()).add(variable.share)
        return {group for group, shares in present.items() if len(shares) == self.shares}

    def _last(self, rows: Iterable[Row], group: int) -> int:
        """The share that is the sum of the others and of the secret: one that is in few
        products."""
        products: dict[int, int] = {}
        for row in rows:
            for term in row:
                for number in term if len(term) > 1 else ():
                    products[number] = products.get(number, 0) + 1
        return min(
            self.sharings.members[group].values(),
            key=lambda number: (products.get(number, 0), number),
        )

    def _without_free(self, rows: Iterable[Row]) -> list[Row]:
        """Without rows to which an independent uniform variable is added that is in no product:
        elimination, until there is none.
        """
        # The shortest is popped first: added to others it makes them grow least.
        waiting, kept, before = sorted(filter(None, rows), key=len, reverse=True), [], 0
        while before != len(waiting):
            before, kept, free = len(waiting), [], self._free(waiting)
            while waiting:
                row = waiting.pop()
                term = min(row & free, default=None)
                if term is None:
                    kept.append(row)
                    continue
                waiting = [other ^ row if term in other else other for other in waiting]
                kept = [other ^ row if term in other else other for other in kept]
            waiting = [row for row in kept if row]
        return waiting

    def _free(self, rows: Iterable[Row]) -> set[Monomial]:
        """Variables that are in no product, and of no secret of which all shares are there."""
        whole = self._whole(rows)
        inside = {number for row in rows for term in row if len(term) > 1 for number in term}
        alone = {term for row in rows for term in row if len(term) == 1}
        return {
            (number,)
            for (number,) in alone
            if number >= 0
            and number not in inside
            and self.sharings.variables[number].group not in whole
        }


@dataclass
class Search:
    """For a tuple of views that is not safe."""

    judge: Judge

    def find(
        self, views: Sequence[View], order: int, fixed: tuple[View, ...] = ()
    ) -> tuple[View, ...] | None:
        """Of ``fixed`` and ``order`` of ``views``; None if there is none."""
        if order == 1:
            return next(
                filter(None, (self._one(group, fixed) for group in self._groups(views))), None
            )
        first = tuple(views[:order])
        # These are a tuple by themselves: unsafe, they end the search; safe, a set grows from them.
        if not self.judge.is_safe(fixed + first):
            return fixed + first
        inside = first
        for group in self._groups(views[order:]):
            inside += self._more(fixed + inside, group)
        names = set(map(id, inside))
        outside = [view for view in views if id(view) not in names]
        # Tuples inside are covered. Any other one has a first view outside, and is looked for with
        # that view fixed and without those before it.
        for position, view in enumerate(outside):
            others = [*inside, *outside[position + 1 :]]
            if found := self.find(others, order - 1, (*fixed, view)):
                return found
        return None

    def _groups(self, views: Sequence[View]) -> list[tuple[View, ...]]:
        """Those whose shares have the same numbers together."""
        found: dict[int, list[View]] = {}
        for view in views:
            found.setdefault(self.judge.numbers(view.shares), []).append(view)
        return [tuple(found[key]) for key in sorted(found)]

    def _one(self, views: tuple[View, ...], fixed: tuple[View, ...]) -> tuple[View, ...] | None:
        """Of ``fixed`` and one of ``views``."""
        if self.judge.is_safe((*fixed, *views)):
            return None
        if len(views) == 1:
            return (*fixed, *views)
        half = len(views) // 2
        return self._one(views[:half], fixed) or self._one(views[half:], fixed)

    def _more(self, base: tuple[View, ...], views: tuple[View, ...]) -> tuple[View, ...]:
        """Of some views those that can be added to others one after the other."""
        if not views or self.judge.is_safe((*base, *views)):
            return views
        if len(views) == 1:
            return ()
        half = len(views) // 2
        found = self._more(base, views[:half])
        return found + self._more((*base, *found), views[half:])


def _rows(views: Iterable[View]) -> frozenset[Row]:
    return frozenset().union(*(view.rows for view in views))

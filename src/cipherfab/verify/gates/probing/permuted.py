# SPDX-License-Identifier: Apache-2.0
"""Every single probe on a whole core that has no random bits: a call, whose result waits, and the
next one.

Model: as in `exact`. As in `rounds` values are followed as polynomials, and new variables are put
for the shares that registers take in. What stands for them is shown to be uniform for every secret
in one of two ways: all are sums of shares, and independent; or, of those that have shares in
common, all maskings are tried.

They are then functions of what was there before, which is *used up*: no register may hold any of it
longer, nothing else is ever made of it, and a probe that sees both fails. What the environment
holds at the ports is among it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ....design import Design
from .exact import FRESH
from .polynomials import ZERO, Polynomial
from .probes import parts
from .rounds import SUM_HAS_MASKS, Rounds, checked, has_masks, independent
from .sharings import LARGEST_BLOCK
from .symbolic import SymbolicNetlist
from .tuples import View


def check(
    design: Design,
    netlist: SymbolicNetlist,
    *,
    seed: int = 1,
    random: str = FRESH,
    first: bool = False,
    longest: int | None = None,
) -> dict[str, Any]:
    """Check a netlist that was read; arguments and result as of `rounds.check`.

    Raises:
        DesignError: no result came.
    """
    return checked(Permuted(design, netlist, seed, random, first), longest=longest)


class Permuted(Rounds):
    """One run of the check."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self._used = 0

    def _is_safe(self, view: View) -> bool:
        """What the rules say, and nothing beside what it was made of."""
        numbers = {number for row in view.rows for term in row for number in term}
        related = self.sharings.groups(numbers) & self.sharings.origin(numbers)
        return not related and super()._is_safe(view)

    def _renewed(self, following: Mapping[str, Polynomial]) -> dict[str, Polynomial]:
        """What registers take in, over new variables for all shares that differ from what is
        there."""
        new = {
            bit: names
            for bit, names in self._bits.items()
            if any(
                not following[name].is_constant
                and following[name].terms != self.registers.values[name].terms
                for name in names
            )
        }
        words = self._by_function(new.values(), following)
        # No secret is looked for that was there before.
        found = self._variables(words, dict.fromkeys(words, ZERO))
        values = {**following, **self._spread(new.values(), found, following)}
        if new and not self.registers.fault:
            self.registers.fault = self._not_uniform(new.values(), following) or self._use(
                new.values(), following, values
            )
        return values

    def _not_uniform(self, words: Iterable, following: Mapping[str, Polynomial]) -> str:
        """Why a sharing is not shown to be uniform; nothing if it is."""
        rows, cycle = [], self.registers.cycle
        for names in words:
            if has_masks(self._total(self._key(names, following))):
                return f"{names[0]} in cycle {cycle}: {SUM_HAS_MASKS}"
            # The last share is the sum of the others and of the secret, so it cannot be independent
            # of them.
            rows += [self._in_masks(following[name]) for name in names[:-1]]
        for part in parts(rows):
            if not self._is_uniform(part):
                return f"cycle {cycle}: the new sharing of the state is not shown to be uniform"
        return ""

    def _is_uniform(self, rows: list[Polynomial]) -> bool:
        """Whether values over masks and secrets take all values equally often for each secret."""
        # Sums of masks are uniform together if they are independent; that needs no trying.
        if not any(number >= 0 for row in rows for term in row.nonlinear() for number in term):
            return independent(
                (sum(1 << number for number in row.linear() if number >= 0) for row in rows), 0
            )
        numbers = {number for row in rows for number in row.variables()}
        inside = frozenset(self.sharings.partners(numbers))
        return len(inside) <= LARGEST_BLOCK and self.sharings.uniform(
            [row.terms for row in rows], sorted(number for number in inside if number >= 0), inside
        )

    def _use(
        self, words: Iterable, following: Mapping[str, Polynomial], values: Mapping[str, Polynomial]
    ) -> str:
        """Remember what new shares were made of; why it is not used up, or nothing."""
        made, cycle = [name for names in words for name in names], self.registers.cycle
        numbers = {number for name in made for number in following[name].variables()}
        groups = self.sharings.groups(numbers)
        held = {number for name in self.netlist.registers for number in values[name].variables()}
        if groups & self._used or any(
            self.sharings.variables[number].group < 0 for number in numbers
        ):
            return f"{made[0]} in cycle {cycle}: made of what was used before, or of random bits"
        if groups & self.sharings.groups(held):
            return f"{made[0]} in cycle {cycle}: what it is made of stays in a register"
        origin = groups | self.sharings.origin(numbers)
        for name in made:
            for number in values[name].variables():
                self.sharings.variables[number].origin = origin
        self._used |= groups
        return ""


__all__ = ["Permuted", "check"]

# SPDX-License-Identifier: Apache-2.0
"""Probes on a netlist: whether what they see depends on the secrets."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

import numpy as np

from .connected import connected
from .polynomials import Polynomial, substituted, table
from .sharings import Sharings, Variable

LARGEST_VIEW = 20
"""Masks and secrets of a view of which all values are tried."""

AT_ONCE = 62 - LARGEST_VIEW
"""Bits that have room in a number beside one of each of the values of a view's variables."""

Secrets = dict[str, int]
"""Values of unshared bits, by label."""


@dataclass(frozen=True)
class Verdict:
    """On a view.

    Attributes:
        passed: it is independent of all secrets.
        pair: two values of secrets between which it tells; None if it passed, or if that was not
            decided.
    """

    passed: bool
    pair: tuple[Secrets, Secrets] | None = None


@dataclass(frozen=True)
class Summary:
    """What the quick rule needs of a value: the groups of which it has share 0, share 1 and so on,
    and what was used up, or stays at the ports, as sets of bits.
    """

    shares: tuple[int, ...]
    origin: int


def summary(value: Polynomial, sharings: Sharings) -> Summary:
    """Of a value."""
    shares, origin = [0] * sharings.shares, 0
    for number in value.variables():
        variable = sharings.variables[number]
        origin |= variable.origin | sharings.at_ports(variable)
        if variable.group >= 0:
            for share in range(sharings.shares) if variable.share is None else (variable.share,):
                shares[share] |= 1 << variable.group
    return Summary(tuple(shares), origin)


def is_safe(parts: Iterable[Summary]) -> bool:
    """The quick rule: no group with all shares, and none from which another was made in its place.
    Sufficient, not necessary.
    """
    seen: tuple[int, ...] = ()
    origin = 0
    for part in parts:
        seen = tuple(map(or_, seen, part.shares)) if seen else part.shares
        origin |= part.origin
    return not seen or not reduce(and_, seen) and not reduce(or_, seen) & origin


def judge(view: Iterable[Polynomial], sharings: Sharings, touched: int) -> Verdict:
    """On values that are seen together, where the quick rule did not decide.

    Args:
        view: over variables.
        sharings: of these variables.
        touched: see `Sharings.touched`, as of the newest of these variables.
    """
    # The constant 1 is left out of each value, because who sees x + 1 sees x.
    seen = _without_determined(set(value.terms - {()} for value in view))
    if not _is_apart(map(Polynomial, seen), sharings):
        # Over what came in, each of these variables was seen twice.
        over = _expanded(list(map(Polynomial, seen)), sharings, sharings.at_ports)
        if not _is_apart(over, sharings):
            return Verdict(False)
        seen = _without_determined(set(value.terms - {()} for value in over))
    rows = _without_free(seen, sharings, touched)
    polynomials = [Polynomial(row) for row in rows]
    if is_safe(summary(value, sharings) for value in polynomials):
        return Verdict(True)
    return _tried(
        [
            sharings.in_masks(value)
            for value in _expanded(polynomials, sharings, lambda one: one.origin)
        ],
        sharings,
    )


def _is_apart(values: Iterable[Polynomial], sharings: Sharings) -> bool:
    """Whether no variable was made of what is seen beside it, at the ports."""
    numbers = {number for value in values for number in value.variables()}
    past = reduce(or_, (sharings.at_ports(sharings.variables[one]) for one in numbers), 0)
    return not past & sharings.groups(numbers)


def _without_determined(rows: set[frozenset]) -> set[frozenset]:
    """Values that follow from others that are seen by themselves are left out."""
    seen = {term[0] for row in rows if len(row) == 1 for term in row if len(term) == 1}
    return {
        row
        for row in rows
        if row
        and (
            len(row) == 1
            and len(next(iter(row))) == 1
            or not {number for term in row for number in term} <= seen
        )
    }


def _without_free(rows: set[frozenset], sharings: Sharings, touched: int) -> list[frozenset]:
    """Sums with an independent uniform variable each are left out: elimination over the variables
    that are only added.
    """
    free = _free(rows, sharings, touched)
    kept, left = [], sorted(rows, key=sorted)
    while left:
        row = left.pop()
        pivot = next(
            (term for term in sorted(row, reverse=True) if len(term) == 1 and term[0] in free), None
        )
        if pivot is None:
            kept.append(row)
            continue
        # When no other row has the pivot, its row is uniform beside all of them.
        left = [other ^ row if pivot in other else other for other in left]
        kept = [other ^ row if pivot in other else other for other in kept]
    return [row for row in kept if row]


def _free(rows: set[frozenset], sharings: Sharings, touched: int) -> set[int]:
    members: dict[int, set] = {}
    products = {number for row in rows for term in row if len(term) > 1 for number in term}
    numbers = {number for row in rows for term in row for number in term}
    for number in numbers:
        members.setdefault(sharings.variables[number].group, set()).add(
            sharings.variables[number].share
        )
    origin = sharings.origin(numbers)
    found = set()
    for number in numbers - products:
        variable = sharings.variables[number]
        alone = (
            variable.group < 0
            # While the view lacks another share of the bit, this one is uniform in it.
            or len(members[variable.group]) < sharings.shares
            and variable.share is not None
        )
        if alone and not variable.origin and not sharings.groups([number]) & (touched | origin):
            found.add(number)
    return found


def _expanded(
    values: list[Polynomial], sharings: Sharings, made_of: Callable[[Variable], int]
) -> list[Polynomial]:
    """Variables that are functions of others in the view, by their definitions; ``made_of``: the
    groups that a variable is a function of.
    """
    while True:
        numbers = {number for value in values for number in value.variables()}
        groups = sharings.groups(numbers)
        derived = [number for number in numbers if made_of(sharings.variables[number]) & groups]
        if not derived:
            return values
        # The newest: its definition has older ones alone, so this comes to an end.
        newest = max(derived)
        definition = sharings.variables[newest].definition
        if (
            # Each substitution multiplies out. A view that has grown so far could not be tried
            # either.
            definition is None
            or len(numbers) > 2 * LARGEST_VIEW
            or sum(len(value.terms) for value in values) > 400
        ):
            return values
        values = [substituted(value, {newest: definition}) for value in values]


def _tried(rows: Sequence[Polynomial], sharings: Sharings) -> Verdict:
    """All values of masks and secrets, for each part of the view that shares no variable with the
    others.
    """
    undecided = False
    every = {number for row in rows for number in row.variables() if number >= 0}
    seen, used = sharings.groups(every), sharings.origin(every)
    for part in parts(rows):
        numbers = sorted({number for row in part for number in row.variables()})
        # Without a secret there is nothing to tell.
        if not any(number < 0 for number in numbers):
            continue
        if len(numbers) > LARGEST_VIEW or len(part) > 40:
            undecided = True
            continue
        pair = distinguished(part, numbers, sharings)
        if pair:
            return Verdict(False, pair)
        masks = [number for number in numbers if number >= 0]
        # Masks that were made of one another, in any part, are not independent, so equal counts
        # prove nothing.
        undecided |= bool(sharings.groups(masks) & used or seen & sharings.origin(masks))
    return Verdict(not undecided)


def parts(rows: Sequence[Polynomial]) -> list[list[Polynomial]]:
    """Values that have variables in common, directly or over others, together."""
    return connected(rows, Polynomial.variables)


def distinguished(
    rows: Sequence[Polynomial], numbers: Sequence[int], sharings: Sharings
) -> tuple[Secrets, Secrets] | None:
    """Two values of secrets for which values come differently often; all are tried.

    Args:
        rows: over masks and secrets; the secret of group g is variable -1 - g.
        numbers: their variables.
        sharings: of these.
    """
    masks = [number for number in numbers if number >= 0]
    secrets = [number for number in numbers if number < 0]
    place = {number: position for position, number in enumerate([*masks, *secrets])}
    outputs = table(
        [[tuple(place[number] for number in term) for term in row.terms] for row in rows],
        len(place),
    )
    # Sorted: how often a value comes counts, not which masks give it.
    seen = np.sort(
        _joined(outputs, 1 << len(place)).reshape(1 << len(secrets), 1 << len(masks)), axis=1
    )
    other = np.flatnonzero((seen != seen[0]).any(axis=1))
    if not len(other):
        return None
    return tuple(
        {
            sharings.labels[-1 - number]: int(value) >> position & 1
            for position, number in enumerate(secrets)
        }
        for value in (0, other[0])
    )  # type: ignore[return-value]


def _joined(outputs: Sequence[np.ndarray], size: int) -> np.ndarray:
    """A number for each place of some tables of bits, the same where all of them are the same."""
    joined = np.zeros(size, dtype=np.int64)
    for start in range(0, len(outputs), AT_ONCE):
        if start:
            # A number of 64 bits has no room for more, so those that came are counted instead.
            joined = np.unique(joined, return_inverse=True)[1].reshape(-1).astype(np.int64)
        for bit in outputs[start : start + AT_ONCE]:
            joined = joined << 1 | bit
    return joined


def explain(view: Mapping[str, Polynomial]) -> list[str]:
    """Names of what a probe sees that is no constant."""
    return sorted(name for name, value in view.items() if not value.is_constant)

# SPDX-License-Identifier: Apache-2.0
"""The search for sums of terms that are exact on every point, few terms first.

A beam search over sets of terms, by orthogonal least squares on the terms' Gram matrix.
Coefficients of a set that leaves no residual are rounded to integers and tried on every point in
exact arithmetic. Deterministic.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from .terms import MESSAGE, Term, terms

WIDTH = 40
"""Sets of terms that are followed at a time, and terms that are tried for each."""

MOST_TERMS = 14
"""Beyond that a formula explains nothing, and a table does as well."""

SKETCH = 400
"""More than there are independent terms."""

DEPENDENT = 1e-3
"""Squared length below which something is the zero vector but for rounding; terms and cycles are
integers.
"""

DIGITS = 4
"""Decimals by which gains and errors are compared: what is equal but for rounding, which another
processor does otherwise, is taken in the order of the library.
"""

Points = Mapping[tuple[int, int], int]
"""(Bytes of associated data, bytes of message) to cycles."""

Parts = tuple[tuple[int, Term], ...]
"""Coefficients and terms."""


def search(
    points: Points,
    *,
    ad_block: int,
    block: int,
    word: int,
    ad_before: int = 0,
    bus: int | None = None,
) -> Parts | None:
    """A sum of at most `MOST_TERMS` terms that is exact on all points, or None."""
    # Sorted, so that the formula does not depend on the order of the measurement.
    points = dict(sorted(points.items()))
    task = _Task.of(
        points, terms(ad_block=ad_block, block=block, word=word, ad_before=ad_before, bus=bus)
    )
    starts = [task.simple()]
    if ad_block:
        # The grid has many lengths of one part beside these of the other, see `cycles.grid_points`.
        beside = [(1, block + 1), (0, 0)] if bus else [(1, block + 1)]
        starts += [task.beside(points, *other) for other in beside]
    found = [parts for start in starts if (parts := task.search(start)) is not None]
    # Each start may end in another sum that is exact; the plainest is printed.
    return min((task.polished(parts) for parts in found), key=_cost, default=None)


@dataclass(frozen=True)
class _Task:
    """Terms and cycles on the points of a grid.

    Attributes:
        library: terms that differ on the points.
        values: their values, a row each. cycles: what they must add up to.
        mixed, mixed_cycles: both in `SKETCH` random combinations of the points, which keeps what
            depends on what and is quicker.
    """

    library: list[Term]
    values: np.ndarray
    cycles: np.ndarray
    mixed: np.ndarray
    mixed_cycles: np.ndarray

    @classmethod
    def of(cls, points: Points, library: list[Term]) -> "_Task":
        columns = zip(*((*point, count) for point, count in points.items()))
        ad, message, cycles = (np.array(column, dtype=np.int64) for column in columns)
        library = _distinct(library, ad, message)
        values = np.array([term(ad, message) * np.ones_like(cycles) for term in library])
        size = len(cycles)
        # A fixed seed: the same combinations, and so the same formula, in every run.
        mixer = (
            # So scaled, a vector keeps its length on the average, by which `DEPENDENT` is judged.
            np.random.RandomState(0).standard_normal((size, SKETCH)) / SKETCH**0.5
            if size > SKETCH
            else np.eye(size)
        )
        return cls(library, values, cycles, values @ mixer, cycles @ mixer)

    def beside(self, points: Points, ad: int, message: int) -> list[int]:
        """Those of `simple`, and the terms of the formulas of each length alone, beside so many
        bytes of the other.
        """
        simple = self.simple()
        alone = [
            _Task.of(
                {point: count for point, count in points.items() if point[place] == other},
                self.library,
            )
            for place, other in ((0, ad), (1, message))
        ]
        terms = [part[1] for one in alone for part in one.search(one.simple()) or ()]
        return [
            *simple,
            *(
                index
                for index, term in enumerate(self.library)
                if term in terms and index not in simple
            ),
        ]

    def simple(self) -> list[int]:
        """What every formula starts from: the constant and whole blocks."""
        return [
            index
            for index, term in enumerate(self.library)
            if not term.factors or term.factors[0].kind == "blocks"
        ]

    def search(self, start: list[int]) -> Parts | None:
        """The best of the smallest sets found around ``start`` that have exact integer
        coefficients.
        """
        for sets in _beam(self.mixed, self.mixed_cycles, start):
            exact = [parts for chosen in sets if (parts := self.integers(chosen)) is not None]
            if exact:
                return min(exact, key=_cost)
        return None

    def integers(self, chosen: tuple[int, ...]) -> Parts | None:
        """Integer coefficients, without terms whose coefficient is 0; None if they are not
        exact."""
        # Found in floating point, and then tried in integers on every point.
        coefficients = np.rint(
            np.linalg.lstsq(self.mixed[list(chosen)].T, self.mixed_cycles, rcond=None)[0]
        ).astype(np.int64)
        if not np.array_equal(coefficients @ self.values[list(chosen)], self.cycles):
            return None
        parts = (
            (int(coefficient), self.library[index])
            for coefficient, index in zip(coefficients, chosen)
            if coefficient
        )
        return tuple(sorted(parts, key=lambda part: _order(part[1])))

    def polished(self, parts: Parts) -> Parts:
        """Terms exchanged one by one for those that say the same in a simpler way, as long as that
        helps.
        """
        while True:
            chosen = [self.library.index(term) for _, term in parts]
            others = (
                tuple(sorted({*chosen[:place], *chosen[place + 1 :], index}))
                for place in range(len(chosen))
                for index in self.substitutes(chosen[:place] + chosen[place + 1 :])
            )
            # A set that is not exact counts as the present one, and never as better.
            better = min(
                (self.integers(other) or parts for other in others), key=_cost, default=parts
            )
            if _cost(better) >= _cost(parts):
                return parts
            parts = better

    def substitutes(self, kept: list[int]) -> list[int]:
        """The terms that, together with those kept, leave no residual."""
        rests, rest = _without(self.mixed, self.mixed_cycles, kept)
        lengths, products = (rests**2).sum(axis=1), rests @ rest
        # The second argument keeps numpy from dividing by 0, which `where` does not.
        gains = np.where(lengths > DEPENDENT, products**2 / np.maximum(lengths, DEPENDENT), 0)
        return [int(index) for index in np.flatnonzero(rest @ rest - gains < DEPENDENT)]


def _without(
    values: np.ndarray, cycles: np.ndarray, chosen: list[int]
) -> tuple[np.ndarray, np.ndarray]:
    """What is left of terms and cycles at right angles to the chosen terms."""
    basis, _ = np.linalg.qr(values[chosen].T)
    return values - (values @ basis) @ basis.T, cycles - basis @ (basis.T @ cycles)


def _distinct(library: list[Term], ad, message) -> list[Term]:
    """Without terms that are 0 on the grid or equal to one before them there."""
    kept: dict[bytes, Term] = {}
    for term in library:
        value = np.broadcast_to(term(ad, message), ad.shape).astype(np.int64)
        # A term that is 0 everywhere could have any coefficient.
        if value.any():
            kept.setdefault(value.tobytes(), term)
    return list(kept.values())


@dataclass(frozen=True)
class _Node:
    """A set of terms, and what is left of all terms and of the cycles at right angles to it."""

    chosen: tuple[int, ...]
    basis: np.ndarray
    lengths: np.ndarray
    products: np.ndarray
    error: float

    def gains(self) -> np.ndarray:
        """How much of the squared error each further term takes away; -1 for those that depend on
        the chosen ones.
        """
        return np.where(
            self.lengths > DEPENDENT, self.products**2 / np.maximum(self.lengths, DEPENDENT), -1.0
        )

    def with_term(self, index: int, gram: np.ndarray) -> "_Node":
        # One step of a Cholesky decomposition of the Gram matrix; `basis` has a row for each step.
        root = np.sqrt(self.lengths[index])
        direction = (gram[index] - self.basis.T @ self.basis[:, index]) / root
        share = self.products[index] / root
        return _Node(
            tuple(sorted((*self.chosen, index))),
            np.vstack([self.basis, direction]),
            self.lengths - direction**2,
            self.products - share * direction,
            self.error - share**2,
        )


def _beam(
    values: np.ndarray, cycles: np.ndarray, start: list[int]
) -> Iterator[list[tuple[int, ...]]]:
    """By size, the sets that leave no residual (with coefficients that need not be integers)."""
    # Slopes and constant are taken out before the products are formed, because their size would
    # cost the others their digits.
    rests, rest = _without(values, cycles, start)
    gram = rests @ rests.T
    node = _Node(
        tuple(start), np.zeros((0, len(values))), gram.diagonal().copy(), rests @ rest, rest @ rest
    )
    beam = [node]
    # All sets of a beam have the same size.
    while beam and len(beam[0].chosen) <= MOST_TERMS:
        exact = {
            node.chosen
            for node in beam
            # The error loses digits from term to term; the residual decides.
            if node.error < DEPENDENT and _residual(values, cycles, node.chosen) < 1e-4
        }
        yield sorted(exact)
        # What is exact already gains nothing by a further term.
        beam = _next([node for node in beam if node.chosen not in exact], gram)


def _next(beam: list[_Node], gram: np.ndarray) -> list[_Node]:
    """The best sets with one term more, one for each error.

    Sets of equal error span the same; `_Task.polished` chooses among them.
    """
    found: dict[float, tuple[_Node, int]] = {}
    for node in beam:
        gains = node.gains()
        # Rounded and stable, so that equal gains keep their order on every machine.
        for index in np.argsort(-gains.round(DIGITS), kind="stable")[:WIDTH]:
            if gains[index] > 0:
                error = round(max(0, node.error - gains[index]), DIGITS)
                found.setdefault(error, (node, int(index)))
    return [
        node.with_term(index, gram)
        for _, (node, index) in sorted(found.items(), key=lambda item: item[0])[:WIDTH]
    ]


def _residual(values: np.ndarray, cycles: np.ndarray, chosen: tuple[int, ...]) -> float:
    columns = values[list(chosen)].T
    solution = np.linalg.lstsq(columns, cycles, rcond=None)[0]
    # The largest miss, not the sum: one wrong point is enough to refuse the set.
    return float(np.abs(columns @ solution - cycles).max())


def _order(term: Term) -> tuple:
    """Constant, associated data, message, both; simple ones first."""
    names = {factor.name for factor in term.factors}
    return (
        bool(names),
        len(names),
        MESSAGE in names,
        "blocks" in {factor.kind for factor in term.factors},
        term.text,
    )


def _cost(parts: Parts) -> tuple:
    """Fewer terms, then fewer minus signs, smaller coefficients and shorter text."""
    coefficients, texts = [part[0] for part in parts], [part[1].text for part in parts]
    return (
        len(parts),
        sum(coefficient < 0 for coefficient in coefficients),
        sum(len(term.factors) for _, term in parts),
        sum(map(abs, coefficients)),
        sum(map(len, texts)),
        texts,
    )

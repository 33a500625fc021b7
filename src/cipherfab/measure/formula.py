# SPDX-License-Identifier: Apache-2.0
"""Closed formulas for cycles: exact on every measured point, or none.

Where no sum of `terms` is exact (see `search`), a table over classes of residues is tried
(`PiecewiseFormula`). Points off the grid decide with the others whether a formula is published.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..lwc.narrow import inner_width
from .search import Parts, Points, search
from .terms import AD, Term, counted


@dataclass(frozen=True, kw_only=True)
class Formula:
    """A sum of terms with integer coefficients: ``formula(ad, m)`` is the cycles, for lengths in
    bytes.

    Attributes:
        parts: coefficient and term, the constant first.
    """

    parts: Parts
    kind = "closed"

    def __call__(self, ad: int, message: int) -> int:
        return int(sum(coefficient * term(ad, message) for coefficient, term in self.parts))

    @property
    def text(self) -> str:
        """One line, such as ``34 + 6*[AD>0] + 6*floor(AD/8) + 6*floor(M/8)``."""
        pieces = [_signed(coefficient, term) for coefficient, term in self.parts] or ["+ 0"]
        return " ".join(pieces).removeprefix("+ ")

    def shifted(self, cycles: int) -> "Formula":
        """The formula plus a constant."""
        constants = {term: coefficient for coefficient, term in self.parts if not term.factors}
        # The term without factors is the constant, of which there is at most one.
        others = tuple(part for part in self.parts if part[1].factors)
        return Formula(parts=((constants.get(Term(), 0) + cycles, Term()), *others))


@dataclass(frozen=True, kw_only=True)
class PiecewiseFormula:
    """``ad_slope*floor(AD/r) + slope*floor(M/r)`` plus a table over the classes of both lengths.

    A class is whether the length has a whole block, and how many words its last block has, 0 if
    none is left over.

    Attributes:
        ad_slope, slope: cycles for each whole block.
        ad_block, block, word: in bytes; ``ad_block`` is 0 without associated data.
        ad_before: bytes that stand in front of the associated data in its first block.
        table: (class of the associated data, class of the message) to cycles.
    """

    ad_slope: int
    slope: int
    ad_block: int
    block: int
    word: int
    table: Mapping[tuple[tuple[int, int], tuple[int, int]], int]
    ad_before: int = 0
    kind = "piecewise"

    def __call__(self, ad: int, message: int) -> int:
        """Raises KeyError for a pair of classes that was not measured."""
        ad += self.ad_before
        whole = self.ad_slope * (ad // self.ad_block if self.ad_block else 0) + self.slope * (
            message // self.block
        )
        return (
            whole
            + self.table[
                _class(ad, self.ad_block, self.word), _class(message, self.block, self.word)
            ]
        )

    @property
    def text(self) -> str:
        """One line; the table by classes, ``0+3`` for no whole block and 3 words, ``1+0`` for whole
        blocks only.
        """
        name = counted(AD, self.ad_before)
        head = f"{self.ad_slope}*floor({name}/{self.ad_block}) + " if self.ad_block else ""
        rows = ", ".join(
            f"({'+'.join(map(str, ad))}, {'+'.join(map(str, message))}): {value}"
            for (ad, message), value in sorted(self.table.items())
        )
        return (
            f"{head}{self.slope}*floor(M/{self.block}) + table[{name}, M] by min(1, whole "
            f"blocks) + words ({8 * self.word} bits) of the rest: {{{rows}}}"
        )

    def shifted(self, cycles: int) -> "PiecewiseFormula":
        """The formula plus a constant."""
        return PiecewiseFormula(
            **{**vars(self), "table": {key: value + cycles for key, value in self.table.items()}}
        )


def closed(
    points: Points,
    *,
    ad_block: int,
    block: int,
    word: int,
    ad_before: int = 0,
    bus: int | None = None,
) -> Formula | None:
    """A sum of terms that is exact on all points, or None. See `terms.terms`."""
    parts = search(points, ad_block=ad_block, block=block, word=word, ad_before=ad_before, bus=bus)
    return None if parts is None else Formula(parts=parts)


def fit(
    points: Points,
    *,
    ad_block: int,
    block: int,
    word: int,
    checks: Points | None = None,
    ad_before: int = 0,
) -> Formula | PiecewiseFormula | None:
    """The simplest formula found that is exact on all ``points`` and all ``checks``, or None.

    Args:
        points: (bytes of associated data, bytes of message) to cycles; what the formula is made
            from.
        ad_block: bytes of a block of associated data, or 0 without.
        block, word: bytes of a block of message and of a bus word.
        checks: points that take no part in the search.
        ad_before: bytes that stand in front of the associated data in its first block.
    """
    sizes = {"ad_block": ad_block, "block": block, "word": word, "ad_before": ad_before}
    part = part_of_word(word, ad_block=ad_block, block=block, ad_before=ad_before)
    # The terms first: they hold for any length, a table for the classes that were measured.
    tried = [lambda: closed(points, **sizes), lambda: piecewise(points, **sizes)]
    # Blocks are then no whole bus words, and a core may wait for a part of one.
    if part < word:
        tried.append(lambda: closed(points, **{**sizes, "word": part}, bus=word))
    for attempt in tried:
        candidate = attempt()
        if candidate is not None and not misses(candidate, {**points, **(checks or {})}):
            return candidate
    return None


def part_of_word(word: int, *, ad_block: int, block: int, ad_before: int = 0) -> int:
    """Bytes of the parts of bus words that all blocks are made of, see `lwc.narrow`."""
    return inner_width(8 * word, (ad_block, block, ad_block - ad_before)) // 8


def misses(
    formula: Formula | PiecewiseFormula, points: Points
) -> list[tuple[tuple[int, int], int, int | None]]:
    """Where a formula is wrong: point, measured cycles, formula's cycles (None where it says
    nothing).
    """
    found = []
    for point, cycles in points.items():
        try:
            value = formula(*point)
        except KeyError:
            value = None
        if value != cycles:
            found.append((point, cycles, value))
    return found


def _signed(coefficient: int, term: Term) -> str:
    sign, size = "-" if coefficient < 0 else "+", abs(coefficient)
    if not term.factors:
        return f"{sign} {size}"
    return f"{sign} {term.text}" if size == 1 else f"{sign} {size}*{term.text}"


def piecewise(
    points: Points, *, ad_block: int, block: int, word: int, ad_before: int = 0
) -> PiecewiseFormula | None:
    """Slopes and a table that are exact on all points, or None."""
    # Counted from the start of the first block, as blocks fill.
    points = {(ad + ad_before, message): cycles for (ad, message), cycles in points.items()}
    only_ad = {ad: cycles for (ad, message), cycles in points.items() if message == 0}
    # No data is ``ad_before`` bytes here.
    only_message = {message: cycles for (ad, message), cycles in points.items() if ad == ad_before}
    ad_slope, slope = (
        # The slope between the longest lengths: what the ends cost is in the table.
        next(_slopes(only_ad, ad_block), 0) if ad_block else 0,
        next(_slopes(only_message, block), 0),
    )
    table: dict = {}
    for (ad, message), cycles in points.items():
        rest = cycles - ad_slope * (ad // ad_block if ad_block else 0) - slope * (message // block)
        # The table must have one value for each class, or the two slopes explain too little.
        if (
            table.setdefault((_class(ad, ad_block, word), _class(message, block, word)), rest)
            != rest
        ):
            return None
    return PiecewiseFormula(
        ad_slope=ad_slope,
        slope=slope,
        ad_block=ad_block,
        block=block,
        word=word,
        table=table,
        ad_before=ad_before,
    )


def _slopes(cycles: Mapping[int, int], block: int) -> Iterator[int]:
    """Cycles for each block, between the longest lengths that are whole blocks."""
    # The longest first, since the ends of short messages hide in their cycles.
    whole = sorted((length for length in cycles if length % block == 0), reverse=True)
    for long, short in zip(whole, whole[1:]):
        yield (cycles[long] - cycles[short]) * block // (long - short)


def _class(length: int, block: int, word: int) -> tuple[int, int]:
    return (min(1, length // block), -(-(length % block) // word)) if block else (0, 0)

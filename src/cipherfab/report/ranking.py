# SPDX-License-Identifier: Apache-2.0
"""Order, indistinguishability and Pareto fronts of points."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from .data import METRICS, Point

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Place:
    """The place of a point in a ranking.

    Attributes:
        point: the point.
        best, worst: the places it can hold (from 1) if each median may lie anywhere within its
            reach over the seeds (`Point.reach`).
        ratio: its median over the best median.
    """

    point: Point
    best: int
    worst: int
    ratio: float

    @property
    def distinguishable(self) -> bool:
        """No other point's spread overlaps this one's."""
        return self.best == self.worst

    @property
    def text(self) -> str:
        """The place as printed: ``2``, or ``2–4 ≈`` where spreads overlap."""
        return str(self.best) if self.distinguishable else f"{self.best}–{self.worst} ≈"


def rank(rows: Iterable[Point], metric: str) -> list[Place]:
    """Rank points by the median of a metric, best first; points without it are left out, and names
    break ties.
    """
    measured = [row for row in rows if row.spread(metric) is not None]
    sign = 1 if METRICS[metric].better == "low" else -1
    measured.sort(key=lambda row: (sign * row.spread(metric)[1], row.core, row.platform))
    # Of least, median and most the ends; the sign turns them round where a high value is good.
    spans = [sorted(sign * value for value in row.reach(metric)[::2]) for row in measured]
    best = measured[0].spread(metric)[1] if measured else 1
    return [
        Place(
            point=row,
            best=1 + sum(high < span[0] for _, high in spans),
            worst=len(spans) - sum(low > span[1] for low, _ in spans),
            ratio=row.spread(metric)[1] / best if best else 1.0,
        )
        for row, span in zip(measured, spans)
    ]


def front(
    items: Sequence[T], x: Callable[[T], float], y: Callable[[T], float], *, low_y: bool = False
) -> list[T]:
    """The Pareto front: low ``x`` and high ``y`` (or low ``y``), in order of ``x``; of equal items
    the first one.
    """
    sign = 1 if low_y else -1
    found: list[T] = []
    # Of equal x the better y comes first, and keeps the others out.
    for item in sorted(items, key=lambda item: (x(item), sign * y(item))):
        if not found or sign * y(item) < sign * y(found[-1]):
            found.append(item)
    return found

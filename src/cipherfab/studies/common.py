# SPDX-License-Identifier: Apache-2.0
"""What studies share: rankings compared by Kendall's tau, quotients, and the choice of a point
among the measured ones.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

Point = Mapping[str, Any]

OTHER_FLOW = "published figures are of other tools and another flow"
"""What stands in a verdict beside counts of figures that are better than published ones: a ratio
does not say which design is better.
"""


def kendall(
    published: Mapping[str, float], measured: Mapping[str, float]
) -> tuple[float | None, list[tuple[str, str]]]:
    """Kendall's tau-b of two rankings of the same names, and the pairs that swap.

    Args:
        published, measured: value by name; names that one of them lacks are left out.

    Returns:
        tau (1 for equal order, -1 for the reverse; None if there is no pair to compare, which is no
        agreement), and the pairs whose order is reversed, the one that is published with the higher
        value first.
    """
    names = [name for name in published if name in measured]
    signs = {
        (a, b): (_sign(published[a] - published[b]), _sign(measured[a] - measured[b]))
        for a, b in combinations(names, 2)
    }
    swapped = [
        pair if left > 0 else pair[::-1]
        for pair, (left, right) in signs.items()
        if left * right < 0
    ]
    agreement = sum(left * right for left, right in signs.values())
    # tau-b: a pair that is equal in one ranking leaves the count of that ranking only.
    different = [sum(bool(sign[side]) for sign in signs.values()) for side in (0, 1)]
    scale = (different[0] * different[1]) ** 0.5
    return (agreement / scale if scale else None), swapped


def rounded(tau: float | None, digits: int = 3) -> float | None:
    """A tau with so many decimals; None if there is none."""
    return None if tau is None else round(tau, digits)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def ratios(measured: Mapping[str, float], published: Mapping[str, float]) -> dict[str, float]:
    """Measured over published for each number that both have, with four decimals."""
    return {
        name: round(measured[name] / value, 4)
        for name, value in published.items()
        # A published 0 or a figure that is missing has no quotient.
        if value and measured.get(name)
    }


def dominates(point: Point, reference: Point, metrics: Sequence[str]) -> bool:
    """Whether a point is at or below the reference in every metric."""
    return all(point[metric] <= reference[metric] for metric in metrics)


def closest(
    points: Iterable[Point],
    reference: Point,
    metrics: Sequence[str],
    *,
    merit: Callable[[Point], float],
) -> Point | None:
    """The point to set beside a published one: of those that dominate it, that of the highest
    merit.

    Where none does, the point whose worst quotient to the reference is the least. None of no
    points.
    """
    points = list(points)
    dominating = [point for point in points if dominates(point, reference, metrics)]
    # Merit decides among these only: the product alone may be won by a core far above the
    # reference.
    if dominating:
        return max(dominating, key=merit)
    return min(
        points,
        key=lambda point: max(point[metric] / reference[metric] for metric in metrics),
        default=None,
    )

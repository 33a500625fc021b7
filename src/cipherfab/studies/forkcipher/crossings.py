# SPDX-License-Identifier: Apache-2.0
"""From which message length on which mode wins, computed from exact cycle counts; not read off a
plot.

For messages without associated data, three questions:

- **pairs**: of two cores, which one takes less time, and which one less area times time (equal
  silicon, filled with copies)?
- **equal area**: of the cores that fit into an area, which one is done first?
- **equal time**: of the cores that are done in time, which one is the smallest?
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from math import isclose, lcm
from typing import Any

Curve = Mapping[str, Any]
"""A core: ``core``, ``area_ge``, ``block_bytes`` and ``time``, ns as a function of the message's
length in bytes.
"""

CRITERIA: dict[str, Callable[[Curve, int], float]] = {
    "time": lambda curve, length: curve["time"](length),
    "area x time": lambda curve, length: curve["area_ge"] * curve["time"](length),
}
"""What is compared at a length; the smaller value wins."""

LONGEST = 4096
"""Bytes up to which the winner among many cores is looked for."""


def horizon(first: Curve, second: Curve, criterion: Callable[[Curve, int], float]) -> int:
    """A length from which on the winner no longer changes.

    Over a period of both block lengths each value grows by a constant. So the difference at a
    residue is a line, which crosses zero once at most; the last crossing of all residues bounds the
    search.
    """
    period = lcm(first["block_bytes"], second["block_bytes"])
    # From two blocks on every block costs the same (`over_length`), so both curves are lines here.
    start = 3 * period
    differences = [
        criterion(first, start + n) - criterion(second, start + n) for n in range(period + 1)
    ]
    slopes = [criterion(one, start + period) - criterion(one, start) for one in (first, second)]
    # Parallel lines never cross: what the first period shows holds for all longer messages. What
    # rounding leaves of equal slopes is none: the search would not end.
    slope = 0 if isclose(*slopes) else slopes[0] - slopes[1]
    periods = int(max(map(abs, differences)) / abs(slope)) if slope else 0
    return start + period * (2 + periods)


def _changes(winners: Iterator[tuple[int, str | None]]) -> list[tuple[int, str | None]]:
    """The lengths at which the winner changes: (bytes, who wins from there on; None for a draw or
    for nobody).
    """
    return [next(group) for _, group in groupby(winners, key=lambda item: item[1])]


def winners(
    first: Curve, second: Curve, criterion: Callable[[Curve, int], float]
) -> list[tuple[int, str | None]]:
    """Which of two cores wins, from 1 byte on. The last entry holds for all longer messages."""

    def winner(length: int) -> str | None:
        sides = criterion(first, length), criterion(second, length)
        return None if isclose(*sides) else (first if sides[0] < sides[1] else second)["core"]

    return _changes(
        (length, winner(length)) for length in range(1, horizon(first, second, criterion) + 1)
    )


def pairs(curves: Sequence[Curve], others: Sequence[Curve]) -> list[dict[str, Any]]:
    """For each pair and each criterion: who wins the shortest messages, from where on nothing
    changes, and who wins then.
    """
    found = []
    for first in curves:
        for second in others:
            for name, criterion in CRITERIA.items():
                changes = winners(first, second, criterion)
                found.append({"criterion": name, "cores": [first["core"], second["core"]],
                              "shortest": changes[0][1],
                              "from_bytes": changes[-1][0], "longest": changes[-1][1],
                              "changes": [list(item) for item in changes]})  # fmt: skip
    return found


def within_area(curves: Sequence[Curve], area_ge: float) -> list[tuple[int, str | None]]:
    """Of the cores of at most ``area_ge``, the one that is done first, from 1 byte to `LONGEST`."""
    fitting = [curve for curve in curves if curve["area_ge"] <= area_ge]
    return _best(fitting, lambda curve, length: (curve["time"](length), curve["area_ge"]))


def within_time(curves: Sequence[Curve], time_ns: float) -> list[tuple[int, str | None]]:
    """Of the cores that are done in ``time_ns``, the smallest one, from 1 byte to `LONGEST`; None
    from where on no core is.
    """

    def key(curve: Curve, length: int) -> tuple[float, float] | None:
        time = curve["time"](length)
        return (curve["area_ge"], time) if time <= time_ns else None

    return _best(curves, key)


def _best(
    curves: Sequence[Curve], key: Callable[[Curve, int], tuple | None]
) -> list[tuple[int, str | None]]:
    def winner(length: int) -> str | None:
        found = [
            (value, curve["core"]) for curve in curves if (value := key(curve, length)) is not None
        ]
        # Of equal values the name decides, so that the answer hangs on no order of the curves.
        return min(found)[1] if found else None

    return _changes((length, winner(length)) for length in range(1, LONGEST + 1))

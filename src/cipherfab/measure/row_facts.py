# SPDX-License-Identifier: Apache-2.0
"""What a row says, and what the name of its core says, whether that is one of ours or not; and rows
in groups.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

Row = Mapping[str, Any]

DEFAULT_BUS = 32
"""Bits of the bus of a core whose name does not say it."""

ROUNDING = 0.01
"""Relative difference that medians of different quantities may have."""

STATE_BITS = 10_000
"""More bits than a state has: ``serial=w`` counts as w of them."""


def algorithm(row: Row) -> str:
    """What stands in front of the architecture."""
    return str(row["core"]).partition("/")[0]


def architecture(row: Row) -> str:
    """The architecture; ``round`` where the name says none."""
    return row["core"].partition("/")[2].split(",")[0] or "round"


def options(row: Row, *, with_bus: bool = True) -> tuple[str, ...]:
    """The options, the bus width among them or not."""
    return tuple(
        option
        for option in row["core"].partition("/")[2].split(",")[1:]
        if with_bus or not option.startswith("bus=")
    )


def bus(row: Row) -> int:
    """Bits of the bus."""
    # A name without it has the default, which the shortest form of a name leaves out.
    widths = [option.removeprefix("bus=") for option in options(row) if option.startswith("bus=")]
    return int(widths[0]) if widths and widths[0].isdigit() else DEFAULT_BUS


def parallelism(row: Row) -> float | None:
    """Rounds in a cycle, less than 1 for a serial core; None for architectures that do not
    compare."""
    name, _, factor = architecture(row).partition("=")
    known = {"round": 1.0, "full": float("inf")}
    if name in ("unrolled", "serial") and factor.isdigit():
        # A serial core computes w of some thousand bits, so it stays below 1 and keeps its order.
        return float(factor) if name == "unrolled" else int(factor) / STATE_BITS
    return known.get(name)


def place_of(row: Row) -> tuple[Any, ...]:
    """Core, platform and recipe."""
    return row["core"], row["platform"], row.get("recipe")


def kin(row: Row) -> tuple[Any, ...]:
    """What is the same of cores that differ in their architecture alone."""
    return algorithm(row), options(row), row["platform"], row.get("recipe")


def where(row: Row) -> tuple[Any, ...]:
    """Platform and recipe. Rows of several cores hardly ever have one clock target: each has that
    at which it is fastest.
    """
    return row["platform"], row.get("recipe")


def timed(rows: Sequence[Row]) -> list[Row]:
    """The rows with cycles, one of each core, platform and recipe: no clock target changes them."""
    return [group[0] for group in grouped([row for row in rows if cycles_of(row)], place_of)]


def grouped(rows: Sequence[Row], key: Callable[[Row], Any]) -> Iterator[list[Row]]:
    """The rows of each key, in the order of their first ones."""
    groups = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    yield from groups.values()


def least(rows: Sequence[Row], name: str) -> list[Row]:
    """The row with the least of a metric of each core, platform and recipe."""
    return [
        # Rows of the same place differ in their clock target alone.
        min(group, key=lambda row: row[name])
        for group in grouped([row for row in rows if has(row, name)], place_of)
    ]


def best_by_recipe(rows: Sequence[Row], name: str) -> Iterator[dict[str, Row]]:
    """For each core and platform the row with the least of a metric, by recipe."""
    for group in grouped(least(rows, name), lambda row: (row["core"], row["platform"])):
        yield {row.get("recipe") or "": row for row in group}


def ordered(rows: Sequence[Row], key: Callable[[Row], float | None]) -> Iterator[tuple[Row, Row]]:
    """Pairs of rows whose key grows; without those that have none."""
    known = [(value, row) for row in rows if (value := key(row)) is not None]
    # Every pair is needed, as spreads may hide a fall between neighbours.
    yield from ((one, other) for (low, one), (high, other) in permutations(known, 2) if low < high)


def has(row: Row, *names: str) -> bool:
    """Whether a row has all of these metrics."""
    return all(row.get(name) is not None for name in names)


def above(one: Row, other: Row, name: str) -> bool:
    """Whether all seeds of one row are above all seeds of another."""
    # Spreads that overlap say nothing about which row is larger.
    return has(one, name) and has(other, name) and span(one, name)[0] > span(other, name)[1]


def span(row: Row, name: str) -> tuple[float, float]:
    """Smallest and largest value."""
    spread = (row.get("seed_spread") or {}).get(name)
    if not spread:
        return row[name], row[name]
    return (
        (spread["min"], spread["max"])
        if isinstance(spread, Mapping)
        else (min(spread), max(spread))
    )


def near(value: float, expected: float) -> bool:
    """Whether a value is the expected one but for rounding."""
    return abs(value - expected) <= ROUNDING * abs(expected)


def figure_of(row: Row, metric: str, workload: str | None) -> float | None:
    """The row's own value of a metric, or that of a workload (None: the first) among its
    figures."""
    if workload is None and has(row, metric):
        return row[metric]
    found = (figure for figure in row.get("figures") or () if figure["metric"] == metric)
    return next(
        (figure["value"] for figure in found if workload in (None, figure.get("workload"))), None
    )


def cycles_of(row: Row) -> dict[str, float]:
    """Cycles by workload."""
    return {
        figure.get("workload", ""): figure["value"]
        for figure in row.get("figures") or ()
        if figure["metric"] == "cycles" and figure["value"] is not None
    }

# SPDX-License-Identifier: Apache-2.0
"""What must hold in every data set: checks over rows that say which are violated, and never hide
one.

A row is a mapping with ``core``, ``platform`` and any of ``recipe``, ``period_ps``, ``area_ge``,
``luts``, ``flip_flops``, ``delay_ns``, ``fmax_mhz``, ``pre_route_delay_ns``, ``pre_route_fmax_mhz``
(of a netlist without wires), ``energy_by_target`` (pairs of a target in ps and the pJ of a cycle),
``throughput_mbps`` (of the first of `HEADLINES` that is there),
``seed_spread`` (by metric: ``min``/``max``, or smallest, median, largest) and ``figures`` (mappings
with ``metric``, ``workload``, ``value``). A check passes over rows that lack what it compares.
Where rows have a spread over seeds, what overlaps is no violation.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from typing import Any

Row = Mapping[str, Any]

HEADLINES = ("enc/pt/long", "hash/msg/long", "call/state/long")
"""Workloads whose throughput is a row's ``throughput_mbps``; the first that was measured."""

ROUNDING = 0.01
"""Relative difference that medians of different quantities may have."""

STEADY = 0.15
"""Relative range in which energy per cycle stays over the clock targets of a recipe."""

DEFAULT_BUS = 32
"""Bits of the bus of a core whose name does not say it."""

STATE_BITS = 10_000
"""More bits than a state has: ``serial=w`` counts as w of them."""

FLIP_FLOP_GE = {"nangate45": 5.66, "sky130hd": 5.33}
"""Area of the smallest flip-flop without scan of a platform, in GE of that platform."""


@dataclass(frozen=True, kw_only=True)
class Violation:
    """A violated invariant.

    Attributes:
        invariant: name of the check.
        text: what was expected and what was found, in a sentence.
        rows: (core, platform, recipe) of the rows that it concerns.
    """

    invariant: str
    text: str
    rows: tuple[tuple[str, str, str], ...]


def violations(
    rows: Iterable[Row], *, flip_flop_ge: Mapping[str, float] = FLIP_FLOP_GE
) -> list[Violation]:
    """Everything that is violated in a data set, in the order of the checks.

    Args:
        rows: of any cores, platforms, recipes and clock targets.
        flip_flop_ge: by platform, area of its smallest flip-flop in GE.
    """
    rows = list(rows)
    checks = (recipe_areas, recipe_delays, partial(flip_flop_area, flip_flop_ge=flip_flop_ge),
              parallel_area, frequency_of_delay,
              pre_route_apart, pre_route_over_unrolling,
              throughput_of_cycles, steady_energy, cycles_over_sizes,
              cycles_over_buses, cycles_over_unrolling,
              cycles_over_platforms)  # fmt: skip
    return [violation for check in checks for violation in check(rows)]


def recipe_areas(rows: Sequence[Row]) -> Iterator[Violation]:
    """The smallest result of recipe ``area`` is not larger than the smallest of ``balanced`` or
    ``speed``.
    """
    for name in ("area_ge", "luts"):
        for best in _best_by_recipe(rows, name):
            for recipe in ("balanced", "speed"):
                if "area" in best and recipe in best and _above(best["area"], best[recipe], name):
                    yield _violation(
                        "area recipe",
                        f"{name} {best['area'][name]:g} with recipe 'area' is more "
                        f"than "
                        f"{best[recipe][name]:g} with recipe '{recipe}'",
                        best["area"],
                        best[recipe],
                    )


def recipe_delays(rows: Sequence[Row]) -> Iterator[Violation]:
    """The fastest result of recipe ``speed`` is not slower than the fastest of ``area``."""
    for best in _best_by_recipe(rows, "delay_ns"):
        if "speed" in best and "area" in best and _above(best["speed"], best["area"], "delay_ns"):
            fast, small = best["speed"], best["area"]
            yield _violation(
                "speed recipe",
                f"a delay of {fast['delay_ns']:g} ns with recipe 'speed' is more than "
                f"{small['delay_ns']:g} ns with recipe 'area'",
                fast,
                small,
            )


def flip_flop_area(rows: Sequence[Row], flip_flop_ge: Mapping[str, float]) -> Iterator[Violation]:
    """The area is at least that of the flip-flops."""
    for row in rows:
        each = flip_flop_ge.get(row["platform"])
        if (
            each
            and _has(row, "area_ge", "flip_flops")
            and row["area_ge"] < each * row["flip_flops"]
        ):
            yield _violation(
                "flip-flops fit",
                f"{row['area_ge']:g} GE is less than {row['flip_flops']:g} flip-flops "
                f"of at "
                f"least {each:g} GE",
                row,
            )


def parallel_area(rows: Sequence[Row]) -> Iterator[Violation]:
    """The smallest result of a serial core is not larger than that of one that computes more in a
    cycle.
    """
    for name in ("area_ge", "luts"):
        best = _best(rows, name, lambda row: (row["core"], row["platform"], row.get("recipe")))
        for group in _groups(
            best, lambda row: (_algorithm(row), _options(row), row["platform"], row.get("recipe"))
        ):
            for one, other in _ordered(group, _parallelism):
                if _above(one, other, name):
                    yield _violation(
                        "serial is smaller",
                        f"{name} {one[name]:g} of {one['core']} is more than "
                        f"{other[name]:g} "
                        f"of {other['core']}, which computes "
                        f"more in a cycle",
                        one,
                        other,
                    )


def frequency_of_delay(rows: Sequence[Row]) -> Iterator[Violation]:
    """Frequency in MHz times delay in ns is 1000."""
    for row in rows:
        if _has(row, "fmax_mhz", "delay_ns") and not _near(row["fmax_mhz"] * row["delay_ns"], 1000):
            yield _violation(
                "frequency and delay",
                f"{row['fmax_mhz']:g} MHz times {row['delay_ns']:g} ns is "
                f"{row['fmax_mhz'] * row['delay_ns']:g}, not "
                f"1000",
                row,
            )


def pre_route_apart(rows: Sequence[Row]) -> Iterator[Violation]:
    """A row with a pre-route delay has no delay of its own, and its pre-route frequency in MHz
    times that in ns is 1000.
    """
    for row in rows:
        if _has(row, "pre_route_delay_ns") and (_has(row, "fmax_mhz") or _has(row, "delay_ns")):
            yield _violation(
                "pre-route apart",
                "a netlist without wires has a frequency beside its pre-route delay",
                row,
            )
        if _has(row, "pre_route_delay_ns", "pre_route_fmax_mhz"):
            product = row["pre_route_delay_ns"] * row["pre_route_fmax_mhz"]
            if not _near(product, 1000):
                yield _violation(
                    "pre-route apart",
                    f"{row['pre_route_fmax_mhz']:g} MHz times the pre-route delay of "
                    f"{row['pre_route_delay_ns']:g} ns is "
                    f"{product:g}, not 1000",
                    row,
                )


def pre_route_over_unrolling(rows: Sequence[Row]) -> Iterator[Violation]:
    """At least twice the rounds in a cycle never have a shorter pre-route delay."""
    timed = [row for row in rows if _has(row, "pre_route_delay_ns")]
    for group in _groups(
        timed, lambda row: (_algorithm(row), _options(row), row["platform"], row.get("recipe"))
    ):
        for one, other in _ordered(group, _parallelism):
            small, large = one["pre_route_delay_ns"], other["pre_route_delay_ns"]
            # Not of serial cores, which compute less than a round in a cycle.
            if large < small and _parallelism(other) >= 2 * _parallelism(one) >= 2:
                yield _violation(
                    "pre-route over unrolling",
                    f"a pre-route delay of {large:g} ns of {other['core']} is less "
                    f"than "
                    f"{small:g} ns of {one['core']}, with "
                    f"half the rounds in a cycle",
                    one,
                    other,
                )


def throughput_of_cycles(rows: Sequence[Row]) -> Iterator[Violation]:
    """Throughput is 8 bits times bytes per cycle times frequency."""
    for row in rows:
        workload = next(
            (name for name in HEADLINES if _figure(row, "bytes_per_cycle", name) is not None), None
        )
        if workload is None or not _has(row, "throughput_mbps", "fmax_mhz"):
            continue
        expected = 8 * _figure(row, "bytes_per_cycle", workload) * row["fmax_mhz"]
        if not _near(row["throughput_mbps"], expected):
            yield _violation(
                "throughput and cycles",
                f"{row['throughput_mbps']:g} Mbit/s is not the {expected:g} that "
                f"{workload} "
                f"gives at {row['fmax_mhz']:g} MHz",
                row,
            )


def steady_energy(rows: Sequence[Row]) -> Iterator[Violation]:
    """Energy per cycle stays put over the clock targets of one recipe."""
    for group in _groups(rows, lambda row: (row["core"], row["platform"], row.get("recipe"))):
        found = [
            (value, _ns(row), row)
            for row in group
            if (value := _figure(row, "energy_pj_per_cycle", None)) is not None
        ]
        found += [
            (value, _ns({"period_ps": period}), row)
            for row in group
            for period, value in row.get("energy_by_target") or ()
        ]
        if found:
            (low, slow, lowest), (high, fast, highest) = (
                pick(found, key=lambda item: item[0]) for pick in (min, max)
            )
            if high > low * (1 + STEADY):
                yield _violation(
                    "steady energy",
                    f"energy per cycle is {low:.4g} pJ at a target of {slow} ns and "
                    f"{high:.4g} pJ at {fast} ns",
                    lowest,
                    highest,
                )


def cycles_over_sizes(rows: Sequence[Row]) -> Iterator[Violation]:
    """More bytes never take fewer cycles."""
    for row in rows:
        sizes = defaultdict(list)
        for figure in row.get("figures") or ():
            content, _, size = (figure.get("workload") or "").rpartition("/")
            if figure["metric"] == "cycles" and size.isdigit() and figure["value"] is not None:
                sizes[content].append((int(size), figure["value"]))
        for content, points in sizes.items():
            for (small, before), (large, after) in _steps(points):
                if after < before:
                    yield _violation(
                        "cycles over sizes",
                        f"{content}: {large} bytes take {after:g} cycles, fewer than "
                        f"the "
                        f"{before:g} of {small} bytes",
                        row,
                    )


def grid_violations(result: Mapping[str, Any]) -> list[Violation]:
    """Points of a measured grid that take fewer cycles than one with less associated data or a
    shorter message.

    Args:
        result: of `measure.measure_cycles`.
    """
    # A grid is measured on the RTL, which has neither.
    found, where = [], {"core": result["core"], "platform": "", "recipe": ""}
    for name, points in result.get("grids", {}).items():
        for axis, what in ((0, "associated data"), (1, "message")):
            lines = defaultdict(list)
            for point in points:
                lines[point[1 - axis]].append((point[axis], point[2]))
            for other, line in sorted(lines.items()):
                found += [
                    _violation(
                        "cycles over sizes",
                        f"{name}: {large} bytes of {what} take {after} cycles, fewer "
                        f"than the "
                        f"{before} of {small} bytes ({other} "
                        f"bytes of the other)",
                        where,
                    )
                    for (small, before), (large, after) in _steps(line)
                    if after < before
                ]
    return found


def cycles_over_buses(rows: Sequence[Row]) -> Iterator[Violation]:
    """A narrower bus never takes fewer cycles."""
    for group in _groups(
        rows,
        lambda row: (_algorithm(row), _architecture(row), _options(row, bus=False), *_run(row)),
    ):
        yield from _fewer_cycles(group, "cycles over buses", _bus, "has the narrower bus")


def cycles_over_unrolling(rows: Sequence[Row]) -> Iterator[Violation]:
    """More computation in a cycle never takes more cycles."""
    for group in _groups(rows, lambda row: (_algorithm(row), _options(row), *_run(row))):
        yield from _fewer_cycles(
            group, "cycles over unrolling", _parallelism, "computes less in a cycle"
        )


def cycles_over_platforms(rows: Sequence[Row]) -> Iterator[Violation]:
    """Cycles of a core do not depend on the platform, the recipe or the clock target."""
    for group in _groups(rows, lambda row: row["core"]):
        first = group[0]
        for row in group[1:]:
            for workload, count in _cycles(row).items():
                # A workload that the first row does not have is no contradiction.
                if count != _cycles(first).get(workload, count):
                    yield _violation(
                        "cycles over platforms",
                        f"{workload} takes {_cycles(first)[workload]:g} cycles in one "
                        f"row of "
                        f"{row['core']} and {count:g} in "
                        f"another",
                        first,
                        row,
                    )


def _ns(row: Mapping) -> str:
    """The target period of a row, to be read."""
    return f"{row['period_ps'] / 1000:g}" if row.get("period_ps") else "?"


def _violation(invariant: str, text: str, *rows: Row) -> Violation:
    names = tuple((row["core"], row["platform"], row.get("recipe") or "") for row in rows)
    return Violation(invariant=invariant, text=text, rows=names)


def _groups(rows: Sequence[Row], key: Callable[[Row], Any]) -> Iterator[list[Row]]:
    groups = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    yield from groups.values()


def _best(rows: Sequence[Row], name: str, key: Callable[[Row], Any]) -> list[Row]:
    """The row with the least of a metric in each group."""
    return [
        min(group, key=lambda row: row[name])
        for group in _groups([row for row in rows if _has(row, name)], key)
    ]


def _best_by_recipe(rows: Sequence[Row], name: str) -> Iterator[dict[str, Row]]:
    """For each core and platform the row with the least of a metric, by recipe."""
    best = _best(rows, name, lambda row: (row["core"], row["platform"], row.get("recipe")))
    for group in _groups(best, lambda row: (row["core"], row["platform"])):
        yield {row.get("recipe") or "": row for row in group}


def _ordered(rows: Sequence[Row], key: Callable[[Row], float | None]) -> Iterator[tuple[Row, Row]]:
    """Pairs of rows whose key grows; without those that have none."""
    known = [(value, row) for row in rows if (value := key(row)) is not None]
    yield from ((one, other) for (low, one), (high, other) in permutations(known, 2) if low < high)


def _fewer_cycles(
    rows: Sequence[Row], invariant: str, key: Callable[[Row], float | None], what: str
) -> Iterator[Violation]:
    """Rows with the smaller key that take fewer cycles for a workload than those with the larger
    one.
    """
    for one, other in _ordered(rows, key):
        for workload, count in _cycles(one).items():
            most = _cycles(other).get(workload, count)
            if count < most:
                yield _violation(
                    invariant,
                    f"{workload} takes {count:g} cycles in {one['core']}, fewer than "
                    f"the {most:g} of "
                    f"{other['core']}, although {one['core']} {what}",
                    one,
                    other,
                )


def _steps(points: Sequence[tuple[int, float]]) -> Iterator[tuple]:
    points = sorted(points)
    return zip(points, points[1:])


def _has(row: Row, *names: str) -> bool:
    return all(row.get(name) is not None for name in names)


def _above(one: Row, other: Row, name: str) -> bool:
    """Whether all seeds of one row are above all seeds of another."""
    return _has(one, name) and _has(other, name) and _spread(one, name)[0] > _spread(other, name)[1]


def _spread(row: Row, name: str) -> tuple[float, float]:
    """Smallest and largest value."""
    spread = (row.get("seed_spread") or {}).get(name)
    if not spread:
        return row[name], row[name]
    return (
        (spread["min"], spread["max"])
        if isinstance(spread, Mapping)
        else (min(spread), max(spread))
    )


def _near(value: float, expected: float) -> bool:
    return abs(value - expected) <= ROUNDING * abs(expected)


def _figure(row: Row, metric: str, workload: str | None) -> float | None:
    """The row's own value of a metric, or that of a workload (None: the first) among its
    figures."""
    if workload is None and _has(row, metric):
        return row[metric]
    found = (figure for figure in row.get("figures") or () if figure["metric"] == metric)
    return next(
        (figure["value"] for figure in found if workload in (None, figure.get("workload"))), None
    )


def _cycles(row: Row) -> dict[str, float]:
    """Cycles by workload."""
    return {
        figure["workload"]: figure["value"]
        for figure in row.get("figures") or ()
        if figure["metric"] == "cycles" and figure["value"] is not None
    }


def _run(row: Row) -> tuple:
    return row["platform"], row.get("recipe"), row.get("period_ps")


def _algorithm(row: Row) -> str:
    return row["core"].partition("/")[0]


def _architecture(row: Row) -> str:
    return row["core"].partition("/")[2].split(",")[0] or "round"


def _options(row: Row, *, bus: bool = True) -> tuple[str, ...]:
    """The options of the core's name, the bus width among them or not."""
    return tuple(
        option
        for option in row["core"].partition("/")[2].split(",")[1:]
        if bus or not option.startswith("bus=")
    )


def _bus(row: Row) -> int:
    widths = [option.removeprefix("bus=") for option in _options(row) if option.startswith("bus=")]
    return int(widths[0]) if widths and widths[0].isdigit() else DEFAULT_BUS


def _parallelism(row: Row) -> float | None:
    """Rounds in a cycle, less than 1 for a serial core; None for architectures that do not
    compare."""
    name, _, factor = _architecture(row).partition("=")
    known = {"round": 1.0, "full": float("inf")}
    if name in ("unrolled", "serial") and factor.isdigit():
        return float(factor) if name == "unrolled" else int(factor) / STATE_BITS
    return known.get(name)

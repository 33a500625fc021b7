# SPDX-License-Identifier: Apache-2.0
"""What must hold in every data set: checks over rows that say which are violated, and never hide
one.

A row is a mapping with ``core``, ``platform`` and any of ``recipe``, ``period_ps``, ``area_ge``,
``luts``, ``flip_flops``, ``delay_ns``, ``fmax_mhz``, ``pre_route_delay_ns``, ``pre_route_fmax_mhz``
(of a netlist without wires), ``energy_by_target`` (pairs of a target in ps and the pJ of a cycle),
``throughput_mbps`` (of the first of `HEADLINES` that is there), ``seed_spread`` (by metric:
``min``/``max``, or smallest, median, largest) and ``figures`` (mappings with ``metric``,
``workload``, ``value``). A check passes over rows that lack what it compares. Where rows have a
spread over seeds, what overlaps is no violation.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..numbers import HEADLINES
from .row_facts import (
    Row,
    above,
    algorithm,
    architecture,
    best_by_recipe,
    bus,
    cycles_of,
    figure_of,
    grouped,
    has,
    kin,
    least,
    near,
    options,
    ordered,
    parallelism,
    place_of,
    timed,
    where,
)

Found = Iterator[tuple[Any, ...]]
"""What a check finds: a sentence of what was expected and what was found, and the rows that it
concerns.
"""

STEADY = 0.15
"""Relative range in which energy per cycle stays over the clock targets of a recipe."""

# DFF_X1 over NAND2_X1, and dfxtp_1 over nand2_1: rounded down, so that no row fails by rounding.
FLIP_FLOP_GE = {"nangate45": 5.66, "sky130hd": 5.33}
"""Area of the smallest flip-flop without scan of a platform, in GE of that platform."""

AREAS = ("area_ge", "luts")

CHECKS: list[tuple[str, Callable[[Sequence[Row]], Found]]] = []
"""Every check, with the name of its invariant."""


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


# Every check gets all rows: most compare rows with each other.
def violations(rows: Iterable[Row]) -> list[Violation]:
    """Everything that is violated in a data set of any cores, platforms, recipes and clock targets,
    in the order of the checks.
    """
    rows = list(rows)
    return [_violation(invariant, *found) for invariant, check in CHECKS for found in check(rows)]


def _violation(invariant: str, text: str, *rows: Row) -> Violation:
    names = tuple((row["core"], row["platform"], row.get("recipe") or "") for row in rows)
    return Violation(invariant=invariant, text=text, rows=names)


def _check(invariant: str) -> Callable[[Callable], Callable]:
    """A decorator: one of `CHECKS`."""

    def listed(check: Callable) -> Callable:
        CHECKS.append((invariant, check))
        return check

    return listed


@_check("area recipe")
def recipe_areas(rows: Sequence[Row]) -> Found:
    """The smallest result of recipe ``area`` is not larger than the smallest of ``balanced`` or
    ``speed``.
    """
    for name in AREAS:
        for best in best_by_recipe(rows, name):
            for recipe in ("balanced", "speed"):
                small, other = best.get("area"), best.get(recipe)
                # `above` asks for a gap between the spreads, since one seed says nothing of a
                # recipe.
                if small and other and above(small, other, name):
                    yield (
                        f"{name} {small[name]:g} with recipe 'area' is more than {other[name]:g} "
                        f"with recipe '{recipe}'",
                        small,
                        other,
                    )


@_check("speed recipe")
def recipe_delays(rows: Sequence[Row]) -> Found:
    """The fastest result of recipe ``speed`` is not slower than the fastest of ``area``."""
    for best in best_by_recipe(rows, "delay_ns"):
        fast, small = best.get("speed"), best.get("area")
        if fast and small and above(fast, small, "delay_ns"):
            yield (
                f"a delay of {fast['delay_ns']:g} ns with recipe 'speed' is more than "
                f"{small['delay_ns']:g} ns with recipe 'area'",
                fast,
                small,
            )


@_check("flip-flops fit")
def flip_flop_area(rows: Sequence[Row]) -> Found:
    """The area is at least that of the flip-flops."""
    for row in rows:
        each = FLIP_FLOP_GE.get(row["platform"])
        if each and has(row, "area_ge", "flip_flops") and row["area_ge"] < each * row["flip_flops"]:
            yield (
                f"{row['area_ge']:g} GE is less than {row['flip_flops']:g} flip-flops of at least "
                f"{each:g} GE",
                row,
            )


@_check("serial is smaller")
def parallel_area(rows: Sequence[Row]) -> Found:
    """The smallest result of a serial core is not larger than that of one that computes more in a
    cycle.
    """
    for name in AREAS:
        for group in grouped(least(rows, name), kin):
            for one, other in ordered(group, parallelism):
                if above(one, other, name):
                    yield (
                        f"{name} {one[name]:g} of {one['core']} is more than {other[name]:g} of "
                        f"{other['core']}, which computes more in a cycle",
                        one,
                        other,
                    )


@_check("frequency and delay")
def frequency_of_delay(rows: Sequence[Row]) -> Found:
    """Frequency in MHz times delay in ns is 1000."""
    for row in rows:
        if has(row, "fmax_mhz", "delay_ns") and not near(row["fmax_mhz"] * row["delay_ns"], 1000):
            yield (
                f"{row['fmax_mhz']:g} MHz times {row['delay_ns']:g} ns is "
                f"{row['fmax_mhz'] * row['delay_ns']:g}, not 1000",
                row,
            )


@_check("pre-route apart")
def pre_route_apart(rows: Sequence[Row]) -> Found:
    """A row with a pre-route delay has no delay of its own, and its pre-route frequency in MHz
    times that in ns is 1000.
    """
    for row in rows:
        if has(row, "pre_route_delay_ns") and (has(row, "fmax_mhz") or has(row, "delay_ns")):
            yield "a netlist without wires has a frequency beside its pre-route delay", row
        if has(row, "pre_route_delay_ns", "pre_route_fmax_mhz"):
            product = row["pre_route_delay_ns"] * row["pre_route_fmax_mhz"]
            if not near(product, 1000):
                yield (
                    f"{row['pre_route_fmax_mhz']:g} MHz times the pre-route delay of "
                    f"{row['pre_route_delay_ns']:g} ns is {product:g}, not 1000",
                    row,
                )


@_check("pre-route over unrolling")
def pre_route_over_unrolling(rows: Sequence[Row]) -> Found:
    """At least twice the rounds in a cycle never have a shorter pre-route delay."""
    for group in grouped([row for row in rows if has(row, "pre_route_delay_ns")], kin):
        for one, other in ordered(group, parallelism):
            small, large = one["pre_route_delay_ns"], other["pre_route_delay_ns"]
            # Not of serial cores, which compute less than a round in a cycle.
            # Smaller steps than a factor of two may drown in what seeds do to a netlist.
            if large < small and parallelism(other) >= 2 * parallelism(one) >= 2:
                yield (
                    f"a pre-route delay of {large:g} ns of {other['core']} is less than "
                    f"{small:g} ns of {one['core']}, with half the rounds in a cycle",
                    one,
                    other,
                )


@_check("throughput and cycles")
def throughput_of_cycles(rows: Sequence[Row]) -> Found:
    """Throughput is 8 bits times bytes per cycle times frequency."""
    for row in rows:
        # The first headline that was measured is the one that ``throughput_mbps`` is of.
        rates = ((name, figure_of(row, "bytes_per_cycle", name)) for name in HEADLINES)
        workload, rate = next((found for found in rates if found[1] is not None), ("", None))
        if rate is None or not has(row, "throughput_mbps", "fmax_mhz"):
            continue
        expected = 8 * rate * row["fmax_mhz"]
        if not near(row["throughput_mbps"], expected):
            yield (
                f"{row['throughput_mbps']:g} Mbit/s is not the {expected:g} that {workload} gives "
                f"at {row['fmax_mhz']:g} MHz",
                row,
            )


@_check("steady energy")
def steady_energy(rows: Sequence[Row]) -> Found:
    """Energy per cycle stays put over the clock targets of one recipe."""
    for group in grouped(rows, place_of):
        found = [
            (value, _ns(row.get("period_ps")), row)
            for row in group
            if (value := figure_of(row, "energy_pj_per_cycle", None)) is not None
        ]
        # A row stands for one target; the netlists of its other targets are in
        # ``energy_by_target``.
        found += [
            (value, _ns(period), row)
            for row in group
            for period, value in row.get("energy_by_target") or ()
        ]
        if found:
            (low, slow, lowest), (high, fast, highest) = (
                pick(found, key=lambda item: item[0]) for pick in (min, max)
            )
            if high > low * (1 + STEADY):
                yield (
                    f"energy per cycle is {low:.4g} pJ at a target of {slow} ns and {high:.4g} pJ "
                    f"at {fast} ns",
                    lowest,
                    highest,
                )


@_check("cycles over sizes")
def cycles_over_sizes(rows: Sequence[Row]) -> Found:
    """Of the sizes that rows have, more bytes never take fewer cycles."""
    for row in rows:
        sizes = defaultdict(list)
        for workload, count in cycles_of(row).items():
            # ``long`` is no size: its cycles are those of some blocks, not of a message.
            content, _, size = (workload or "").rpartition("/")
            if size.isdigit():
                sizes[content].append((int(size), count))
        for content, points in sizes.items():
            for (small, before), (large, after) in _falls(points):
                yield (
                    f"{content}: {large} bytes take {after:g} cycles, fewer than the {before:g} of "
                    f"{small} bytes",
                    row,
                )


@_check("cycles over buses")
def cycles_over_buses(rows: Sequence[Row]) -> Found:
    """A narrower bus never takes fewer cycles."""
    for group in grouped(
        timed(rows),
        lambda row: (algorithm(row), architecture(row), options(row, with_bus=False), *where(row)),
    ):
        yield from _fewer_cycles(group, bus, "has the narrower bus")


@_check("cycles over unrolling")
def cycles_over_unrolling(rows: Sequence[Row]) -> Found:
    """More computation in a cycle never takes more cycles."""
    for group in grouped(timed(rows), lambda row: (algorithm(row), options(row), *where(row))):
        yield from _fewer_cycles(group, parallelism, "computes less in a cycle")


@_check("cycles over platforms")
def cycles_over_platforms(rows: Sequence[Row]) -> Found:
    """Cycles of a core do not depend on the platform, the recipe or the clock target."""
    # The RTL alone decides cycles, and all rows of a core have the same RTL.
    for first, *others in grouped(rows, lambda row: row["core"]):
        known = cycles_of(first)
        for row in others:
            for workload, count in cycles_of(row).items():
                # A workload that the first row does not have is no contradiction.
                if count != known.get(workload, count):
                    yield (
                        f"{workload} takes {known[workload]:g} cycles in one row of {row['core']} "
                        f"and {count:g} in another",
                        first,
                        row,
                    )


def _fewer_cycles(rows: Sequence[Row], key: Callable[[Row], float | None], what: str) -> Found:
    """Rows with the smaller key that take fewer cycles for a workload than those with the larger
    one.
    """
    for one, other in ordered(rows, key):
        for workload, count in cycles_of(one).items():
            # A workload that the other row does not have is no violation.
            most = cycles_of(other).get(workload, count)
            if count < most:
                yield (
                    f"{workload} takes {count:g} cycles in {one['core']}, fewer than the {most:g} "
                    f"of {other['core']}, although {one['core']} {what}",
                    one,
                    other,
                )


def _falls(points: Sequence[tuple[int, float]]) -> Iterator[tuple]:
    """Points next to each other of which the larger one has less."""
    points = sorted(points)
    return ((low, high) for low, high in zip(points, points[1:]) if high[1] < low[1])


def _ns(period_ps: float | None) -> str:
    """A target period, to be read."""
    return f"{period_ps / 1000:g}" if period_ps else "?"

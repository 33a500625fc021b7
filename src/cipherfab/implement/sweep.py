# SPDX-License-Identifier: Apache-2.0
"""Target periods swept with several seeds: which runs to make, and what their results say.

Synthesis is chaotic: a tighter target does not always give a faster netlist. So a frequency is not
bisected for, but read off a swept curve of requested against achieved, with the median and the
spread over the seeds at each point.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from ..design import Design
from ..errors import CallError
from . import flow
from .recipes import Recipe
from .result import Implementation

SPREAD_OF = (
    "area_ge",
    "area_um2",
    "luts",
    "lut_sites",
    "slices",
    "flip_flops",
    "logic_elements",
    "delay_ns",
    "fmax_mhz",
)
"""Numbers of a result that get a median and a spread."""


def target_periods(*, shortest_ps: int, longest_ps: int, count: int, seed: int = 0) -> list[int]:
    """Target periods in ps, ascending: one drawn from each of ``count`` equal parts (on a
    logarithmic scale) of the range.

    Raises:
        CallError: the range is empty, or ``count`` is below 1.
    """
    if not 0 < shortest_ps <= longest_ps or count < 1:
        raise CallError(
            f"expected 0 < shortest_ps <= longest_ps and count >= 1, got "
            f"{shortest_ps}, {longest_ps}, {count}"
        )
    draw = random.Random(seed)
    ratio = longest_ps / shortest_ps
    return sorted(
        # A set: in a narrow range two parts may give the same whole ps.
        {round(shortest_ps * ratio ** ((part + draw.random()) / count)) for part in range(count)}
    )


def jobs(
    design: Design,
    platform: str,
    recipe: str | Mapping | Recipe,
    *,
    periods_ps: Iterable[int],
    seeds: Iterable[int],
) -> list[dict]:
    """One job for each period and seed, for `flow.run_job`."""
    seeds = list(seeds)
    return [
        flow.job(design, platform, recipe, period_ps=period, seed=seed)
        for period in periods_ps
        for seed in seeds
    ]


def spread(values: Sequence[float]) -> dict:
    """``median``, ``min``, ``max`` and all ``values`` in ascending order."""
    values = sorted(values)
    return {"median": median(values), "min": values[0], "max": values[-1], "values": values}


def indistinguishable(a: Mapping, b: Mapping) -> bool:
    """Whether the spreads (see `spread`) of two numbers overlap: then they must not be ranked."""
    return a["min"] <= b["max"] and b["min"] <= a["max"]


def summarise(results: Iterable[Implementation]) -> dict:
    """What a sweep of one design on one platform with one recipe found.

    Returns:
        ``curve``: for each period, shortest first, ``period_ps``, ``requested_mhz``, ``seeds`` and
            the spread of each number of
        `SPREAD_OF` that the results have. ``fastest``: the point with the highest median frequency.
        ``smallest``: the one with the lowest median area (LUTs on an FPGA). None where no result
        has the number. ``indistinguishable_from_fastest``: periods whose spread of frequency
        overlaps that of the fastest.

    Raises:
        CallError: there are no results, or they are of different designs, platforms or recipes.
    """
    results = list(results)
    about = {(result.design, result.platform, result.recipe["name"]) for result in results}
    if len(about) != 1:
        raise CallError(
            f"expected the results of one design on one platform with one recipe, got "
            f"{sorted(about) or 'none'}"
        )
    curve = _curve(results)
    # An FPGA has no area in gate equivalents.
    size = "area_ge" if any("area_ge" in point for point in curve) else "luts"
    fastest = _best(curve, "fmax_mhz", highest=True)
    return {
        "curve": curve, "fastest": fastest, "smallest": _best(curve, size, highest=False),
        "indistinguishable_from_fastest": [
            point["period_ps"] for point in curve if fastest
            and point is not fastest and "fmax_mhz" in point
            and indistinguishable(point["fmax_mhz"], fastest["fmax_mhz"])]}  # fmt: skip


def _curve(results: list[Implementation]) -> list[dict]:
    by_period = defaultdict(list)
    for result in results:
        by_period[result.period_ps].append(result)
    return [_point(period, group) for period, group in sorted(by_period.items())]


def _point(period_ps: int, group: list[Implementation]) -> dict:
    numbers = {
        key: [value for result in group if (value := result.number(key)) is not None]
        for key in SPREAD_OF
    }
    return {
        "period_ps": period_ps,
        "requested_mhz": round(1e6 / period_ps, 3),
        "seeds": sorted(result.seed for result in group),
        **{key: spread(values) for key, values in numbers.items() if values},
    }


def _best(curve: list[dict], key: str, *, highest: bool) -> dict | None:
    points = [point for point in curve if key in point]
    choose = max if highest else min
    return choose(points, key=lambda point: point[key]["median"]) if points else None

# SPDX-License-Identifier: Apache-2.0
"""The study: every core of the tables benchmarked on four platforms, each figure of the slides
beside its measurement.
"""

from collections.abc import Mapping
from typing import Any

from ..benched import Benchmarks, Points, Result, conditions
from ..common import ratios
from ..settings import Settings, wanted
from .published import FAST, LINES, SMALL, Line

AREA, SPEED, GATES, ROUTED = "virtex6", "ecp5", "nangate45", "artix7"
"""Platforms: for look-up tables and registers like the slides', for frequency and throughput, for
gate equivalents, and the family nearest to the slides' that an open tool places and routes.
"""

RECIPES = {SMALL: "compact", FAST: "balanced"}
"""Those of `ROUTED` in place of the others' (docs/results/artix7.md)."""

ON_ROUTED = ("luts", "lut_sites", "slices", "flip_flops", "fmax_mhz", "throughput_mbps")
"""Figures of a record there; without the tool no slices, no frequency and no throughput."""

SEEDS = 3
"""Seeds of placement and synthesis; their medians are printed, with the spread in ``--json``."""

TOO_LARGE = {"ascon-128/unrolled=6"}
"""Cores whose fast netlist nextpnr does not route, as it fills nine tenths of the ECP5."""


def run(settings: Settings) -> Result:
    """Run the study; what is in the cache is not run again. Quick: one seed, and no checks of the
    netlists.

    Raises:
        CallError: an unknown algorithm; nothing was run then.
        ToolError: the scheduler cannot be reached.
    """
    lines = _lines(settings)
    found = Benchmarks(settings)
    for place in (GATES, AREA, SPEED, ROUTED):
        for recipe in RECIPES.values() if place == ROUTED else RECIPES:
            cores = (line.core for line in lines if recipe_on(line, place) == recipe)
            found.benchmark(cores, place, recipe, seeds=SEEDS, netlist=place == GATES)
    return found.result(record(line, found) for line in lines)


def recipe_on(line: Line, platform: str) -> str:
    """The recipe of a line on a platform: frequency is that of the fast netlist, if it can be
    routed; no area is read from it.
    """
    if platform == SPEED:
        return SMALL if line.core in TOO_LARGE else FAST
    return RECIPES[line.recipe] if platform == ROUTED else line.recipe


def _lines(settings: Settings) -> list[Line]:
    names = wanted(settings, sorted({_algorithm(line) for line in LINES}), study="lilliput")
    return [line for line in LINES if _algorithm(line) in names]


def _algorithm(line: Line) -> str:
    return line.core.split("/")[0]


def record(line: Line, points: Points) -> dict[str, Any]:
    """A line of a table as a record."""
    keys = [(line.core, place, recipe_on(line, place)) for place in (AREA, SPEED, GATES, ROUTED)]
    done = [row for key in keys if (row := points.get(*key))]
    area, speed, gates, routed = (points.row(*key) for key in keys)
    published = with_efficiency(line.published)
    measured = with_efficiency(
        {
            "luts": area.luts,
            "flip_flops": area.flip_flops,
            "fmax_mhz": speed.fmax_mhz,
            "throughput_mbps": speed.throughput_mbps,
        }
    )
    # Cycles do not depend on the platform, so whichever row was measured tells them.
    timed = gates if gates in done else speed
    return {
        "table": line.table,
        "name": line.name,
        "core": line.core,
        "recipe": line.recipe,
        "remark": line.remark,
        "published": published,
        "measured": measured,
        "ratio": ratios(measured, published),
        "cycles": timed.cycles_per_block,
        "cycles_formula": timed.cycles_formula,
        GATES: {name: getattr(gates, name) for name in ("area_ge", "fmax_mhz", "throughput_mbps")},
        SPEED: {"luts": speed.luts, "flip_flops": speed.flip_flops},
        ROUTED: {name: getattr(routed, name) for name in ON_ROUTED},
        "spread": {point.platform: point.seed_spread for point in done},
        # Each figure of a line is of another platform, so a line needs the checks of all of them.
        "verified": len(done) == len(keys) and all(point.verified for point in done),
        "conditions": conditions(done),
        "evidence": gates.evidence,
        "reproduce": [point.command for point in done],
    }


def with_efficiency(figures: Mapping[str, float | None]) -> dict[str, float | None]:
    """With the throughput per look-up table, if both are known."""
    rate, luts = figures["throughput_mbps"], figures["luts"]
    return {**figures, "throughput_per_lut": round(rate / luts, 4) if rate and luts else None}

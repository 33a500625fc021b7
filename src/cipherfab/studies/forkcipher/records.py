# SPDX-License-Identifier: Apache-2.0
"""The study: primitives and modes benchmarked, each figure of the paper beside its measurement."""

from collections.abc import Mapping
from typing import Any

from ...bench.placements import Netlist
from ...bench.row import Row
from ...cores.build import build
from ...cores.names import parse
from ...implement import recipes
from ..benched import Benchmarks, Points, Result, conditions
from ..common import ratios
from ..placed import placed
from ..settings import Settings, wanted
from . import cycles, estimate
from .published import ASCON, FIGURE_5, FIGURE_6, FIGURE_7, REMARKS, Mode

PLATFORM = "nangate45"
SMALL, FAST = "phased", ("speed", "wired")
"""Recipes: areas are those of the first, frequencies those of the fastest of all."""

DIRECTIONS = (False, True)
"""Encryption only, and both."""

SEEDS = 3
"""Synthesis seeds of the primitives of figure 6; their medians are printed, with the spread in
``--json``.
"""

SMALLEST = "forkskinny-128-256/serial=8,restart"
"""The smallest core of the forkcipher that we have; beside the paper's figures, which have no
serial core.
"""

SERIAL = (
    "skinny-64-192/serial=4,encdec",
    "skinny-128-256/serial=8,encdec",
    "skinny-128-384/serial=8,encdec",
    *(
        f"forkskinny-{name},{options}"
        for options in ("encdec", "restart,encdec")
        for name in ("64-192/serial=4", "128-192/serial=8", "128-256/serial=8", "128-288/serial=8")
    ),
)
"""Serial cores in both directions of the paper's primitives."""


def run(settings: Settings) -> Result:
    """Run the study; what is in the cache is not run again. Quick: one recipe and seed, nothing
    unrolled, no checks of netlists. ``modes`` is for each core of an AEAD what figures 8 and 9 and
    the crossings are made of.

    Raises:
        CallError: an unknown algorithm; nothing was run then.
        ToolError: the scheduler cannot be reached.
    """
    lines = _lines(settings)
    primitives = [line.core for line in lines[6]]
    modes = [mode.core(encdec=encdec) for mode in lines[7] for encdec in DIRECTIONS] + lines[
        "ascon"
    ]
    counted = cycles.measure(modes, settings)
    fast = () if settings.quick else FAST
    found = Benchmarks(settings)
    found.benchmark(primitives, PLATFORM, SMALL, *fast, seeds=SEEDS)
    others = [*lines["beside"], *modes, *(line.core for line in lines[5])]
    found.benchmark(others, PLATFORM, SMALL, *fast[:1])
    rows = [
        *(_unrolled_row(line, found) for line in lines[5]),
        *(_round_row(line, found) for line in lines[6]),
        *(_beside_row(core, found) for core in lines["beside"]),
        *(_mode_row(mode, encdec, found, counted) for mode in lines[7] for encdec in DIRECTIONS),
    ]
    wired = placed({row["core"]: _fastest(row, found) for row in rows if row["figure"] in (5, 6)
                    and row["measured"]}, PLATFORM, settings)  # fmt: skip
    rows = [{**row, "placed": wired.get(row["core"])} for row in rows]
    return found.result(rows, modes=_curves(lines, found, counted))


def _fastest(row: Mapping[str, Any], points: Points) -> Netlist:
    """The netlist whose frequency a row has."""
    point = points.row(row["core"], PLATFORM, row["measured"]["fastest_recipe"])
    assert point.period_ps, "what was measured has a target period"
    return Netlist(
        design=build(point.core),
        recipe=recipes.find(point.recipe),
        period_ps=point.period_ps,
        seed=min(point.seeds),
    )


def _lines(settings: Settings) -> dict:
    """The lines of each figure that are wanted, and the cores beside them."""
    names = wanted(
        settings, sorted({line.algorithm for line in (*FIGURE_6, *FIGURE_7)}), study="forkcipher"
    )
    modes = [mode for mode in FIGURE_7 if mode.algorithm in names]
    # The estimate of a mode needs its primitive.
    needed = names | {mode.primitive for mode in modes}
    return {
        5: []
        if settings.quick
        else [line for line in FIGURE_5 if line.core.split("/")[0] in names],
        6: [line for line in FIGURE_6 if line.algorithm in needed],
        7: modes,
        "beside": [core for core in _beside(settings) if core.split("/")[0] in names],
        "ascon": [] if settings.ciphers else [*ASCON],
    }


def _beside(settings: Settings) -> list[str]:
    """Cores that the paper has no figure for: serial ones, and parallel decryption, the paper's
    future work.
    """
    forks = sorted({line.algorithm for line in FIGURE_6 if line.parallel})
    return (
        [SMALLEST]
        if settings.quick
        else [SMALLEST, *SERIAL, *(f"{name}/round,duplicated,encdec" for name in forks)]
    )


def _measured(core: str, points: Points) -> dict[str, Any]:
    """Area of the small netlist, frequency and delay of the fastest one, and the area that this
    one has.
    """
    small = points.get(core, PLATFORM, SMALL)
    if small is None:
        return {}
    fast = (points.get(core, PLATFORM, recipe) for recipe in FAST)
    best = max(
        (point for point in (small, *fast) if point and point.fmax_mhz),
        key=lambda point: point.fmax_mhz,
    )
    return {
        "area_ge": small.area_ge,
        "fmax_mhz": best.fmax_mhz,
        "delay_ns": best.delay_ns,
        "spread": small.seed_spread,
        "area_of_fastest_ge": best.area_ge,
        "fastest_recipe": best.recipe,
        "fmax_of_smallest_mhz": small.fmax_mhz,
        "delay_of_smallest_ns": small.delay_ns,
        **{f"{part}_ge": value for part, value in small.area_split.items()},
    }


def _small(core: str, points: Points) -> Row:
    """The row of the small netlist; an empty one if there is none."""
    return points.row(core, PLATFORM, SMALL)


def _row(
    figure: int, core: str, published: Mapping[str, float], points: Points, **more
) -> dict[str, Any]:
    measured = _measured(core, points)
    point = _small(core, points)
    every = points.of(core)
    return {"figure": figure, "core": core, "published": dict(published), "measured": measured,
            "ratio": ratios(measured, published), "platform": PLATFORM,
            # A frequency may be of another netlist than the area.
            "verified": point.verified and all(found.verified for found in every),
            "conditions": conditions(every),
            "evidence": point.evidence, "reproduce": point.command, **more}  # fmt: skip


def _unrolled_row(line, points: Points) -> dict[str, Any]:
    row = _row(5, line.core, {"area_ge": line.area_ge, "delay_ns": line.delay_ns}, points)
    return {**row, "cycles": 1 if line.core.endswith("full") else 3}


def _round_row(line, points: Points) -> dict[str, Any]:
    row = _row(6, line.core, {"area_ge": line.area_ge, "fmax_mhz": line.fmax_mhz}, points)
    return {
        **row,
        "algorithm": line.algorithm,
        "encdec": line.encdec,
        "parallel": line.parallel,
        "at_or_below_published": bool(row["measured"])
        and row["measured"]["area_ge"] <= line.area_ge,
    }


def _beside_row(core: str, points: Points) -> dict[str, Any]:
    """A core without published figures; parallel decryption stands beside the core without it."""
    # Parallel decryption is the option `duplicated`; without it the same core is `parallel`.
    without = core.replace("duplicated", "parallel")
    other = (
        {}
        if without == core
        else {
            "without_ge": _measured(without, points).get("area_ge"),
            "without_cycles": _small(without, points).cycles_formula,
        }
    )
    return {
        "without_ge": None,
        "without_cycles": None,
        **_row(0, core, {}, points),
        **other,
        "cycles_formula": _small(core, points).cycles_formula,
    }


def _mode_row(mode: Mode, encdec: bool, points: Points, counted: Mapping) -> dict[str, Any]:
    core = mode.core(encdec=encdec)
    primitive = next(
        line.core
        for line in FIGURE_6
        if (line.algorithm, line.parallel) == (mode.primitive, mode.parallel)
        # Romulus decrypts with the cipher's encryption, so its estimate has that primitive both
        # times.
        and line.encdec == (encdec and not mode.algorithm.startswith("romulus"))
    )
    row = _row(7, core, {"area_ge": mode.area_ge(encdec=encdec)}, points)
    primitive_ge = _measured(primitive, points).get("area_ge")
    estimated = estimate.estimate_ge(mode, primitive_ge, encdec=encdec) if primitive_ge else None
    found = counted.get(core, {})
    columns = cycles.columns(mode, found)
    remarks = REMARKS.get(mode.algorithm, ""), found and cycles.uneven(found, _block(core))
    return {**row, "name": mode.name, "algorithm": mode.algorithm,
            "encdec": encdec, "primitive": primitive,
            "estimated": {"area_ge": estimated},
            "estimate_ratio": ratios({"area_ge": estimated}, row["published"]).get("area_ge"),
            "formula": mode.text, "columns": columns, "remark": "; ".join(filter(None, remarks)),
            "bus_formula": _small(core, points).cycles_formula}  # fmt: skip


def _block(core: str) -> int:
    """Bytes of a block of a core's mode."""
    return parse(core).algorithm.model.block_bytes


def _curves(lines: Mapping, points: Points, counted: Mapping) -> list[dict[str, Any]]:
    """What is plotted and compared for each AEAD core: area, critical path, and cycles over
    bytes. One without a function of the length is left out.
    """
    cores = [
        (mode.core(encdec=encdec), mode.name, encdec) for mode in lines[7] for encdec in DIRECTIONS
    ]
    cores += [(name, name, encdec) for name in lines["ascon"] for encdec in DIRECTIONS]
    curves = []
    for core, name, encdec in cores:
        measured = _measured(core, points)
        found, block = counted.get(core), _block(core)
        if measured and found and not cycles.uneven(found, block):
            # fmt: off
            curves.append({"core": core, "name": name, "encdec": encdec,
                           "block_bytes": block, "area_ge": measured["area_ge"],
                           # Delay and area of a curve are of one netlist, so that area times time
                           # is that of one core.
                           "delay_ns": measured["delay_of_smallest_ns"], "cycles": found})
            # fmt: on
    return curves

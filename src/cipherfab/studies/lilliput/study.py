"""The study: every core of the tables benchmarked on three platforms, each figure of the slides beside its measurement."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...bench import bench
from ...errors import CallError
from ...results.home import Home, default_home
from ...runs.outcome import Outcome
from ..common import ratios
from .published import FAST, LINES, SMALL, Line

AREA, SPEED, GATES = "virtex6", "ecp5", "nangate45"
"""Platforms: for look-up tables and registers like the slides', for frequency and throughput, for gate equivalents."""

SEEDS = 3
"""Seeds of placement and synthesis; their medians are printed, with the spread in ``--json``."""

TOO_LARGE = {"ascon-128/unrolled=6"}
"""Cores whose fast netlist nextpnr does not route, as it fills nine tenths of the ECP5."""

NO_SLICES = "no open tool places and routes for Virtex-6"
"""Why there are no measured slices."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What to run.

    Attributes:
        quick: one seed, and no checks of the netlists.
        ciphers: algorithms of the tables; all if empty.
        scheduler: address of a Dask scheduler, or None for ``workers`` processes here.
        home: where finished jobs are kept.
        quiet: no progress display.
    """

    quick: bool = False
    ciphers: Sequence[str] = ()
    scheduler: str | None = None
    workers: int = 2
    home: Home = field(default_factory=default_home)
    quiet: bool = False


@dataclass(frozen=True, kw_only=True)
class Result:
    """What the study found.

    Attributes:
        rows: a record for each line of each table, see `docs/lilliput.md`.
        failures: outcomes of jobs that failed.
        code: exit code of the benchmark.
    """

    rows: list[dict[str, Any]]
    failures: list[Outcome]
    code: int

    @property
    def exit_code(self) -> int:
        """0 if all was run and verified."""
        return self.code


def run(settings: Settings) -> Result:
    """Run the study; what is in the cache is not run again.

    Raises:
        CallError: an unknown algorithm; nothing was run then.
        ToolError: the scheduler cannot be reached.
    """
    lines = _lines(settings)
    benches = [_bench([line.core for line in lines if recipe_on(line, place) == recipe], recipe, place, settings)
               for place in (GATES, AREA, SPEED) for recipe in (SMALL, FAST)]
    points = {(point["core"], point["recipe"], point["platform"]): point for found in benches for point in found.points}
    return Result(rows=[row(line, points) for line in lines], failures=[failure for found in benches for failure in found.failures],
                  code=max(found.exit_code for found in benches))


def recipe_on(line: Line, platform: str) -> str:
    """The recipe of a line on a platform: frequency is that of the fast netlist, if it can be routed; no area is read from it."""
    if platform == SPEED:
        return SMALL if line.core in TOO_LARGE else FAST
    return line.recipe


def _lines(settings: Settings) -> list[Line]:
    known = sorted({_algorithm(line) for line in LINES})
    if unknown := [name for name in settings.ciphers if name not in known]:
        raise CallError(f"unknown algorithm '{unknown[0]}' of the study lilliput; its algorithms are {', '.join(known)}.")
    return [line for line in LINES if not settings.ciphers or _algorithm(line) in settings.ciphers]


def _algorithm(line: Line) -> str:
    return line.core.split("/")[0]


def _bench(cores: Sequence[str], recipe: str, platform: str, settings: Settings) -> bench.Result:
    """Benchmark cores with a recipe. The netlists of standard cells are proved and played, too."""
    if not cores:
        return bench.Result(points=[], failures=[])
    return bench.run(dict.fromkeys(cores), bench.Settings(
        platforms=(platform,), recipes=(recipe,), periods=1, seeds=1 if settings.quick else SEEDS,
        netlist=not settings.quick and platform == GATES, scheduler=settings.scheduler, workers=settings.workers,
        home=settings.home, quiet=settings.quiet))


Points = Mapping[tuple[str, str, str], Mapping[str, Any]]


def row(line: Line, points: Points) -> dict[str, Any]:
    """A line of a table as a record."""
    area, speed, gates = (points.get((line.core, recipe_on(line, place), place), {}) for place in (AREA, SPEED, GATES))
    published = {"luts": line.luts, "slices": line.slices, "flip_flops": line.registers, "fmax_mhz": line.fmax_mhz,
                 "throughput_mbps": line.throughput_mbps}
    measured = {"luts": area.get("luts"), "flip_flops": area.get("flip_flops"), "fmax_mhz": speed.get("fmax_mhz"),
                "throughput_mbps": speed.get("throughput_mbps")}
    published, measured = with_efficiency(published), with_efficiency(measured)
    done = [point for point in (area, speed, gates) if point]
    return {"table": line.table, "name": line.name, "core": line.core, "recipe": line.recipe, "remark": line.remark,
            "published": published, "measured": {**measured, "slices": NO_SLICES}, "ratio": ratios(measured, published),
            "cycles": (gates or speed).get("cycles_per_block"), "cycles_formula": (gates or speed).get("cycles_formula"),
            GATES: {name: gates.get(name) for name in ("area_ge", "fmax_mhz", "throughput_mbps")},
            SPEED: {"luts": speed.get("luts"), "flip_flops": speed.get("flip_flops")},
            "spread": {point["platform"]: point["seed_spread"] for point in done},
            "verified": len(done) == 3 and all(point["verified"] for point in done),
            "evidence": gates.get("evidence", []), "reproduce": [point["command"] for point in done]}


def with_efficiency(figures: Mapping[str, float | None]) -> dict[str, float | None]:
    """With the throughput per look-up table, if both are known."""
    rate, luts = figures["throughput_mbps"], figures["luts"]
    return {**figures, "throughput_per_lut": round(rate / luts, 4) if rate and luts else None}

"""The study: primitives and modes benchmarked, each figure of the paper beside its measurement."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ... import corename
from ...bench import bench
from ...errors import CallError
from ...results.home import Home, default_home
from ...runs.outcome import Outcome
from ..common import ratios
from . import cycles, estimate
from .published import ASCON, FIGURE_5, FIGURE_6, FIGURE_7, REMARKS, Mode

PLATFORM = "nangate45"
SMALL, FAST = "area", "speed"
"""Recipes: areas are set beside those of the first, frequencies beside those of the second."""

DIRECTIONS = (False, True)
"""Encryption only, and both."""

SEEDS = 3
"""Synthesis seeds of the primitives of figure 6; their medians are printed, with the spread in ``--json``."""

SMALLEST = "forkskinny-128-256/serial=8,restart"
"""The smallest core of the forkcipher that we have; beside the paper's figures, which have no serial core."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What to run.

    Attributes:
        quick: one recipe and one seed, no unrolled cores, and no checks of the netlists.
        ciphers: algorithms of the figures; all if empty.
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
        rows: a record for each number of figures 5, 6 and 7, see `docs/forkcipher.md`.
        modes: for each core of an AEAD what figures 8 and 9 and the crossings are made of.
        failures: outcomes of jobs that failed.
        code: exit code of the benchmark.
    """

    rows: list[dict[str, Any]]
    modes: list[dict[str, Any]]
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
    primitives = [line.core for line in lines[6]]
    modes = [mode.core(encdec=encdec) for mode in lines[7] for encdec in DIRECTIONS] + lines["ascon"]
    counted = cycles.measure(modes, settings)
    benches = [_bench(primitives, settings, seeds=1 if settings.quick else SEEDS),
               _bench([*lines["beside"], *modes, *(line.core for line in lines[5])], settings, seeds=1)]
    points = {(point["core"], point["recipe"]): point for found in benches for point in found.points}
    rows = [*(_unrolled_row(line, points) for line in lines[5]), *(_round_row(line, points) for line in lines[6]),
            *(_beside_row(core, points) for core in lines["beside"])]
    rows += [_mode_row(mode, encdec, points, counted) for mode in lines[7] for encdec in DIRECTIONS]
    failures = [failure for found in benches for failure in found.failures]
    return Result(rows=rows, modes=_curves(lines, points, counted), failures=failures,
                  code=max(found.exit_code for found in benches))


def _bench(names: Sequence[str], settings: Settings, *, seeds: int) -> bench.Result:
    """Benchmark cores on the paper's platform, in the order in which they are named."""
    if not names:
        return bench.Result(points=[], failures=[])
    recipes = (SMALL,) if settings.quick else (SMALL, FAST)
    return bench.run(dict.fromkeys(names), bench.Settings(
        platforms=(PLATFORM,), recipes=recipes, periods=1, seeds=seeds, netlist=not settings.quick,
        scheduler=settings.scheduler, workers=settings.workers, home=settings.home, quiet=settings.quiet))


def _lines(settings: Settings) -> dict:
    """The lines of each figure that are wanted, and the cores beside them."""
    known = sorted({line.algorithm for line in (*FIGURE_6, *FIGURE_7)})
    if unknown := [name for name in settings.ciphers if name not in known]:
        raise CallError(f"unknown algorithm '{unknown[0]}' of the study forkcipher; its algorithms are {', '.join(known)}.")
    wanted = set(settings.ciphers or known)
    modes = [mode for mode in FIGURE_7 if mode.algorithm in wanted]
    # The estimate of a mode needs its primitive.
    needed = wanted | {mode.primitive for mode in modes}
    return {5: [] if settings.quick else [line for line in FIGURE_5 if line.core.split("/")[0] in wanted],
            6: [line for line in FIGURE_6 if line.algorithm in needed],
            7: modes, "beside": [core for core in _beside(settings) if core.split("/")[0] in wanted],
            "ascon": [] if settings.ciphers else [*ASCON]}


def _beside(settings: Settings) -> list[str]:
    """Cores that the paper has no figure for: the smallest one, and parallel decryption, the paper's future work."""
    forks = sorted({line.algorithm for line in FIGURE_6 if line.parallel})
    return [SMALLEST, *(f"{name}/round,duplicated,encdec" for name in forks if not settings.quick)]


Points = Mapping[tuple[str, str], Mapping[str, Any]]


def _measured(core: str, points: Points) -> dict[str, Any]:
    """Area of the small netlist, frequency and delay of the fast one, and the area that this one has."""
    small, fast = points.get((core, SMALL)), points.get((core, FAST))
    if small is None:
        return {}
    best = max((point for point in (small, fast) if point and point["fmax_mhz"]), key=lambda point: point["fmax_mhz"])
    return {"area_ge": small["area_ge"], "fmax_mhz": best["fmax_mhz"], "delay_ns": best["delay_ns"],
            "spread": small["seed_spread"], "area_of_fastest_ge": best["area_ge"], "fmax_of_smallest_mhz": small["fmax_mhz"],
            "delay_of_smallest_ns": small["delay_ns"], **{f"{part}_ge": value for part, value in small["area_split"].items()}}


def _row(figure: int, core: str, published: Mapping[str, float], points: Points, **more) -> dict[str, Any]:
    measured = _measured(core, points)
    point = points.get((core, SMALL), {})
    return {"figure": figure, "core": core, "published": dict(published), "measured": measured,
            "ratio": ratios(measured, published), "verified": bool(point.get("verified")), "platform": PLATFORM,
            "evidence": point.get("evidence", []), "reproduce": point.get("command", ""), **more}


def _unrolled_row(line, points: Points) -> dict[str, Any]:
    row = _row(5, line.core, {"area_ge": line.area_ge, "delay_ns": line.delay_ns}, points)
    return {**row, "cycles": 1 if line.core.endswith("full") else 3}


def _round_row(line, points: Points) -> dict[str, Any]:
    row = _row(6, line.core, {"area_ge": line.area_ge, "fmax_mhz": line.fmax_mhz}, points)
    return {**row, "algorithm": line.algorithm, "encdec": line.encdec, "parallel": line.parallel,
            "at_or_below_published": bool(row["measured"]) and row["measured"]["area_ge"] <= line.area_ge}


def _beside_row(core: str, points: Points) -> dict[str, Any]:
    point = points.get((core, SMALL), {})
    price = _measured(core.replace("duplicated", "parallel"), points).get("area_ge") if "duplicated" in core else None
    return {**_row(0, core, {}, points), "cycles_formula": point.get("cycles_formula"), "without_ge": price}


def _mode_row(mode: Mode, encdec: bool, points: Points, counted: Mapping) -> dict[str, Any]:
    core = mode.core(encdec=encdec)
    primitive = next(line.core for line in FIGURE_6 if (line.algorithm, line.parallel) == (mode.primitive, mode.parallel)
                     and line.encdec == (encdec and not mode.algorithm.startswith("romulus")))
    row = _row(7, core, {"area_ge": mode.area_ge(encdec=encdec)}, points)
    primitive_ge = _measured(primitive, points).get("area_ge")
    estimated = estimate.estimate_ge(mode, primitive_ge, encdec=encdec) if primitive_ge else None
    columns = cycles.columns(mode, counted.get(core, {}))
    return {**row, "name": mode.name, "algorithm": mode.algorithm, "encdec": encdec, "primitive": primitive,
            "estimated": {"area_ge": estimated}, "estimate_ratio": ratios({"area_ge": estimated}, row["published"]).get("area_ge"),
            "formula": mode.text, "columns": columns, "remark": REMARKS.get(mode.algorithm, ""),
            "bus_formula": points.get((core, SMALL), {}).get("cycles_formula")}


def _curves(lines: Mapping, points: Points, counted: Mapping) -> list[dict[str, Any]]:
    """What is plotted and compared for each AEAD core: area, critical path, and cycles over bytes."""
    cores = [(mode.core(encdec=encdec), mode.name, encdec) for mode in lines[7] for encdec in DIRECTIONS]
    cores += [(name, name, encdec) for name in lines["ascon"] for encdec in DIRECTIONS]
    curves = []
    for core, name, encdec in cores:
        measured = _measured(core, points)
        if measured and counted.get(core):
            block = corename.parse(core).algorithm.model.block_bytes
            curves.append({"core": core, "name": name, "encdec": encdec, "block_bytes": block, "area_ge": measured["area_ge"],
                           "delay_ns": measured["delay_of_smallest_ns"], "cycles": counted[core]})
    return curves

# SPDX-License-Identifier: Apache-2.0
"""The study: every core benchmarked on families of FPGAs, beside the published ranking."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...bench.row import Row
from ...implement import platforms
from ...implement.fpga import NETLIST
from ...implement.lut_sites import sites
from ...implement.platforms.platform import FpgaPlatform
from ...results.cache import Cache
from ...results.digest import digest_file
from ...results.home import Home
from ...runs.jobs import make_job
from ...tools import nextpnr
from ..benched import Benchmarks, Points, Result, conditions
from ..settings import Settings, chosen_platforms, wanted
from . import published, ranking
from .candidates import CANDIDATES, EVERYONE, RECIPES, Candidate, candidate_of, cores

AREA, ROUTED = "artix7", "ecp5"
"""Platforms of a quick run: look-up tables of the budget with a pre-route delay, and a place and
route.
"""

FURTHER = ("cyclone10lp", "nexus", "ice40")
"""Platforms of a whole run, beside those: the slides' third family, after synthesis, and two that
are placed and routed.
"""

SEEDS = {ROUTED: 3}
"""Seeds of the placement in a whole run; 1 where it says nothing."""

FIGURES = ("luts", "flip_flops", "fmax_mhz", "pre_route_delay_ns", "pre_route_fmax_mhz")
"""Numbers of a platform in a record, beside its throughputs."""


def run(settings: Settings) -> Result:
    """Run the study; what is in the cache is not run again.

    All cores are mapped for `AREA`, on which the budgets are counted; on the other platforms are
    those of `standing`, or all with ``everywhere``. Quick: the primary core of each candidate, on
    two platforms, one seed, no checks of the netlists.

    A candidate without a core has a row without figures, see `missing`.

    Raises:
        CallError: an unknown candidate or platform; nothing was run then.
        ToolError: the scheduler cannot be reached, or a place and route tool is missing.
    """
    candidates = chosen(settings)
    names = list(cores(candidates, quick=settings.quick))
    places = platforms_of(settings)
    _check(places)
    found = Benchmarks(settings)
    _benchmark(found, names, AREA)
    further = names
    if not (settings.quick or settings.everywhere):
        further = standing([record(core, found) for core in names])
    for place in places[1:]:
        _benchmark(found, further, place)
    lacking = [each for each in EVERYONE if each.name in candidates and not each.has_core]
    return found.result(
        [*(_with_sites(record(core, found), found) for core in names), *map(missing, lacking)]
    )


def _benchmark(found: Benchmarks, names: Sequence[str], place: str) -> None:
    """Benchmark cores on a platform, each with the recipe of its candidate."""
    for recipe in RECIPES:
        same = (name for name in names if candidate_of(name).recipe == recipe)
        found.benchmark(same, place, recipe, seeds=SEEDS.get(place, 1), netlist=place == ROUTED)


def _with_sites(row: dict[str, Any], found: Benchmarks) -> dict[str, Any]:
    """A record with the physical look-up tables of its netlist on the platform of the budgets."""
    if AREA in row["platforms"]:
        point = found.row(row["core"], AREA, row["recipe"])
        row["platforms"][AREA]["lut_sites"] = lut_sites(point, found.settings.home)
    return row


def standing(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The cores that stand for their candidates: the primary ones, and for each of the published
    budgets the fastest on `AREA`, or the smallest where none is within it.

    Args:
        rows: records of `record`, with the figures of `AREA`.
    """
    stand = {row["core"] for row in rows if row["primary"]}
    for budget in published.BUDGETS:
        best = ranking.representatives(rows, AREA, budget=budget)
        stand |= {row["core"] for row in best.values()}
    return [row["core"] for row in rows if row["core"] in stand]


def platforms_of(settings: Settings) -> tuple[str, ...]:
    """See `chosen_platforms`; the first one, which the budgets are counted on, in any case."""
    places = chosen_platforms(settings, (AREA, ROUTED, *FURTHER), (AREA, ROUTED))
    return tuple(dict.fromkeys((AREA, *places)))


def chosen(settings: Settings) -> set[str]:
    """The names of the candidates that are to be run: of the slides', or with ``everyone`` of all.
    Raises CallError: one is unknown.
    """
    known = EVERYONE if settings.everyone else CANDIDATES
    return wanted(settings, [each.name for each in known], study="lwc-round2", what="candidate")


def _check(places: Sequence[str]) -> None:
    """Before hours of work: whether what places and routes is there."""
    for place in map(platforms.find, places):
        if isinstance(place, FpgaPlatform) and place.place_and_route and not place.optional:
            nextpnr.version(place.router)


def record(core: str, points: Points) -> dict[str, Any]:
    """A core as a record: what does not depend on the platform, and by platform its numbers."""
    candidate, found = candidate_of(core), points.of(core)
    # Formulas and cycles are those of the core, so any of its rows tells them.
    row = next(iter(found), Row(core=core, platform="", recipe=candidate.recipe))
    figures = {
        point.platform: {
            "stage": stage(point.platform),
            **{name: getattr(point, name) for name in FIGURES},
            # A platform has throughputs at a routed frequency or at a pre-route one, and never
            # both.
            "throughputs": dict(point.throughputs or point.pre_route_throughputs),
            "spread": point.seed_spread,
            "violations": list(point.violations),
            "note": point.frequency_note,
            "reproduce": point.command,
        }
        for point in found
    }
    return {
        "candidate": candidate.name,
        "core": core,
        "primary": core == candidate.primary,
        "recipe": row.recipe,
        "cycles_per_block": row.cycles_per_block,
        "formulas": dict(row.formulas),
        "new_key_cycles": dict(row.new_key_cycles),
        "platforms": figures,
        "conditions": conditions(found),
        "evidence": list(row.evidence),
        "verified": bool(found) and all(point.verified for point in found),
    }


def missing(candidate: Candidate) -> dict[str, Any]:
    """The record of a candidate without a core: no figures, and why there is none."""
    # A record of no points has every key of a record, so tables need not ask which kind it is.
    nothing = record(candidate.primary, Points())
    return nothing | {"core": None, "primary": True, "recipe": None, "obstacle": candidate.obstacle}


def lut_sites(row: Row, home: Home) -> int | None:
    """Physical look-up tables of a row's netlist, see `implement.lut_sites`; None if it is no
    longer there.
    """
    path = home.root / row.provenance["directory"] / "run" / NETLIST
    if not path.exists():
        return None
    # The count depends on the netlist alone, so its digest is all that names the result in the
    # cache.
    job = make_job(
        "lut-sites",
        f"{sites.__module__}:{sites.__name__}",
        {"netlist": digest_file(path)},
        label=f"LUT sites of {row.core}",
    )
    return Cache(home).computed(job, lambda: {"sites": sites(_cells(path))}).result["sites"]


def _cells(path: Path) -> Mapping[str, Any]:
    """The cells of a flat netlist in Yosys' JSON form."""
    modules = json.loads(path.read_text())["modules"].values()
    return next(module["cells"] for module in modules if "top" in module["attributes"])


def stage(platform: str) -> str:
    """How far a platform goes, in words; a pre-route delay is called that."""
    place = platforms.find(platform)
    assert isinstance(place, FpgaPlatform)
    if place.routes():
        return "placed and routed"
    return "after synthesis, pre-route delay" if place.timed else "after synthesis"

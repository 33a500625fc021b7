# SPDX-License-Identifier: Apache-2.0
"""The study: every core benchmarked on families of FPGAs, beside the published ranking."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...bench import bench
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
from ..benched import Result as _Result
from ..benched import benchmark, conditions, together
from ..settings import Settings, chosen_platforms, wanted
from . import published, ranking
from .candidates import CANDIDATES, EVERYONE, RECIPES, Candidate, candidate_of, cores, is_on_slides

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


@dataclass(frozen=True, kw_only=True)
class Result(_Result):
    """What the study found, beside what `benched.Result` has.

    The rows of candidates that the slides do not have stand beside the others; `slides` leaves them
    out. A candidate without a core has a row without figures, see `missing`.

    Attributes:
        ranked: by platform and size the order of the candidates, see `ranking.rankings`.
        moves: candidates that move by more than `ranking.FAR` places, see `ranking.moves`.
        quick, everyone: as it was run.
    """

    ranked: list[dict[str, Any]]
    moves: list[dict[str, Any]]
    quick: bool
    everyone: bool = False

    @property
    def slides(self) -> list[dict[str, Any]]:
        """The rows of the slides' candidates."""
        return [row for row in self.rows if is_on_slides(row["candidate"])]


def run(settings: Settings) -> Result:
    """Run the study; what is in the cache is not run again.

    All cores are mapped for `AREA`, on which the budgets are counted; on the other platforms are
    those of `standing`, or all with ``everywhere``. Quick: the primary core of each candidate, on
    two platforms, one seed, no checks of the netlists.

    Raises:
        CallError: an unknown candidate or platform; nothing was run then.
        ToolError: the scheduler cannot be reached, or a place and route tool is missing.
    """
    candidates = chosen(settings)
    names = list(cores(candidates, quick=settings.quick))
    places = platforms_of(settings)
    _check(places)
    benches = _benchmarked(names, AREA, settings)
    further = names
    if not (settings.quick or settings.everywhere):
        further = standing(_records(names, benches, settings.home))
    for place in places[1:]:
        benches += _benchmarked(further, place, settings)
    rows = _records(names, benches, settings.home)
    slides = [row for row in rows if is_on_slides(row["candidate"])]
    ranked = ranking.rankings(slides)
    return Result(
        rows=[
            *rows,
            *(missing(each) for each in EVERYONE if each.name in candidates and not each.has_core),
        ],
        ranked=ranked,
        moves=ranking.moves(slides, ranked),
        quick=settings.quick,
        everyone=settings.everyone,
        **together(benches),
    )


def _benchmarked(names: Sequence[str], place: str, settings: Settings) -> list[bench.Result]:
    """The benchmarks of cores on a platform, one for each recipe of `RECIPES`."""
    return [
        benchmark(
            [name for name in names if candidate_of(name).recipe == recipe],
            settings,
            platform=place,
            recipes=(recipe,),
            netlist=not settings.quick and place == ROUTED,
            seeds=settings.seeds or (1 if settings.quick else SEEDS.get(place, 1)),
        )
        for recipe in RECIPES
    ]


def _records(
    names: Sequence[str], benches: Sequence[bench.Result], home: Home
) -> list[dict[str, Any]]:
    """The record of each core, of the platforms on which it was benchmarked."""
    points: dict[str, dict[str, Row]] = {name: {} for name in names}
    for row in (row for found in benches for row in found.rows):
        points[row.core][row.platform] = row
    rows = [record(core, points[core]) for core in names]
    for row in rows:
        if AREA in row["platforms"]:
            row["platforms"][AREA]["lut_sites"] = lut_sites(points[row["core"]][AREA], home)
    return rows


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


def record(core: str, points: Mapping[str, Row]) -> dict[str, Any]:
    """A core as a record: what does not depend on the platform, and by platform its numbers."""
    candidate = candidate_of(core)
    row = next(iter(points.values()), Row(core=core, platform="", recipe=candidate.recipe))
    figures = {
        place: {
            "stage": stage(place),
            **{name: getattr(point, name) for name in FIGURES},
            "throughputs": dict(point.throughputs or point.pre_route_throughputs),
            "spread": point.seed_spread,
            "violations": list(point.violations),
            "note": point.frequency_note,
            "reproduce": point.command,
        }
        for place, point in points.items()
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
        "conditions": conditions(points.values()),
        "evidence": list(row.evidence),
        "verified": bool(points) and all(point.verified for point in points.values()),
    }


def missing(candidate: Candidate) -> dict[str, Any]:
    """The record of a candidate without a core: no figures, and why there is none."""
    return {
        "candidate": candidate.name,
        "core": None,
        "primary": True,
        "recipe": None,
        "cycles_per_block": None,
        "formulas": {},
        "new_key_cycles": {},
        "platforms": {},
        "conditions": [],
        "evidence": [],
        "verified": False,
        "obstacle": candidate.obstacle,
    }


def lut_sites(row: Row, home: Home) -> int | None:
    """Physical look-up tables of a row's netlist, see `implement.lut_sites`; None if it is no
    longer there.
    """
    path = home.root / row.provenance["directory"] / "run" / NETLIST
    if not path.exists():
        return None
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

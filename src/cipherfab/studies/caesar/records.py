# SPDX-License-Identifier: Apache-2.0
"""The study: each candidate basic and in k pieces, its frequency, throughput and throughput per
area beside the slides'.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...bench.row import Row
from ...catalog import find
from ...controllers import controller_of
from ...cores.controller import controller
from ...cores.names import parse
from ..benched import Benchmarks, Points, Result, conditions
from ..settings import Settings, chosen_platforms, wanted
from .cuts import cut_of
from .published import CANDIDATES, FURTHER, PRINTED, Candidate

GATES, ROUTED, AREA, NEAR = "nangate45", "ecp5", "virtex6", "artix7"
"""Platforms: standard cells; placed and routed; look-up tables after synthesis on the slides'
family; placed and routed on the family nearest to it.
"""

# `speed` maps a basic core by delay into up to 1.9 times the tables of `area`, and one that is cut
# into fewer, so its figures per table are of the recipe.
RECIPES = {GATES: "balanced", AREA: "area", ROUTED: "area", NEAR: "balanced"}
"""Of each platform its recipe, in the order in which they are run."""

TABLE_ALONE = (ROUTED, NEAR)
"""Platforms on which a run takes minutes: they have the slides' own table alone, see `on`."""

QUICK_PIECES, MOST_PIECES = 2, 4
"""The k of a quick run, and the largest that is tried."""

TIMED = (GATES, ROUTED, NEAR)
"""Platforms with a frequency."""

SEEDS = 3
NO_CORE = "a model, no core yet"


def run(settings: Settings) -> Result:
    """Run the study; what is in the cache is not run again. Quick: k = 2, standard cells only and
    one seed, where ``settings`` do not say others, no checks of the netlists, and of `FURTHER` only
    what is named. ``settings.ciphers`` may have cores, which are further lines of their candidates.

    Raises:
        CallError: an unknown algorithm, core or platform; nothing was run then.
        ToolError: the scheduler cannot be reached.
    """
    # Names are brought to their shortest form: a core that is named in two ways is run once.
    more = [str(parse(name)) for name in settings.ciphers if "/" in name]
    algorithms = replace(settings, ciphers=[name.partition("/")[0] for name in settings.ciphers])
    every = (*CANDIDATES, *FURTHER)
    names = wanted(algorithms, [each.algorithm for each in every], study="caesar")
    left = FURTHER if settings.quick and not settings.ciphers else ()
    candidates = [each for each in every if each.algorithm in names and each not in left]
    chosen = {
        each.algorithm: list(
            dict.fromkeys(
                [
                    *cores(each.algorithm, most_pieces(settings), each.options),
                    *(core for core in more if core.partition("/")[0] == each.algorithm),
                ]
            )
        )
        for each in candidates
    }
    found = Benchmarks(settings)
    for place in platforms(settings):
        asked = [core for names in chosen.values() for core in on(place, names, more)]
        found.benchmark(asked, place, RECIPES[place], seeds=SEEDS, netlist=place == GATES)
    return found.result(record(each, chosen[each.algorithm], found) for each in candidates)


def on(place: str, names: Sequence[str], named: Sequence[str] = ()) -> list[str]:
    """Of the cores of a candidate those that are run on a platform: on those of `TABLE_ALONE` what
    the slides' table has, which is the basic core and that with k = 2, of the slides' candidates;
    and what is ``named``.
    """
    printed = {each.algorithm for each in CANDIDATES}
    there = {f"{name}{cut}" for name in printed for cut in ("", f"/inner={QUICK_PIECES}")}
    return [name for name in names if place not in TABLE_ALONE or name in {*there, *named}]


def platforms(settings: Settings) -> tuple[str, ...]:
    """See `chosen_platforms`."""
    return chosen_platforms(settings, RECIPES, (GATES,))


def most_pieces(settings: Settings) -> int:
    """The largest k."""
    return settings.pieces or (QUICK_PIECES if settings.quick else MOST_PIECES)


def cores(algorithm: str, pieces: int, options: str = "") -> list[str]:
    """The basic core, and those in up to so many pieces, all with ``options``; nothing of an
    algorithm without hardware."""
    if controller_of(find(algorithm).model) is None:
        return []
    cipher = controller(parse(f"{algorithm}/inner={QUICK_PIECES}")).primitive
    # A step is not cut into any number of pieces: `fits` has those that it can be cut into.
    architectures = ["round", *(f"inner={k}" for k in cipher.fits if k <= pieces)]
    return [
        str(parse(f"{algorithm}/{','.join(filter(None, (architecture, options)))}"))
        for architecture in architectures
    ]


def record(candidate: Candidate, names: Sequence[str], points: Points) -> dict[str, Any]:
    """All that is known of a candidate: what is published, and a line for each core (`line`), the
    basic one first. The best is one of those with its options.
    """
    lines = [line(name, points) for name in names]
    found = {each["core"]: each for each in lines}
    for each in lines:
        basic = found.get(basic_of(each["core"]), lines[0])
        each["ratios"], each["basic"] = _ratios(each, basic), basic["core"]
    usual = usual_lines(lines)
    best = {
        place: max(
            (each for each in usual if each[place]["per_area"]),
            key=lambda each: each[place]["per_area"],
            default={"core": None},
        )["core"]
        for place in (GATES, ROUTED)
    }
    # fmt: off
    return {
        "candidate": candidate.name, "algorithm": candidate.algorithm,
        "published": {"basic_mhz": candidate.basic, "pipelined_mhz": candidate.pipelined,
                      "ratio": round(candidate.ratio, 4) if candidate.ratio else None,
                      "ratio_as_printed": PRINTED.get(candidate.name),
                      "gains_per_lut": candidate.gains_per_lut},
        "conditions": [each for line in lines for each in line.pop("conditions")],
        "lines": lines, "best_by_throughput_per_area": best, "note": "" if names else NO_CORE}
    # fmt: on


def basic_of(core: str) -> str:
    """The basic core with the options of ``core``."""
    return str(replace(parse(core), architecture="round", factor=1))


def usual_lines(lines: Sequence[dict]) -> list[dict]:
    """The lines of a candidate whose cores have the options of its basic core, which is first."""
    return [each for each in lines if basic_of(each["core"]) == lines[0]["core"]]


def pair(row: Mapping) -> tuple[dict, dict] | None:
    """Of a record the lines of the basic core and of that with k = 2, or None."""
    found = {each["k"]: each for each in usual_lines(row["lines"])}
    return (found[1], found[QUICK_PIECES]) if {1, QUICK_PIECES} <= set(found) else None


def line(name: str, points: Points) -> dict[str, Any]:
    """A core on the platforms where it was measured; ``cut`` of one in pieces."""
    rows = {place: points.row(name, place, recipe) for place, recipe in RECIPES.items()}
    done = points.of(name)
    return {
        "core": name,
        "k": parse(name).factor,
        "cut": cut_of(name) if "inner" in name else None,
        **{place: _figures(row) for place, row in rows.items()},
        "cycles_per_block": rows[GATES].cycles_per_block,
        "verified": bool(done) and all(row.verified for row in done),
        "conditions": conditions(done),
        "reproduce": [row.command for row in done],
    }


def _figures(row: Row) -> dict[str, Any]:
    """Of a row; ``per_area`` is Mbit/s for each look-up table, or for each kGE in standard
    cells."""
    # What is placed says how many physical look-up tables it takes.
    area = row.area_ge / 1000 if row.area_ge else row.lut_sites or row.luts
    rate = row.throughput_mbps
    return {
        "fmax_mhz": row.fmax_mhz,
        "throughput_mbps": rate,
        "area_ge": row.area_ge,
        "luts": row.lut_sites or row.luts,
        "slices": row.slices,
        "flip_flops": row.flip_flops,
        "per_area": round(rate / area, 4) if rate and area else None,
    }


def _ratios(each: Mapping, basic: Mapping) -> dict[str, dict[str, float]]:
    """To the basic core, of frequency, throughput and throughput per area on each platform."""
    names = ("fmax_mhz", "throughput_mbps", "per_area")
    return {
        place: {
            name: round(each[place][name] / basic[place][name], 4)
            for name in names
            if each[place][name] and basic[place][name]
        }
        for place in TIMED
    }

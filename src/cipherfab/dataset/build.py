# SPDX-License-Identifier: Apache-2.0
"""Makes the data set: the jobs of a core, and the entry that their results make.

Each job is in the cache as soon as it has ended, and each entry in the file as soon as it is whole,
so that a data set can be made in pieces: what is there is not made again.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .. import __version__, catalog
from ..bench import jobs, record
from ..cores.build import build
from ..design import Design, LwcInterface
from ..energy.figures import refusal
from ..errors import CipherfabError, ToolError
from ..implement import platforms, recipes
from ..implement.result import Implementation
from ..results.cache import Cache
from ..results.digest import digest_design
from ..results.home import Home, default_home
from ..results.records import LINKS
from ..runs.outcome import Outcome
from ..runs.progress import duration
from ..runs.where import Where
from ..verify import chain
from ..verify.finding import Finding, findings_of
from . import energies, entry, placements
from .again import of_today
from .entry import NOT_HERE, Entry, Run
from .origin import both, commit, versions

PERIOD_PS = 5000
"""Target period of every run: 200 MHz."""

SYNTHESIS_SEED, STIMULUS_SEED = 0, 1

Pair = tuple[str, str]
"""A platform and a recipe."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a data set is made.

    Attributes:
        platforms, recipes: names; every core is implemented once with each.
        rtl: check links ``model`` and ``rtl`` of every core too.
        energy: measure the energy of every netlist of standard cells too.
        placed: place every netlist of standard cells whose sizes are known too.
        again: also cores that the file has.
        changed: also cores that the file has, if their RTL is another today.
        seconds: no core is begun after so many; None: all are.
        workers: processes; 0 is this one.
    """

    platforms: Sequence[str] = ("nangate45",)
    recipes: Sequence[str] = ("area", "balanced")
    rtl: bool = True
    energy: bool = False
    placed: bool = False
    again: bool = False
    changed: bool = False
    seconds: float | None = None
    workers: int = 0
    home: Home = field(default_factory=default_home)


def build_file(
    path: Path, cores: Iterable[str], settings: Settings, say: Callable[[str], None]
) -> dict[str, str]:
    """Bring the cores into the file that are not in it yet, one after the other; returns what
    failed, by core.

    An entry whose RTL is today's gets the platforms and recipes that it lacks beside those that it
    has (`_widened`); if then its energy or a placement is missing, that is added to it
    (`_extended`). Else it is made again, with the platforms and recipes that it had too, its
    energies and its placements (`_keeping`).
    """
    known = {found.core: found for found in (entry.read(path) if path.is_file() else ())}
    wanted = [name for name in cores if settings.again or not _complete(known.get(name), settings)]
    started, failures = time.monotonic(), {}
    for index, name in enumerate(wanted):
        if settings.seconds is not None and time.monotonic() - started > settings.seconds:
            say(f"{len(wanted) - index} cores are left; the same command goes on there")
            break
        try:
            made = _brought(known.get(name), name, settings)
        # One core that fails must not lose the work on the others.
        except CipherfabError as error:
            failures[name] = str(error)
            say(f"{name}: failed: {error}")
            continue
        # By the name of the entry: the call may have spelled the core in another way.
        known[made.core] = made
        entry.write(known.values(), path)
        say(
            f"[{_so_far(index + 1, len(wanted), time.monotonic() - started)}] {made.core}: "
            f"{len(made.runs)} runs"
        )
    return failures


def _so_far(done: int, wanted: int, elapsed: float) -> str:
    """How many cores, and how long: what is left takes as long as what there was, per core."""
    left = f", about {duration((wanted - done) * elapsed / done)} left" * (done < wanted)
    return f"{done}/{wanted}, {duration(elapsed)} elapsed{left}"


def _complete(found: Entry | None, settings: Settings) -> bool:
    if found is None:
        return False
    if settings.changed and not of_today(found):
        return False
    return (
        _checked(found, settings)
        and set(_pairs(settings)) <= _has(found)
        and not (settings.energy and energies.missing(found, build(found.core)))
        and not (settings.placed and placements.missing(found))
    )


def _checked(found: Entry, settings: Settings) -> bool:
    """Whether the links that are asked for were checked, with whatever outcome."""
    return not settings.rtl or found.passed("rtl") is not None


def _pairs(settings: Settings) -> list[Pair]:
    """What is asked for."""
    # A platform may be named in several ways; runs have its own name.
    names = [platforms.find(name).name for name in settings.platforms]
    return [(name, recipe) for name in names for recipe in settings.recipes]


def _has(found: Entry | None) -> set[Pair]:
    """What there is of an entry."""
    return {(run.platform, run.recipe) for run in found.runs} if found else set()


def _brought(found: Entry | None, name: str, settings: Settings) -> Entry:
    """The entry with all that the settings ask for."""
    if found and not settings.again and of_today(found):
        made = _extended(_widened(found, settings) or found, settings)
        if made:
            return made
    made = make(name, _keeping(found, settings), had=_has(found))
    if found and (lost := _lost(found, made)):
        raise ToolError(
            f"the new entry lacks figures that the old one has: {', '.join(lost)}. The old one is "
            f"kept. `cipherfab doctor` says which tools are missing"
        )
    return made


def _keeping(found: Entry | None, settings: Settings) -> Settings:
    """The settings under which an entry that is made again has all that it had."""
    runs = found.runs if found else ()
    return replace(
        settings,
        energy=settings.energy or any(run.energies for run in runs),
        placed=settings.placed or any(run.placed_delay_ns is not None for run in runs),
    )


def _lost(found: Entry, made: Entry) -> list[str]:
    """The figures that an entry has and that which is to replace it has not, such as
    ``artix7/compact: fmax_mhz`` where a router is not installed.
    """
    after = {(run.platform, run.recipe): run for run in made.runs}
    return [
        f"{run.platform}/{run.recipe}: {name}"
        for run in found.runs
        for name in ("fmax_mhz", "placed_delay_ns", "energies")
        if getattr(run, name) and not getattr(after.get((run.platform, run.recipe)), name, None)
    ]


def _widened(found: Entry, settings: Settings) -> Entry | None:
    """The entry, which is of today's RTL, with the runs that it lacks; None if it lacks none, or
    other things than runs.
    """
    lacking = [pair for pair in _pairs(settings) if pair not in _has(found)]
    if not lacking or not _checked(found, settings):
        return None
    design = build(found.core)
    made = _found(_implementations(design, lacking), settings)
    measured = _found(_energies(design, made, settings), settings)
    return replace(
        found,
        runs=(*found.runs, *(_run(outcome, measured) for outcome in made)),
        versions=versions([*made, *measured], found.versions),
        # A dictionary of the pairs has each platform once, in their order.
        commit=both(found.commit, ", ".join(dict(lacking)), commit()),
    )


def _extended(found: Entry, settings: Settings) -> Entry | None:
    """The entry, which is of today's RTL, with its energy and its placements if it lacks nothing
    else; None if it does, or its netlists are others today.
    """
    if not _complete(found, replace(settings, energy=False, placed=False)):
        return None
    design = build(found.core)
    made: Entry | None = found
    if settings.energy and energies.missing(found, design):
        made = energies.added(
            found, design, STIMULUS_SEED, lambda wanted: _found(wanted, settings), commit()
        )
    return _placed(made, design, settings) if made else None


def _placed(found: Entry, design: Design, settings: Settings) -> Entry | None:
    """The entry with its placements if they are asked for; None if its netlists are others
    today.
    """
    if not (settings.placed and placements.missing(found)):
        return found
    return placements.added(found, design, lambda wanted: _found(wanted, settings), commit())


def make(name: str, settings: Settings, had: Set[Pair] = frozenset()) -> Entry:
    """The entry of a core; what its jobs find is in the cache.

    Args:
        had: platforms and recipes that an older entry had: they are made again too.

    Raises:
        CallError: the name is wrong.
        ToolError: a job failed.
    """
    design = build(name)
    pairs = dict.fromkeys([*sorted(had), *_pairs(settings)])
    wanted = [jobs.cycles_job(design), *_implementations(design, pairs)]
    if settings.rtl:
        wanted += [*map(jobs.model_job, design.algorithms), jobs.rtl_job(design, STIMULUS_SEED)]
    outcomes = _found(wanted, settings)
    made = _entry(design, [*outcomes, *_found(_energies(design, outcomes, settings), settings)])
    placed = _placed(made, design, settings)
    assert placed, "its netlists are those that were just made"
    return placed


def _found(wanted: list[dict], settings: Settings) -> list[Outcome]:
    where = Where(cache=Cache(settings.home), workers=settings.workers, quiet=True)
    return where.results(wanted)


def _energies(design: Design, outcomes: Sequence[Outcome], settings: Settings) -> list[dict]:
    made = [
        (Implementation.from_json(outcome.result), outcome.directory)
        for outcome in outcomes
        if outcome.job["kind"] == "implement" and settings.energy
    ]
    return [
        jobs.energy_job(design, found, directory / "netlist.v", STIMULUS_SEED)
        for found, directory in made
        if not refusal(design, platforms.find(found.platform))
    ]


def _implementations(design: Design, pairs: Iterable[Pair]) -> list[dict]:
    return [
        jobs.implement_job(
            design, platform, recipes.find(recipe), period_ps=PERIOD_PS, seed=SYNTHESIS_SEED
        )
        for platform, recipe in pairs
    ]


def _entry(design: Design, outcomes: Sequence[Outcome]) -> Entry:
    by_kind: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_kind.setdefault(outcome.job["kind"], []).append(outcome)
    cycles = by_kind["cycles"][0].result
    algorithm = catalog.find(design.algorithms[0])
    checked = [*by_kind.get("model", ()), *by_kind.get("rtl", ())]
    return Entry(
        core=design.name,
        algorithm=algorithm.name,
        kind=str(algorithm.kind),
        title=algorithm.title,
        document_version=algorithm.version,
        operations=record.operations(design),
        bus=design.interface.width if isinstance(design.interface, LwcInterface) else None,
        design=digest_design(design),
        workloads={
            name: [load["bits"], load["cycles"]] for name, load in cycles["workloads"].items()
        },
        formulas=_formulas(cycles),
        constant_time=cycles["data_independent"],
        runs=tuple(_run(outcome, by_kind.get("energy", ())) for outcome in by_kind["implement"]),
        verified=_verified(checked),
        seed=STIMULUS_SEED if checked else None,
        versions=versions(outcomes),
        cipherfab=__version__,
        commit=commit(),
    )


def _formulas(cycles: Mapping[str, Any]) -> dict[str, str]:
    found = {
        name: formula["text"] for name, formula in cycles.get("formulas", {}).items() if formula
    }
    return found or ({"call": cycles["cycles_formula"]} if cycles["cycles_formula"] else {})


def _run(outcome: Outcome, measurements: Sequence[Outcome]) -> Run:
    found = Implementation.from_json(outcome.result)
    measured = next(
        (
            energies.per_bit(other)
            for other in measurements
            # Period and seed are the same in all runs that are made here, so these two tell them
            # apart.
            if (other.job["inputs"]["platform"], other.job["inputs"]["recipe"])
            == (found.platform, found.recipe["name"])
        ),
        {},
    )
    # The other two parts are what these leave of the area.
    parts = {
        name: found.area[name]["ge"] for name in ("sequential", "wrapper") if name in found.area
    }
    return Run(
        platform=found.platform,
        recipe=found.recipe["name"],
        period_ps=found.period_ps,
        seed=found.seed,
        area_ge=found.area_ge,
        sequential_ge=parts.get("sequential"),
        wrapper_ge=parts.get("wrapper"),
        luts=found.luts,
        flip_flops=found.flip_flops,
        delay_ns=found.delay_ns,
        fmax_mhz=found.fmax_mhz,
        energies=measured,
        job=outcome.key,
    )


def _verified(outcomes: Iterable[Outcome]) -> dict[str, dict]:
    """By link of the chain what was found; of a link that was not checked that it was not."""
    found: dict[str, list[Finding]] = {}
    for one in (one for outcome in outcomes for one in findings_of(outcome.result)):
        found.setdefault(one.link, []).append(one)
    return {
        link: {
            "passed": chain.outcomes(found[link])[link],
            "detail": "; ".join(one.text for one in found[link]),
        }
        if link in found
        else {"passed": None, "detail": NOT_HERE}
        for link in LINKS
    }

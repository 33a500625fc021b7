# SPDX-License-Identifier: Apache-2.0
"""Whether an entry of the data set is of today's RTL, and its netlists made again, for something
that is added to it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..bench import jobs
from ..cores.build import build
from ..design import Design
from ..implement import recipes
from ..implement.result import Implementation
from ..results.digest import digest_design
from ..runs.outcome import Outcome
from .entry import Entry, Run
from .origin import versions

FIGURES = ("area_ge", "flip_flops", "delay_ns")
"""Numbers of a run that must come out again: then it is the netlist that the entry is of."""

Found = Callable[[list[dict]], Sequence[Outcome]]
"""Runs jobs and gives their outcomes; raises ToolError where one failed."""

Key = tuple[str, str, int, int]


def key(run: Run) -> Key:
    """What tells a run from the others of its entry."""
    return run.platform, run.recipe, run.period_ps, run.seed


def of_today(found: Entry) -> bool:
    """Whether the RTL of an entry is what its core is today. The core is built for that."""
    return found.design == digest_design(build(found.core))


def netlists(
    found: Entry, design: Design, runs: Sequence[Run], run_jobs: Found
) -> list[tuple[Implementation, Outcome]] | None:
    """What implements each of some runs of an entry.

    Returns:
        None if design or netlist is not what the entry is of: then all of it must be made again.
    """
    if found.design != digest_design(design):
        return None
    made = run_jobs(
        [
            jobs.implement_job(
                design,
                run.platform,
                recipes.find(run.recipe),
                period_ps=run.period_ps,
                seed=run.seed,
            )
            for run in runs
        ]
    )
    netlists = [Implementation.from_json(outcome.result) for outcome in made]
    if any(
        getattr(run, name) != getattr(netlist, name)
        for run, netlist in zip(runs, netlists)
        for name in FIGURES
    ):
        return None
    return list(zip(netlists, made))


def with_more(
    found: Entry,
    design: Design,
    runs: Sequence[Run],
    run_jobs: Found,
    *,
    job: Callable[[Implementation, Outcome], dict],
    figures: Callable[[Outcome], Mapping[str, Any]],
    commit: str,
) -> Entry | None:
    """The entry with what a further job finds on the netlist of each of some runs.

    Args:
        runs: of the entry; those that lack it.
        job: the job for what implements a run.
        figures: what it found, by the names of a run's attributes.
        commit: of the entry with that, see `origin.both`.

    Returns:
        None if design or netlist is not what the entry is of: then all of it must be made again.
    """
    made = netlists(found, design, runs, run_jobs)
    if made is None:
        return None
    more = run_jobs([job(netlist, outcome) for netlist, outcome in made])
    by_run = {key(run): figures(outcome) for run, outcome in zip(runs, more)}
    return replace(
        found,
        versions=versions([*(outcome for _, outcome in made), *more], found.versions),
        runs=tuple(replace(run, **by_run.get(key(run), {})) for run in found.runs),
        commit=commit,
    )

# SPDX-License-Identifier: Apache-2.0
"""Energy added to an entry of the data set, without checking or measuring the rest again."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..bench import jobs
from ..bench.energies import workload
from ..design import Design
from ..energy.figures import refusal
from ..implement import platforms, recipes
from ..implement.result import Implementation
from ..results.digest import digest_design
from ..runs.outcome import Outcome
from .entry import Entry, Run
from .origin import both, versions

FIGURES = ("area_ge", "flip_flops", "delay_ns")
"""Numbers of a run that must come out again: then it is the netlist that the entry is of."""

Found = Callable[[list[dict]], Sequence[Outcome]]
"""Runs jobs and gives their outcomes; raises ToolError where one failed."""


def missing(found: Entry, design: Design) -> list[Run]:
    """The runs without an energy that could have one."""
    return [
        run
        for run in found.runs
        if not run.energies and not refusal(design, platforms.find(run.platform))
    ]


def per_bit(outcome: Outcome) -> dict[str, float]:
    """What an energy job found: pJ per bit by workload."""
    return {
        workload(name): task["energy_pj_per_bit"]
        for name, task in outcome.result["tasks"].items()
        if task["bits"]
    }


def added(found: Entry, design: Design, seed: int, run_jobs: Found, commit: str) -> Entry | None:
    """The entry with the energy of those runs that lack it.

    Args:
        seed: of the stimulus.
        commit: of the repository now; said beside that of the entry if it is another.

    Returns:
        None if design or netlist is not what the entry is of: then all of it must be made again.
    """
    if found.design != digest_design(design):
        return None
    runs = missing(found, design)
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
    energies = run_jobs(
        [
            jobs.energy_job(design, netlist, outcome.directory / "netlist.v", seed)
            for netlist, outcome in zip(netlists, made)
        ]
    )
    measured = {
        (run.platform, run.recipe, run.period_ps, run.seed): per_bit(outcome)
        for run, outcome in zip(runs, energies)
    }
    return replace(
        found,
        versions=versions([*made, *energies], found.versions),
        runs=tuple(
            replace(
                run,
                energies=measured.get(
                    (run.platform, run.recipe, run.period_ps, run.seed), run.energies
                ),
            )
            for run in found.runs
        ),
        commit=both(found.commit, "energy", commit),
    )

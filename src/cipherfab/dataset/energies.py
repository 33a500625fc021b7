# SPDX-License-Identifier: Apache-2.0
"""Energy added to an entry of the data set, without checking or measuring the rest again."""

from dataclasses import replace

from ..bench import jobs
from ..bench.energies import workload
from ..design import Design
from ..energy.figures import refusal
from ..implement import platforms
from ..runs.outcome import Outcome
from .again import Found, key, netlists
from .entry import Entry, Run
from .origin import both, versions


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
    runs = missing(found, design)
    made = netlists(found, design, runs, run_jobs)
    if made is None:
        return None
    energies = run_jobs(
        [
            jobs.energy_job(design, netlist, outcome.directory / "netlist.v", seed)
            for netlist, outcome in made
        ]
    )
    measured = {key(run): per_bit(outcome) for run, outcome in zip(runs, energies)}
    return replace(
        found,
        versions=versions([*(outcome for _, outcome in made), *energies], found.versions),
        runs=tuple(
            replace(run, energies=measured.get(key(run), run.energies)) for run in found.runs
        ),
        commit=both(found.commit, "energy", commit),
    )

# SPDX-License-Identifier: Apache-2.0
"""Energy added to an entry of the data set, without checking or measuring the rest again."""

from ..bench import jobs
from ..bench.energies import workload
from ..design import Design
from ..energy.figures import refusal
from ..implement import platforms
from ..runs.outcome import Outcome
from .again import Found, with_more
from .entry import Entry, Run
from .origin import both


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
        # A core that idles processes no bits.
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
    return with_more(
        found,
        design,
        missing(found, design),
        run_jobs,
        job=lambda netlist, outcome: jobs.energy_job(
            design, netlist, outcome.directory / "netlist.v", seed
        ),
        figures=lambda outcome: {"energies": per_bit(outcome)},
        commit=both(found.commit, "energy", commit),
    )

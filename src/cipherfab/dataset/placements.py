# SPDX-License-Identifier: Apache-2.0
"""Placements added to an entry of the data set, without checking or measuring the rest again."""

from typing import Any

from ..bench import jobs
from ..design import Design
from ..implement import platforms
from ..implement.placement.place import UTILISATION
from ..runs.outcome import Outcome
from .again import Found, with_more
from .entry import Entry, Run
from .origin import both


def missing(found: Entry) -> list[Run]:
    """The runs without a placement that could have one."""
    # Only platforms of standard cells have a geometry; the flow of an FPGA places by itself.
    return [
        run
        for run in found.runs
        if run.placed_delay_ns is None
        and getattr(platforms.find(run.platform), "geometry", None) is not None
    ]


def figures(outcome: Outcome) -> dict[str, Any]:
    """What a placement found, by the names of a run's attributes."""
    found = outcome.result or {}
    return {
        "placed_delay_ns": found["delay_ns"],
        "placed_fmax_mhz": found["fmax_mhz"],
        "die_um2": found["die_um2"],
        "wire_mm": found["wire_mm"],
    }


def added(found: Entry, design: Design, run_jobs: Found, commit: str) -> Entry | None:
    """The entry with a placement of each netlist of standard cells that has none.

    Args:
        commit: of the repository now; said beside that of the entry if it is another.

    Returns:
        None if design or netlist is not what the entry is of: then all of it must be made again.
    """
    return with_more(
        found,
        design,
        missing(found),
        run_jobs,
        job=lambda netlist, outcome: jobs.placement_job(
            design, netlist, outcome.directory / "netlist.v", UTILISATION
        ),
        figures=figures,
        commit=both(found.commit, "placed", commit),
    )

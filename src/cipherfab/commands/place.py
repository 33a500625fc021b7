# SPDX-License-Identifier: Apache-2.0
"""``cipherfab place``: netlists of standard cells placed, and their delay with wires."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from .. import outputs
from ..bench.placements import Netlist, Placement, folder, placements
from ..cores.build import build
from ..implement import recipes
from ..implement.placement.place import PICTURE, PLACED, SPEF
from ..implement.standard_cells import NETLIST
from ..plain import say
from ..report import printing
from ..report.listing import listing
from ..runs.outcome import Outcome
from ..runs.where import Where
from .mapping import placeable

COLUMNS = {
    "core": "core",
    "recipe": "recipe",
    "period_ps": "period (ps)",
    "seed": "seed",
    "cells": "cells",
    "area_ge": "area (GE)",
    "die_um2": "die (µm²)",
    "wire_mm": "wire (mm)",
    "wire_load_ns": "wire load (ns)",
    "estimate_ns": "estimate (ns)",
    "placed_ns": "placed (ns)",
    "ratio": "ratio",
    "fmax_mhz": "fmax (MHz)",
}
"""Numbers of a row, and their titles. ``wire_load_ns``: the delay with the library's wire load;
``estimate_ns``: with the package's table of wires; ``placed_ns``: with placed wires; ``ratio``: of
that to the first; ``fmax_mhz``: after placement.
"""

REMARK = (
    "Placed, not routed: wires are nearly shortest trees between placed pins, of one layer; the "
    "clock is ideal. fmax is that after placement."
)

NAMES = ("core", "recipe", "period_ps", "seed")
"""Columns that tell a row from the others."""

ROOM = {"overflow": "overflow", "fullest": "fullest"}
"""Whether the wires have room, by estimate: see `placement.congestion.Congestion`."""

TREE = {
    "sinks": "clock pins",
    "buffers": "buffers",
    "area_um2": "area (µm²)",
    "wire_mm": "clock wire (mm)",
    "wire_ff": "wire (fF)",
    "latency_ps": "latency (ps)",
    "skew_ps": "skew (ps)",
    "power_mw": "power (mW)",
}
"""What a clock tree would cost, by estimate: see `placement.clock_tree.Cost`."""

ESTIMATES = (
    "By estimate: overflow is how many wires have no track, over all boundaries of squares, and "
    "fullest the boundary with the most wires for its tracks; no router has tried it. A clock tree "
    "of {buffer} has these buffers, wires and skew, and this power at the target period; it is in "
    "none of the figures above, and a skew may lengthen the clock's period by as much."
)

FILES = (NETLIST, SPEF, PLACED, PICTURE)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is placed of a core.

    Attributes:
        platform: one whose cells have a geometry.
        recipe: names of recipes.
        periods: targets in ps.
        seeds: how many, from 0; each of synthesis and of the placer.
        utilisation: share of the die that cells fill.
        scheduler, workers: where to run, see `runs.where.Where`.
    """

    platform: str
    recipe: Sequence[str]
    periods: Sequence[int]
    seeds: int
    utilisation: float
    scheduler: str | None = None
    workers: int = 2


def run(
    names: Sequence[str], asked: Asked, *, output: Path | None = None, force: bool = False
) -> dict[str, Any]:
    """Map each core with each recipe, period and seed, place the netlists, time them.

    Every run is a cached job: the same command goes on where it was stopped.

    Args:
        names: cores.
        asked: what is placed of each.
        output: folder for the files of each placement, `FILES`; None for none.
        force: replace files in it that cipherfab did not write.

    Returns:
        ``platform``, ``utilisation``, ``remark``, ``estimates`` and ``rows``: each with `COLUMNS`,
        ``half_perimeter_mm``, ``nets``, ``congestion``, ``clock_tree`` and ``failure``, which is
        empty, or why a run failed.

    Raises:
        CallError: a name is wrong, or the platform's cells have no geometry.
        ToolError: the placer is missing.
    """
    platform = placeable(asked.platform)
    # A core that is named twice is placed once.
    designs = [build(name) for name in dict.fromkeys(names)]
    # It makes a folder for its cache, which a call that is refused must not.
    where = Where(scheduler=asked.scheduler, workers=asked.workers)
    netlists = [
        Netlist(design=design, recipe=recipes.find(how), period_ps=period, seed=seed)
        for design, how, period, seed in product(
            designs, asked.recipe, asked.periods, range(asked.seeds)
        )
    ]
    found = placements(netlists, asked.platform, where, asked.utilisation)
    if output:
        # What failed has no files, and is told in its row.
        done = [each.placed for each in found if each.placed and each.placed.ok]
        _write(output, done, force=force)
    rows = [_row(*pair) for pair in zip(netlists, found, strict=True)]
    return {
        "platform": asked.platform,
        "utilisation": asked.utilisation,
        "remark": REMARK,
        "estimates": ESTIMATES.format(buffer=platform.geometry.clock_buffer[0]),
        "rows": rows,
    }


def _row(asked: Netlist, found: Placement) -> dict[str, Any]:
    """The numbers of a placement."""
    return {
        # A failed run has every column too, all None, so that tables need not ask.
        **dict.fromkeys((*COLUMNS, "half_perimeter_mm", "nets", "congestion", "clock_tree")),
        "core": asked.design.name,
        "recipe": asked.recipe.name,
        "period_ps": asked.period_ps,
        "seed": asked.seed,
        "failure": found.failure,
        **(found.figures() or {}),
    }


def _estimated(row: dict[str, Any]) -> dict[str, Any]:
    """What has room and what a clock tree costs, by the titles of the second table."""
    tree = row["clock_tree"] or {}
    return {
        # The columns that name a row stand in both tables.
        **{COLUMNS[name]: row[name] for name in NAMES},
        **{title: row["congestion"][name] for name, title in ROOM.items()},
        **{title: tree.get(name) for name, title in TREE.items()},
    }


def _write(output: Path, placed: Sequence[Outcome], *, force: bool) -> None:
    """The files of each placement, in a folder of its own below ``output``."""
    with outputs.into(output, force=force) as place:
        for one in placed:
            inside = place / _folder(one)
            inside.mkdir(parents=True, exist_ok=True)
            for name in FILES:
                shutil.copyfile(folder(one) / name, inside / name)


def _folder(one: Outcome) -> str:
    asked = one.job["inputs"]
    return "-".join(
        map(str, (asked["design"]["top"], asked["recipe"], asked["period_ps"], asked["seed"]))
    )


def show(found: dict[str, Any]) -> None:
    """Print the tables, what their figures mean, and why runs failed."""
    rows = [{title: row[name] for name, title in COLUMNS.items()} for row in found["rows"]]
    printing.show(listing(rows))
    say(f"{found['remark']} Cells fill {100 * found['utilisation']:.0f} % of the die.", apart=True)
    if estimated := [row for row in found["rows"] if row["congestion"]]:
        printing.show(listing([_estimated(row) for row in estimated]))
        say(found["estimates"], apart=True)
    for row in found["rows"]:
        if row["failure"]:
            say(f"{row['core']} at {row['period_ps']} ps: {row['failure']}")

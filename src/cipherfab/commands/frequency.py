# SPDX-License-Identifier: Apache-2.0
"""``cipherfab frequency``: how much of its primitive's frequency a core keeps."""

from collections.abc import Sequence
from typing import Any

from ..bench import jobs
from ..cores.build import bare_primitive, build
from ..cores.names import parse
from ..implement import recipes
from ..implement.result import Implementation
from ..plain import say
from ..report import printing
from ..report.listing import listing
from ..runs.outcome import Outcome
from ..runs.where import Where
from .searching import cells_alone

COLUMNS = (
    "core",
    "period_ps",
    "area_ge",
    "fmax_mhz",
    "primitive_ge",
    "primitive_mhz",
    "ratio",
    "wrapper_mhz",
)


def run(
    names: Sequence[str],
    *,
    platform: str,
    recipe: str,
    periods: Sequence[int],
    seed: int,
    scheduler: str | None,
    workers: int,
) -> list[dict[str, Any]]:
    """Each core beside the primitive in it, `cores.build.bare_primitive`, at each period.

    Every run is a cached job: the same command goes on where it was stopped.

    Args:
        names: cores of AEADs or hashes.
        platform: one with a Liberty file.
        recipe: its name; seed: of synthesis; both the same for core and primitive.
        periods: targets in ps.
        scheduler, workers: where to run, see `runs.pool`.

    Returns:
        For each core and period ``platform``, ``recipe``, ``seed``, those of `COLUMNS`,
        ``directory`` (of the core's run: ``sta.log`` there has its longest paths) and ``failure``,
        which is empty, or why a run failed; then all numbers are None.

    Raises:
        CallError: a name is unknown or a bare primitive, or the platform has no Liberty file.
    """
    cells_alone(platform, "frequency is that of standard cells")
    wanted = [
        (name, period)
        # By their shortest names, under which two spellings are one core.
        for name in dict.fromkeys(str(parse(name)) for name in names)
        for period in periods
    ]
    made = {name: (build(name), bare_primitive(name)) for name, _ in wanted}
    asked, how = {"platform": platform, "recipe": recipe, "seed": seed}, recipes.find(recipe)
    waiting = [
        jobs.implement_job(design, platform, how, period_ps=period, seed=seed)
        for name, period in wanted
        for design in made[name]
    ]
    outcomes = Where(scheduler=scheduler, workers=workers).run(waiting)
    return [
        {"core": name, **asked, "period_ps": period, **_compared(*pair)}
        # The core and its primitive were put in by turns, so the outcomes alternate.
        for (name, period), pair in zip(wanted, zip(outcomes[::2], outcomes[1::2]))
    ]


def _compared(core: Outcome, primitive: Outcome) -> dict[str, Any]:
    """The numbers of a row."""
    failure = "; ".join(outcome.error for outcome in (core, primitive) if not outcome.ok)
    if failure:
        return {**dict.fromkeys(COLUMNS[2:]), "directory": None, "failure": failure}
    one, other = (Implementation.from_json(outcome.result) for outcome in (core, primitive))
    wrapper = one.timing.get("within_wrapper")
    return {
        "area_ge": one.area_ge,
        "fmax_mhz": one.fmax_mhz,
        "primitive_ge": other.area_ge,
        "primitive_mhz": other.fmax_mhz,
        "ratio": round(one.fmax_mhz / other.fmax_mhz, 3),
        "wrapper_mhz": round(1000 / wrapper["delay_ns"], 3) if wrapper else None,
        "directory": str(core.directory),
        "failure": "",
    }


def show(rows: list[dict[str, Any]]) -> None:
    """Print the table, and why runs failed."""
    printing.show(listing(rows, COLUMNS, worded=True))
    for row in rows:
        if row["failure"]:
            say(f"{row['core']} at {row['period_ps']} ps: {row['failure']}")

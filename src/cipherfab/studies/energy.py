# SPDX-License-Identifier: Apache-2.0
"""Energy beside the records of a study: of each of its cores that has a netlist of standard cells
whose energy was measured, from the store, or by jobs if that is asked for.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.table import Table

from ..bench import bench, rows
from ..bench.energies import SIZES
from ..report.data import points
from ..results.store import Store
from .benched import Result, together
from .listing import listing
from .settings import Settings

PLATFORM, RECIPES = "nangate45", ("area", "balanced")
"""Where, and with which recipe: the first that the store has."""

TITLE = f"Energy on {PLATFORM}, leakage at 10 MHz: encryption, hashing or calls"

Line = Mapping[str, Any]


def cores(records: Iterable[Mapping[str, Any]]) -> list[str]:
    """The cores of a study's records, each once."""
    return list(dict.fromkeys(record["core"] for record in records if record.get("core")))


def lines(names: Sequence[str], settings: Settings, *, jobs: bool) -> Result:
    """What is known of the energy of cores, as rows: ``core``, ``recipe``, ``period_ps``,
    ``seeds``, ``area_ge``,
    ``energies`` (pJ per bit by workload), ``throughputs`` (Mbit/s by workload), ``energy_area``,
    ``power_uw`` (by MHz) and ``verified``; those without are left out.

    Args:
        jobs: measure what the store does not have. Quick: without proofs of the netlists.
    """
    found = _stored(names, settings)
    missing = [name for name in names if name not in found]
    measured = bench.Result(rows=[], failures=[])
    if jobs and missing:
        measured = bench.run(
            missing,
            bench.Settings(
                platforms=(PLATFORM,),
                recipes=RECIPES[:1],
                periods=1,
                seeds=1,
                netlist=not settings.quick,
                energy=True,
                scheduler=settings.scheduler,
                workers=settings.workers,
                home=settings.home,
                quiet=settings.quiet,
            ),
        )
        found = _stored(names, settings)
    return Result(rows=[found[name] for name in names if name in found], **together([measured]))


def _stored(names: Sequence[str], settings: Settings) -> dict[str, Line]:
    if not settings.home.database.is_file():
        return {}
    found: dict[str, Line] = {}
    with Store(settings.home.database) as store:
        for name in names:
            known = (
                rows.row_of(store, settings.home, name, PLATFORM, recipe) for recipe in RECIPES
            )
            row = next((row for row in known if row and row.energies), None)
            if row:
                found[name] = {
                    key: getattr(row, key)
                    for key in (
                        "core",
                        "recipe",
                        "period_ps",
                        "seeds",
                        "area_ge",
                        "energies",
                        "throughputs",
                        "energy_area",
                        "power_uw",
                        "verified",
                    )
                }
    return found


def per_bit(line: Line, size: str) -> float | None:
    """pJ per bit of a line's own operation at a size: a call has one."""
    energies = line["energies"]
    wanted = (f"enc/pt/{size}", f"hash/msg/{size}", "call/state/long")
    return next((energies[name] for name in wanted if name in energies), None)


def _target(line: Line) -> str:
    """What the figures are of, as tables of benchmarks say it."""
    (point,) = points(
        [
            {name: line[name] for name in ("core", "recipe", "period_ps", "seeds")}
            | {"platform": PLATFORM}
        ]
    )
    return point.target


def table(found: Sequence[Line]) -> Table:
    """A line for each core."""
    return listing(
        [
            {
                "core": line["core"],
                "recipe": line["recipe"],
                "period, seeds": _target(line),
                "GE": line["area_ge"],
                **{
                    f"pJ/bit {size if size == 'long' else f'{size} B'}": per_bit(line, size)
                    for size in SIZES
                },
                "pJ/bit x kGE": line["energy_area"],
                "µW at 10 MHz": line["power_uw"].get("10"),
                "verified": line["verified"],
            }
            for line in found
        ]
    )

# SPDX-License-Identifier: Apache-2.0
"""Energy beside the records of a study: of each of its cores that has a netlist of standard cells
whose energy was measured, from the store, or by jobs if that is asked for.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ..bench import rows
from ..bench.energies import SIZES
from ..report.data import points
from ..results.store import Store
from .benched import Benchmarks, Result
from .listing import Columns, Line, lined
from .settings import Settings

PLATFORM, RECIPES = "nangate45", ("area", "balanced")
"""Where, and with which recipe: the first that the store has."""

TITLE = f"Energy on {PLATFORM}, leakage at 10 MHz: encryption, hashing or calls"

FIGURES = ("core", "recipe", "period_ps", "seeds", "area_ge", "energies", "throughputs",
           "energy_area", "power_uw", "verified")  # fmt: skip
"""What is told of a core."""


def cores(records: Iterable[Mapping[str, Any]]) -> list[str]:
    """The cores of a study's records, each once."""
    return list(dict.fromkeys(record["core"] for record in records if record.get("core")))


def lines(names: Sequence[str], settings: Settings, *, jobs: bool) -> Result:
    """What is known of the energy of cores, as rows with `FIGURES`; those without are left out.

    Args:
        jobs: measure what the store does not have. Quick: without proofs of the netlists.
    """
    found = _stored(names, settings)
    benches = Benchmarks(replace(settings, seeds=None))
    if jobs:
        missing = (name for name in names if name not in found)
        benches.benchmark(missing, PLATFORM, RECIPES[0], energy=True)
        found = _stored(names, settings)
    return benches.result(found[name] for name in names if name in found)


def _stored(names: Sequence[str], settings: Settings) -> dict[str, Line]:
    # Opening a store makes its file, and what only reads must not leave one behind.
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
                found[name] = {key: getattr(row, key) for key in FIGURES}
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


def table(found: Sequence[Line]) -> list[dict[str, Any]]:
    """A line for each core."""
    sizes: Columns = {
        f"pJ/bit {size if size == 'long' else f'{size} B'}": partial(per_bit, size=size)
        for size in SIZES
    }
    return lined(
        found,
        {"core": "core", "recipe": "recipe", "period, seeds": _target, "GE": "area_ge"}
        | sizes
        | {"pJ/bit x kGE": "energy_area", "µW at 10 MHz": "power_uw.10", "verified": "verified"},
    )

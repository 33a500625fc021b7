# SPDX-License-Identifier: Apache-2.0
"""Netlists of standard cells mapped and placed, each step a cached job."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..design import Design
from ..implement.placement.place import UTILISATION
from ..implement.recipes import Recipe
from ..implement.result import Implementation
from ..implement.standard_cells import NETLIST
from ..runs.outcome import Outcome
from ..runs.where import Where
from . import jobs


@dataclass(frozen=True, kw_only=True)
class Netlist:
    """What a netlist is made of.

    Attributes:
        design: the RTL.
        recipe: how it is mapped.
        period_ps: target period.
        seed: of synthesis and of the placer.
    """

    design: Design
    recipe: Recipe
    period_ps: int
    seed: int


@dataclass(frozen=True, kw_only=True)
class Placement:
    """A netlist and where it was placed.

    Attributes:
        mapped: the run that made the netlist.
        placed: the one that placed it; None if the first one failed.
    """

    mapped: Outcome
    placed: Outcome | None

    @property
    def failure(self) -> str:
        """Why there is no figure; empty if there is one."""
        return "; ".join(one.error for one in (self.mapped, self.placed) if one and not one.ok)

    def figures(self) -> dict[str, Any] | None:
        """Delays in ns with the library's wire load (``wire_load_ns``), with the package's table
        (``estimate_ns``) and with placed wires (``placed_ns``), the ``ratio`` of the last to the
        first, ``fmax_mhz`` after placement, ``die_um2``, ``wire_mm``, ``half_perimeter_mm``,
        ``area_ge``, ``cells``, ``nets``, ``congestion`` and ``clock_tree`` (`place_run`); None
        after a failure.
        """
        if self.failure or self.placed is None:
            return None
        before, found = self.mapped.result or {}, self.placed.result or {}
        same = ("cells", "nets", "die_um2", "wire_mm", "half_perimeter_mm", "estimate_ns",
                "congestion", "clock_tree")  # fmt: skip
        return {name: found[name] for name in same} | {
            "area_ge": before["area_ge"],
            "wire_load_ns": before["delay_ns"],
            "placed_ns": found["delay_ns"],
            "ratio": round(found["delay_ns"] / before["delay_ns"], 3),
            "fmax_mhz": found["fmax_mhz"],
        }


def placements(
    netlists: Sequence[Netlist], platform: str, where: Where, utilisation: float = UTILISATION
) -> list[Placement]:
    """Map each netlist, then place it; in the order of ``netlists``.

    Args:
        platform: one whose cells have a geometry, with the placer at hand.
        utilisation: share of the die that cells fill.
    """
    mapped = where.run(
        [
            jobs.implement_job(
                each.design, platform, each.recipe, period_ps=each.period_ps, seed=each.seed
            )
            for each in netlists
        ]
    )
    waiting = [
        jobs.placement_job(
            each.design,
            Implementation.from_json(one.result or {}),
            folder(one) / NETLIST,
            utilisation,
        )
        for each, one in zip(netlists, mapped, strict=True)
        if one.ok
    ]
    # Fewer than the netlists may be, since a failed mapping has no placement.
    found = iter(where.run(waiting))
    return [Placement(mapped=one, placed=next(found) if one.ok else None) for one in mapped]


def folder(one: Outcome) -> Path:
    """Where the files of a run that ended well are."""
    assert one.directory, "a run that ended well has a folder"
    return Path(one.directory)

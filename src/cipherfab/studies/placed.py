# SPDX-License-Identifier: Apache-2.0
"""Netlists of a study placed: their delay with the wires between placed cells."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeVar

from ..bench.placements import Netlist, placements
from ..implement.placement.place import MISSING, available
from ..plain import say
from .listing import Columns, lined
from .settings import Settings

Key = TypeVar("Key", bound=Hashable)

TITLE = "After placement: the delay of these netlists with wires between placed cells"

COLUMNS: Columns = {
    "core": "core",
    "recipe": "recipe",
    "area (GE)": "area_ge",
    "die (µm²)": "die_um2",
    "wire (mm)": "wire_mm",
    "library's wire load (ns)": "wire_load_ns",
    "placed (ns)": "placed_ns",
    "ratio": "ratio",
    "placed (MHz)": "fmax_mhz",
}
"""Of a netlist that was placed, see `bench.placements.Placement.figures`."""


def placed(
    netlists: Mapping[Key, Netlist], platform: str, settings: Settings
) -> dict[Key, dict[str, Any]]:
    """The figures after placement, with ``recipe``, of those netlists that could be placed; none of
    a quick run, and none without the placer, which is said.
    """
    if settings.quick or not netlists:
        return {}
    if not available():
        say(f"no figures after placement: {MISSING}")
        return {}
    found = placements(list(netlists.values()), platform, settings.where)
    # Placements come in the order of the netlists; one that failed has no figures and is left out.
    return {
        key: {"recipe": each.recipe.name, **figures}
        for (key, each), one in zip(netlists.items(), found, strict=True)
        if (figures := one.figures())
    }


def table(rows: Iterable[Mapping[str, Any]], name: str = "core") -> dict[str, Any]:
    """The table of the rows that have figures after placement, by its title; none without them.

    Args:
        rows: records, with the figures in ``placed``.
        name: which of their keys names them.
    """
    lines = lined(
        ({"core": row[name], **row["placed"]} for row in rows if row.get("placed")), COLUMNS
    )
    return {TITLE: lines} if lines else {}

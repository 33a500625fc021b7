# SPDX-License-Identifier: Apache-2.0
"""Whether a placement is one that could be built: sites, rows, orientation, overlaps."""

from collections.abc import Mapping

from ...errors import ToolError
from .circuit import Circuit
from .die import Die
from .geometry import Geometry

Place = tuple[float, float, bool]
"""The lower left corner of a cell in µm, and whether it is upside down."""

EXACT = 1e-6
"""Sites and rows are counted in floating point: so far from a whole number is a whole number."""


def check(cells: Mapping[str, Place], circuit: Circuit, geometry: Geometry, die: Die) -> None:
    """Refuse places that break a rule: each cell of the circuit stands on a site of a row inside
    the die, every other row upside down, and no two overlap.

    Raises:
        ToolError: with the first cell that breaks a rule, and which one.
    """
    # The placer is a program of others, so nothing of its result is taken unseen.
    if cells.keys() != circuit.cells.keys():
        raise ToolError("the placer gave places to other cells than those of the netlist")
    rows: dict[int, list[tuple[int, int, str]]] = {}
    for name, place in cells.items():
        row, first, after = _span(name, place, geometry, circuit.cells[name])
        # Every second row is upside down, so that neighbours share a supply.
        if place[2] != bool(row % 2):
            raise ToolError(f"{name} is the wrong way up for its row")
        if first < 0 or after > die.sites or not 0 <= row < die.rows:
            raise ToolError(f"{name} stands outside of the die")
        rows.setdefault(row, []).append((first, after, name))
    for spans in map(sorted, rows.values()):
        # If any two spans of a sorted row overlap, two neighbours do, so those alone are compared.
        for (_, after, left), (first, _, right) in zip(spans, spans[1:], strict=False):
            if first < after:
                raise ToolError(f"{left} and {right} overlap")


def _span(name: str, place: Place, geometry: Geometry, kind: str) -> tuple[int, int, int]:
    """The row, the first site and the site after the last one of a cell."""
    site, row = place[0] / geometry.site, place[1] / geometry.row
    after = site + geometry.macros[kind].width / geometry.site
    if any(abs(number - round(number)) > EXACT for number in (site, row, after)):
        raise ToolError(f"{name} is not on a site of a row")
    return round(row), round(site), round(after)

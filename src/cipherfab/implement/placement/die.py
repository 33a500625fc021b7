# SPDX-License-Identifier: Apache-2.0
"""A die: its rows, and where its ports lie."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from .geometry import Geometry, Point


@dataclass(frozen=True)
class Die:
    """A rectangle of whole rows and sites, nearly square.

    Attributes:
        rows, sites: how many rows, of how many sites each.
        row, site: their height and width in µm.
    """

    rows: int
    sites: int
    row: float
    site: float

    @property
    def width(self) -> float:
        """In µm."""
        return self.sites * self.site

    @property
    def height(self) -> float:
        """In µm."""
        return self.rows * self.row

    @property
    def area_um2(self) -> float:
        """In µm²."""
        return self.width * self.height


def die_for(area_um2: float, utilisation: float, geometry: Geometry) -> Die:
    """The die of which cells of that area fill that share."""
    whole = area_um2 / utilisation
    # Rows are rounded first, and sites then up, so the die never has less than the area that was
    # asked for.
    rows = max(2, round(math.sqrt(whole) / geometry.row))
    sites = math.ceil(whole / (rows * geometry.row) / geometry.site)
    return Die(rows, sites, geometry.row, geometry.site)


def ports_around(names: Iterable[str], die: Die) -> dict[str, Point]:
    """A place at the edge for each port, in their order, evenly, from the lower left corner up and
    around.
    """
    names = list(names)
    around = 2 * (die.width + die.height)
    # The first port lies half a step behind the corner, so the last one lies half a step in front
    # of it.
    return {
        name: _at((number + 0.5) * around / len(names), die) for number, name in enumerate(names)
    }


def _at(way: float, die: Die) -> Point:
    """The place on the edge so far from the lower left corner, clockwise."""
    if way < die.height:
        return (0.0, way)
    way -= die.height
    if way < die.width:
        return (way, die.height)
    way -= die.width
    if way < die.height:
        return (die.width, die.height - way)
    return (die.width - (way - die.height), 0.0)

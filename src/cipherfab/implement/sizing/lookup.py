# SPDX-License-Identifier: Apache-2.0
"""Many tables of a library as one array: one call of numpy looks up thousands of them."""

from collections.abc import Sequence

import numpy

from ..liberty_tables import LOAD, SLEW, Table

Array = numpy.ndarray


class Stack:
    """Tables over slew and load, numbered as they are given; a lookup is what `Table.at` gives."""

    def __init__(self, tables: Sequence[Table]):
        axes = [[_points(table, axis) for axis in (SLEW, LOAD)] for table in tables]
        shape = tuple(max((len(pair[axis]) for pair in axes), default=2) for axis in range(2))
        # Axes differ in length. Infinity behind the last point is never below a value, so it is not
        # counted.
        self._points = [numpy.full((size, len(tables)), numpy.inf) for size in shape]
        self._last = [numpy.zeros(len(tables), int) for _ in shape]
        self._values = numpy.zeros((len(tables), *shape))
        for number, (table, (slews, loads)) in enumerate(zip(tables, axes)):
            for axis, points in enumerate((slews, loads)):
                self._points[axis][: len(points), number] = points
                self._last[axis][number] = len(points) - 2
            self._values[number, : len(slews), : len(loads)] = table.at(
                slews[:, None], loads[None, :]
            )

    def at(self, numbers: Array, slew: Array, load: Array) -> Array:
        """Values of the tables of these numbers at as many slews (ns) and loads (pF)."""
        (row, right), (column, up) = (
            self._place(axis, numbers, x) for axis, x in enumerate((slew, load))
        )
        values = self._values
        low = values[numbers, row, column] * (1 - up) + values[numbers, row, column + 1] * up
        high = (
            values[numbers, row + 1, column] * (1 - up) + values[numbers, row + 1, column + 1] * up
        )
        return low * (1 - right) + high * right

    def _place(self, axis: int, numbers: Array, x: Array) -> tuple[Array, Array]:
        """Of each table the point below, and how far x is on the way to the next."""
        points, low = self._points[axis], numpy.zeros(len(x), int)
        for inner in points[1:-1]:
            low += inner[numbers] <= x
        # Outside of an axis its first or last interval goes on in a straight line.
        low = numpy.minimum(low, self._last[axis][numbers])
        below = points[low, numbers]
        return low, (x - below) / (points[low + 1, numbers] - below)


def _points(table: Table, axis: str) -> Array:
    """The points of an axis, at least two."""
    # A lookup needs an interval, so an axis of one point, or one that the table lacks, gets a
    # second one.
    found = table.indices[table.axes.index(axis)] if axis in table.axes else numpy.zeros(1)
    return found if len(found) > 1 else numpy.array([found[0], found[0] + 1])

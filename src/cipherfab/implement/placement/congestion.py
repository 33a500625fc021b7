# SPDX-License-Identifier: Apache-2.0
"""Whether the wires of a placement have room: an estimate of congestion, as a global router counts
it, and not a router's verdict.

The die is cut into squares. Across each boundary between two of them run as many wires as there are
tracks of the layers in that direction. Each wire of a tree goes with one bend. Then, in rounds, the
wires over full boundaries go the cheapest way with two, which may leave the box around their ends a
little; a boundary that was full becomes dearer with each round. Vias, pins and what lies within a
square take no room, and trees keep their shape. A router may do better or worse.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .die import Die
from .geometry import Geometry, Layer, Point

TRACKS = 15
"""Tracks of the layer for wires in the side of a square."""

ROUNDS, LEAST = 12, 0.1
"""How often wires over full boundaries are laid anew at most, and the share of the overflow that a
round saves if another one follows.
"""

DETOUR = 6
"""How many squares a way may leave the box around its ends."""

FULL = 16
"""What a wire above the tracks of a boundary costs, in sides of a square."""

AGAIN = 0.3
"""What each round that a boundary was full in costs from then on."""

Square = tuple[int, int]
"""Column and row, from the lower left corner."""

Boundary = tuple[int, int, bool]
"""A square, and whether it is its right side that is crossed; else its upper one."""

Bends = tuple[Square, ...]
"""A way: its ends with the bends between them."""


@dataclass(frozen=True, kw_only=True)
class Congestion:
    """How full the boundaries between squares are.

    Attributes:
        overflow: wires above the tracks, of all boundaries together: 0 if all fit.
        overfull: boundaries with such wires.
        fullest: of the boundary with the most wires for its tracks, wires over tracks.
        squares: columns and rows.
        tracks: tracks across a vertical and across a horizontal side of a square.
    """

    overflow: int
    overfull: int
    fullest: float
    squares: tuple[int, int]
    tracks: tuple[int, int]


def estimate(
    wires: Iterable[tuple[Point, Point]], die: Die, geometry: Geometry, side: float | None = None
) -> Congestion:
    """Lay wires over the squares of a die.

    Args:
        wires: the two ends of each, in µm: the edges of all trees.
        die: from whose corner squares are counted; the last ones may be narrower, with as many
            tracks.
        geometry: with layers.
        side: of a square in µm; by default that of `TRACKS` tracks.
    """
    side = side or TRACKS * geometry.pitch
    grid = _Grid(die, side, supply(geometry.layers, side))
    ways = []
    for a, b in wires:
        start, end = grid.square(a), grid.square(b)
        if start != end:
            # The first wires see an empty die; what they crowd is laid anew below.
            ways.append(grid.best(_bent_once(start, end)))
            grid.lay(ways[-1], 1)
    before = grid.overflow()
    for _ in range(ROUNDS):
        grid.lay_anew(ways)
        now = grid.overflow()
        if before - now <= LEAST * before:
            break
        before = now
    return grid.result()


def supply(layers: Sequence[Layer], side: float) -> tuple[int, int]:
    """Whole tracks across a vertical side of a square (these run horizontally), and across a
    horizontal one: of all layers together, so a layer may have a track in every second square.
    """
    horizontal, vertical = (
        int(sum(side / layer.pitch * layer.share for layer in layers if layer.horizontal == way))
        for way in (True, False)
    )
    return horizontal, vertical


class _Grid:
    """Squares, and the wires across each boundary so far."""

    def __init__(self, die: Die, side: float, tracks: tuple[int, int]):
        self._side, self._tracks = side, tracks
        # Rounded up.
        self._columns = max(1, -int(-die.width // side))
        self._rows = max(1, -int(-die.height // side))
        self._wires: dict[Boundary, int] = {}
        self._was_full: dict[Boundary, int] = {}

    def square(self, point: Point) -> Square:
        """The square around a point; that of the edge, for one on it."""
        column, row = (int(max(x, 0.0) / self._side) for x in point)
        return min(column, self._columns - 1), min(row, self._rows - 1)

    def lay(self, way: Bends, count: int) -> None:
        """Add a way, or take it out (-1)."""
        for boundary in _crossed(way):
            self._wires[boundary] = self._wires.get(boundary, 0) + count

    def lay_anew(self, ways: list[Bends]) -> None:
        """Each way over an overfull boundary the cheapest with at most two bends, in their order;
        ``ways`` is changed.
        """
        for each in self._overfull():
            self._was_full[each] = self._was_full.get(each, 0) + 1
        for number, way in enumerate(ways):
            if any(self._excess(boundary) for boundary in _crossed(way)):
                # A wire must not be in its own way while its ways are compared.
                self.lay(way, -1)
                ways[number] = self.best(_bent_twice(way[0], way[-1], (self._columns, self._rows)))
                self.lay(ways[number], 1)

    def best(self, ways: Iterable[Bends]) -> Bends:
        """The cheapest way, the first of equal ones."""
        return min(ways, key=self._cost)

    def _cost(self, way: Bends) -> float:
        """A boundary costs its length, how full it becomes, and much if it becomes overfull."""
        cost = 0.0
        for boundary in _crossed(way):
            wires, tracks = self._wires.get(boundary, 0) + 1, self._of(boundary)
            often = self._was_full.get(boundary, 0)
            cost += 1 + wires / max(tracks, 1) + AGAIN * often
            if wires > tracks:
                cost += FULL * (1 + often) * (wires - tracks)
        return cost

    def _of(self, boundary: Boundary) -> int:
        """Its tracks."""
        return self._tracks[0 if boundary[2] else 1]

    def _excess(self, boundary: Boundary) -> int:
        """Wires above its tracks."""
        return max(0, self._wires.get(boundary, 0) - self._of(boundary))

    def _overfull(self) -> list[Boundary]:
        return [boundary for boundary in self._wires if self._excess(boundary)]

    def overflow(self) -> int:
        """Wires above the tracks, of all boundaries."""
        return sum(map(self._excess, self._wires))

    def result(self) -> Congestion:
        """What was found."""
        shares = (n / max(self._of(each), 1) for each, n in self._wires.items())
        return Congestion(
            overflow=self.overflow(),
            overfull=len(self._overfull()),
            fullest=round(max(shares, default=0.0), 3),
            squares=(self._columns, self._rows),
            tracks=self._tracks,
        )


def _bent_once(a: Square, b: Square) -> Iterator[Bends]:
    """Both ways with one bend, or the straight one."""
    yield a, (b[0], a[1]), b
    if a[0] != b[0] and a[1] != b[1]:
        yield a, (a[0], b[1]), b


def _bent_twice(a: Square, b: Square, squares: tuple[int, int]) -> Iterator[Bends]:
    """All ways with at most two bends, at most `DETOUR` squares outside of the box around the ends.

    Args:
        squares: columns and rows of the die.
    """
    yield from _bent_once(a, b)
    for column in _around(a[0], b[0], squares[0]):
        yield a, (column, a[1]), (column, b[1]), b
    for row in _around(a[1], b[1], squares[1]):
        yield a, (a[0], row), (b[0], row), b


def _around(a: int, b: int, count: int) -> range:
    return range(max(0, min(a, b) - DETOUR), min(count, max(a, b) + DETOUR + 1))


def _crossed(way: Bends) -> Iterator[Boundary]:
    """The boundaries that a way crosses."""
    for (x, y), (to_x, to_y) in zip(way, way[1:], strict=False):
        for column in range(min(x, to_x), max(x, to_x)):
            yield column, y, True
        for row in range(min(y, to_y), max(y, to_y)):
            # A stretch of a way changes x or y alone, so this column is that of both its ends.
            yield to_x, row, False

# SPDX-License-Identifier: Apache-2.0
"""The wires of a net that nothing has routed: a rectilinear Steiner tree over its pins, nearly the
shortest.
"""

from collections.abc import Iterator, Mapping, Sequence

from .geometry import Point

Edge = tuple[int, int]
"""Numbers of two points; Steiner points follow the pins."""

Tree = tuple[Sequence[Point], Sequence[Edge]]
"""The points of a net, its pins first and in their order, and the edges between them."""

MOST = 400
"""Points up to which a tree is made shorter; that of a larger net stays as it is."""


def distance(a: Point, b: Point) -> float:
    """The length of a wire that goes along both axes."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def ends(trees: Mapping[str, Tree]) -> Iterator[tuple[Point, Point]]:
    """The two ends of each edge of some nets' trees."""
    for points, edges in trees.values():
        yield from ((points[a], points[b]) for a, b in edges)


def spanning(points: Sequence[Point]) -> list[Edge]:
    """The shortest tree without Steiner points, grown from the first point (Prim)."""
    nearest = {place: (distance(points[0], points[place]), 0) for place in range(1, len(points))}
    edges = []
    while nearest:
        # By number where ways are equal, so that every machine grows the same tree.
        place = min(nearest, key=lambda one: (nearest[one][0], one))
        _, before = nearest.pop(place)
        edges.append((before, place))
        for other, (way, _) in nearest.items():
            if (new := distance(points[place], points[other])) < way:
                nearest[other] = (new, place)
    return edges


def steiner(pins: Sequence[Point]) -> tuple[list[Point], list[Edge]]:
    """A tree over the pins: two edges that leave a point in one direction share what they can, best
    first, until nothing is saved.

    Returns:
        The pins with the Steiner points behind them, and the edges.
    """
    points, edges = list(pins), spanning(pins)
    if len(points) > MOST:
        return points, edges
    joined: list[set[int]] = [set() for _ in points]
    for a, b in edges:
        joined[a].add(b)
        joined[b].add(a)
    best = [_best(place, points, joined) for place in range(len(points))]
    while True:
        saved, place, a, b = max(best, key=lambda one: (one[0], -one[1]))
        # Less than this is the rounding of sums.
        if saved <= 1e-9:
            break
        new = len(points)
        points.append(_median(points[place], points[a], points[b]))
        joined.append({place, a, b})
        for end in (a, b):
            joined[place].remove(end)
            joined[end].remove(place)
            joined[end].add(new)
        joined[place].add(new)
        best.append((0.0, new, new, new))
        # Only these have other edges than before.
        for changed in (place, a, b, new):
            best[changed] = _best(changed, points, joined)
    tree = [(a, b) for a, ends in enumerate(joined) for b in sorted(ends) if a < b]
    return points, tree


def _best(
    place: int, points: Sequence[Point], joined: Sequence[set[int]]
) -> tuple[float, int, int, int]:
    """What two edges of a point save most if they share, and their ends."""
    found = (0.0, place, place, place)
    ends = sorted(joined[place])
    for number, a in enumerate(ends):
        for b in ends[number + 1 :]:
            middle = _median(points[place], points[a], points[b])
            # Both edges go through the middle, so this stretch is laid once in place of twice.
            saved = distance(middle, points[place])
            # More than rounding makes, so that this comes to an end.
            if saved > found[0] + 1e-9:
                found = (saved, place, a, b)
    return found


def _median(*points: Point) -> Point:
    """The point from which wires to three points are shortest."""
    return (sorted(x for x, _ in points)[1], sorted(y for _, y in points)[1])

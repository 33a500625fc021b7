# SPDX-License-Identifier: Apache-2.0
"""Probes that see nearly the same: who sees what all of them see together, and nothing of a secret,
sees nothing with one of them. So many are judged at once, and by themselves only if that fails.
"""

from collections import Counter
from collections.abc import Mapping

EVERYWHERE = 8
"""A source in more than one of so many cones says nothing of which of them are alike: control."""

COMMON = 2
"""Of a cone that comes to others one of so many sources is in theirs already."""

GROWN = 2
"""What all see together is at most so many times what the first one sees."""


def alike(cones: Mapping[str, frozenset[str]]) -> list[tuple[list[str], frozenset[str]]]:
    """Names of cones that have most of their sources in common, and all sources of these.

    Args:
        cones: sources by a name.
    """
    often = Counter(source for cone in cones.values() for source in cone)
    # With fewer cones than that the quotient is 0, and no source would count as one of its own.
    limit = max(1, len(cones) // EVERYWHERE)
    found: list[tuple[list[str], set[str], int]] = []
    places: dict[str, set[int]] = {}
    # The largest cone begins a group, since its size bounds the group. Names decide between equal
    # sizes, so that every run makes the same groups.
    for name, cone in sorted(cones.items(), key=lambda item: (-len(item[1]), item[0])):
        own = {source for source in cone if often[source] <= limit}
        shared = Counter(place for source in sorted(own) for place in places.get(source, ()))
        place = next(
            (
                place
                for place, count in shared.most_common(COMMON)
                if COMMON * count >= len(own) and len(found[place][1] | cone) <= found[place][2]
            ),
            len(found),
        )
        if place == len(found):
            found.append(([], set(), GROWN * len(cone)))
        found[place][0].append(name)
        found[place][1].update(cone)
        # Only these: by a source that is everywhere each cone would be like each other.
        for source in own:
            places.setdefault(source, set()).add(place)
    return [(names, frozenset(sources)) for names, sources, _ in found]

# SPDX-License-Identifier: Apache-2.0
"""The answer to a request: the cores that meet it, else the nearest ones and what would have to be
given up.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .candidate import Candidate
from .request import ABSENT, Miss, Request

AREA, SPEED, RATIO, ENERGY = "area", "throughput", "throughput-per-area", "energy"
"""What the answer is sorted by: smallest, fastest, most throughput for an area, least energy for a
bit.
"""

LACKING = math.log(1000)
"""What a missing operation counts for in the distance, beside numbers that are missed: as much as a
factor of 1000.
"""


@dataclass(frozen=True, kw_only=True)
class Near:
    """A candidate that misses something."""

    candidate: Candidate
    misses: Sequence[Miss]

    @property
    def distance(self) -> float:
        """The sum of the logarithms of all factors."""
        return sum(
            LACKING if miss.factor == ABSENT else math.log(miss.factor) for miss in self.misses
        )


@dataclass(frozen=True, kw_only=True)
class Choice:
    """The answer.

    Attributes:
        found: candidates that meet the request, best first.
        nearest: if there are none, the candidates that miss least, each core once.
        enough: by option, the smallest change of that limit alone with which a core meets the
            request.
        considered: how many candidates of this kind on this platform there are.
    """

    found: Sequence[Candidate]
    nearest: Sequence[Near]
    enough: Sequence[Near]
    considered: int


def choose(
    candidates: Iterable[Candidate], request: Request, *, best: str = AREA, top: int = 5
) -> Choice:
    """The candidates that meet a request, or what comes nearest to it; of each core its best
    implementation.
    """
    fitting = [candidate for candidate in candidates if request.applies(candidate)]
    judged = [Near(candidate=candidate, misses=request.misses(candidate)) for candidate in fitting]
    found = sorted(
        (near.candidate for near in judged if not near.misses),
        key=lambda one: _rank(one, request, best),
    )
    missed = sorted(
        (near for near in judged if near.misses),
        key=lambda near: (near.distance, near.candidate.core),
    )
    return Choice(
        found=_one_of_each(found)[:top],
        considered=len(fitting),
        nearest=[] if found else _nearest(missed)[:top],
        enough=[] if found else _enough(missed),
    )


def _rank(candidate: Candidate, request: Request, best: str) -> tuple[float, str]:
    size = candidate.area_ge if candidate.area_ge is not None else candidate.luts
    # What has no area comes behind all that have one.
    size, speed = size or math.inf, candidate.mbps(request.message, request.at_mhz) or 0
    energy = candidate.pj_per_bit(request.message)
    # Sorted upwards: of what is better when it is more, the opposite counts.
    rank = {
        AREA: size,
        SPEED: -speed,
        RATIO: -speed / size,
        ENERGY: math.inf if energy is None else energy,
    }
    return rank[best], candidate.core


def _one_of_each(candidates: Iterable[Candidate]) -> list[Candidate]:
    first: dict[str, Candidate] = {}
    for candidate in candidates:
        # They are sorted, so the first of a core is its best.
        first.setdefault(candidate.core, candidate)
    return list(first.values())


def _nearest(missed: Iterable[Near]) -> list[Near]:
    first: dict[str, Near] = {}
    for near in missed:
        # The nearest one of a core comes first.
        first.setdefault(near.candidate.core, near)
    return list(first.values())


def _enough(missed: Iterable[Near]) -> list[Near]:
    """Of each option, of the candidates that miss nothing else, the one that misses it least."""
    least: dict[str, Near] = {}
    # They come by their distance, so the first one of an option misses it least.
    for near in missed:
        # Two operations that are missing are two misses of one option.
        if len({miss.option for miss in near.misses}) == 1:
            least.setdefault(near.misses[0].option, near)
    return list(least.values())

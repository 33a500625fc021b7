# SPDX-License-Identifier: Apache-2.0
"""The search for sizes: area is given back where there is time, then the near-critical cells are
made faster, many in one try, then area is given back again.

Every try is one static timing of the whole netlist, a few milliseconds; a number of tries bounds
the search, so that it does not depend on the machine.
"""

from dataclasses import dataclass, field

import numpy

from .arrivals import Timing, slacks, time
from .gradient import changes, gradient, smooth_maximum
from .graph import Graph
from .lookup import Array

TAU = 0.01
"""Of the smooth maximum, as a part of the longest path."""

AT_ONCE = 0.01
"""Cells that are changed in one try, as a part of all."""

LIKELY = 0.2
"""A try is kept if it gains this part of what its cells were predicted to gain."""

SHARES = (0.5, 0.25, 0.12, 0.06, 0.03)
"""Parts of its slack that a cell may lose in a try that gives area back."""

LEAST_SHARE = 1e-5
"""Cells that less of the near-critical paths goes through are not looked at for delay."""

SOLD = 0.2
"""Area that is given back at the cost of delay counts so much less than area that is taken, or
cells would go back and forth.
"""

MOST_BENT = 8.0
"""Losses grow with their exponential up to this power."""

GIVE_UP = 12
"""Cells in a row whose change alone was no gain."""


@dataclass
class Search:
    """Sizes of a netlist's cells, better with every try.

    Attributes:
        graph: the netlist.
        period: ns that the longest path should take; nothing is made faster below it.
        worth: percent of delay that a percent of area must buy, and that one may be given for.
        tries: so many are left.
        member: the sizes; ``now``: their timing.
        barred: cells whose change alone was no gain.
    """

    graph: Graph
    period: float
    worth: float
    tries: int
    member: Array = field(init=False)
    now: Timing = field(init=False)
    barred: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.member = self.graph.member.copy()
        self.now = time(self.graph, self.member)

    def run(self) -> None:
        """All three parts. A netlist that meets its period stays as it is."""
        if self.now.worst <= self.period:
            return
        self.give_back()
        while self.now.worst > self.period and self._faster():
            pass
        self.give_back()

    def areas(self, member: Array) -> Array:
        """µm² of each cell."""
        return self.graph.library.areas[self.graph.family, member]

    def _try(self, cells: Array, sizes: Array) -> tuple[Array, Timing]:
        self.tries -= 1
        # A copy, as a try that gains too little leaves all as it was.
        member = self.member.copy()
        member[cells] = sizes[cells]
        return member, time(self.graph, member)

    def _faster(self) -> bool:
        """Change the cells that gain most; False if none gained."""
        tau = TAU * self.now.worst
        price = self.worth * self.now.worst / self.areas(self.member).sum()
        before = smooth_maximum(self.now.ends, tau)
        cells, sizes, gains = self._gainful(tau, price)
        failed = 0
        while len(cells) and self.tries > 0 and failed < GIVE_UP:
            member, timing = self._try(cells, sizes)
            paid = self._price(member, price).sum()
            gain = before - smooth_maximum(timing.ends, tau) - paid
            if gain > LIKELY * gains[cells].sum():
                self.member, self.now = member, timing
                return True
            if len(cells) == 1:
                failed += 1
                self.barred.add(int(cells[0]))
                cells, sizes, gains = self._gainful(tau, price)
            # Each gain is predicted for one change alone; fewer at once disturb each other less.
            cells = cells[: max(1, len(cells) // 2)]
        return False

    def _price(self, member: Array, price: float) -> Array:
        """What other sizes cost, in ns for each cell: area is dearer than it is sold for."""
        more = self.areas(member) - self.areas(self.member)
        return price * numpy.where(more > 0, more, SOLD * more)

    def _gainful(self, tau: float, price: float) -> tuple[Array, Array, Array]:
        """The cells to change, the best first; the size for each, and what each gains.

        A smaller size gains too, where the area that it saves is worth more than its delay.
        """
        graph, count = self.graph, len(self.member)
        by = gradient(graph, self.member, self.now, tau)
        share = numpy.bincount(graph.arc_cell, by.arcs, count)
        looked = share > LEAST_SHARE
        looked[list(self.barred)] = False
        area, gains = self.areas(self.member), numpy.zeros(count)
        best, sizes = numpy.zeros(count), self.member.copy()
        for size in range(graph.library.areas.shape[1]):
            other = self._other(size, looked)
            more = self.areas(other) - area
            gain = _bent(-changes(graph, self.member, self.now, by, other), share, tau)
            gain = numpy.where(other == self.member, 0, gain - self._price(other, price))
            # The floor keeps a change that takes no area from being worth any price.
            rate = gain / numpy.maximum(abs(more), 0.1 * area)
            better = rate > best
            best, gains = numpy.where(better, rate, best), numpy.where(better, gain, gains)
            sizes = numpy.where(better, other, sizes)
        # Stable: equal ones stay in their order, so every machine finds the same.
        order = numpy.argsort(-best, kind="stable")[: max(8, int(AT_ONCE * count))]
        return order[best[order] > 0], sizes, gains

    def give_back(self) -> None:
        """Make cells smaller where the longest path, or the period, leaves time for it."""
        # What is slower than its period must not become slower still.
        limit, share = max(self.period, self.now.worst), 0
        while share < len(SHARES) and self.tries > 0:
            cells, sizes = self._spare(limit, SHARES[share])
            if not len(cells):
                share += 1
                continue
            member, timing = self._try(cells, sizes)
            if timing.worst > limit:
                share += 1
            else:
                self.member, self.now = member, timing

    def _spare(self, limit: float, share: float) -> tuple[Array, Array]:
        """Cells that have a smaller size which takes at most a share of their slack."""
        graph, area = self.graph, self.areas(self.member)
        slack = slacks(graph, self.now, limit)
        least = numpy.full(len(area), numpy.inf)
        numpy.minimum.at(least, graph.arc_cell, slack[graph.arc_sink])
        best, sizes = numpy.zeros(len(area)), self.member.copy()
        for size in range(graph.library.areas.shape[1]):
            other = self._other(size, least > 0)
            other = numpy.where(self.areas(other) < area, other, self.member)
            later = self._later(other)
            saved = numpy.where(later <= share * least, area - self.areas(other), 0)
            sizes = numpy.where(saved > best, other, sizes)
            best = numpy.maximum(best, saved)
        return numpy.flatnonzero(best > 0), sizes

    def _other(self, size: int, looked: Array) -> Array:
        """A size for those of the cells that are looked at and have it; the others keep theirs."""
        has = size < self.graph.library.sizes[self.graph.family]
        return numpy.where(looked & has, size, self.member)

    def _later(self, other: Array) -> Array:
        """By how many ns each cell alone is slower with another size, its slew counted in full."""
        graph, now, library = self.graph, self.now, self.graph.library
        arcs = numpy.flatnonzero((other != self.member)[graph.arc_cell])
        cell, source, sink = graph.arc_cell[arcs], graph.arc_source[arcs], graph.arc_sink[arcs]
        before = numpy.where(source >= 0, now.slew[source], 0.0)
        kind = graph.arc_kind[arcs]
        delay = library.stack.at(library.delays[kind, other[cell]], before, now.load[sink])
        slew = library.stack.at(library.slews[kind, other[cell]], before, now.load[sink])
        found = numpy.zeros(len(other))
        slower = delay - now.delay[arcs] + numpy.maximum(slew - now.slew[sink], 0)
        numpy.maximum.at(found, cell, slower)
        return found


def _bent(gain: Array, share: Array, tau: float) -> Array:
    """A gain in first order as it is for the smooth maximum: the paths through a cell cease to be
    the longest, or become it.
    """
    part = numpy.maximum(share, LEAST_SHARE) * tau
    return part * (1 - numpy.exp(numpy.clip(-gain / part, -50, MOST_BENT)))

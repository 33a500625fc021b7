# SPDX-License-Identifier: Apache-2.0
"""What each cell's size does to the longest paths, for all cells at once.

The longest path alone is a poor guide: hundreds of paths are as long, and a change of one of them
changes nothing. So a smooth maximum stands for it: τ log Σ exp(arrival / τ) over all ends, which
counts each path by how near it is to the longest. Its gradient by the delay of an arc is the share
of that arc in the near-critical paths; it is followed back through slews, too, since a slow slew is
paid for behind the gate that has it.
"""

from dataclasses import dataclass

import numpy

from .arrivals import Timing, setups
from .graph import Graph
from .lookup import Array

_STEP_NS, _STEP_PF = 1e-4, 1e-5
"""Of finite differences by slew and load: less than between any two points of a table."""


@dataclass(frozen=True)
class Gradient:
    """Of the smooth maximum.

    Attributes:
        ends: by the arrival at each end.
        arcs: by the delay of each arc.
        slew: by the slew of each node, 1.
        load: by the load of each node, ns per pF.
    """

    ends: Array
    arcs: Array
    slew: Array
    load: Array


def smooth_maximum(ends: Array, tau: float) -> float:
    """τ log Σ exp(ends / τ), ns."""
    top = ends.max()
    # The largest is taken out in front of the exponential, which would overflow.
    return float(top + tau * numpy.log(numpy.exp((ends - top) / tau).sum()))


def gradient(graph: Graph, member: Array, now: Timing, tau: float) -> Gradient:
    """Of the smooth maximum over all ends, from the ends back to the registers."""
    ends = numpy.exp((now.ends - now.ends.max()) / tau)
    # The derivative by an arrival is its share of the exponentials, so the shares of all ends add
    # up to 1.
    ends /= ends.sum()
    node, slew = numpy.zeros(graph.nodes), numpy.zeros(graph.nodes)
    # Plain indexing would count a node once that occurs several times; `add.at` counts each time.
    numpy.add.at(node, graph.end_node, ends)
    # Setup times depend on the slew, so a slow one at a flip-flop is paid for there as well.
    steeper = setups(graph, member, now.slew + _STEP_NS) - setups(graph, member, now.slew)
    numpy.add.at(slew, graph.end_node, ends * steeper / _STEP_NS)
    share, worst, slopes = _shares(graph, now, member, tau), *_slopes(graph, member, now)
    by_slew, slew_by_slew, by_load, slew_by_load = slopes
    arcs, load = numpy.zeros(len(share)), numpy.zeros(graph.nodes)
    # From behind: what a node counts is known when all arcs that leave it are done.
    for begin, end in reversed(list(zip(graph.levels[:-1], graph.levels[1:]))):
        here = slice(begin, end)
        source, sink = graph.arc_source[here], graph.arc_sink[here]
        arcs[here] = node[sink] * share[here]
        through = slew[sink] * worst[here]
        numpy.add.at(load, sink, arcs[here] * by_load[here] + through * slew_by_load[here])
        # -1 is the clock: it is ideal, and nothing is in front of it.
        inner = source >= 0
        numpy.add.at(node, source[inner], arcs[here][inner])
        back = arcs[here] * by_slew[here] + through * slew_by_slew[here]
        numpy.add.at(slew, source[inner], back[inner])
    return Gradient(ends, arcs, slew, load)


def _shares(graph: Graph, now: Timing, member: Array, tau: float) -> Array:
    """Of each arc its part in the arrival at its sink; those of a sink add up to 1."""
    source = graph.arc_source
    late = numpy.where(source >= 0, now.arrival[source], 0.0) + now.delay
    found = numpy.exp((late - now.arrival[graph.arc_sink]) / tau)
    return found / numpy.bincount(graph.arc_sink, found, graph.nodes)[graph.arc_sink]


def _slopes(graph: Graph, member: Array, now: Timing) -> tuple[Array, list[Array]]:
    """Which arcs give their sink its slew (1 or a part of 1), and of each arc the slopes of delay
    and slew by the slew at its source, and by its load.
    """
    stack, chosen = graph.library.stack, member[graph.arc_cell]
    delays = graph.library.delays[graph.arc_kind, chosen]
    slews = graph.library.slews[graph.arc_kind, chosen]
    source, load = graph.arc_source, now.load[graph.arc_sink]
    before = numpy.where(source >= 0, now.slew[source], 0.0)
    after = stack.at(slews, before, load)
    # Equal but for rounding.
    worst = (after >= now.slew[graph.arc_sink] - 1e-9).astype(float)
    worst /= numpy.maximum(numpy.bincount(graph.arc_sink, worst, graph.nodes), 1)[graph.arc_sink]
    return worst, [
        (stack.at(delays, before + _STEP_NS, load) - now.delay) / _STEP_NS,
        (stack.at(slews, before + _STEP_NS, load) - after) / _STEP_NS,
        (stack.at(delays, before, load + _STEP_PF) - now.delay) / _STEP_PF,
        (stack.at(slews, before, load + _STEP_PF) - after) / _STEP_PF,
    ]


def changes(graph: Graph, member: Array, now: Timing, by: Gradient, other: Array) -> Array:
    """By how much the smooth maximum changes, in first order, if one cell alone has the size
    ``other`` in place of ``member``; for each cell, in ns.
    """
    library, count = graph.library, len(graph.names)
    moved = other != member
    arcs = numpy.flatnonzero(moved[graph.arc_cell])
    cell, source, sink = graph.arc_cell[arcs], graph.arc_source[arcs], graph.arc_sink[arcs]
    before = numpy.where(source >= 0, now.slew[source], 0.0)
    kind, size = graph.arc_kind[arcs], other[cell]
    delay = library.stack.at(library.delays[kind, size], before, now.load[sink])
    found = numpy.zeros(count) + numpy.bincount(
        cell, by.arcs[arcs] * (delay - now.delay[arcs]), count
    )
    # Arcs are sorted by sink, so each sink is one run, of which `reduceat` needs the beginning.
    first = numpy.flatnonzero(numpy.diff(sink, prepend=-1))
    slew = library.stack.at(library.slews[kind, size], before, now.load[sink])
    if len(first):
        out = sink[first]
        steeper = numpy.maximum.reduceat(slew, first) - now.slew[out]
        found += numpy.bincount(cell[first], by.slew[out] * steeper, count)
    # A net has a node for its rising and one for its falling edge, and a pin may load them
    # differently.
    for edge in (0, 1):
        caps = library.capacitances[graph.pin_kind, edge]
        rows = numpy.arange(len(caps))
        more = caps[rows, other[graph.pin_cell]] - caps[rows, member[graph.pin_cell]]
        found += numpy.bincount(graph.pin_cell, by.load[2 * graph.pin_net + edge] * more, count)
    held = graph.end_cell >= 0
    later = setups(graph, other, now.slew) - setups(graph, member, now.slew)
    return found + numpy.bincount(graph.end_cell[held], (by.ends * later)[held], count)

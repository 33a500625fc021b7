# SPDX-License-Identifier: Apache-2.0
"""Static timing of a `Graph` whose cells have any sizes: arrivals, slews, and how much each arc
counts for the longest paths.
"""

from dataclasses import dataclass

import numpy

from .graph import Graph
from .lookup import Array


@dataclass(frozen=True)
class Timing:
    """Of one choice of sizes; ns and pF.

    Attributes:
        load: of each node.
        arrival, slew: of each node; a node that nothing drives has 0.
        delay: of each arc.
        ends: of each end its arrival, setup included.
        worst: the longest of them.
    """

    load: Array
    arrival: Array
    slew: Array
    delay: Array
    ends: Array
    worst: float


def time(graph: Graph, member: Array) -> Timing:
    """Level by level: the latest arrival and the worst slew of all arcs into a node."""
    library, load = graph.library, loads(graph, member)
    arrival, slew = numpy.zeros(graph.nodes), numpy.zeros(graph.nodes)
    chosen = member[graph.arc_cell]
    delays, slews = library.delays[graph.arc_kind, chosen], library.slews[graph.arc_kind, chosen]
    delay = numpy.zeros(len(chosen))
    for begin, end in zip(graph.levels[:-1], graph.levels[1:]):
        source, sink = graph.arc_source[begin:end], graph.arc_sink[begin:end]
        # A source of -1 is the ideal clock, at time 0 and without a slew.
        before = numpy.where(source >= 0, slew[source], 0.0)
        here = delay[begin:end] = library.stack.at(delays[begin:end], before, load[sink])
        # The arcs of a level are sorted by sink, so each sink is one run, as `reduceat` needs it.
        first = numpy.flatnonzero(numpy.diff(sink, prepend=-1))
        late = numpy.where(source >= 0, arrival[source], 0.0) + here
        arrival[sink[first]] = numpy.maximum.reduceat(late, first)
        after = library.stack.at(slews[begin:end], before, load[sink])
        slew[sink[first]] = numpy.maximum.reduceat(after, first)
    ends = arrival[graph.end_node] + setups(graph, member, slew)
    return Timing(load, arrival, slew, delay, ends, float(ends.max(initial=0.0)))


def loads(graph: Graph, member: Array) -> Array:
    """pF of each node: pins and wire."""
    found = numpy.repeat(graph.wire, 2)
    chosen = member[graph.pin_cell]
    for edge in (0, 1):
        caps = graph.library.capacitances[graph.pin_kind, edge, chosen]
        found[edge::2] += numpy.bincount(graph.pin_net, caps, graph.nodes // 2)
    return found


def setups(graph: Graph, member: Array, slew: Array) -> Array:
    """Setup time in ns at each end; 0 at ports."""
    held, found = graph.end_cell >= 0, numpy.zeros(len(graph.end_node))
    kind, edge = graph.end_kind[held] // 2, graph.end_kind[held] % 2
    numbers = graph.library.setups[kind, edge, member[graph.end_cell[held]]]
    slews = slew[graph.end_node[held]]
    found[held] = graph.library.stack.at(numbers, slews, numpy.zeros(len(slews)))
    return found


def slacks(graph: Graph, now: Timing, period: float) -> Array:
    """By how many ns each node may be later without an end being later than ``period``."""
    required = numpy.full(graph.nodes, numpy.inf)
    numpy.minimum.at(required, graph.end_node, period - (now.ends - now.arrival[graph.end_node]))
    for begin, end in reversed(list(zip(graph.levels[:-1], graph.levels[1:]))):
        source, sink = graph.arc_source[begin:end], graph.arc_sink[begin:end]
        inner = source >= 0
        # The clock has no time that is required of it.
        early = (required[sink] - now.delay[begin:end])[inner]
        numpy.minimum.at(required, source[inner], early)
    return required - now.arrival

# SPDX-License-Identifier: Apache-2.0
"""Our own timing, against OpenSTA and against itself."""

import numpy
import pytest

from cipherfab.implement import liberty_tables as tables
from cipherfab.implement.platforms import find
from cipherfab.implement.sizing import arrivals, gradient
from cipherfab.implement.sizing.families import families
from cipherfab.implement.sizing.graph import Graph
from cipherfab.implement.sizing.lookup import Stack
from cipherfab.verify.gates.lanes import read_module


@pytest.fixture
def graph(netlist, library, tmp_path):
    """Of the relaxed netlist."""
    module = read_module(netlist, library.path, "fanout", tmp_path)
    used = {cell["type"] for cell in module["cells"].values()}
    found = families(library, used, find("nangate45").dont_use)
    return Graph(module, found, tables.head(library).wires)


def test_the_longest_path_is_that_of_opensta(graph, relaxed):
    """Our longest path has OpenSTA's delay to half a percent."""
    _, result = relaxed
    assert arrivals.time(graph, graph.member).worst == pytest.approx(result.delay_ns, rel=0.005)


def test_slack_is_what_is_left(graph):
    """With the longest path as the period, the least slack is 0 and an end has it."""
    now = arrivals.time(graph, graph.member)
    slack = arrivals.slacks(graph, now, now.worst)
    assert slack.min() == pytest.approx(0, abs=1e-9)
    assert slack[graph.end_node].min() == pytest.approx(0, abs=1e-9)


def test_a_predicted_change_is_the_change(graph):
    """The gradient says, to a third, what a larger driver of many readers does by itself."""
    now = arrivals.time(graph, graph.member)
    tau = 0.05 * now.worst
    by = gradient.gradient(graph, graph.member, now, tau)
    larger = numpy.minimum(graph.member + 1, graph.library.sizes[graph.family] - 1)
    predicted = gradient.changes(graph, graph.member, now, by, larger)
    cell = int(numpy.argmin(predicted))
    other = graph.member.copy()
    other[cell] = larger[cell]
    before, after = (
        gradient.smooth_maximum(timing.ends, tau) for timing in (now, arrivals.time(graph, other))
    )
    assert after - before == pytest.approx(predicted[cell], rel=0.35) and predicted[cell] < 0


def test_a_lookup_in_many_tables_is_that_in_each(library):
    """A stack of tables of several shapes gives what each table gives, inside and beyond it."""
    head = tables.head(library)
    cells = tables.read(library, ["NAND2_X1", "DFF_X1"], head)
    each = [arc.rise for arc in cells["NAND2_X1"].arcs] + list(cells["DFF_X1"].setups["D"])
    slews, loads = numpy.array([0.0, 0.03, 0.5]), numpy.array([0.0001, 0.02, 0.3])
    stack = Stack(each)
    for number, table in enumerate(each):
        found = stack.at(numpy.full(3, number), slews, loads)
        assert found == pytest.approx(table.at(slews, loads))

# SPDX-License-Identifier: Apache-2.0
"""What a clock tree would cost."""

import re
from collections import Counter

import pytest

from cipherfab.errors import ToolError
from cipherfab.implement import platforms
from cipherfab.implement.liberty import read, unpacked
from cipherfab.implement.placement import clock_tree
from cipherfab.implement.placement.clock_tree import LEAVES, NETLIST, Sink, cost, grow

from .conftest import needs_sky130

BUFFER = ("BUF_X4", "A", "Z")


def sinks(columns, rows=1, kind="DFF_X1", pin="CK", pitch=10.0):
    """Flip-flops on a grid."""
    return [
        Sink(kind=kind, pin=pin, place=(pitch * x, pitch * y))
        for x in range(columns)
        for y in range(rows)
    ]


def depths(tree):
    """How many buffers are on the way to each flip-flop, by its name."""
    found, waiting = {}, [(clock_tree.CLOCK, 0)]
    nets = {pins[0][0]: pins[1:] for pins in tree.nets.values()}
    while waiting:
        name, depth = waiting.pop()
        for cell, _ in nets[name]:
            if tree.cells[cell] == BUFFER[0]:
                waiting.append((cell, depth + 1))
            else:
                found[cell] = depth
    return found


def test_few_flip_flops_have_one_buffer_at_their_mean():
    """By hand: two at 0 and 10 µm, the port at 5 µm above the middle: 5 µm down to the buffer and
    5 to either side.
    """
    tree = grow((5.0, 5.0), sinks(2), BUFFER)
    assert Counter(tree.cells.values()) == {"BUF_X4": 1, "DFF_X1": 2} and tree.levels == 1
    assert tree.length() == pytest.approx(15.0)


def test_a_branch_has_the_shape_of_an_h():
    """By hand: 80 flip-flops at four points, the corners of a square of 100 µm. One buffer in the
    middle, four at the corners; from the middle 50 µm to either side, and from there 50 up and 50
    down: 300 µm, and nothing behind the corners.
    """
    corners = [(x, y) for x in (0.0, 100.0) for y in (0.0, 100.0)]
    places = [place for place in corners for _ in range(20)]
    tree = grow((50.0, 50.0), [Sink(kind="D", pin="C", place=at) for at in places], BUFFER)
    assert Counter(tree.cells.values()) == {"BUF_X4": 5, "D": 80} and tree.levels == 2
    assert tree.length() == pytest.approx(300.0)


@pytest.mark.parametrize("count", [1, 20, 21, 41, 83, 617])
def test_as_many_buffers_are_on_the_way_to_each_flip_flop(count):
    """Each is reached once, and no buffer has more than its leaves, or four buffers, behind it."""
    tree = grow((0.0, 0.0), sinks(count), BUFFER)
    found = depths(tree)
    assert len(found) == count and set(found.values()) == {tree.levels}
    for pins in tree.nets.values():
        kinds = Counter(tree.cells[cell] for cell, _ in pins[1:])
        assert kinds["BUF_X4"] <= 4 and kinds["DFF_X1"] <= LEAVES and len(kinds) == 1


@pytest.mark.parametrize(
    "name, kind, pin",
    [
        ("nangate45", "DFF_X1", "CK"),
        pytest.param("sky130hd", "sky130_fd_sc_hd__dfxtp_1", "CLK", marks=needs_sky130),
    ],
)
def test_a_tree_is_timed(name, kind, pin, tmp_path):
    """OpenSTA sees every clock pin; a tree over more is later and takes more power; the longer the
    way to some of the flip-flops, the larger the skew; at half the period it takes all but
    leakage twice.
    """
    place = platforms.find(name)
    geometry, library = place.geometry(), unpacked(read(place.path()), wire_load=False)

    def asked(flip_flops, period_ps=1000):
        tree = grow((0.0, 0.0), flip_flops, place.geometry.clock_buffer)
        return cost(tree, geometry, library, period_ps=period_ps, directory=tmp_path)

    def some(columns, rows):
        return sinks(columns, rows, kind, pin)

    small, large = asked(some(4, 4)), asked(some(8, 8))
    assert (small.sinks, small.buffers, small.levels) == (16, 1, 1)
    assert (large.sinks, large.buffers, large.levels) == (64, 5, 2)
    assert small.latency_ps < large.latency_ps and small.power_mw < large.power_mw
    assert large.area_um2 == pytest.approx(5 * small.area_um2, rel=1e-3)
    far = Sink(kind=kind, pin=pin, place=(1000.0, 0.0))
    assert asked([*some(4, 4), far]).skew_ps > 5 * small.skew_ps
    assert 1.9 < asked(some(4, 4), 500).power_mw / small.power_mw <= 2.0
    assert asked(some(4, 4)) == small


def test_a_pin_without_an_arrival_is_refused(tmp_path, monkeypatch):
    """Where OpenSTA says less than was asked, no cost is made of it."""
    place = platforms.find("nangate45")
    geometry, library = place.geometry(), unpacked(read(place.path()), wire_load=False)
    tree = grow((0.0, 0.0), sinks(3), BUFFER)
    whole = clock_tree.run_sta
    monkeypatch.setattr(
        clock_tree,
        "run_sta",
        lambda text, **asked: whole(re.sub("report_arrival .*\n", "", text, count=1), **asked),
    )
    with pytest.raises(ToolError, match="expected the arrival at 3 clock pins and the power of 1"):
        cost(tree, geometry, library, period_ps=1000, directory=tmp_path)
    assert (tmp_path / NETLIST).read_text().count("DFF_X1") == 3

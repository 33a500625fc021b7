# SPDX-License-Identifier: Apache-2.0
"""Placed wires in loads and delays, on a netlist small enough for a pencil, and by OpenSTA."""

import pytest

from cipherfab.energy import delays, opensta
from cipherfab.energy.estimate import Netlist
from cipherfab.energy.loads import Loaded
from cipherfab.energy.wires import elmore
from cipherfab.errors import ToolError
from cipherfab.implement import liberty, platforms
from cipherfab.implement.flow import implement
from cipherfab.implement.liberty import unpacked
from cipherfab.implement.placement import place, spef
from cipherfab.implement.placement.spef import Wire
from cipherfab.verify.gates import activity
from cipherfab.verify.gates.gatesim import GateSimulator

from ..implement import designs
from ..implement.placement.conftest import needs_sky130
from .test_delays import read

needs_placer = pytest.mark.skipif(not place.available(), reason=f"no placer: {place.INSTALL}")

TEXT = """*SPEF "IEEE 1481-1998"
*D_NET q 3000.0
*CONN
*I state:Q O *D DFF
*I first:A I *D INV
*I both:A I *D XOR
*CAP
1 state:Q 500.0
2 q:3 1000.0
3 first:A 500.0
4 both:A 1000.0
*RES
1 state:Q q:3 0.010
2 q:3 first:A 0.020
3 q:3 both:A 0.042
*END

"""
"""A tree: from the driver to a branch, from there to either reader."""


def test_a_wire_is_read_back():
    """Pins with the driver first, capacitance of each node, resistances."""
    assert spef.read(TEXT) == {
        "q": Wire(
            pins=("state:Q", "first:A", "both:A"),
            femtofarads={"state:Q": 500, "q:3": 1000, "first:A": 500, "both:A": 1000},
            kiloohms=[("state:Q", "q:3", 0.01), ("q:3", "first:A", 0.02), ("q:3", "both:A", 0.042)],
        )
    }


def test_what_a_wire_takes_is_elmores_delay():
    """By hand: pins of 1 pF each. Behind the first resistance lie 1 + 1.5 + 2 = 4.5 pF, which take
    45 ps of 10 ohms; behind that to the inverter 1.5 pF, 30 ps of 20 ohms; to the XOR 2 pF, 84 ps
    of 42.
    """
    pins = {"first:A": 1.0, "both:A": 1.0}
    found = elmore(spef.read(TEXT)["q"], pins)
    assert found == pytest.approx({"first:A": 0.075, "both:A": 0.129})


def test_loads_and_delays_have_the_placed_wires(tmp_path):
    """By hand: q has two pins of 1 pF and 3 pF of wire, all other nets their pins alone; so the
    load of n and m is 1 pF, which in the inverter takes (0.01 + 0.2 * 0.4) ns to rise, (0.03 + 0.4
    * 0.2) to fall. The first one is 75 ps later by its wire, the XOR's first input 129 ps.
    """
    simulator, library = read(tmp_path)
    q = simulator.states[0]["q"]
    (y,) = simulator.ports["y"]
    wires = spef.read(TEXT)
    loaded = Loaded(simulator, library, wires)
    bare = Loaded(simulator, library, {})
    assert loaded.loads[q] == pytest.approx(5.0) and bare.loads[q] == pytest.approx(2.0)
    assert loaded.loads[y] == bare.loads[y] == 0.0
    n = next(net for net, source in simulator.drivers.items() if source == (q,))
    without, found = bare.delays, loaded.delays
    assert found[n, "A"] - without[n, "A"] == pytest.approx(0.075)
    assert found[y, "A"] - without[y, "A"] == pytest.approx(0.129)
    assert found[y, "B"] == without[y, "B"]
    # 0.04 ns of the cell and 0.129 of the wire, in steps of 10 ps.
    assert delays.delays(simulator, library, wires)[y] == (17, 7)


@pytest.mark.parametrize("changed", [("first:A", "none:A"), ("first:A", "second:A")])
def test_wires_of_another_netlist_are_refused(tmp_path, changed):
    """A pin that the netlist has not, and one of another net."""
    simulator, library = read(tmp_path)
    with pytest.raises(ToolError, match="net q: expected a wire between pins of one net"):
        Loaded(simulator, library, spef.read(TEXT.replace(*changed)))


@needs_placer
@pytest.mark.parametrize("name", ["nangate45", pytest.param("sky130hd", marks=needs_sky130)])
def test_opensta_has_the_same_loads_with_the_placed_wires(name, counter, tmp_path):
    """With the same activity of every net OpenSTA, which reads the SPEF file itself, takes the same
    energy to charge the nets; with our loads of the library's table it does not.
    """
    implement(counter, name, "area", period_ps=5000, directory=tmp_path)
    platform = platforms.find(name)
    place.place_run(counter, platform, period_ps=5000, directory=tmp_path)
    library = liberty.read(platform.path())
    simulator = GateSimulator.build(
        tmp_path / "netlist.v", unpacked(library), counter.top, tmp_path, bench=activity.BENCH
    )
    wires = spef.read((tmp_path / place.SPEF).read_text())
    placed, table = Netlist(simulator, library, wires), Netlist(simulator, library)
    asked = {"wire_load": False, "parasitics": place.SPEF}
    same = opensta.compare(counter, placed, library, tmp_path, **asked)
    other = opensta.compare(counter, table, library, tmp_path, **asked)
    assert same.greater == pytest.approx(1, abs=0.002)
    assert abs(other.greater - 1) > 0.01


@pytest.fixture(scope="module")
def counter():
    """An 8-bit accumulator with enable and synchronous reset."""
    return designs.verilog("counter", designs.COUNTER)

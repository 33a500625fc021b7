# SPDX-License-Identifier: Apache-2.0
"""Versions of nets with delays: times by hand, and what a unit gives both ways."""

import pytest
from small_cells import CELLS, synthesize

from cipherfab.verify.gates.gatesim import Drive, GateSimulator, Stimulus
from cipherfab.verify.gates.schedule import versions

PULSES = """
module dut(input [1:0] a, output [1:0] y);
  wire b, c;
  INV first (.A(a[0]), .Y(b)); XOR both (.A(a[0]), .B(b), .Y(y[0])); XOR all (.A(y[0]), .B(a[1]), .Y(y[1]));
endmodule
"""  # noqa: E501
"""An XOR of a bit and its inverse, which is always 1 but for a pulse; and one of that and another
bit."""

ROUND = """
module dut(input clk, input [7:0] a, input [7:0] b, output reg [7:0] y);
  reg [7:0] c, d;
  always @(posedge clk) begin c <= a; d <= b; y <= (c + d) ^ (c & {d[6:0], d[7]}); end
endmodule
"""


def pulses(directory) -> GateSimulator:
    """The simulator of `PULSES`."""
    (directory / "cells.lib").write_text(CELLS)
    (directory / "netlist.v").write_text(PULSES)
    return GateSimulator.build(directory / "netlist.v", directory / "cells.lib", "dut", directory)


def test_times_are_sums_of_delays():
    """A net changes at the times at which an input does, each later by that input's delay, and what
    it is made of then is what the inputs were by so much earlier.
    """
    # 2 changes at 0, 3 at 4; 4 = f(2 after 3, 3 after 1): at 3 and 5; 5 = g(4 after 2, 2 after 8).
    found = versions(
        [(0, 4, (2, 3)), (1, 5, (4, 2))], {3: (4,), 4: (3, 1), 5: (2, 8)}, nets=6, counted=[3]
    )
    before = {net: 6 + net for net in range(6)}
    assert found.slots == 12 + 1 + 2
    assert [sorted(level) for level in found.levels] == [
        [(0, 4, (2, 3)), (0, 12, (2, before[3]))],
        [(1, 5, (4, 2)), (1, 13, (12, before[2])), (1, 14, (4, before[2]))],
    ]
    assert found.seen == [
        3,
        before[3],
        3,
        12,
        before[4],
        4,
        4,
        12,
        4,
        13,
        before[5],
        5,
        14,
        13,
        5,
        5,
        14,
        5,
    ]


@pytest.mark.parametrize("inverter, toggles", [(1, 6), (2, 2), (3, 6), (4, 4)])
def test_a_pulse_is_as_long_as_the_paths_differ(tmp_path, inverter, toggles):
    """A bit at time 0 and its inverse ``inverter`` steps later, at an XOR that takes 2 steps from
    the bit and none from the inverse, make no pulse if they meet there; the second XOR has its two
    edges a step later, and one of another bit at 5, which takes the place of an edge if they meet.
    """
    simulator = pulses(tmp_path)
    bit, first, second = simulator.ports["a"][0], *simulator.ports["y"]
    inverse = next(net for net, read in simulator.drivers.items() if read == (bit,))
    ports = {"a": Drive(kind="given", values=[0b00, 0b11, 0b11])}
    found = simulator.delayed({inverse: (inverter,), first: (2, 0), second: (1, 5)}).play(
        Stimulus(ports=ports, cycles=3), traces=1, seed=1, directory=tmp_path, glitches=True
    )
    assert found["mean_toggles"][1:] == [toggles, 0]


def test_a_unit_is_a_delay_like_others(tmp_path):
    """With a step from each input of each gate, and none of flip-flops, every t and every count of
    toggles is that of the steps of a unit.
    """
    synthesize(ROUND, tmp_path)
    simulator = GateSimulator.build(tmp_path / "netlist.v", tmp_path / "cells.lib", "dut", tmp_path)
    unit = {net: (1,) * len(read) for net, read in simulator.drivers.items()}
    unit |= {net: (0,) for state in simulator.states for net in state.values()}
    ports = {"a": Drive(kind="secret", secret="s"), "b": Drive(kind="fresh")}
    stimulus = Stimulus(ports=ports, cycles=5, fixed={"s": (8, 0xC5)}, capture=4)
    ours, steps = (
        one.play(stimulus, traces=4096, seed=7, directory=tmp_path, glitches=True, each=True)
        for one in (simulator.delayed(unit), simulator)
    )
    for name in ("t", "t_of_variance", "mean_toggles", "outputs", "curve"):
        assert ours[name] == steps[name]
    assert ours["event"]["count"] == steps["event"]["count"]
    assert simulator.delayed(unit).stepped == simulator.stepped

# SPDX-License-Identifier: Apache-2.0
"""Activity and power of a netlist small enough for a pencil: a counter and a register of 64
bits."""

import numpy
import pytest

from cipherfab.design import BareInterface, Design
from cipherfab.energy.estimate import Netlist, truth
from cipherfab.errors import DesignError
from cipherfab.implement import liberty
from cipherfab.implement import liberty_tables as tables
from cipherfab.verify.gates import activity
from cipherfab.verify.gates.gatesim import GateSimulator

LIBRARY = """
library(test) {
  time_unit : "1ns"; voltage_unit : "1V"; capacitive_load_unit (1, pf);
  leakage_power_unit : "1uW"; nom_voltage : 2.0;
  power_lut_template (grid) { variable_1 : input_transition_time;
                              variable_2 : total_output_net_capacitance;
                              index_1 ("0, 1"); index_2 ("0, 10"); }
  wire_load ("w") { capacitance : 0.5; slope : 2; fanout_length (1, 1); fanout_length (2, 4); }
  default_wire_load : "w";
  cell(INV) { area : 1; cell_leakage_power : 3;
    leakage_power () { when : "A"; value : 1; } leakage_power () { when : "!A"; value : 5; }
    pin(A) { direction : input; capacitance : 2; rise_capacitance : 1.5; fall_capacitance : 2.75; }
    pin(Y) { direction : output; function : "!A";
      internal_power () { related_pin : "A"; rise_power (grid) { values ("1, 11", "3, 13"); }
                          fall_power (scalar) { values ("2"); } } } }
  cell(XOR) { area : 2; pin(A) { direction : input; capacitance : 1; }
    pin(B) { direction : input; capacitance : 1; }
    pin(Y) { direction : output; function : "A ^ B"; } }
  cell(DFF) { area : 4; cell_leakage_power : 7; ff(IQ, IQN) { clocked_on : "C"; next_state : "D"; }
    pin(C) { direction : input; capacitance : 1; clock : true;
      internal_power () { rise_power (scalar) { values ("8"); }
                          fall_power (scalar) { values ("4"); } } }
    pin(D) { direction : input; capacitance : 3;
      internal_power () { when : "C"; rise_power (scalar) { values ("6"); }
                          fall_power (scalar) { values ("2"); } }
      internal_power () { rise_power (scalar) { values ("10"); }
                          fall_power (scalar) { values ("6"); } } }
    pin(Q) { direction : output; function : "IQ";
      internal_power () { related_pin : "C"; rise_power (scalar) { values ("5"); }
                          fall_power (scalar) { values ("3"); } } } }
  cell(ICG) { area : 2; cell_leakage_power : 2; clock_gating_integrated_cell : "latch_posedge";
    pin(C) { direction : input; capacitance : 1; clock_gate_clock_pin : true;
      internal_power () { when : "!E & !G"; rise_power (scalar) { values ("3"); }
                          fall_power (scalar) { values ("1"); } }
      internal_power () { when : "E & !G"; rise_power (scalar) { values ("100"); }
                          fall_power (scalar) { values ("100"); } } }
    pin(E) { direction : input; capacitance : 2; clock_gate_enable_pin : true; }
    pin(G) { direction : output; state_function : "C & IQ"; clock_gate_out_pin : true;
      internal_power () { related_pin : "C"; rise_power (scalar) { values ("7"); }
                          fall_power (scalar) { values ("5"); } } } }
}
"""
BITS = 64
REGISTER = "".join(f"  DFF r{n} (.C(clk), .D(in_x[{n}]), .Q(out_y[{n}]));\n" for n in range(BITS))
NETLIST = f"""
module dut(input clk, input in_valid, output in_ready, input [{BITS - 1}:0] in_x, output out_valid,
           input out_ready, output [{BITS - 1}:0] out_y, output count);
  wire n;
  assign in_ready = 1'b1;
  DFF valid (.C(clk), .D(in_valid), .Q(out_valid));
  DFF counter (.C(clk), .D(n), .Q(count));
  INV inverter (.A(count), .Y(n));
{REGISTER}endmodule
"""
GATED = NETLIST.replace(
    "  wire n;", "  wire n, gated;\n  ICG gate (.C(clk), .E(count), .G(gated));"
).replace(REGISTER, REGISTER.replace("clk", "gated"))
DELAYED = NETLIST.replace(
    REGISTER,
    """  wire a, b, c;
  INV first (.A(in_x[0]), .Y(a)); INV second (.A(a), .Y(b)); INV third (.A(b), .Y(c));
  XOR both (.A(in_x[0]), .B(b), .Y(out_y[0])); XOR on (.A(out_y[0]), .B(c), .Y(out_y[1]));
""",
)
DESIGN = Design(
    name="dut",
    top="dut",
    sources={"dut.v": NETLIST},
    reset="",
    interface=BareInterface(algorithm="", inputs={"x": BITS}, outputs={"y": BITS}),
)


def build(tmp_path, netlist: str):
    """The simulator of a netlist of the cells above, and the library."""
    (tmp_path / "netlist.v").write_text(netlist)
    (tmp_path / "cells.lib").write_text(LIBRARY)
    return GateSimulator.build(
        tmp_path / "netlist.v", tmp_path / "cells.lib", "dut", tmp_path, bench=activity.BENCH
    ), liberty.read(tmp_path / "cells.lib")


@pytest.fixture
def made(tmp_path):
    """The simulator, its counts, and the library."""
    simulator, library = build(tmp_path, NETLIST)
    return simulator, activity.measure(DESIGN, simulator, tmp_path, traces=1024).tasks, library


def test_toggles_are_those_of_the_description(made):
    """A counter of one bit changes in every cycle; each bit of a register of random words in half
    of those with a new word.
    """
    simulator, (call, idle), _ = made
    nets = simulator.ports
    assert (call.task.bits, idle.task.name) == (8 * BITS, "idle")
    for counted in (call, idle):
        assert (
            counted.settled[nets["count"][0]] == 1
            and abs(counted.duty[nets["count"][0]] - 0.5) < 0.1
        )
    words = call.settled[nets["out_y"]] * call.cycles
    assert abs(words.mean() - 8 / 2) < 0.05
    assert not idle.settled[nets["in_x"]].any() and idle.settled[nets["out_y"]].max() == 0


def test_glitches_are_those_of_the_paths(tmp_path):
    """An XOR of a bit and the same bit two steps later has a pulse for each change of the bit; the
    XOR of that and the bit three steps later turns once. Settled toggles need no glitches.
    """
    simulator, _ = build(tmp_path, DELAYED)
    (call, _), (plain, _) = (
        activity.measure(DESIGN, simulator, tmp_path, glitches=glitches).tasks
        for glitches in (True, False)
    )
    nets = simulator.ports
    bit, pulse, late = nets["in_x"][0], *nets["out_y"][:2]
    changes = call.settled[bit] * call.cycles
    assert 3.5 < changes < 4.5 and call.settled[pulse] == 0
    assert call.all[pulse] * call.cycles == pytest.approx(2 * changes)
    # It turns at step 2 with the pulse and stays so: at step 4 both of its inputs turn.
    assert call.all[late] == call.settled[late] == call.settled[bit]
    assert (plain.settled == call.settled).all() and (plain.all == plain.settled).all()


def test_opensta_charges_the_greater_of_two_capacitances(made):
    """A net has what its pins have while they rise or while they fall, whichever is more, and the
    wire.
    """
    simulator, _, library = made
    netlist, net = Netlist(simulator, library), simulator.ports["count"][0]
    assert (netlist.loads[net], netlist.greater[net]) == (2 + 0.5 * 4, 2.75 + 0.5 * 4)
    data = simulator.ports["in_x"][0]
    assert netlist.greater[data] == netlist.loads[data] and net in netlist.outputs


def test_power_is_what_the_tables_give_by_hand(made):
    """Charging, internal energy, clock and leakage of the counter alone are those of a pencil."""
    simulator, _, library = made
    netlist = Netlist(simulator, library)
    toggles, duty = numpy.zeros(netlist.count), numpy.full(netlist.count, 0.5)
    inverter = next(cell for cell in simulator.cells if cell.cell == "INV")
    toggles[list(inverter.nets.values())] = 1
    found = netlist.weigh(toggles, duty)
    # pins and wire: inverter and port; one flip-flop
    counted, inverted = 2 + 0.5 * 4, 3 + 0.5 * 1
    assert found.switching_pj == pytest.approx(0.5 * 2.0**2 * (counted + inverted))
    # Each clock pin turns up and down in a cycle, at the mean energy of both.
    clocks = (BITS + 2) * 2 * (8 + 4) / 2
    rise = 1 + inverted  # slew 0, load between the points 0 and 10
    data = 0.5 * (6 + 2) / 2 + 0.5 * (10 + 6) / 2  # while the clock is 1; else
    assert found.internal_pj == pytest.approx(clocks + (5 + 3) / 2 + data + (rise + 2) / 2)
    assert found.leakage_uw == pytest.approx((BITS + 2) * 7 + (1 + 5) / 2)
    assert found.sequential_pj == pytest.approx(clocks + 4 + data + 0.5 * 4 * counted)


def test_leakage_follows_the_states(made):
    """An inverter whose input is always 1 has the leakage of that state."""
    simulator, _, library = made
    netlist = Netlist(simulator, library)
    found = netlist.weigh(numpy.zeros(netlist.count), numpy.ones(netlist.count))
    assert found.leakage_uw == pytest.approx((BITS + 2) * 7 + 1)


def test_a_gated_clock_costs_what_the_tables_give_by_hand(tmp_path):
    """Behind a gate that is open in every second cycle, 64 flip-flops take half of the clock's
    energy, the gate its own, and its net is charged.
    """
    simulator, library = build(tmp_path, GATED)
    tasks = activity.measure(DESIGN, simulator, tmp_path).tasks
    (gated,) = simulator.gated
    share = tasks[0].duty[simulator.gated[gated]]
    assert simulator.gated == {gated: simulator.ports["count"][0]} and abs(share - 0.5) < 0.1
    assert tasks[0].settled[gated] == 2 * share
    netlist = Netlist(simulator, library)
    toggles, duty = numpy.zeros(netlist.count), numpy.full(netlist.count, 0.5)
    toggles[gated] = 2 * 0.5
    found = netlist.weigh(toggles, duty)
    gate = 0.5 * 2 * (3 + 1) / 2 + 0.5 * 2 * (7 + 5) / 2  # shut: its clock pin; open: its output
    assert found.internal_pj == pytest.approx((BITS * 0.5 + 2) * 2 * (8 + 4) / 2 + gate)
    load = BITS * 1 + 0.5 * (4 + 2 * (BITS - 2))  # clock pins; the wire to as many
    assert found.switching_pj == pytest.approx(0.5 * 2.0**2 * load)
    roots = 3 * (1 + 0.5 * 1)  # two flip-flops and the gate
    assert netlist.clock_network_pj == pytest.approx(2.0**2 * roots)


def test_flip_flops_behind_a_shut_gate_keep_their_state(tmp_path):
    """The register takes its input in those cycles alone in which the counter was 1."""
    simulator, _ = build(tmp_path, GATED)
    task = activity.measure(DESIGN, simulator, tmp_path).tasks[0]
    always, _ = build(tmp_path, NETLIST)
    free = activity.measure(DESIGN, always, tmp_path).tasks[0]
    ours, theirs = (
        one.settled[made.ports["out_y"]].sum() * one.cycles
        for one, made in ((task, simulator), (free, always))
    )
    # Of 8 words every second one, from the first or the second on, and perhaps one beside.
    assert 0.3 * theirs < ours < 0.7 * theirs


@pytest.mark.parametrize(
    "pattern, toggles",
    [
        ("zeros", 0),
        ("ones", 0),
        ("checkered", 0),
        ("alternating", 1),
        ("striped", 1),
        ("repeated", 0),
    ],
)
def test_patterns_of_data(tmp_path, pattern, toggles):
    """A register of a pattern's words toggles with every word, or with none."""
    simulator, _ = build(tmp_path, NETLIST)
    found = activity.measure(DESIGN, simulator, tmp_path, pattern=pattern).tasks[0]
    words = found.settled[simulator.ports["out_y"]] * found.cycles
    assert abs(words - 8 * toggles).max() <= 1


def test_a_handshake_that_depends_on_data_is_refused(tmp_path):
    """Lanes that go apart cannot be measured together."""
    simulator, _ = build(
        tmp_path, NETLIST.replace(".D(in_valid), .Q(out_valid)", ".D(in_x[0]), .Q(out_valid)")
    )
    with pytest.raises(DesignError, match="handshake depends on data"):
        activity.measure(DESIGN, simulator, tmp_path)


@pytest.mark.parametrize(
    "function, names, ones",
    [("!(A & B)", ("A", "B"), 3), ("A ^ B ^ C", ("A", "B", "C"), 4), ("A' B", ("A", "B"), 1)],
)
def test_truth_of_functions(function, names, ones):
    """The values for which a function is 1."""
    assert (truth(function)[0], len(truth(function)[1])) == (names, ones)


def test_tables_go_on_with_their_slope(tmp_path):
    """Between points and beyond them a table is linear."""
    grid = tables.Table(
        axes=("slew", "load"),
        indices=(numpy.array([0.0, 1]), numpy.array([0.0, 10])),
        values=numpy.array([[1.0, 11], [3, 13]]),
    )
    assert grid.at(numpy.array([0.5, 2, 0]), numpy.array([5.0, 20, -1])).tolist() == [
        7.0,
        25.0,
        0.0,
    ]

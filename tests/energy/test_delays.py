# SPDX-License-Identifier: Apache-2.0
"""Delays of cells in steps, on a netlist small enough for a pencil."""

import pytest

from cipherfab.energy import delays
from cipherfab.errors import ToolError
from cipherfab.implement import liberty
from cipherfab.verify.gates.gatesim import Drive, GateSimulator, Stimulus

SCALAR = 'cell_rise (scalar) {{ values ("{}"); }} cell_fall (scalar) {{ values ("{}"); }}'
SLEWS = 'rise_transition (scalar) { values ("0.2"); } fall_transition (scalar) { values ("0.4"); }'
LIBRARY = f"""
library(test) {{
  time_unit : "1ns"; voltage_unit : "1V"; capacitive_load_unit (1, pf);
  leakage_power_unit : "1uW"; nom_voltage : 1.0;
  lu_table_template (grid) {{ variable_1 : input_net_transition;
                             variable_2 : total_output_net_capacitance;
                             index_1 ("0, 1"); index_2 ("0, 10"); }}
  wire_load ("w") {{ capacitance : 0.5; fanout_length (1, 2); fanout_length (3, 6); }}
  default_wire_load : "w";
  cell(INV) {{ area : 1; pin(A) {{ direction : input; capacitance : 1; }}
    pin(Y) {{ direction : output; function : "!A";
      timing () {{ related_pin : "A"; timing_sense : negative_unate; {SLEWS}
        cell_rise (grid) {{ values ("0.00, 0.10", "0.20, 0.30"); }}
        cell_fall (grid) {{ values ("0.02, 0.12", "0.42, 0.52"); }} }} }} }}
  cell(XOR) {{ area : 2; pin(A) {{ direction : input; capacitance : 1; }}
    pin(B) {{ direction : input; capacitance : 1; }}
    pin(Y) {{ direction : output; function : "A ^ B";
      timing () {{ related_pin : "A"; {SLEWS} {SCALAR.format(0.03, 0.05)} }}
      timing () {{ related_pin : "B"; when : "A"; {SLEWS} {SCALAR.format(0.08, 0.02)} }}
      timing () {{ related_pin : "B"; when : "!A"; {SLEWS} {SCALAR.format(0.05, 0.06)} }} }} }}
  cell(DFF) {{ area : 4; ff(IQ, IQN) {{ clocked_on : "C"; next_state : "D"; }}
    pin(C) {{ direction : input; capacitance : 1; clock : true; }}
    pin(D) {{ direction : input; capacitance : 1; }}
    pin(Q) {{ direction : output; function : "IQ";
      timing () {{ related_pin : "C"; {SLEWS} {SCALAR.format(0.07, 0.09)} }} }} }}
}}
"""
NETLIST = """
module dut(input clk, input in, output y);
  wire q, n, m;
  DFF state (.C(clk), .D(in), .Q(q));
  INV first (.A(q), .Y(n)); INV second (.A(n), .Y(m)); XOR both (.A(q), .B(m), .Y(y));
endmodule
"""
"""The XOR of a bit with itself two inverters later."""


def read(directory, library: str = LIBRARY) -> tuple[GateSimulator, liberty.Liberty]:
    """The simulator of `NETLIST`, and the library."""
    (directory / "cells.lib").write_text(library)
    (directory / "netlist.v").write_text(NETLIST)
    return GateSimulator.build(
        directory / "netlist.v", directory / "cells.lib", "dut", directory
    ), liberty.read(directory / "cells.lib")


def test_delays_are_those_of_the_tables(tmp_path):
    """By hand: n and m each have one pin and its wire, 2 pF. The first inverter's slews are those
    of q, 0.2 and 0.4 ns: it rises after 0.02 + 0.2 * 0.4 = 0.10 ns, when q falls, and falls after
    0.04 + 0.2 * 0.4 = 0.12 ns: 11 steps of 10 ps. So does the second. The XOR takes 4 steps from A
    and, the worse of two conditions each, 7 from B; the flip-flop 8.
    """
    simulator, library = read(tmp_path)
    q = simulator.states[0]["q"]
    n, m = (
        next(net for net, read in simulator.drivers.items() if read == (source,))
        for source in (q, next(net for net, read in simulator.drivers.items() if read == (q,)))
    )
    (y,) = simulator.ports["y"]
    assert delays.delays(simulator, library) == {q: (8,), n: (11,), m: (11,), y: (4, 7)}


def test_glitches_come_with_these_delays(tmp_path):
    """When the bit changes, y has a pulse from step 8 + 4 to 8 + 11 + 11 + 7, which no settled
    value shows: five toggles, of q, both inverters and the pulse.
    """
    simulator, library = read(tmp_path)
    stimulus = Stimulus(ports={"in": Drive(kind="given", values=[0, 1, 1, 1])}, cycles=4)
    settled, timed = (
        one.play(stimulus, traces=1, seed=1, directory=tmp_path, glitches=True)["mean_toggles"][2]
        if glitches
        else one.play(stimulus, traces=1, seed=1, directory=tmp_path)["mean_toggles"][2]
        for one, glitches in ((simulator, False), (delays.delayed(simulator, library), True))
    )
    assert (settled, timed) == (3, 5)


def test_a_library_without_delays_is_refused(tmp_path):
    """What has no table of delays is named."""
    simulator, library = read(tmp_path, LIBRARY.replace(SCALAR.format(0.03, 0.05), ""))
    with pytest.raises(ToolError, match="XOR, pin Y: expected tables cell_rise"):
        delays.delays(simulator, library)

# SPDX-License-Identifier: Apache-2.0
"""State machines to which synthesis gave other codes."""

import re

import pytest
from small_cells import compare, synthesize

from cipherfab.verify.equivalence.aig import Aig
from cipherfab.verify.equivalence.netlist import Netlist, Register
from cipherfab.verify.equivalence.states import State, in_states, possible

MACHINE = """
module dut(input clk, input rst, input go, input skip, input [3:0] in, output [1:0] out,
           output [3:0] held);
  reg [2:0] state; reg [3:0] x;
  localparam IDLE = 0, LOAD = 1, FIRST = 2, SECOND = 4, LAST = 5;
  always @(posedge clk) begin
    if (state == LOAD) x <= in;
    else if (state == SECOND) x <= {x[2:0], x[3]};
    if (rst) state <= IDLE;
    else case (state)
      IDLE: if (go) state <= LOAD;
      LOAD: state <= skip ? SECOND : FIRST;
      FIRST: if (go) state <= SECOND;
      SECOND: if (go) state <= LAST;
      LAST: state <= IDLE;
      default: state <= 3'bx;
    endcase
  end
  assign out = {state == LAST, state == FIRST | state == SECOND};
  assign held = x;
endmodule
"""
"""Five states in three bits; what it does in the other three is left to synthesis."""


def test_a_state_machine_with_a_flip_flop_for_each_state_is_proved(tmp_path):
    """Yosys gives the machine a flip-flop for each state; the netlist is proved, and the finding
    says that states were looked at.
    """
    netlist = synthesize(MACHINE, tmp_path)
    assert netlist.count("DFF ") == 5 + 4
    result = compare(MACHINE, netlist, tmp_path)
    assert result["proved"], result
    assert "states" in result["method"]


def test_any_wrong_cell_of_such_a_netlist_is_noticed(tmp_path):
    """With one NAND or NOR made the other the netlist is never proved, whichever it is."""
    netlist = synthesize(MACHINE, tmp_path)
    cells = [match for match in re.finditer(r"\b(NAND|NOR) ", netlist)]
    assert len(cells) > 20
    for match in cells:
        other = {"NAND": "NOR ", "NOR": "NAND "}[match[1]]
        broken = netlist[:match.start()] + other + netlist[match.end():]
        assert not compare(MACHINE, broken, tmp_path)["proved"], match


@pytest.mark.parametrize("old, new", [
    ("skip ? SECOND : FIRST", "skip ? FIRST : SECOND"),
    ("LAST: state <= IDLE", "LAST: state <= LOAD"),
    ("SECOND: if (go)", "SECOND: if (skip)"),
    ("if (rst) state <= IDLE", "if (rst) state <= LOAD"),
])
def test_a_machine_with_another_transition_is_not_proved(tmp_path, old, new):
    """The netlist of a machine that goes elsewhere in one state is not proved."""
    assert old in MACHINE
    netlist = synthesize(MACHINE.replace(old, new), tmp_path)
    assert not compare(MACHINE, netlist, tmp_path)["proved"]


def test_a_state_is_one_bit():
    """A state is 1 exactly where its register holds its value, in a graph and in a trace; words of
    one bit or of more than six have none.
    """
    registers = tuple(Register(10 + place, 0, 1, (f"s[{place}]",)) for place in range(2))
    lone, wide = Register(20, 0, 1, ("flag",)), tuple(
        Register(30 + place, 0, 1, (f"w[{place}]",)) for place in range(7))
    states = possible(Netlist(inputs={}, outputs={}, gates={},
                              registers=(*registers, lone, *wide)))
    assert [(state.name, state.value) for state in states] == [("s", value) for value in range(4)]
    traces = {("rtl", 10): 0b0101, ("rtl", 11): 0b0011}
    assert [state.trace(traces, 0b1111) for state in states] == [8, 4, 2, 1]
    graph = Aig()
    literals = {key: graph.input(key) for key in traces}
    found = in_states(graph, states[1:3], literals)
    assert graph.simulate(traces, 4)[found["s"]] == 0b0110


def test_equal_states_are_equal():
    """States are values: two that say the same are one key of a correspondence."""
    assert len({State("s", (("rtl", 1),), 0), State("s", (("rtl", 1),), 0)}) == 1

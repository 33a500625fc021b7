# SPDX-License-Identifier: Apache-2.0
"""State machines to which synthesis gave other codes."""

import re

import pytest
from small_cells import compare, synthesize

from cipherfab.verify.equivalence.aig import Aig
from cipherfab.verify.equivalence.netlist import Netlist, Register
from cipherfab.verify.equivalence.states import Values, Word, explained, words

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


@pytest.mark.slow
def test_any_wrong_cell_of_such_a_netlist_is_noticed(tmp_path):
    """With one NAND or NOR made the other the netlist is never proved, whichever it is (of four
    one is tried).
    """
    netlist = synthesize(MACHINE, tmp_path)
    cells = [match for match in re.finditer(r"\b(NAND|NOR) ", netlist)]
    assert len(cells) > 20
    for match in cells[::4]:
        other = {"NAND": "NOR ", "NOR": "NAND "}[match[1]]
        broken = netlist[: match.start()] + other + netlist[match.end() :]
        assert not compare(MACHINE, broken, tmp_path)["proved"], match


LOOKED_UP = """
module dut(input clk, input rst, input go, output [3:0] out);
  reg [2:0] count; reg [3:0] number;
  always @(posedge clk) if (rst) count <= 0; else if (go) count <= count == 4 ? 0 : count + 1;
  always @* case (count)
    0: number = 4'h7; 1: number = 4'ha; 2: number = 4'h3; 3: number = 4'hc; default: number = 4'h9;
  endcase
  assign out = number;
endmodule
"""


def test_what_is_looked_up_a_cycle_earlier_is_proved(tmp_path):
    """Yosys puts registers behind the table in place of those in front of it; with one entry of the
    table another the netlist is not proved.
    """
    early = (
        LOOKED_UP.replace("reg [3:0] number", "reg [3:0] number, later")
        .replace(
            "always @* case (count)",
            "wire [2:0] next = rst ? 0 : !go ? count : count == 4 ? 0 : "
            "count + 1;\n  always @* case (next)",
        )
        .replace(
            "assign out = number;", "always @(posedge clk) later <= number;\n  assign out = later;"
        )
    )
    assert compare(LOOKED_UP, synthesize(early, tmp_path), tmp_path)["proved"]
    wrong = early.replace("4'hc", "4'hd")
    assert not compare(LOOKED_UP, synthesize(wrong, tmp_path), tmp_path)["proved"]


@pytest.mark.parametrize(
    "old, new",
    [
        ("skip ? SECOND : FIRST", "skip ? FIRST : SECOND"),
        ("LAST: state <= IDLE", "LAST: state <= LOAD"),
        ("SECOND: if (go)", "SECOND: if (skip)"),
        ("if (rst) state <= IDLE", "if (rst) state <= LOAD"),
    ],
)
def test_a_machine_with_another_transition_is_not_proved(tmp_path, old, new):
    """The netlist of a machine that goes elsewhere in one state is not proved."""
    assert old in MACHINE
    netlist = synthesize(MACHINE.replace(old, new), tmp_path)
    assert not compare(MACHINE, netlist, tmp_path)["proved"]


RARE = (
    MACHINE.replace("input [3:0] in,", "input [31:0] in,")
    .replace("IDLE: if (go)", "IDLE: if (in == 32'hdeadbeef) state <= RARE; else if (go)")
    .replace("LAST = 5", "LAST = 5, RARE = 6")
    .replace("default:", "RARE: state <= IDLE;\n      default:")
)


def test_a_state_that_no_simulation_sees_counts(tmp_path):
    """A machine with a state behind one input of four billion is proved; a netlist that is wrong in
    that state alone is not.
    """
    wrong = RARE.replace("RARE: state <= IDLE", "RARE: state <= LAST")
    assert wrong != RARE != MACHINE
    assert compare(RARE, synthesize(RARE, tmp_path), tmp_path)["proved"]
    assert not compare(RARE, synthesize(wrong, tmp_path), tmp_path)["proved"]


WITHOUT_A_FLIP_FLOP = """
module dut(input clk, input rst, input go, input skip, input [31:0] in, output [1:0] out,
           output [3:0] held);
  reg [4:0] is; reg [3:0] x;
  wire rare = in == 32'hdeadbeef;
  always @(posedge clk) begin
    if (is[1]) x <= in;
    else if (is[3]) x <= {x[2:0], x[3]};
    is[0] <= rst | is[0] & ~go & ~rare | is[4] | is == 0;
    is[1] <= ~rst & is[0] & go & ~rare;
    is[2] <= ~rst & (is[1] & ~skip | is[2] & ~go);
    is[3] <= ~rst & (is[1] & skip | is[2] & go | is[3] & ~go);
    is[4] <= ~rst & is[3] & go;
  end
  assign out = {is[4], is[2] | is[3]};
  assign held = x;
endmodule
"""
"""`RARE` with a flip-flop for each state but the rare one, in which none is 1."""


def test_registers_that_may_leave_the_states_that_were_seen_prove_nothing(tmp_path):
    """A rare state that has no flip-flop counts too: the netlist is proved, and not if it never
    leaves that state.
    """
    stuck = WITHOUT_A_FLIP_FLOP.replace(" | is == 0", "")
    assert stuck != WITHOUT_A_FLIP_FLOP
    assert compare(RARE, synthesize(WITHOUT_A_FLIP_FLOP, tmp_path), tmp_path)["proved"]
    assert not compare(RARE, synthesize(stuck, tmp_path), tmp_path)["proved"]


def test_values_are_one_bit():
    """Values are 1 exactly where their register holds one of them, in a trace and in a graph; only
    registers of 2 to 16 bits have any, and only those that were seen.
    """

    def register(name: str, first: int, width: int) -> tuple[Register, ...]:
        return tuple(Register(first + place, 0, 1, (f"{name}[{place}]",)) for place in range(width))

    found = words(
        Netlist(
            inputs={},
            outputs={},
            gates={},
            registers=(*register("flag", 10, 1), *register("s", 20, 2), *register("wide", 30, 17)),
        )
    )
    assert [(word.name, len(word.bits)) for word in found] == [("s", 2)]
    traces = {("rtl", 20): 0b0101, ("rtl", 21): 0b0010}
    seen = found[0].seen(traces, 0b1111)
    assert seen == {0: 8, 1: 5, 2: 2}
    assert explained(0b0111, {found[0]: seen}) == Values(found[0], (1, 2))
    assert explained(0b0100, {found[0]: seen}) is None
    graph = Aig()
    literals = {key: graph.input(key) for key in traces}
    inside = Values(found[0], (1, 2)).literal(graph, literals)
    assert graph.simulate(traces, 4)[inside] == 0b0111


def test_a_register_of_many_values_has_no_states():
    """One that was seen with more than 64 values is no state machine."""
    word, count = Word("count", tuple(("rtl", place) for place in range(7))), 65
    traces = {
        ("rtl", place): sum((moment >> place & 1) << moment for moment in range(count))
        for place in range(7)
    }
    assert word.seen(traces, (1 << count) - 1) == {}
    assert len(word.seen(traces, (1 << count - 1) - 1)) == 64

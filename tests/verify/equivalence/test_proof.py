# SPDX-License-Identifier: Apache-2.0
"""Equivalence of a mapped netlist with its RTL."""

import re

import pytest
from amaranth.back import rtlil
from amaranth.hdl import Module, Signal
from small_cells import COUNTER, ENABLED, compare, synthesize

from cipherfab.ciphers.ascon import ascon_p
from cipherfab.errors import DesignError
from cipherfab.tools.yosys import run_yosys
from cipherfab.words.hardware import build


def ascon_round() -> str:
    """One round between registers."""
    primitive, module = ascon_p(8), Module()
    inputs = {name: Signal(width, name=f"in_{name}") for name, width in primitive.inputs.items()}
    held = {name: Signal(width, name=f"held_{name}") for name, width in primitive.inputs.items()}
    module.d.sync += [held[name].eq(inputs[name]) for name in inputs]
    outputs = build(
        module, lambda given: primitive.result(primitive.step(primitive.load(given))), held
    )
    ports = {name: Signal(width, name=f"out_{name}") for name, width in primitive.outputs.items()}
    module.d.sync += [ports[name].eq(outputs[name]) for name in ports]
    return rtlil.convert(module, name="dut", ports=[*inputs.values(), *ports.values()])


def test_sequential_netlist_is_proved(tmp_path):
    """A netlist is proved although synthesis removed, merged and dropped registers."""
    netlist = synthesize(COUNTER, tmp_path)
    assert netlist.count("DFF ") == 5
    result = compare(COUNTER, netlist, tmp_path)
    assert result["proved"] and result["verdict"] == "proved" and result["counterexample"] is None


def test_registers_are_found_without_names(tmp_path):
    """A netlist whose register names are lost is proved: the registers are found by simulation."""
    result = compare(
        COUNTER,
        synthesize(COUNTER, tmp_path, passes="rename -wire\nrename -enumerate -pattern n%"),
        tmp_path,
    )
    assert result["proved"], result


@pytest.mark.slow
def test_ascon_round_is_proved_and_any_changed_cell_is_refused(tmp_path):
    """One round of Ascon is proved; the same netlist with one XOR made a NOR has a counterexample
    that names its inputs.
    """
    (tmp_path / "dut.il").write_text(ascon_round())
    run_yosys(
        "read_rtlil dut.il\nproc\nwrite_verilog -noattr dut.v\n", directory=tmp_path, name="emit"
    )
    text = (tmp_path / "dut.v").read_text()
    netlist = synthesize(text, tmp_path)
    assert compare(text, netlist, tmp_path)["proved"]
    middle = [match.start() for match in re.finditer(r"\bXOR ", netlist)][300]
    result = compare(text, netlist[:middle] + "NOR " + netlist[middle + 4 :], tmp_path)
    assert result["verdict"] == "refuted" and not result["proved"]
    assert set(result["counterexample"]["inputs"]) == {"clk", "rst", "in_x"}
    assert result["counterexample"]["differs"]


@pytest.mark.parametrize(
    "old, new", [("NAND ", "NOR "), ("NOR ", "XOR "), ("INV ", "BUF "), (".Q(", ".QN(")]
)
def test_every_kind_of_change_is_noticed(tmp_path, old, new):
    """A netlist of which one cell or one pin is another is not proved, and what differs is
    named."""
    netlist = synthesize(COUNTER, tmp_path)
    position = netlist.index(old)
    cell = netlist[position : netlist.index(");", position)]
    changed = cell.replace(".QN(", ".unused(").replace(old, new, 1).replace(".unused(", ".Q(")
    result = compare(COUNTER, netlist.replace(cell, changed, 1), tmp_path)
    assert not result["proved"]
    assert result["counterexample"]["differs"]


def test_difference_in_two_assignments_of_four_billion_is_found(tmp_path):
    """What random simulation cannot see, the SAT solver finds: the counterexample is a value that
    differs.
    """
    text = (
        "module dut(input clk, input rst, input [31:0] in, output out); assign out = in == 32'h{}; "
        "endmodule"
    )
    result = compare(
        text.format("cafe1234"), synthesize(text.format("cafe1235"), tmp_path), tmp_path
    )
    assert result["verdict"] == "refuted"
    assert result["counterexample"]["inputs"]["in"] in ("cafe1234", "cafe1235")


def test_undriven_net_of_the_netlist_is_noticed(tmp_path):
    """A net without a driver takes any value, so a netlist that needs it to be 0 is not proved."""
    text = "module dut(input clk, input rst, input in, output out); assign out = 1'b1; endmodule"
    netlist = (
        "module dut(clk, rst, in, out); input clk, rst, in; output out; wire n; INV g(.A(n), "
        ".Y(out)); endmodule"
    )
    assert not compare(text, netlist, tmp_path)["proved"]


COUNTING = """module dut(input clk, input rst, output out); reg [1:0] s;
  always @(posedge clk) if (rst) s <= 0; else s <= s + 1; assign out = s == 2; endmodule"""


def test_ring_for_a_counter_is_proved(tmp_path):
    """A register for each value of the RTL's counter: each corresponds to a state of it."""
    ring = """module dut(input clk, input rst, output out); reg [3:0] ring;
      always @(posedge clk) if (rst) ring <= 1; else ring <= {ring[2:0], ring[3]}; assign out = ring[2]; endmodule"""  # noqa: E501
    assert compare(COUNTING, synthesize(ring, tmp_path), tmp_path)["proved"]


def test_counter_in_another_code_is_proved(tmp_path):
    """Two registers in Gray code: each is 1 at some values of the RTL's counter."""
    gray = """module dut(input clk, input rst, output out); reg high, low;
      always @(posedge clk) if (rst) {high, low} <= 0; else begin high <= low; low <= ~high; end
      assign out = high & low; endmodule"""
    assert compare(COUNTING, synthesize(gray, tmp_path), tmp_path)["proved"]


def test_other_state_machine_is_undecided(tmp_path):
    """A register that corresponds to none of the RTL, nor to values of one, makes a difference
    undecided: never proved, and not refuted either.
    """
    text = """module dut(input clk, input rst, input x, output out); reg a, b;
      always @(posedge clk) if (rst) {a, b} <= 0; else if (x) a <= ~a; else b <= ~b;
      assign out = a ^ b; endmodule"""
    other = """module dut(input clk, input rst, input x, output out); reg t;
      always @(posedge clk) if (rst) t <= 0; else t <= ~t;
      assign out = t; endmodule"""
    result = compare(text, synthesize(other, tmp_path), tmp_path)
    assert result["verdict"] == "undecided" and not result["proved"] and result["undecided"]


def test_scan_flip_flop_as_enable(tmp_path):
    """A scan flip-flop that holds its value through its scan input is an enable flip-flop, and the
    wrong way round it is not.
    """
    netlist = """module dut(clk, rst, en, in, out); input clk, rst, en, in; output out; wire n;
      INV g(.A(en), .Y(n)); SDFF r(.C(clk), .D(in), .SE({}), .SI(out), .Q(out), .QN()); endmodule"""
    assert compare(ENABLED, netlist.format("n"), tmp_path)["proved"]
    assert not compare(ENABLED, netlist.format("en"), tmp_path)["proved"]


def test_flip_flop_that_holds_the_inverse(tmp_path):
    """A register that a flip-flop holds inverted is found by that output's name: simulation would
    hardly ever load it.
    """
    rtl = """module dut(input clk, input rst, input [23:0] in, output reg out);
      always @(posedge clk) if (&in) out <= rst; endmodule"""
    netlist = """module dut(clk, rst, in, out); input clk, rst; input [23:0] in; output out; wire held, all, n;
      assign all = &in; INV g(.A(rst), .Y(n)); SDFF r(.C(clk), .D(held), .SE(all), .SI({}), .Q(held), .QN(out)); endmodule"""  # noqa: E501
    assert compare(rtl, netlist.format("n"), tmp_path)["proved"]
    assert compare(rtl, netlist.format("rst"), tmp_path)["verdict"] == "refuted"


def test_a_name_that_nothing_reads_is_kept(tmp_path):
    """Two registers that load rarely, each from the other, have left their names to outputs of
    flip-flops that no cell reads; they are found by these names.
    """
    rtl = """module dut(input clk, input rst, input [23:0] in, output out); reg a, b;
      assign out = a & b;
      always @(posedge clk) if (&in) begin a <= b ^ rst; b <= a | rst; end endmodule"""
    netlist = """module dut(clk, rst, in, out); input clk, rst; input [23:0] in; output out;
      wire a, b, p, q, all; assign all = &in; assign out = ~p & ~q;
      SDFF r(.C(clk), .D(p), .SE(all), .SI(q ^ rst), .Q(p), .QN(a));
      SDFF s(.C(clk), .D(q), .SE(all), .SI(~({})), .Q(q), .QN(b)); endmodule"""
    assert compare(rtl, netlist.format("~p | rst"), tmp_path)["proved"]
    assert compare(rtl, netlist.format("~p & rst"), tmp_path)["verdict"] == "refuted"


RARELY = """module dut(input clk, input rst, input [39:0] in, output reg a, output out); reg b, c; assign out = b ^ c;
  always @(posedge clk) begin a <= &in ? rst : b; b <= &in ? ~rst : a ^ rst; c <= &in ? c & rst : c; end endmodule"""  # noqa: E501


def test_registers_that_are_hardly_ever_loaded_are_found_by_their_next_values(tmp_path):
    """One that turns and lost its name, and one that synthesis took for 0; with another function it
    is not proved.
    """
    netlist = """module dut(input clk, input rst, input [39:0] in, output reg a, output out); reg other; assign out = ~other;
      always @(posedge clk) begin a <= &in ? rst : ~other; other <= &in ? rst : ~(a {} rst); end endmodule"""  # noqa: E501
    assert compare(RARELY, synthesize(netlist.format("^"), tmp_path), tmp_path)["proved"]
    assert not compare(RARELY, synthesize(netlist.format("|"), tmp_path), tmp_path)["proved"]


LOADED = """module dut(input clk, input rst, input [39:0] in, output reg out); reg rare, full;
  always @(posedge clk) begin rare <= &in; if (rare) full <= {}; out <= full & in[0]; end endmodule"""  # noqa: E501


def test_a_register_that_is_only_ever_loaded_with_1_is_taken_for_1(tmp_path):
    """Synthesis left it out, and what loads it; that which loads it is 1 in no simulation, and not
    taken for 0. With another function, or if something else is loaded, it is not proved.
    """
    netlist = """module dut(input clk, input rst, input [39:0] in, output reg out);
      always @(posedge clk) out <= in[{}]; endmodule"""
    first, other = (synthesize(netlist.format(bit), tmp_path) for bit in (0, 1))
    assert compare(LOADED.format("1"), first, tmp_path)["proved"]
    assert not compare(LOADED.format("1"), other, tmp_path)["proved"]
    assert not compare(LOADED.format("in[1]"), first, tmp_path)["proved"]


TOGETHER = """module dut(input clk, input rst, input [39:0] in, output reg a, output reg b);
  reg rare, full, one, two;
  always @(posedge clk) begin
    rare <= &in; if (rst) full <= 0; else if (rare) full <= 1;
    if (rare) begin one <= in[0]; two <= in[{}]; end
    a <= full & one; b <= full & two;
  end endmodule"""


def test_registers_that_are_only_ever_loaded_together_are_taken_for_one(tmp_path):
    """Synthesis made one of both, which are loaded in no simulation, and begin with anything. With
    another function, or if they are loaded with different values, it is not proved.
    """
    netlist = """module dut(input clk, input rst, input [39:0] in, output reg a, output reg b);
  reg rare, full, one;
  always @(posedge clk) begin
    rare <= &in; if (rst) full <= 0; else if (rare) full <= 1;
    if (rare) one <= in[0];
    a <= full & one; b <= full {} one;
  end endmodule"""
    same, other = (synthesize(netlist.format(gate), tmp_path) for gate in "&|")
    assert compare(TOGETHER.format(0), same, tmp_path)["proved"]
    assert not compare(TOGETHER.format(0), other, tmp_path)["proved"]
    assert not compare(TOGETHER.format(1), same, tmp_path)["proved"]


def test_ports_must_agree(tmp_path):
    """A netlist with other ports is refused with the port's name."""
    netlist = synthesize(
        ENABLED.replace("input in", "input [1:0] in").replace("<= in", "<= ^in"), tmp_path
    )
    with pytest.raises(DesignError, match=r"in: expected 1 bits, got 2"):
        compare(ENABLED, netlist, tmp_path)


def test_combinational_loop_and_latch_are_refused(tmp_path):
    """What has no place between two registers is refused, not compared."""
    loop = """module dut(clk, rst, en, in, out); input clk, rst, en, in; output out; wire a;
      NAND g(.A(in), .B(out), .Y(a)); NAND h(.A(en), .B(a), .Y(out)); endmodule"""
    with pytest.raises(DesignError, match="combinational loop"):
        compare(ENABLED, loop, tmp_path)
    latch = (
        "module dut(input clk, input rst, input en, input in, output reg out); always @* if (en) "
        "out = in; endmodule"
    )
    with pytest.raises(DesignError, match="latch"):
        compare(latch, loop, tmp_path)


def test_negative_edge_is_refused(tmp_path):
    """Registers at the other edge of the clock are refused."""
    with pytest.raises(DesignError, match="flip-flops"):
        compare(ENABLED.replace("posedge", "negedge"), synthesize(ENABLED, tmp_path), tmp_path)


TWO_OF_ONE_NAME = """module dut(clk, rst, in0, in1, out, both);
  input clk, rst, in0, in1; output out, both; wire [1:0] a; wire \\a[0] ; wire i, j, d0, d1;
  INV f(.A(in0), .Y(i)); INV g(.A(in1), .Y(j));
  NOR h(.A(i), .B(rst), .Y(d0)); NOR k(.A(j), .B(rst), .Y(d1));
  DFF r(.C(clk), .D(d0), .Q(a[0])); DFF s(.C(clk), .D(d1), .Q(a[1]));
  DFF t(.C(clk), .D({}), .Q(\\a[0] ));
  BUF u(.A(\\a[0] ), .Y(out)); XOR v(.A(a[0]), .B(a[1]), .Y(both)); endmodule"""


@pytest.mark.parametrize("data, verdict", [("d0", True), ("d1", False)])
def test_each_of_two_registers_of_one_name_is_compared(tmp_path, data, verdict):
    """A wire whose name has brackets is called as a bit of a word is: the output follows it, and is
    right only if its register takes in what the RTL's does.
    """
    text = """module dut(input clk, rst, in0, in1, output out, both); reg [1:0] a;
      always @(posedge clk) a <= rst ? 2'd0 : {in1, in0};
      assign out = a[0]; assign both = ^a; endmodule"""
    assert compare(text, TWO_OF_ONE_NAME.format(data), tmp_path)["proved"] is verdict


def test_two_bits_of_ports_of_one_name_are_refused(tmp_path):
    """As one input of the comparison they would always hold the same."""
    ports = "module dut(input clk, rst, \\a[0] , input [1:0] a, output out);"
    netlist = f"{ports} NOR g(.A(a[0]), .B(a[1]), .Y(out)); endmodule"
    with pytest.raises(DesignError, match=r"one port for each name, got two called a\[0\]"):
        compare(f"{ports} assign out = ~(\\a[0] | a[1]); endmodule", netlist, tmp_path)


@pytest.mark.parametrize(
    "second", ["INV g2 (.A(a), .Y(y));", "INV g0 (.A(a), .Y(y));", "INV g2 (.A(b), .Y(a));"]
)
def test_a_net_with_two_drivers_is_refused(tmp_path, second):
    """A netlist of which a net is driven twice, or an input from inside, is not read as if it had
    one of the drivers alone.
    """
    text = "module dut(input clk, input rst, input a, input b, output y); assign y = a & b; {}"
    netlist = """module dut(clk, rst, a, b, y); input clk, rst, a, b; output y; wire n;
      NAND g1 (.A(a), .B(b), .Y(n)); INV g3 (.A(n), .Y(y)); {} endmodule"""
    rtl = text.format("endmodule")
    assert compare(rtl, netlist.format(""), tmp_path)["proved"]
    with pytest.raises(DesignError, match="one driver of each net"):
        compare(rtl, netlist.format(second), tmp_path)
    with pytest.raises(DesignError, match="one driver of each net, got several of a, b, y"):
        compare(text.format("assign y = a; assign y = b; endmodule"), netlist.format(""), tmp_path)

# SPDX-License-Identifier: Apache-2.0
"""Small designs for the tests of this folder."""

from pathlib import Path

from amaranth.back import rtlil
from amaranth.hdl import Module, Signal

from cipherfab.ciphers.ascon import permutation_round
from cipherfab.design import Design
from cipherfab.tools.yosys import run_yosys
from cipherfab.words import concat
from cipherfab.words.hardware import build

COUNTER = """
module counter(input clk, input rst, input enable, input [7:0] add, output reg [7:0] count);
  always @(posedge clk) if (rst) count <= 0; else if (enable) count <= count + add;
endmodule
"""

WRAPPED = """
module half(input clk, input [7:0] d, output reg [7:0] q);
  always @(posedge clk) q <= d ^ {q[0], q[7:1]};
endmodule
module wrapped(input clk, input rst, input [7:0] d, output [7:0] q);
  wire [7:0] a, b;
  half pre(.clk(clk), .d(d), .q(a));
  half inner(.clk(clk), .d(a), .q(b));
  half post(.clk(clk), .d(b), .q(q));
endmodule
"""

APART = """
module same(input a, input b, output y);
  assign y = a & b;
endmodule
module apart(input clk, input rst, input a, input b, output y, output z);
  same apart_first (
      .a(a), .b(b), .y(y)
  );
  same apart_second (
      .a(a), .b(b), .y(z)
  );
endmodule
"""

FANOUT = """
module fanout(input clk, input rst, input on, input [255:0] d, output reg [255:0] q);
  reg chosen;
  always @(posedge clk) begin chosen <= on; q <= chosen ? d : {q[0], q[255:1]}; end
endmodule
"""

HOLD = """
module hold(input clk, input rst, input enable, input [31:0] d, output reg [31:0] q);
  always @(posedge clk) if (enable) q <= d;
endmodule
"""

BOTH = """
module both(input clk, input rst, input [7:0] a, input [7:0] b, input e, output [7:0] y, output [7:0] z);
  reg [7:0] r, s;
  always @(posedge clk) begin
    if (e) r <= ~((a & ~s) ^ b);
    s <= rst ? 8'h5a : ~((r | b) & ~a);
  end
  assign y = (r & a) ^ (~r & s) ^ (b | ~s);
  assign z = ~(s ^ r) & ~s;
endmodule
"""  # noqa: E501

LOAD = """
module load(input clk, input rst, input start, input [31:0] d, output reg [31:0] q, output seen);
  wire [31:0] chosen = start ? d : {q[0], q[31:1]};
  always @(posedge clk) q <= chosen;
  assign seen = chosen[7];
endmodule
"""


def verilog(name: str, text: str, **settings) -> Design:
    """A design of one file whose top module is called ``name``."""
    return Design(name=name, top=name, sources={f"{name}.v": text}, interface=None, **settings)


def ascon_round(directory: Path) -> Design:
    """One round of Ascon-p between two registers of 320 bits."""
    m = Module()
    source, held, result = (
        Signal(320, name="source"),
        Signal(320, name="held"),
        Signal(320, name="result"),
    )
    values = build(
        m,
        lambda inputs: {
            "y": concat(*permutation_round(inputs["x"].split(64), inputs["x"].constant(0xF0, 8)))
        },
        {"x": held},
    )
    m.d.sync += [held.eq(source), result.eq(values["y"])]
    (directory / "round.il").write_text(
        rtlil.convert(m, ports=[source, result], name="ascon_round")
    )
    run_yosys(
        "read_rtlil round.il\nproc\nclean\nwrite_verilog -noattr round.v\n", directory=directory
    )
    return verilog("ascon_round", (directory / "round.v").read_text())

# SPDX-License-Identifier: Apache-2.0
"""Small masked circuits of two shares by hand, and small cores of ours, as netlists."""

from small_cells import symbolic, synthesize

from cipherfab.commands.gadgets import TOP, small_design
from cipherfab.design import BareInterface, Design, Masking

PORTS = """module dut(input clk, rst, in_valid, out_ready, input in_x_0, in_x_1, in_y_0, in_y_1,
  input [1:0] random, output in_ready, out_valid, output reg z_0, z_1);
  reg [2:0] at; reg a0, a1, b0, b1;
  assign in_ready = at == 0, out_valid = at == 5;
  always @(posedge clk)
    if (rst) at <= 0;
    else if (in_valid & in_ready) begin
      at <= 1; a0 <= in_x_0; a1 <= in_x_1; b0 <= in_y_0; b1 <= in_y_1;
    end else if (out_valid ? out_ready : at != 0) at <= out_valid ? 0 : at + 1;
"""
"""Two operands in registers, and a clock that counts."""

FIRST = """
    u01 <= at == 1 & (b1 ^ random[0]); u10 <= at == 1 & (b0 ^ random[0]); late <= random[0];
    v01 <= ~a0 & late; v10 <= ~a1 & late; w01 <= a0 & u01; w10 <= a1 & u10;
""".strip("\n")
"""All of a product of both operands by HPC2 but what its result takes in."""

HPC2 = f"""
  reg u01, u10, late, v01, v10, w01, w10;
  always @(posedge clk) begin
{FIRST}
    if (at == 3) begin z_0 <= a0 & b0 ^ v01 ^ w01; z_1 <= a1 & b1 ^ v10 ^ w10; end
  end
endmodule
"""

TWICE = f"""
  reg u01, u10, s01, s10, late, v01, v10, w01, w10, p01, p10, q01, q10;
  always @(posedge clk) begin
{FIRST}
    s01 <= at == 1 & (a1 ^ random[N]); s10 <= at == 1 & (a0 ^ random[N]); later <= random[N];
    p01 <= ~b0 & later; p10 <= ~b1 & later; q01 <= b0 & s01; q10 <= b1 & s10;
    if (at == 3) begin z_0 <= v01 ^ w01 ^ p01 ^ q01; z_1 <= v10 ^ w10 ^ p10 ^ q10; end
  end
  reg later;
endmodule
"""
"""Two products at once; random[N] is that of the second one."""

ZEROS = """
  reg late, v0, v1, s0, s1, u01, u10, later, p01, p10, q01, q10;
  always @(posedge clk) begin
    late <= at == 1 & random[0]; v0 <= late; v1 <= late; later <= at == 3 & random[1];
    u01 <= at == 3 & (a1 ^ v1 ^ random[1]); u10 <= at == 3 & (a0 ^ v0 ^ random[1]);
    p01 <= ~b0 & later; p10 <= ~b1 & later; q01 <= b0 & u01; q10 <= b1 & u10;
    if (at == 3) begin s0 <= a0 ^ v0; s1 <= a1 ^ v1; end
    if (at == 5) begin z_0 <= s0 & b0 ^ p01 ^ q01; z_1 <= s1 & b1 ^ p10 ^ q10; end
  end
endmodule
"""
"""What a product of zeros gives, a random bit, is added to both shares of an operand."""

DOM = """
  reg c01, c10;
  always @(posedge clk) begin
    c01 <= a0 & b1 ^ random[0]; c10 <= a1 & b0 ^ random[0];
    if (at == 3) begin z_0 <= a0 & b0 ^ c01; z_1 <= a1 & b1 ^ c10; end
  end
endmodule
"""

IN_A_ROW = f"""
  reg u01, u10, late, v01, v10, w01, w10, p0, p1, s01, s10, later, q01, q10, r01, r10;
  always @(posedge clk) begin
{FIRST}
    if (at == 3) begin p0 <= a0 & b0 ^ v01 ^ w01 ^ a0; p1 <= a1 & b1 ^ v10 ^ w10 ^ a1; end
    s01 <= at == 4 & (p1 ^ random[1]); s10 <= at == 4 & (p0 ^ random[1]); later <= random[1];
    q01 <= ~b0 & later; q10 <= ~b1 & later; r01 <= b0 & s01; r10 <= b1 & s10;
    if (at == 6) begin z_0 <= b0 & p0 ^ q01 ^ r01; z_1 <= b1 & p1 ^ q10 ^ r10; end
  end
endmodule
"""
"""Two products, the second one of what the first one gives and an operand of it."""

PIPELINE = """
  reg u01, u10, late, v01, v10, w01, w10, s01, s10, later, q01, q10, r01, r10, m0, m1, n0, n1;
  always @(posedge clk) begin
    u01 <= b1 ^ random[0]; u10 <= b0 ^ random[0]; late <= random[0];
    v01 <= ~a0 & late; v10 <= ~a1 & late; w01 <= a0 & u01; w10 <= a1 & u10;
    m0 <= a0 & b0; m1 <= a1 & b1; n0 <= m0 ^ v01 ^ w01; n1 <= m1 ^ v10 ^ w10;
    s01 <= n1 ^ random[1]; s10 <= n0 ^ random[1]; later <= random[1];
    q01 <= ~b0 & later; q10 <= ~b1 & later; r01 <= b0 & s01; r10 <= b1 & s10;
    if (at == 7) begin z_0 <= b0 & n0 ^ q01 ^ r01; z_1 <= b1 & n1 ^ q10 ^ r10; end
  end
endmodule
"""
"""The same in every cycle; for `PORTS_LONG`."""

PORTS_LONG = PORTS.replace("at == 5", "at == 8").replace("reg [2:0] at", "reg [3:0] at")


def read(text, directory):
    """The netlist of a circuit, ports and all."""
    synthesize(text, directory)
    return symbolic(directory)


def design():
    """Of a circuit behind `PORTS`."""
    masking = Masking(inputs=("x", "y"), outputs=("z",), random=2, shares=2, order=1)
    one = BareInterface(algorithm="", inputs={"x": 1, "y": 1}, outputs={"z": 1}, masking=masking)
    return Design(name="dut", top="dut", sources={}, interface=one, reset="rst")


def core(primitive, order, gadget, directory):
    """Design and netlist of a small core of ours."""
    made = small_design(primitive, order, gadget)
    synthesize(made.sources[f"{TOP}.sv"], directory, top=TOP)
    return made, symbolic(directory, TOP)

# SPDX-License-Identifier: Apache-2.0
"""A cell library of seven cells, small designs, and their synthesis."""

from cipherfab.design import BareInterface, Design
from cipherfab.tools.yosys import run_yosys
from cipherfab.verify.equivalence.proof import prove
from cipherfab.verify.gates.probing.symbolic import SymbolicNetlist

CELLS = """
library(test) {
  cell(NAND) { area: 1; pin(A) { direction: input; } pin(B) { direction: input; }
               pin(Y) { direction: output; function: "!(A & B)"; } }
  cell(NOR) { area: 1; pin(A) { direction: input; } pin(B) { direction: input; }
              pin(Y) { direction: output; function: "!(A | B)"; } }
  cell(XOR) { area: 2; pin(A) { direction: input; } pin(B) { direction: input; }
              pin(Y) { direction: output; function: "A ^ B"; } }
  cell(BUF) { area: 1; pin(A) { direction: input; } pin(Y) { direction: output; function: "A"; } }
  cell(INV) { area: 0.5; pin(A) { direction: input; } pin(Y) { direction: output; function: "!A"; } }
  cell(DFF) { area: 4; ff(IQ, IQN) { clocked_on: "C"; next_state: "D"; }
              pin(C) { direction: input; clock: true; } pin(D) { direction: input; }
              pin(Q) { direction: output; function: "IQ"; } pin(QN) { direction: output; function: "IQN"; } }
  cell(SDFF) { area: 5; ff(IQ, IQN) { clocked_on: "C"; next_state: "(SE * SI) + (D * !SE)"; }
               pin(C) { direction: input; clock: true; } pin(D) { direction: input; }
               pin(SE) { direction: input; } pin(SI) { direction: input; }
               pin(Q) { direction: output; function: "IQ"; } pin(QN) { direction: output; function: "IQN"; } }
}
"""  # noqa: E501

COUNTER = """
module dut(input clk, input rst, input en, input [3:0] in, output [3:0] out, output seen, output twin);
  reg [3:0] x; reg seen1, seen2, idle, constant;
  always @(posedge clk) begin
    constant <= 1'b0;
    idle <= ~idle;
    if (rst) begin x <= 4'h9; seen1 <= 1'b0; seen2 <= 1'b0; end
    else if (en) begin x <= (x + in) ^ {4{constant}}; seen1 <= |in; seen2 <= |in; end
  end
  assign out = x; assign seen = seen1; assign twin = seen2;
endmodule
"""  # noqa: E501
"""With an enable, a reset to something else than 0, and registers that are constant, equal to
another, or unused.
"""

ENABLED = """
module dut(input clk, input rst, input en, input in, output out);
  reg x;
  always @(posedge clk) if (en) x <= in;
  assign out = x;
endmodule
"""


def design(text: str) -> Design:
    """The source ``text`` with top module ``dut``."""
    return Design(
        name="dut",
        top="dut",
        sources={"dut.v": text},
        interface=BareInterface(algorithm="", inputs={}, outputs={}),
    )


def synthesize(text: str, directory, *, passes: str = "", top: str = "dut") -> str:
    """Map ``text`` to `CELLS`; the netlist is also in ``netlist.v``."""
    (directory / "given.v").write_text(text)
    (directory / "cells.lib").write_text(CELLS)
    run_yosys(
        f"read_verilog -sv given.v\nsynth -flatten -top {top}\n{passes}\ndfflibmap -liberty "
        f"cells.lib\n"
        "abc -liberty cells.lib\nopt_clean -purge\nwrite_verilog -noattr netlist.v\n",
        directory=directory,
        name="synthesis",
    )
    return (directory / "netlist.v").read_text()


def symbolic(directory, top: str = "dut") -> SymbolicNetlist:
    """The netlist that `synthesize` left in a directory, for checks of what probes see."""
    return SymbolicNetlist.read(directory / "netlist.v", directory / "cells.lib", top, directory)


def compare(text: str, netlist: str, directory, *, cells: str = CELLS, **options) -> dict:
    """What `prove` says of a netlist of ``cells``, a Liberty file's text."""
    (directory / "cells.lib").write_text(cells)
    (directory / "netlist.v").write_text(netlist)
    return prove(
        design(text), directory / "netlist.v", directory / "cells.lib", directory, **options
    )

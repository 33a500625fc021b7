# SPDX-License-Identifier: Apache-2.0
"""Cores of ours inside a wrapper that answers wrongly in one rare situation, for tests of what
finds it.
"""

from dataclasses import replace

from cipherfab.cores.build import build
from cipherfab.design import Design

WRAPPER = """
module planted (
    input wire clk, input wire rst,
    input wire [31:0] pdi_data, input wire pdi_valid, output wire pdi_ready,
    input wire [31:0] sdi_data, input wire sdi_valid, output wire sdi_ready,
    output wire [31:0] do_data, output wire do_valid, input wire do_ready, output wire do_last);
  wire [31:0] data;
  reg [63:0] seen;
  reg hit;
  {core} core (.clk(clk), .rst(rst), .pdi_data(pdi_data), .pdi_valid(pdi_valid),
    .pdi_ready(pdi_ready), .sdi_data(sdi_data), .sdi_valid(sdi_valid), .sdi_ready(sdi_ready),
    .do_data(data), .do_valid(do_valid), .do_ready(do_ready), .do_last(do_last));
  assign do_data = {answer};
  always @(posedge clk)
    if (rst) begin
      seen <= 0;
      hit <= 0;
    end else if ({takes}) begin
      seen <= {{seen[31:0], {watched}}};
      hit <= hit | ({condition});
    end
endmodule
"""


def planted(
    core: str,
    condition: str,
    *,
    answer: str = "data ^ {31'd0, hit & !do_last}",
    takes: str = "pdi_valid & pdi_ready",
    watched: str = "pdi_data",
) -> Design:
    """A core of ours whose answers change once something was seen.

    Args:
        core: its name.
        condition: Verilog over ``seen``, the two words before, and the ports: from then on ``hit``
            is 1.
        answer: Verilog of what is on DO, over ``data``, ``hit`` and ``do_last``.
        takes: Verilog of when a word is looked at.
        watched: Verilog of that word.
    """
    design = build(core)
    text = WRAPPER.format(
        core=design.top, condition=condition, answer=answer, takes=takes, watched=watched
    )
    return replace(design, top="planted", sources={**design.sources, "planted.sv": text})

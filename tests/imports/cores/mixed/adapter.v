// SPDX-License-Identifier: Apache-2.0
// The core in Verilog with its key at SHIFT of a wider port, and an entity of VHDL behind it.
module Adapter #(parameter SHIFT = 0, KIND = "none", parameter [0:0] MODE = 0)
    (input clk, input Reset_n, input next_in, output ready, input [127:0] key, input [63:0] block_in,
     output [63:0] result);
  wire [63:0] found, passed;
  wire [191:0] wide = key << SHIFT;
  gift64 core (.clk(clk), .reset_n(Reset_n), .next(next_in), .ready(ready), .mode({1'b0, MODE}), .key(wide),
               .block(block_in), .result(found));
  crossing #(.BITS(64)) behind (.a(found), .B(passed));
  assign result = KIND == "plain" ? passed : 64'd0;
endmodule

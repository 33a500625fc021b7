// SPDX-License-Identifier: Apache-2.0
// A top in SystemVerilog around the core in VHDL, whose names have another case here.
module over_vhdl (input logic clock, reset, go, input logic [127:0] key, input logic [63:0] text,
                  output logic ready, output logic [63:0] cipher);
  gift64 #(.G_Rounds(8'd28), .G_FAST(1'b0)) rounds
    (.clk(clock), .RST(reset), .start(go), .key, .plaintext(text), .done(ready), .ciphertext(cipher));
endmodule

// SPDX-License-Identifier: Apache-2.0
// GIFT-64-128, one round per clock. The key lies in the upper part of a wider port; mode = 0 does nothing.
`default_nettype none
`include "constants.vh"

module gift64 (input wire clk, input wire reset_n, input wire next, output wire ready, input wire [1:0] mode,
               input wire [191:0] key, input wire [63:0] block, output wire [63:0] result);
  reg [63:0] state;
  reg [127:0] keys;
  reg [5:0] constant, rounds;
  wire [63:0] substituted;
  reg [63:0] next_state;
  wire [5:0] next_constant = {constant[4:0], ~(constant[5] ^ constant[4])};
  integer i;

  genvar g;
  generate
    for (g = 0; g < 16; g = g + 1) begin : cells
      sbox box (.x(state[4*g +: 4]), .y(substituted[4*g +: 4]));
    end
  endgenerate

  always @* begin
    for (i = 0; i < 64; i = i + 1)
      next_state[4 * (i / 16) + 16 * ((3 * ((i % 16) / 4) + (i % 4)) % 4) + (i % 4)] = substituted[i];
    for (i = 0; i < 16; i = i + 1) begin
      next_state[4 * i + 1] = next_state[4 * i + 1] ^ keys[16 + i];
      next_state[4 * i] = next_state[4 * i] ^ keys[i];
    end
    for (i = 0; i < 6; i = i + 1)
      next_state[4 * i + 3] = next_state[4 * i + 3] ^ next_constant[i];
    next_state[63] = ~next_state[63];
  end

  always @(posedge clk or negedge reset_n)
    if (!reset_n) rounds <= 0;
    else if (next && ready && mode == 2'd1) rounds <= `ROUNDS;
    else if (rounds != 0) rounds <= rounds - 1;

  always @(posedge clk)
    if (rounds == 0) begin
      if (next) begin
        state <= block;
        keys <= key[191:64];
        constant <= 0;
      end
    end else begin
      state <= next_state;
      keys <= {keys[17:16], keys[31:18], keys[11:0], keys[15:12], keys[127:32]};
      constant <= next_constant;
    end

  assign ready = rounds == 0;
  assign result = state;
endmodule

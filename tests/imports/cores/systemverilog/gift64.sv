// SPDX-License-Identifier: Apache-2.0
// GIFT-64-128, PER_CYCLE rounds per clock, bytes in reverse order, no ready and no done.
module gift64 import gift64_pkg::*; #(parameter int PER_CYCLE = 1, parameter string NAME = "", parameter bit EARLY = 1)
    (input logic clock, reset, start, input logic [127:0] key, input logic [63:0] plaintext, output logic [63:0] ciphertext);
  typedef enum logic [1:0] {IDLE, RUN} mode_e;
  mode_e mode;
  all_t here, there;
  logic [4:0] left;

  if (NAME != "two-rounds" || EARLY) $error("parameters were not set");

  always_comb begin
    there = here;
    for (int i = 0; i < PER_CYCLE; i++) there = gift_round(there);
  end

  always_ff @(posedge clock) begin
    unique case (mode)
      IDLE: if (start) begin
        here.cells <= swapped(plaintext);
        here.key <= {swapped(key[63:0]), swapped(key[127:64])};
        here.constant <= '0;
        left <= 5'(ROUNDS / PER_CYCLE);
        mode <= RUN;
      end
      default: begin
        here <= there;
        left <= left - 1;
        if (left == 1) mode <= IDLE;
      end
    endcase
    if (reset) mode <= IDLE;
  end

  assign ciphertext = swapped(here.cells);
endmodule

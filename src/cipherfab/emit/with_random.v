// SPDX-License-Identifier: Apache-2.0
// `seed` is taken in a clock in which `seed_valid` is 1; 18 clocks later `ready` is 1, and until then no call is taken. A call
// that is under way while a new seed is taken gets bits that are not random.
module @TOP@_with_random (
    input wire @CLOCK@,
    input wire @RESET@,
    input wire seed_valid,
    input wire [79:0] seed,
    output wire ready,
@PORTS@
);
  reg seeded;
  reg [4:0] left;
  wire core_ready;
  wire [@NEEDED@:0] random_bits;
  always @(posedge @CLOCK@) begin
    if (@RESET@) seeded <= 1'b0;
    else if (seed_valid) seeded <= 1'b1;
    if (seed_valid) left <= 5'd18;
    else if (left != 5'd0) left <= left - 5'd1;
  end
  assign ready = seeded & (left == 5'd0);
  assign in_ready = core_ready & ready;
  @TOP@_random_bits generators (
      .clk(@CLOCK@),
      .load(seed_valid),
      .seed(seed),
      .bits(random_bits)
  );
  @TOP@ core (
      .@CLOCK@(@CLOCK@),
      .@RESET@(@RESET@),
      .in_valid(in_valid & ready),
      .in_ready(core_ready),
      .random(random_bits),
@WIRES@
  );
endmodule

// SPDX-License-Identifier: Apache-2.0
// The seed comes on RDI behind each reset: its words are the lowest @WORD@ bits of @SEED_WORDS@ on RDI, the first one lowest, and its lowest
// 80 bits count. Then RDI is locked: it takes nothing more until a reset, so nobody changes the seed of a core at work. 18
// clocks later the core gets a new word in each clock, also while it is idle or does not take it. A message that comes earlier
// waits for that.
module @TOP@_with_random (
    input wire @CLOCK@,
    input wire @RESET@,
@PORTS@
);
  reg [@FULL@:0] taken;
  reg [@MOST@:0] words;
  reg [4:0] left;
  reg seeded;
  wire load = taken[@FULL@] & ~seeded;
  wire core_valid = seeded & (left == 5'd0);
  wire [@NEEDED@:0] random_bits;
  assign rdi_ready = ~taken[@FULL@];
  always @(posedge @CLOCK@) begin
    if (@RESET@) begin
      taken <= @SEED_WORDS@'d0;
      seeded <= 1'b0;
    end else begin
      if (rdi_valid & rdi_ready) taken <= {taken, 1'b1};
      if (load) seeded <= 1'b1;
    end
    if (rdi_valid & rdi_ready) words <= {rdi_data[@HIGHEST@:0], words} >> @WORD@;
    else if (load) words <= @SEED_BITS@'d0;
    if (load) left <= 5'd18;
    else if (left != 5'd0) left <= left - 5'd1;
  end
  @TOP@_random_bits generators (
      .clk(@CLOCK@),
      .load(load),
      .seed(words[79:0]),
      .bits(random_bits)
  );
  @TOP@ core (
      .@CLOCK@(@CLOCK@),
      .@RESET@(@RESET@),
      .rdi_valid(core_valid),
      .rdi_ready(),
      .rdi_data(random_bits),
@WIRES@
  );
endmodule

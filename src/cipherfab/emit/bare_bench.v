// SPDX-License-Identifier: Apache-2.0
// Test bench of @TOP@: feeds in.hex, compares with out.hex@WHERE@, and prints PASS or FAIL.
// Both sides are stalled at random; +seed=N changes the stalls, +stall=0 leaves them out.
module @TOP@_tb;
  localparam IN_WORDS = @IN_WORDS@, OUT_WORDS = @OUT_WORDS@, IDLE_CYCLES = 10000;
  // Whether care.hex says which output bits have a meaning; otherwise all have.
  localparam CARE = @CARE@;
  // Whether the core is started by a pulse while it is ready, and gives its outputs by a pulse.
  localparam PULSED = @PULSED@;
  // Whether a pulse may come at any time: some that nobody asked for come between calls and in the
  // middle of them, and such a call is given again. out_valid means something during a call alone.
  localparam RESTARTS = @RESTARTS@;

  reg [@IN_WIDTH@-1:0] inputs[0:IN_WORDS-1];
  reg [@OUT_WIDTH@-1:0] expected[0:OUT_WORDS-1];
  reg [@OUT_WIDTH@-1:0] care[0:OUT_WORDS-1];
  reg clk = 0, rst = 1, in_go = 0, out_go = 0, failed = 0;
  integer in_index = 0, out_index = 0, idle = 0, seed = 1, stall = 1;

  reg under_way = 0, disturbed = 0, breaks = 0;

  wire out_valid@FAULT@;
  wire in_ready@READY@;
  wire given = out_valid && out_go && (!RESTARTS || under_way);
  wire in_valid = in_go && in_index < IN_WORDS && (in_ready || !PULSED);
  wire intrudes = RESTARTS && breaks && !in_valid && !disturbed && !(under_way && out_valid);
  wire [@IN_WIDTH@-1:0] in_word = in_valid ? inputs[in_index] : {@IN_WIDTH@{1'bx}};
  wire [@OUT_WIDTH@-1:0] out_word;
  wire [@OUT_WIDTH@-1:0] meant = CARE ? care[out_index] : {@OUT_WIDTH@{1'b1}};

  @CORE@ dut (
@PINS@  );

  always #5 clk = ~clk;

  initial begin
    $readmemh("in.hex", inputs);
    $readmemh("out.hex", expected);
    if (CARE) $readmemh("care.hex", care);
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("stall=%d", stall)) stall = 1;
    repeat (3) @(negedge clk);
    rst = 0;
  end

  always @(posedge clk)
    if (!rst) begin
      idle <= idle + 1;
      // An input that is offered stays until it is taken.
      if (!in_valid || in_ready) in_go <= stall == 0 || ($random(seed) & 3) != 0;
      out_go <= PULSED || stall == 0 || ($random(seed) & 3) != 0;
      if (in_valid && in_ready) begin
        in_index <= in_index + 1;
        idle <= 0;
      end
      under_way <= !intrudes && ((in_valid && in_ready) || (under_way && !given));
      if (intrudes && under_way) in_index <= in_index - 1;
      disturbed <= (disturbed || (intrudes && under_way)) && !given;
      breaks <= RESTARTS && stall != 0 && ($random(seed) & 15) == 0;
      if (given) begin
        idle <= 0;
        out_index <= out_index + 1;
        if (out_index >= OUT_WORDS) begin
          failed = 1;
          $display("FAIL: an output too many, %h", out_word);
          $finish;
        end else if (((out_word ^ expected[out_index]) & meant) !== 0) begin
          failed = 1;
          $display("FAIL: output %0d: expected %h, got %h", out_index, expected[out_index],
                   out_word);
          $finish;
        end
      end@FAULT_CHECK@
      if (in_index == IN_WORDS && out_index == OUT_WORDS && idle > 100 && !failed) begin
        $display("PASS: %0d outputs", OUT_WORDS);
        $finish;
      end
      if (idle > IDLE_CYCLES) begin
        $display("FAIL: stuck at output %0d of %0d", out_index, OUT_WORDS);
        $finish;
      end
    end
endmodule

// Test bench of @TOP@: feeds in.hex, compares with out.hex, and prints PASS or FAIL. Both sides are stalled at random.
module @TOP@_tb;
  localparam CALLS = @CALLS@, IDLE_CYCLES = 10000;

  reg [@IN_WIDTH@-1:0] inputs [0:CALLS-1];
  reg [@OUT_WIDTH@-1:0] outputs [0:CALLS-1];
  reg clk = 0, rst = 1, in_go = 0, out_go = 0;
  integer in_index = 0, out_index = 0, idle = 0, seed = 1;

  wire in_ready, out_valid;
  wire in_valid = in_go && in_index < CALLS;
  wire [@IN_WIDTH@-1:0] in_word = in_valid ? inputs[in_index] : {@IN_WIDTH@{1'bx}};
  wire [@OUT_WIDTH@-1:0] out_word;

  @TOP@ dut (
@IN_PORTS@@OUT_PORTS@    .in_valid(in_valid), .in_ready(in_ready), .out_valid(out_valid), .out_ready(out_go),
    .clk(clk), .rst(rst)
  );

  always #5 clk = ~clk;

  initial begin
    $readmemh("in.hex", inputs);
    $readmemh("out.hex", outputs);
    repeat (3) @(negedge clk);
    rst = 0;
  end

  always @(posedge clk) if (!rst) begin
    idle <= idle + 1;
    // An input that is offered stays until it is taken.
    if (!in_valid || in_ready) in_go <= ($random(seed) & 3) != 0;
    out_go <= ($random(seed) & 3) != 0;
    if (in_valid && in_ready) begin in_index <= in_index + 1; idle <= 0; end
    if (out_valid && out_go) begin
      idle <= 0;
      out_index <= out_index + 1;
      if (out_index >= CALLS || out_word !== outputs[out_index]) begin
        $display("FAIL: output %0d: expected %h, got %h", out_index, outputs[out_index], out_word);
        $finish;
      end
    end
    if (out_index == CALLS && idle > 100) begin
      $display("PASS: %0d calls", CALLS);
      $finish;
    end
    if (idle > IDLE_CYCLES) begin
      $display("FAIL: stuck at output %0d of %0d", out_index, CALLS);
      $finish;
    end
  end
endmodule

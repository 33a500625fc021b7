// SPDX-License-Identifier: Apache-2.0
// Test bench of @TOP@: plays pdi.hex and sdi.hex, compares DO with do.hex where care.hex is 1, and prints PASS or FAIL.
// Every port is stalled at random; +seed=N changes the stalls, +stall=0 leaves them out. After @CYCLES@ cycles it passes
// with what was played until then, so that an interpreting simulator ends soon; +cycles=0 plays all.
module @TOP@_tb;
  localparam PDI_WORDS = @PDI_WORDS@, SDI_WORDS = @SDI_WORDS@, DO_WORDS = @DO_WORDS@;
  localparam IDLE_CYCLES = 10000;

  reg [@BITS@-1:0] pdi[0:PDI_WORDS-1];
  reg [@BITS@-1:0] sdi[0:SDI_WORDS-1];
  reg [@WIDTH@-1:0] expected[0:DO_WORDS-1];
  reg [@WIDTH@-1:0] care[0:DO_WORDS-1];

  reg clk = 0, rst = 1, pdi_go = 0, sdi_go = 0, do_go = 0, failed = 0;
  integer pdi_index = 0, sdi_index = 0, do_index = 0, idle = 0;
  integer seed = 1, stall = 1, cycles = @CYCLES@, cycle = 0;

  wire pdi_ready, sdi_ready, do_valid, do_last;
  @DO_WIRES@
  wire pdi_valid = pdi_go && pdi_index < PDI_WORDS;
  wire sdi_valid = sdi_go && sdi_index < SDI_WORDS;
  wire [@BITS@-1:0] pdi_data = pdi_valid ? pdi[pdi_index] : {@BITS@{1'bx}};
  wire [@BITS@-1:0] sdi_data = sdi_valid ? sdi[sdi_index] : {@BITS@{1'bx}};@RDI_WIRES@

  @TOP@ dut (
      .clk(clk),
      .rst(rst),
      .pdi_data(pdi_data),
      .pdi_valid(pdi_valid),
      .pdi_ready(pdi_ready),
      .sdi_data(sdi_data),
      .sdi_valid(sdi_valid),
      .sdi_ready(sdi_ready),
      .do_data(@DO@),
      .do_valid(do_valid),
      .do_ready(do_go),
      .do_last(do_last)@RDI@@GUARDS@
  );

  always #5 clk = ~clk;

  initial begin
    $readmemh("pdi.hex", pdi);
    $readmemh("sdi.hex", sdi);
    $readmemh("do.hex", expected);
    $readmemh("care.hex", care);
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("stall=%d", stall)) stall = 1;
    if (!$value$plusargs("cycles=%d", cycles)) cycles = @CYCLES@;
    repeat (3) @(negedge clk);
    rst = 0;
  end

  always @(posedge clk)
    if (!rst) begin
      idle <= idle + 1;
      // A word that is offered stays until it is taken.
      if (!pdi_valid || pdi_ready) pdi_go <= stall == 0 || ($random(seed) & 3) != 0;
      if (!sdi_valid || sdi_ready) sdi_go <= stall == 0 || ($random(seed) & 3) != 0;
      do_go <= stall == 0 || ($random(seed) & 3) != 0;@RDI_STEPS@
      if (pdi_valid && pdi_ready) begin
        pdi_index <= pdi_index + 1;
        idle <= 0;
      end
      if (sdi_valid && sdi_ready) begin
        sdi_index <= sdi_index + 1;
        idle <= 0;
      end
      if (do_valid && do_go) begin
        idle <= 0;
        do_index <= do_index + 1;
        if (do_index >= DO_WORDS) begin
          failed = 1;
          $display("FAIL: a word too many, %h", do_data);
          $finish;
        end else if (((do_data ^ expected[do_index]) & care[do_index]) !== 0) begin
          failed = 1;
          $display("FAIL: output word %0d: expected %h, got %h", do_index, expected[do_index],
                   do_data);
          $finish;
        end
      end
      if (do_index == DO_WORDS && idle > 100 && !failed) begin
        $display("PASS: %0d words", DO_WORDS);
        $finish;
      end
      cycle <= cycle + 1;
      if (cycles != 0 && cycle == cycles && do_index > 0 && idle <= IDLE_CYCLES && !failed) begin
        $display("PASS: %0d of %0d words in %0d cycles, +cycles=0 plays all", do_index, DO_WORDS,
                 cycle);
        $finish;
      end
      if (idle > IDLE_CYCLES) begin
        $display("FAIL: stuck at output word %0d of %0d", do_index, DO_WORDS);
        $finish;
      end
    end
endmodule

// SPDX-License-Identifier: Apache-2.0
// Words that the bridge writes to a port of the core.
  wire @PORT@_in_ready;
  wire [@WIDTH@-1:0] @PORT@_data;
  wire @PORT@_valid;
  wire @PORT@_ready;
  wire [DepthLog2:0] @PORT@_level;
  @TOP@_fifo #(
      .Width(@WIDTH@),
      .DepthLog2(DepthLog2),
      .Clears(Clears)
  ) @PORT@ (
      .clk(@CLOCK@),
      .rst(core_rst),
      .in_data(@WORD@),
      .in_valid(@PORT@_write),
      .in_ready(@PORT@_in_ready),
      .out_data(@PORT@_data),
      .out_valid(@PORT@_valid),
      .out_ready(@PORT@_ready),
      .level(@PORT@_level)
  );

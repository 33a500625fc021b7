// SPDX-License-Identifier: Apache-2.0
// Words of keys that the bridge writes.
  wire sdi_in_ready;
  wire [@WIDTH@-1:0] sdi_data;
  wire sdi_valid;
  wire sdi_ready;
  wire [DepthLog2:0] sdi_level;
  @TOP@_fifo #(
      .Width(@WIDTH@),
      .DepthLog2(DepthLog2)
  ) sdi (
      .clk(@CLOCK@),
      .rst(core_rst),
      .in_data(@SDI@),
      .in_valid(sdi_write),
      .in_ready(sdi_in_ready),
      .out_data(sdi_data),
      .out_valid(sdi_valid),
      .out_ready(sdi_ready),
      .level(sdi_level)
  );

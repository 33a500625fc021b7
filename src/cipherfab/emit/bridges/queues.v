// SPDX-License-Identifier: Apache-2.0
// The core between a FIFO for each of its streams; what writes and reads them is the bridge's.
@PDI_QUEUE@

@KEYS@

  wire [@WIDTH@-1:0] do_data;
  wire do_valid;
  wire do_ready;
  wire do_last;
  wire [@WIDTH@-1:0] do_out;
  wire do_out_last;
  wire do_out_valid;
  wire [DepthLog2:0] do_level;
  @TOP@_fifo #(
      .Width(@WIDTH@ + 1),
      .DepthLog2(DepthLog2),
      .Clears(Clears)
  ) dout (
      .clk(@CLOCK@),
      .rst(core_rst),
      .in_data({do_last, do_data}),
      .in_valid(do_valid),
      .in_ready(do_ready),
      .out_data({do_out_last, do_out}),
      .out_valid(do_out_valid),
      .out_ready(do_read),
      .level(do_level)
  );

  @TOP@ core (
      .clk(@CLOCK@),
      .rst(core_rst),
      .pdi_data(pdi_data),
      .pdi_valid(pdi_valid),
      .pdi_ready(pdi_ready),
      .sdi_data(sdi_data),
      .sdi_valid(sdi_valid),
      .sdi_ready(sdi_ready),
      .do_data(do_data),
      .do_valid(do_valid),
      .do_ready(do_ready),
      .do_last(do_last)@GUARDS@
  );

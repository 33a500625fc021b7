// SPDX-License-Identifier: Apache-2.0
// @TOP@ on AXI4-Stream, the streams on aclk and the core on core_clk, which need not know of each other.
//
// The streams are those of @TOP@_axis, each through an asynchronous FIFO of @DEPTH@ words. aresetn resets both sides, whenever
// it falls; each leaves the reset at its own clock. @TOP@_axis_2clk.sdc and .xdc have the constraints of the crossing.
module @TOP@_axis_2clk (
    input wire core_clk,
    input wire aclk,
    input wire aresetn,
    input wire [@WIDTH@-1:0] s_axis_pdi_tdata,
    input wire [@BYTES@-1:0] s_axis_pdi_tkeep,
    input wire s_axis_pdi_tvalid,
    input wire s_axis_pdi_tlast,
    output wire s_axis_pdi_tready,
    input wire [@WIDTH@-1:0] s_axis_sdi_tdata,
    input wire [@BYTES@-1:0] s_axis_sdi_tkeep,
    input wire s_axis_sdi_tvalid,
    input wire s_axis_sdi_tlast,
    output wire s_axis_sdi_tready,
    output wire [@WIDTH@-1:0] m_axis_do_tdata,
    output wire [@BYTES@-1:0] m_axis_do_tkeep,
    output wire m_axis_do_tvalid,
    output wire m_axis_do_tlast,
    output wire m_axis_do_tuser,
    input wire m_axis_do_tready
);
  localparam integer DepthLog2 = @DEPTH_LOG2@;
  localparam integer Clears = @CLEARS@;

  // A reset begins at once and ends with the second edge of a clock after aresetn.
  (* ASYNC_REG = "TRUE" *)
  reg [1:0] bus_reset;
  (* ASYNC_REG = "TRUE" *)
  reg [1:0] core_reset;
  always_ff @(posedge aclk or negedge aresetn) begin
    if (!aresetn) bus_reset <= 2'b11;
    else bus_reset <= {bus_reset[0], 1'b0};
  end
  always_ff @(posedge core_clk or negedge aresetn) begin
    if (!aresetn) core_reset <= 2'b11;
    else core_reset <= {core_reset[0], 1'b0};
  end

@FIFOS@
  wire unused = s_axis_pdi_tlast & s_axis_sdi_tlast;
  wire [@BYTES@-1:0] do_keep;
  assign m_axis_do_tkeep = {@BYTES@{1'b1}};
  @TOP@_axis bridge (
      .aclk(core_clk),
      .aresetn(~core_reset[1]),
      .s_axis_pdi_tdata(pdi_word[@BYTES@+:@WIDTH@]),
      .s_axis_pdi_tkeep(pdi_word[0+:@BYTES@]),
      .s_axis_pdi_tvalid(pdi_valid),
      .s_axis_pdi_tlast(1'b0),
      .s_axis_pdi_tready(pdi_ready),
      .s_axis_sdi_tdata(sdi_word[@BYTES@+:@WIDTH@]),
      .s_axis_sdi_tkeep(sdi_word[0+:@BYTES@]),
      .s_axis_sdi_tvalid(sdi_valid),
      .s_axis_sdi_tlast(1'b0),
      .s_axis_sdi_tready(sdi_ready),
      .m_axis_do_tdata(do_word[2+:@WIDTH@]),
      .m_axis_do_tkeep(do_keep),
      .m_axis_do_tvalid(do_valid),
      .m_axis_do_tlast(do_word[1]),
      .m_axis_do_tuser(do_word[0]),
      .m_axis_do_tready(do_ready)@GUARDS@
  );
endmodule

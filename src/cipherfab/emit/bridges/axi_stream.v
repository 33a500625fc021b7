// SPDX-License-Identifier: Apache-2.0
// @TOP@ on AXI4-Stream: public data and keys in, results out, in the words of the LWC Hardware API.
//
// The first byte of a word is in the lowest byte lane, as a DMA engine reads it from memory; the core has it at the top.
// Bytes without TKEEP are zero, as the API pads the last word of a segment. TLAST of the inputs has no meaning: segments
// have their lengths in their headers. m_axis_do has TLAST with the status word, and TUSER there if the status is not SUCCESS.
module @TOP@_axis (
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
    input wire m_axis_do_tready@GUARD_PORTS@
);
  localparam [3:0] SUCCESS = 4'he;
  wire [@WIDTH@-1:0] pdi_data;
  wire [@WIDTH@-1:0] sdi_data;
  wire [@WIDTH@-1:0] do_data;
  genvar lane;
  generate
    for (lane = 0; lane < @BYTES@; lane = lane + 1) begin : gen_lanes
      localparam integer Mirrored = @BYTES@ - 1 - lane;
      assign pdi_data[8*Mirrored+:8] = s_axis_pdi_tkeep[lane] ? s_axis_pdi_tdata[8*lane+:8] : 8'h00;
      assign sdi_data[8*Mirrored+:8] = s_axis_sdi_tkeep[lane] ? s_axis_sdi_tdata[8*lane+:8] : 8'h00;
      assign m_axis_do_tdata[8*lane+:8] = do_data[8*Mirrored+:8];
    end
  endgenerate
  assign m_axis_do_tkeep = {@BYTES@{1'b1}};
  assign m_axis_do_tuser = m_axis_do_tlast & (do_data[@WIDTH@-1-:4] != SUCCESS);
  wire unused = s_axis_pdi_tlast & s_axis_sdi_tlast;
  @TOP@ core (
      .clk(aclk),
      .rst(~aresetn),
      .pdi_data(pdi_data),
      .pdi_valid(s_axis_pdi_tvalid),
      .pdi_ready(s_axis_pdi_tready),
      .sdi_data(sdi_data),
      .sdi_valid(s_axis_sdi_tvalid),
      .sdi_ready(s_axis_sdi_tready),
      .do_data(do_data),
      .do_valid(m_axis_do_tvalid),
      .do_ready(m_axis_do_tready),
      .do_last(m_axis_do_tlast)@GUARDS@
  );
endmodule

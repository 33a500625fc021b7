// SPDX-License-Identifier: Apache-2.0
// @TOP@ behind registers on @TITLE@: its streams as FIFOs of @DEPTH@ words, levels, interrupts, requests for a DMA controller.
//
// What each register means is in @TOP@_regs.rdl and @TOP@_regs.md; @TOP@_@BUS@_regs.sv is made from the former.
// The first byte of a word is in bits 7 to 0, as a little-endian processor or a DMA controller has it in memory.
module @TOP@_@BUS@ (
@PORTS@
@KEY_PORTS@    output wire @IRQS@irq,
    output wire dma_pdi,
    output wire dma_do
);
  localparam integer DepthLog2 = @DEPTH_LOG2@;
  localparam integer Clears = @CLEARS@;
  localparam [DepthLog2:0] Depth = @DEPTH@;
  localparam [3:0] Success = 4'he;

  @TOP@_@BUS@_regs_pkg::@TOP@_@MAP@__in_t to_registers;
  @TOP@_@BUS@_regs_pkg::@TOP@_@MAP@__out_t from_registers;
@ASKED@
  wire core_rst = @RESET@ | reset_asked;

  wire [@WIDTH@-1:0] pdi_in;
  wire [@WIDTH@-1:0] do_bytes;

@GUARD_WIRES@@QUEUES@

  genvar lane;
  generate
    for (lane = 0; lane < @BYTES@; lane = lane + 1) begin : gen_lanes
      localparam integer Mirrored = @BYTES@ - 1 - lane;
      assign pdi_in[8*Mirrored+:8] = pdi_bytes[8*lane+:8];
      assign do_bytes[8*lane+:8]   = do_out[8*Mirrored+:8];
    end
  endgenerate

  // Status words that wait in DO: a DMA controller is asked to take the end of an answer too, however short it is.
  wire end_in = do_valid & do_ready & do_last;
  wire end_out = do_out_valid & do_read & do_out_last;
  reg [DepthLog2:0] ends;
  always_ff @(posedge @CLOCK@) begin
    if (core_rst) ends <= 0;
    else if (end_in && !end_out) ends <= ends + 1'b1;
    else if (end_out && !end_in) ends <= ends - 1'b1;
  end

  wire [7:0] pdi_space = 8'(Depth - pdi_level);
  wire overflow = (pdi_write & (core_rst | ~pdi_in_ready)) | sdi_lost;
  wire underflow = do_read & ~do_out_valid;
  wire failure_in = end_in & (do_data[@WIDTH@-1-:4] != Success);
  wire [31:0] do_word = do_out_valid ? 32'(do_bytes) : 32'd0;
  assign dma_pdi = pdi_space >= pdi_burst;
  assign dma_do  = (8'(do_level) >= do_burst) | (ends != 0);
  always_comb begin
    to_registers = '0;
@TOLD@
  end

  @TOP@_@BUS@_regs registers (
      .clk(@CLOCK@),
      .rst(@RESET@),
@CONNECTED@
      .hwif_in(to_registers),
      .hwif_out(from_registers)
  );
endmodule

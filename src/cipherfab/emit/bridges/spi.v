// SPDX-License-Identifier: Apache-2.0
// @TOP@ behind an SPI slave, mode 0, most significant bit first: a chip with four pins.
//
// SCLK is sampled by clk and has at most an eighth of its frequency. A frame lasts while spi_cs_n is 0. Its first byte is a
// command, and while it comes in, the status goes out:
//   bit 7  1
//   bit 6  DO has a word
//   bit 5  the next word of DO is a status word
//   bit 4  PDI can take @BURST@ words
@SDI_BIT@//   bit 2  overflow: a word was lost, as its FIFO was full
//   bit 1  underflow: a word was read that was not there; it was 0
//   bit 0  0
// Commands, and what the further bytes of the frame are:
//   1  PDI    words in, the first byte of a word at its top, as the LWC API has it; part of a word at the end is dropped
@SDI_COMMAND@//   3  DO     words out; a word whose last byte was not read stays
//   4  level  out: words that PDI can take, @SDI_LEVEL@, words that wait in DO
//   5  reset  of core and FIFOs until the frame ends
//   6  clear  overflow and underflow
//   other     nothing
module @TOP@_spi (
    input  wire clk,
    input  wire rst,
    input  wire spi_sclk,
    input  wire spi_mosi,
    input  wire spi_cs_n,
    output wire spi_miso,
@KEY_PORTS@    output wire irq
);
  localparam [7:0] WritePdi = 8'd1;
  localparam [7:0] ReadDo = 8'd3;
  localparam [7:0] ReadLevels = 8'd4;
  localparam [7:0] Reset = 8'd5;
  localparam [7:0] Clear = 8'd6;
  localparam integer DepthLog2 = @DEPTH_LOG2@;
  localparam integer Clears = @CLEARS@;
  localparam [DepthLog2:0] Depth = @DEPTH@;
  localparam [DepthLog2:0] Burst = @BURST@;
  localparam [1:0] LastByte = @LAST_BYTE@;

  // Two registers bring each pin to this clock, a third one shows its edges.
  reg [2:0] sclk;
  reg [2:0] cs_n;
  reg [1:0] mosi;
  always_ff @(posedge clk) begin
    sclk <= {sclk[1:0], spi_sclk};
    cs_n <= {cs_n[1:0], spi_cs_n};
    mosi <= {mosi[0], spi_mosi};
  end
  wire selected = ~cs_n[1];
  wire starts = selected & cs_n[2];
  wire rises = selected & sclk[1] & ~sclk[2];
  wire falls = selected & ~sclk[1] & sclk[2];

  // Bits come in with the rising edge.
  reg [2:0] bits_in;
  reg [6:0] shifted_in;
  wire [7:0] byte_in = {shifted_in, mosi[1]};
  wire byte_ends = rises & (bits_in == 3'd7);
  always_ff @(posedge clk) begin
    if (!selected) bits_in <= 3'd0;
    else if (rises) bits_in <= bits_in + 3'd1;
    if (rst) shifted_in <= 7'd0;
    else if (rises) shifted_in <= byte_in[6:0];
  end

  // The first byte is the command; the others count through the bytes of a word.
  reg in_data;
  reg [7:0] command;
  reg [1:0] lane;
  wire data_ends = byte_ends & in_data;
  wire word_ends = data_ends & (lane == LastByte);
  always_ff @(posedge clk) begin
    if (!selected) begin
      in_data <= 1'b0;
      lane <= 2'd0;
    end else if (byte_ends) begin
      in_data <= 1'b1;
      if (in_data) lane <= (lane == LastByte && command != ReadLevels) ? 2'd0 : lane + 2'd1;
    end
    if (!selected) command <= 8'd0;
    else if (byte_ends && !in_data) command <= byte_in;
  end
  wire core_rst = rst | (command == Reset);

  // A word is whole with its last byte.
@GATHER@
  wire pdi_write = word_ends & (command == WritePdi);
  wire do_read = word_ends & (command == ReadDo);

@QUEUES@

  reg  overflow;
  reg  underflow;
  wire pdi_lost = pdi_write & ~pdi_in_ready;
  always_ff @(posedge clk) begin
    if (core_rst || command == Clear) begin
      overflow  <= 1'b0;
      underflow <= 1'b0;
    end else begin
      if (pdi_lost || sdi_lost) overflow <= 1'b1;
      if (do_read && !do_out_valid) underflow <= 1'b1;
    end
  end

  wire [DepthLog2:0] pdi_space = Depth - pdi_level;
  wire pdi_burst = pdi_space >= Burst;
  wire sdi_burst = @SDI_BURST@;
  wire status_next = do_out_valid & do_out_last;
  wire [7:0] status = {
    1'b1, do_out_valid, status_next, pdi_burst, sdi_burst, overflow, underflow, 1'b0
  };

  // A word that is being read stays as it was when its first byte went out, even if it came too late.
  reg [@WIDTH@-1:0] held;
  wire [@WIDTH@-1:0] word_now = do_out_valid ? do_out : {@WIDTH@{1'b0}};
  wire [@WIDTH@-1:0] shown = (lane == 2'd0) ? word_now : held;
  reg [7:0] byte_out;
  // Not always_comb: Icarus Verilog 11 prints a message for each part of a word in one.
  always @* begin
    case (command)
      ReadDo:@SPREAD@
      ReadLevels:
      case (lane)
        2'd0: byte_out = 8'(pdi_space);
        2'd1: byte_out = 8'(sdi_space);
        2'd2: byte_out = 8'(do_level);
        default: byte_out = 8'd0;
      endcase
      default: byte_out = status;
    endcase
  end

  // Bits go out with the falling edge; the first one of a frame when it begins.
  reg [7:0] shifted_out;
  wire byte_begins = falls & (bits_in == 3'd0);
  always_ff @(posedge clk) begin
    if (starts) shifted_out <= status;
    else if (byte_begins) shifted_out <= byte_out;
    else if (falls) shifted_out <= {shifted_out[6:0], 1'b0};
    if (core_rst) held <= 0;
    else if (byte_begins && lane == 2'd0) held <= word_now;
  end
  assign spi_miso = shifted_out[7];
  assign irq = do_out_valid;
endmodule

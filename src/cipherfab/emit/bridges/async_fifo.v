// SPDX-License-Identifier: Apache-2.0
// A FIFO between two clocks that know nothing of each other; its depth is a power of two, 4 or more.
//
// Each side tells the other how far it is by a pointer in Gray code, of which one bit changes at a time, through two
// flip-flops. So each side sees the other where it is or where it was: the FIFO is never thought emptier or fuller than
// is safe. Each reset is synchronous to its clock; both must be given together, and the clocks run meanwhile. With
// Clears = 1 that of in_clk sets all words to 0.
module @TOP@_async_fifo #(
    parameter integer Width = 32,
    parameter integer DepthLog2 = 3,
    parameter integer Clears = 0
) (
    input wire in_clk,
    input wire in_rst,
    input wire [Width-1:0] in_data,
    input wire in_valid,
    output wire in_ready,
    input wire out_clk,
    input wire out_rst,
    output wire [Width-1:0] out_data,
    output wire out_valid,
    input wire out_ready
);
  reg [Width-1:0] words[2**DepthLog2];

  // The side that writes.
  reg [DepthLog2:0] write_at;
  reg [DepthLog2:0] write_gray;
  reg [DepthLog2:0] read_gray;
  (* ASYNC_REG = "TRUE" *) reg [DepthLog2:0] read_gray_first;
  (* ASYNC_REG = "TRUE" *) reg [DepthLog2:0] read_gray_seen;
  wire write = in_valid & in_ready;
  wire [DepthLog2:0] write_next = write_at + {{DepthLog2{1'b0}}, write};
  // Full: the pointers are the depth apart, which in Gray code are the two top bits. Nothing is taken during a reset.
  wire full = write_gray == {~read_gray_seen[DepthLog2-:2], read_gray_seen[DepthLog2-2:0]};
  assign in_ready = !full && !in_rst;
  always_ff @(posedge in_clk) begin
    if (in_rst) write_at <= 0;
    else write_at <= write_next;
  end
  always_ff @(posedge in_clk) begin
    if (in_rst) write_gray <= 0;
    else write_gray <= write_next ^ (write_next >> 1);
  end
  generate
    if (Clears != 0) begin : gen_clears
      always_ff @(posedge in_clk) begin
        if (in_rst) for (int at = 0; at < 2 ** DepthLog2; at = at + 1) words[at] <= 0;
        else if (write) words[write_at[DepthLog2-1:0]] <= in_data;
      end
    end else begin : gen_keeps
      always_ff @(posedge in_clk) begin
        if (write) words[write_at[DepthLog2-1:0]] <= in_data;
      end
    end
  endgenerate
  always_ff @(posedge in_clk) begin
    if (in_rst) {read_gray_seen, read_gray_first} <= 0;
    else {read_gray_seen, read_gray_first} <= {read_gray_first, read_gray};
  end

  // The side that reads.
  reg [DepthLog2:0] read_at;
  (* ASYNC_REG = "TRUE" *) reg [DepthLog2:0] write_gray_first;
  (* ASYNC_REG = "TRUE" *) reg [DepthLog2:0] write_gray_seen;
  wire read = out_valid & out_ready;
  wire [DepthLog2:0] read_next = read_at + {{DepthLog2{1'b0}}, read};
  assign out_valid = read_gray != write_gray_seen;
  assign out_data  = words[read_at[DepthLog2-1:0]];
  always_ff @(posedge out_clk) begin
    if (out_rst) read_at <= 0;
    else read_at <= read_next;
  end
  always_ff @(posedge out_clk) begin
    if (out_rst) read_gray <= 0;
    else read_gray <= read_next ^ (read_next >> 1);
  end
  always_ff @(posedge out_clk) begin
    if (out_rst) {write_gray_seen, write_gray_first} <= 0;
    else {write_gray_seen, write_gray_first} <= {write_gray_first, write_gray};
  end
endmodule

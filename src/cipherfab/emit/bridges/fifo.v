// SPDX-License-Identifier: Apache-2.0
// A FIFO with one clock; its depth is a power of two. The oldest word is on out_data while out_valid is 1.
// A reset empties it; with Clears = 1 it also sets all words to 0.
module @TOP@_fifo #(
    parameter integer Width = 32,
    parameter integer DepthLog2 = 4,
    parameter integer Clears = 0
) (
    input wire clk,
    input wire rst,
    input wire [Width-1:0] in_data,
    input wire in_valid,
    output wire in_ready,
    output wire [Width-1:0] out_data,
    output wire out_valid,
    input wire out_ready,
    output wire [DepthLog2:0] level
);
  reg [Width-1:0] words[2**DepthLog2];
  reg [DepthLog2:0] write_at;
  reg [DepthLog2:0] read_at;
  assign level = write_at - read_at;
  assign in_ready = !level[DepthLog2];
  assign out_valid = level != 0;
  assign out_data = words[read_at[DepthLog2-1:0]];
  always_ff @(posedge clk) begin
    if (rst) write_at <= 0;
    else if (in_valid && in_ready) write_at <= write_at + 1'b1;
  end
  always_ff @(posedge clk) begin
    if (rst) read_at <= 0;
    else if (out_valid && out_ready) read_at <= read_at + 1'b1;
  end
  generate
    if (Clears != 0) begin : gen_clears
      always_ff @(posedge clk) begin
        if (rst) for (int at = 0; at < 2 ** DepthLog2; at = at + 1) words[at] <= 0;
        else if (in_valid && in_ready) words[write_at[DepthLog2-1:0]] <= in_data;
      end
    end else begin : gen_keeps
      always_ff @(posedge clk) begin
        if (in_valid && in_ready) words[write_at[DepthLog2-1:0]] <= in_data;
      end
    end
  endgenerate
endmodule

`define W 8
module core #(parameter N = 3) (input clk, input rst, input [255:0] a, output reg [199:0] y);
  reg [`W-1:0] m [0:3]; // a comment
  initial begin m[0] = 8'h3; $display("x"); end
  wire \esc"aped ; /* block */
  generate genvar i; for (i = 0; i < N; i = i + 1) begin : g assign \esc"aped = a[i]; end endgenerate
  always @(posedge clk) if (rst) y <= 0; else y <= a[199:0];
endmodule

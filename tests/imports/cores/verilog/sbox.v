// The S-box of GIFT as a memory that a file initialises.
module sbox (input wire [3:0] x, output wire [3:0] y);
  reg [3:0] table_of_sixteen [0:15];
  initial $readmemh("sbox.hex", table_of_sixteen);
  assign y = table_of_sixteen[x];
endmodule

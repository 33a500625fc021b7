// SPDX-License-Identifier: Apache-2.0
// Keys of @TOP@ from a port of their own: a key manager gives them, and nothing on the bus can.
//
// key has its first byte at the top. A key that is valid stays, unchanged, until key_ready: it is read in the words of SDI, of
// which key_ready comes with the last one. Nothing here keeps it. The core takes a key when a message asks for a new one, and
// may take the first words before; so who withdraws a key resets the core.
module @TOP@_key_port (
    input wire clk,
    input wire rst,
    input wire [@KEY_BITS@-1:0] key,
    input wire key_valid,
    output wire key_ready,
    output reg [@WIDTH@-1:0] sdi_data,
    output wire sdi_valid,
    input wire sdi_ready
);
  localparam [3:0] LoadKey = 4'h4;
  localparam [3:0] Key = 4'hc;
  // The only segment: last of its type, of the input, and of all.
  localparam [3:0] Flags = 4'h7;
  localparam [15:0] KeyBytes = 16'd@KEY@;
  localparam [@COUNT_BITS@-1:0] Last = @COUNT_BITS@'d@LAST_WORD@;

  wire [@WIDTH@-1:0] instruction = {LoadKey, @ZEROS@'d0};
  wire [31:0] header = {Key, Flags, 8'h00, KeyBytes};
  reg [@COUNT_BITS@-1:0] word;
  wire taken = key_valid & sdi_ready;
  always_ff @(posedge clk) begin
    if (rst) word <= 0;
    else if (taken) word <= (word == Last) ? 0 : word + 1'b1;
  end

  always_comb begin
    case (word)
@WORDS@
      default: sdi_data = 0;
    endcase
  end
  assign sdi_valid = key_valid;
  assign key_ready = taken & (word == Last);
endmodule

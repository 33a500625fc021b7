// SPDX-License-Identifier: Apache-2.0
// dummy_lwc and its hash with streams of its own: words of the key, typed words of data, words of
// text, tag and digest. MODE: a message is started by `mode`; else by its first word. LATE: text
// leaves from a register. LITTLE: the first byte of a word of key or data is the lowest one, and
// text comes so too; tag and digest do not.
module streams #(parameter MODE = 0, parameter LATE = 0, parameter LITTLE = 0) (
    input clk, input reset_n,
    input [31:0] key, input key_valid, output key_ready, input key_update,
    input [31:0] bdi, input bdi_valid, input [3:0] bdi_bytes, output bdi_ready,
    input [2:0] bdi_size, input [3:0] bdi_padding, input [3:0] bdi_type, input bdi_eot,
    input bdi_eoi,
    output [31:0] bdo, output bdo_valid, output [3:0] bdo_bytes, input bdo_ready, input bdo_last,
    output auth, output auth_valid, input auth_ready,
    input [1:0] mode, input decrypt, input hash);
  localparam NONCE = 13, AD = 1, TAG = 8;
  localparam IDLE = 0, KEY = 1, DATA = 2, RESULT = 3, COMPARE = 4, CHECK = 5;

  function [31:0] turned(input [31:0] w);
    turned = LITTLE ? {w[7:0], w[15:8], w[23:16], w[31:24]} : w;
  endfunction
  function [3:0] turned_bits(input [3:0] b);
    turned_bits = LITTLE ? {b[0], b[1], b[2], b[3]} : b;
  endfunction

  reg [2:0] state;
  reg [127:0] k;
  reg [95:0] nonce;
  reg [255:0] sum;
  reg [31:0] number, ad_bits, text_bits, stored;
  reg [3:0] stored_bytes;
  reg [2:0] place;
  reg decrypts, hashes, same, full;

  wire there = bdi_valid | (MODE && bdi_bytes != 0);
  wire [31:0] word = turned(bdi);
  wire [3:0] bytes = turned_bits(bdi_bytes), padding = turned_bits(bdi_padding);
  wire [127:0] first = k ^ {nonce, 32'd0};
  wire is_text = !hashes && bdi_type != NONCE && bdi_type != AD && bdi_type != TAG;
  wire [31:0] stream = first[127 - 32 * place[1:0] -: 32] ^ (place[1:0] == 3 ? number : 0);
  wire [31:0] mask = {{8{bytes[3]}}, {8{bytes[2]}}, {8{bytes[1]}}, {8{bytes[0]}}};
  wire [31:0] text = (word ^ stream) & mask;
  wire [31:0] added = ((is_text && decrypts ? text : word) & mask)
      | (bdi_size == 0 ? 0 : {padding[3], 7'd0, padding[2], 7'd0, padding[1], 7'd0,
                              padding[0], 7'd0});
  wire [2:0] last = hashes ? 7 : 3;
  wire [31:0] behind = bdi_eot && bytes == 15 && place != last ? 32'h80000000 : 32'd0;
  wire [255:0] delta = {added, behind, 192'd0} >> (32 * place);
  wire [127:0] tag = sum[255:128] ^ first ^ {32'd0, ad_bits, 32'd0, text_bits};
  wire free = LATE ? !full || bdo_ready : bdo_ready;
  wire gives = state == DATA && there && is_text;
  wire takes = there && bdi_ready;

  assign key_ready = state == KEY;
  assign bdi_ready = (state == DATA && (!is_text || free)) || state == COMPARE;
  assign bdo_valid = LATE && full || state == RESULT || (!LATE && gives);
  assign bdo = state == RESULT && !full ? (hashes ? sum[255 - 32 * place -: 32]
                                         : tag[127 - 32 * place[1:0] -: 32])
             : turned(LATE ? stored : text);
  assign bdo_bytes = turned_bits(LATE ? stored_bytes : bytes);
  assign auth_valid = state == CHECK;
  assign auth = same;

  task begins(input d, input h);
    begin
      decrypts <= d; hashes <= h; sum <= 0; ad_bits <= 0; text_bits <= 0; number <= 1; place <= 0;
      state <= DATA;
    end
  endtask

  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE; full <= 0; place <= 0;
    end else begin
      if (full && bdo_ready) full <= 0;
      case (state)
        IDLE: begin
          same <= 1;
          if (MODE) begin
            if (mode != 0) begin
              begins(mode == 2, mode == 3);
              if (mode != 3 && key_valid) state <= KEY;
              if (mode == 3 && bdi_eoi) state <= RESULT;
            end
          end else if (key_update) state <= KEY;
          else if (there) begins(decrypt, hash);
        end
        KEY: if (key_valid) begin
          k <= {k[95:0], turned(key)};
          place <= place == 3 ? 0 : place + 1;
          if (place == 3) state <= MODE ? DATA : IDLE;
        end
        DATA: if (takes) begin
          if (bdi_type == NONCE) nonce <= {nonce[63:0], word};
          else begin
            sum <= sum ^ delta;
            place <= bdi_eot || place == last ? 0 : place + 1;
            if (bdi_type == AD) ad_bits <= ad_bits + 8 * bdi_size;
            else text_bits <= text_bits + 8 * bdi_size;
            if (is_text && place == last) number <= number + 1;
            if (is_text && LATE) begin
              stored <= text; stored_bytes <= bytes; full <= 1;
            end
          end
          if (bdi_eoi) state <= decrypts ? COMPARE : RESULT;
        end
        RESULT: if (bdo_ready && !full) begin
          place <= place == last ? 0 : place + 1;
          if (place == last) state <= IDLE;
        end
        COMPARE: if (takes && bdi_type == TAG) begin
          if (word != tag[127 - 32 * place[1:0] -: 32]) same <= 0;
          place <= place == 3 ? 0 : place + 1;
          if (bdi_eot) state <= CHECK;
        end
        CHECK: if (auth_ready) state <= IDLE;
      endcase
    end
endmodule

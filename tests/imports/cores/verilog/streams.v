// SPDX-License-Identifier: Apache-2.0
// dummy_lwc and its hash with streams of its own: words of the key, typed words of data, words of
// text, tag and digest. MODE: a message is started by `mode`; else by its first word. LATE: text
// leaves from a register. LITTLE: the first byte of a word of key or data is the lowest one, and
// text comes so too; tag and digest do not. W: bits of a word, 32, 64 or 128.
module streams #(parameter MODE = 0, parameter LATE = 0, parameter LITTLE = 0, parameter W = 32) (
    input clk, input reset_n,
    input [W-1:0] key, input key_valid, output key_ready, input key_update,
    input [W-1:0] bdi, input bdi_valid, input [W/8-1:0] bdi_bytes, output bdi_ready,
    input [4:0] bdi_size, input [W/8-1:0] bdi_padding, input [3:0] bdi_type, input bdi_eot,
    input bdi_eoi,
    output [W-1:0] bdo, output bdo_valid, output [W/8-1:0] bdo_bytes, input bdo_ready, input bdo_last,
    output auth, output auth_valid, input auth_ready,
    input [1:0] mode, input decrypt, input hash);
  localparam NONCE = 13, AD = 1, TAG = 8;
  localparam IDLE = 0, KEY = 1, DATA = 2, RESULT = 3, COMPARE = 4, CHECK = 5;

  localparam B = W / 8, LAST = 128 / W - 1;

  function [W-1:0] turned(input [W-1:0] w);
    integer n;
    for (n = 0; n < B; n = n + 1)
      turned[8 * n +: 8] = w[8 * (LITTLE ? B - 1 - n : n) +: 8];
  endfunction
  function [B-1:0] turned_bits(input [B-1:0] b);
    integer n;
    for (n = 0; n < B; n = n + 1) turned_bits[n] = b[LITTLE ? B - 1 - n : n];
  endfunction
  function [W-1:0] spread(input [B-1:0] b, input [7:0] of);
    integer n;
    for (n = 0; n < B; n = n + 1) spread[8 * n +: 8] = b[n] ? of : 8'd0;
  endfunction

  reg [2:0] state;
  reg [127:0] k;
  reg [95:0] nonce;
  reg [255:0] sum;
  reg [31:0] number, ad_bits, text_bits;
  reg [W-1:0] stored;
  reg [B-1:0] stored_bytes;
  reg [2:0] place;
  reg decrypts, hashes, same, full;

  wire there = bdi_valid | (MODE && bdi_bytes != 0);
  wire [W-1:0] word = turned(bdi);
  wire [B-1:0] bytes = turned_bits(bdi_bytes), padding = turned_bits(bdi_padding);
  wire [127:0] top = word << (128 - W);
  wire [127:0] first = k ^ {nonce, 32'd0};
  wire is_text = !hashes && bdi_type != NONCE && bdi_type != AD && bdi_type != TAG;
  wire [127:0] counted = first ^ {96'd0, number};
  wire [1:0] at = place[1:0];
  wire [W-1:0] stream = counted[127 - W * at -: W];
  wire [W-1:0] mask = spread(bytes, 8'hff);
  wire [W-1:0] text = (word ^ stream) & mask;
  wire [W-1:0] added = ((is_text && decrypts ? text : word) & mask)
      | (bdi_size == 0 ? {W{1'b0}} : spread(padding, 8'h80));
  wire [2:0] last = hashes ? 2 * LAST + 1 : LAST;
  wire [255:0] behind = bdi_eot && &bytes && place != last ? {1'b1, 255'd0} >> W : 256'd0;
  wire [255:0] delta = ({added, {(256 - W){1'b0}}} | behind) >> (W * place);
  wire [127:0] tag = sum[255:128] ^ first ^ {32'd0, ad_bits, 32'd0, text_bits};
  wire free = LATE ? !full || bdo_ready : bdo_ready;
  wire gives = state == DATA && there && is_text;
  wire takes = there && bdi_ready;

  assign key_ready = state == KEY;
  assign bdi_ready = (state == DATA && (!is_text || free)) || state == COMPARE;
  assign bdo_valid = LATE && full || state == RESULT || (!LATE && gives);
  assign bdo = state == RESULT && !full ? (hashes ? sum[255 - W * place -: W]
                                         : tag[127 - W * at -: W])
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
          k <= {k, turned(key)};
          place <= place == LAST ? 0 : place + 1;
          if (place == LAST) state <= MODE ? DATA : IDLE;
        end
        DATA: if (takes) begin
          if (bdi_type == NONCE) begin
            nonce <= W == 32 ? {nonce[63:0], top[127:96]}
                : W == 64 && bdi_eot ? {nonce[95:32], top[127:96]} : top[127:32];
          end
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
          if (word != tag[127 - W * at -: W]) same <= 0;
          place <= place == LAST ? 0 : place + 1;
          if (bdi_eot) state <= CHECK;
        end
        CHECK: if (auth_ready) state <= IDLE;
      endcase
    end
endmodule

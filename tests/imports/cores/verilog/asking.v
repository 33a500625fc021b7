// SPDX-License-Identifier: Apache-2.0
// Ascon of SP 800-232 with words of 64 bits, a round in each clock: `todo` rounds stand between a
// word and the next one. An output goes on until bdo_last.
module asking(
    input clk, input rst,
    input [63:0] key, input key_valid, output key_ready,
    input [63:0] bdi, input [7:0] bdi_bytes, output bdi_ready,
    input [2:0] bdi_type, input bdi_eot, input bdi_eoi,
    output [63:0] bdo, output bdo_valid, input bdo_ready, input bdo_last,
    output auth, output auth_valid, input auth_ready, input [2:0] mode);
  localparam ENCRYPT = 1, DECRYPT = 2, HASH = 3, XOF = 4, CXOF = 5;
  localparam NONCE = 1, AD = 2, TEXT = 3, TAG = 4;
  localparam IDLE = 0, KEY = 1, DATA = 2, PAD = 3, SEPARATE = 4, FINISH = 5, RESULT = 6, CHECK = 7;

  reg [2:0] state, does;
  reg [127:0] k;
  reg [63:0] x0, x1, x2, x3, x4;
  reg [3:0] todo;
  reg place, same, ended, of_ad, keyed;

  wire sponge = does >= HASH;
  wire idle = todo == 0;
  wire there = bdi_bytes != 0;
  // 8 rounds between blocks of AEAD128, 12 elsewhere; the constant of the last round is 4b.
  wire [3:0] number = 12 - todo;
  wire [63:0] a0 = x0 ^ x4, a2 = x2 ^ x1 ^ {56'd0, 4'd15 - number, number}, a4 = x4 ^ x3;
  wire [63:0] c0 = a0 ^ ~x1 & a2, c1 = x1 ^ ~a2 & x3, c2 = a2 ^ ~x3 & a4;
  wire [63:0] c3 = x3 ^ ~a4 & a0, c4 = a4 ^ ~a0 & x1;
  wire [63:0] d0 = c0 ^ c4, d1 = c1 ^ c0, d2 = ~c2, d3 = c3 ^ c2;

  wire [63:0] lane = place ? x1 : x0;
  wire [63:0] mask = {{8{bdi_bytes[7]}}, {8{bdi_bytes[6]}}, {8{bdi_bytes[5]}}, {8{bdi_bytes[4]}},
                      {8{bdi_bytes[3]}}, {8{bdi_bytes[2]}}, {8{bdi_bytes[1]}}, {8{bdi_bytes[0]}}};
  // The bit behind the last byte; none if the word is full.
  wire [63:0] mark = ~mask & {mask[55:0], 8'hff} & 64'h0101010101010101;
  // The first word of a message behind associated data waits for a cycle.
  wire separates = of_ad && bdi_type == TEXT;
  wire is_text = bdi_type == TEXT && !sponge;
  wire [63:0] given = (is_text && does == DECRYPT ? bdi ^ lane : bdi) & mask;
  wire [63:0] next = lane ^ given ^ mark;
  wire ends_block = sponge || place;
  wire [63:0] tag = place ? x4 ^ k[127:64] : x3 ^ k[63:0];

  assign key_ready = state == KEY;
  assign bdi_ready = state == DATA && idle && !separates && (!is_text || bdo_ready);
  assign bdo_valid = idle && (state == RESULT || state == DATA && there && is_text && !separates);
  assign bdo = state == RESULT ? (sponge ? x0 : tag) : bdi ^ lane;
  assign auth_valid = state == CHECK;
  assign auth = same;

  always @(posedge clk)
    if (rst) begin
      state <= IDLE; todo <= 0; place <= 0; keyed <= 0;
    end else if (!idle) begin
      x0 <= d0 ^ {d0[18:0], d0[63:19]} ^ {d0[27:0], d0[63:28]};
      x1 <= d1 ^ {d1[60:0], d1[63:61]} ^ {d1[38:0], d1[63:39]};
      x2 <= d2 ^ {d2[0], d2[63:1]} ^ {d2[5:0], d2[63:6]};
      x3 <= d3 ^ {d3[9:0], d3[63:10]} ^ {d3[16:0], d3[63:17]};
      x4 <= c4 ^ {c4[6:0], c4[63:7]} ^ {c4[40:0], c4[63:41]};
      todo <= todo - 1;
      if (todo == 1 && keyed) begin
        x3 <= d3 ^ {d3[9:0], d3[63:10]} ^ {d3[16:0], d3[63:17]} ^ k[63:0];
        x4 <= c4 ^ {c4[6:0], c4[63:7]} ^ {c4[40:0], c4[63:41]} ^ k[127:64];
        keyed <= 0;
      end
    end else case (state)
      IDLE: if (mode != 0) begin
        does <= mode; same <= 1; ended <= bdi_eoi; of_ad <= 0; place <= 0;
        x0 <= mode == HASH ? 64'h0000080100cc0002 : mode == XOF ? 64'h0000080000cc0003
            : 64'h0000080000cc0004;
        {x1, x2, x3, x4} <= 0;
        todo <= mode >= HASH ? 12 : 0;
        state <= mode < HASH && key_valid ? KEY : mode >= HASH && bdi_eoi ? PAD : DATA;
      end
      KEY: if (key_valid) begin
        k <= {key, k[127:64]};
        place <= !place;
        if (place) state <= DATA;
      end
      DATA: if (there && separates) begin
        of_ad <= 0;
        if (!sponge) x4[63] <= !x4[63];
      end else if (there && bdi_ready) case (bdi_type)
        NONCE: begin
          place <= !place;
          if (place) begin
            {x0, x1, x2, x4} <= {64'h00001000808c0001, k[63:0], k[127:64], bdi};
            todo <= 12; keyed <= 1; of_ad <= 1; ended <= bdi_eoi;
            if (bdi_eoi) state <= SEPARATE;
          end else x3 <= bdi;
        end
        TAG: begin
          place <= !place;
          if (bdi != tag) same <= 0;
          if (place) state <= CHECK;
        end
        default: begin
          if (bdi_type == AD) of_ad <= 1;
          ended <= bdi_eoi;
          if (place) x1 <= next; else x0 <= next;
          place <= !ends_block;
          if (&bdi_bytes && ends_block) todo <= sponge ? 12 : 8;
          if (bdi_eot) begin
            if (&bdi_bytes) state <= PAD;
            else begin
              place <= 0;
              if (bdi_type == AD) begin
                todo <= sponge ? 12 : 8;
                state <= bdi_eoi ? SEPARATE : DATA;
              end else state <= FINISH;
            end
          end
        end
      endcase
      PAD: begin
        if (place) x1[0] <= !x1[0]; else x0[0] <= !x0[0];
        place <= 0;
        if (of_ad) todo <= sponge ? 12 : 8;
        state <= !of_ad ? FINISH : ended ? SEPARATE : DATA;
      end
      // An empty message: its padding, and in front of it, of AEAD128, the separation.
      SEPARATE: begin
        x0[0] <= !x0[0];
        if (!sponge) x4[63] <= !x4[63];
        state <= FINISH;
      end
      FINISH: begin
        if (!sponge) begin
          x2 <= x2 ^ k[63:0];
          x3 <= x3 ^ k[127:64];
        end
        todo <= 12;
        state <= does == DECRYPT ? DATA : RESULT;
      end
      RESULT: if (bdo_ready) begin
        place <= !sponge && !place;
        todo <= sponge ? 12 : 0;
        if (sponge ? bdo_last : place) begin
          state <= IDLE; todo <= 0;
        end
      end
      CHECK: if (auth_ready) state <= IDLE;
    endcase
endmodule

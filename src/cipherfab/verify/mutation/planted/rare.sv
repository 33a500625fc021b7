// SPDX-License-Identifier: Apache-2.0
// A wrapper around a core with the LWC Hardware API and buses of 32 bits that answers wrongly in one rare situation, which `rare.py` has.
// `wrapped.py` writes the name of the core, sizes, the event and the effect. It is `watcher.sv` with one bug, and in words that Yosys reads.
//
// The words of a message are all taken before its answer ends: the next one waits for the status.
module planted (
    input wire clk, input wire rst,
    input wire [31:0] pdi_data, input wire pdi_valid, output wire pdi_ready,
    input wire [31:0] sdi_data, input wire sdi_valid, output wire sdi_ready,
    output wire [31:0] do_data, output wire do_valid, output wire do_last, input wire do_ready);
  localparam TAG_WORDS = @TAG_WORDS@, NONCE_WORDS = @NONCE_WORDS@, KEY_WORDS = @KEY_WORDS@, BLOCK_WORDS = @BLOCK_WORDS@;
  localparam [3:0] AD = 4'h1, PLAINTEXT = 4'h4, CIPHERTEXT = 4'h5, HASHED = 4'h7, TAG = 4'h8, DIGEST = 4'h9, NONCE = 4'hd;
  localparam [1:0] START = 0, HEADER = 1, BODY = 2;
  localparam [2:0] NOTHING = 0, SEALED = 1, OPENED = 2, REFUSED = 3, HASH = 4;

  // The core, and what the bug does to its ports.
  wire [31:0] core_data; wire core_valid, core_last, core_pdi_ready, core_sdi_ready;
  reg flip_text, flip_tag, swap_status, wrong_last, lose;
  reg ended, answering;
  wire hold = ended & answering;
  wire core_taken = core_valid & (do_ready | lose);
  @CORE@ core (
      .clk(clk), .rst(rst), .pdi_data(pdi_data), .pdi_valid(pdi_valid & ~hold), .pdi_ready(core_pdi_ready),
      .sdi_data(sdi_data), .sdi_valid(sdi_valid), .sdi_ready(core_sdi_ready),
      .do_data(core_data), .do_valid(core_valid), .do_ready(do_ready | lose), .do_last(core_last));
  assign pdi_ready = core_pdi_ready & ~hold;
  assign sdi_ready = core_sdi_ready;
  assign do_valid = core_valid & ~lose;
  assign do_last = core_last ^ wrong_last;
  assign do_data = core_data ^ {3'b0, swap_status, 11'b0, flip_text | flip_tag, 16'b0};
  wire pdi_taken = pdi_valid & pdi_ready, sdi_taken = sdi_valid & sdi_ready;

  // PDI: where in a message its next word is, and what was counted of the message.
  reg [1:0] place; reg [3:0] op, kind; reg [15:0] left, length; reg last;
  reg [31:0] ad_bytes, text_bytes, text_segments, text_tail;
  reg [32*NONCE_WORDS-1:0] nonce, nonce_before; reg [32*TAG_WORDS-1:0] tag; reg [31:0] word_before;
  reg [32*BLOCK_WORDS-1:0] block;
  // What went before, since the reset; SDI; DO.
  reg [31:0] messages; reg [2:0] past1; reg new_key, activated;
  reg [32*KEY_WORDS-1:0] key, key_before; reg [1:0] key_place; reg [15:0] key_left;
  reg out_body; reg [3:0] out_kind; reg [15:0] out_left, out_word; reg [31:0] out_before;
  // Cycles in which a port waited, up to now; `seen`: the event was there since the last answer.
  reg [31:0] do_idle, both_idle;
  reg seen, event_now;
  // Not reset: whether PDI waited in the first cycle of the reset.
  reg in_reset, reset_pdi, waits_pdi;

  wire sealing = op == 4'h2, opening = op == 4'h3, hashing = op == 4'h8;
  wire body = pdi_taken & place == BODY;
  wire is_text = kind == PLAINTEXT | kind == CIPHERTEXT | kind == HASHED;
  wire ad_word = body & kind == AD, text_word = body & is_text;
  wire full = left != 1 | length[1:0] == 0;
  wire [15:0] segment_words = (length + 16'h3) >> 2;
  wire [32*BLOCK_WORDS-1:0] block_now = {block, pdi_data};
  wire block_done = text_word & full & (segment_words - left) % BLOCK_WORDS == BLOCK_WORDS - 1;
  wire status = core_valid & ~out_body & core_data[31:29] == 3'b111;
  wire refused = status & core_data[28], accepted = status & ~core_data[28];
  wire first_text = out_body & out_word == 0 & (out_kind == PLAINTEXT | out_kind == CIPHERTEXT);
  wire first_tag = out_body & out_word == 0 & (out_kind == TAG | out_kind == DIGEST);
  wire last_tag = out_body & out_left == 1 & (out_kind == TAG | out_kind == DIGEST);
  wire same_nonce = nonce == nonce_before;

  always @* begin
    event_now = 0;
    @EVENT@
  end
  always @* begin
    {flip_text, flip_tag, swap_status, wrong_last, lose} = 0;
    @EFFECT@
  end

  always @(posedge clk) begin
    in_reset <= rst;
    waits_pdi <= pdi_ready & ~pdi_valid & place != START;
    if (rst & ~in_reset) reset_pdi <= waits_pdi & messages != 0;
    if (rst) begin
      place <= START; ended <= 0; answering <= 0; out_body <= 0; key_place <= 0; activated <= 0; new_key <= 0; seen <= 0;
      messages <= 0; past1 <= NOTHING; op <= 0; kind <= 0; last <= 0; left <= 0; length <= 0;
      ad_bytes <= 0; text_bytes <= 0; text_segments <= 0; text_tail <= 0; do_idle <= 0; both_idle <= 0;
      nonce <= {NONCE_WORDS{32'h3}}; nonce_before <= {NONCE_WORDS{32'h5}}; tag <= {TAG_WORDS{32'h1}}; block <= {BLOCK_WORDS{32'h3}};
      key <= {KEY_WORDS{32'h6}}; key_before <= {KEY_WORDS{32'ha}}; key_left <= 0; word_before <= 32'h1234567;
      out_before <= 32'h7; out_kind <= 0; out_left <= 0; out_word <= 0;
    end else begin
      seen <= (seen & ~(core_taken & status)) | event_now;
      do_idle <= do_valid & ~do_ready ? do_idle + 1 : 0;
      both_idle <= ~sdi_valid & ~pdi_valid & (sdi_ready | pdi_ready) ? both_idle + 1 : 0;
      if (pdi_taken)
        case (place)
          START:
            if (pdi_data[31:28] == 4'h7) activated <= 1;
            else begin
              op <= pdi_data[31:28]; place <= HEADER; ended <= 0; answering <= 1;
              messages <= messages + 1; new_key <= activated; activated <= 0;
              ad_bytes <= 0; text_bytes <= 0; text_segments <= 0; text_tail <= 0;
              nonce_before <= nonce; word_before <= 32'h1234567;
            end
          HEADER: begin
            kind <= pdi_data[31:28]; last <= pdi_data[24]; length <= pdi_data[15:0];
            left <= (pdi_data[15:0] + 16'h3) >> 2;
            if (pdi_data[31:28] == AD) ad_bytes <= ad_bytes + pdi_data[15:0];
            if (pdi_data[31:28] == PLAINTEXT | pdi_data[31:28] == CIPHERTEXT | pdi_data[31:28] == HASHED) begin
              text_bytes <= text_bytes + pdi_data[15:0]; text_segments <= text_segments + 1; text_tail <= pdi_data[15:0];
            end
            if (pdi_data[15:0] != 0) place <= BODY;
            else if (pdi_data[24]) begin place <= START; ended <= 1; end
          end
          default: begin
            if (kind == NONCE) nonce <= {nonce, pdi_data};
            if (kind == TAG) tag <= {tag, pdi_data};
            if (kind == AD | is_text) word_before <= pdi_data;
            if (is_text) block <= block_now;
            left <= left - 1;
            if (left == 1) begin
              place <= last ? START : HEADER;
              if (last) ended <= 1;
            end
          end
        endcase
      if (sdi_taken)
        case (key_place)
          0: if (sdi_data[31:28] == 4'h4) key_place <= 1;
          1: begin
            key_before <= key; key_left <= (sdi_data[15:0] + 16'h3) >> 2;
            key_place <= sdi_data[15:0] == 0 ? 0 : 2;
          end
          default: begin
            key <= {key, sdi_data};
            key_left <= key_left - 1;
            if (key_left == 1) key_place <= 0;
          end
        endcase
      if (core_taken) begin
        if (out_body) begin
          out_word <= out_word + 1; out_left <= out_left - 1; out_before <= core_data;
          if (out_left == 1) out_body <= 0;
        end else if (status) begin
          answering <= 0; out_word <= 0;
          past1 <= sealing ? SEALED : hashing ? HASH : core_data[28] ? REFUSED : OPENED;
        end else begin
          out_kind <= core_data[31:28]; out_left <= (core_data[15:0] + 16'h3) >> 2; out_body <= core_data[15:0] != 0;
          if (core_data[31:28] != out_kind) out_word <= 0;
        end
      end
    end
  end
endmodule

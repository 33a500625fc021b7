// SPDX-License-Identifier: Apache-2.0
// A wrapper around a core with the LWC Hardware API and buses of 32 bits that answers wrongly in one rare situation: the bug of the number
// that the bench says (`mutants.PACKAGE`), none if it is 0. `wrapped.py` writes the name of the core, sizes, and the two cases of `bugs.py`.
//
// The words of a message are all taken before its answer ends: the next one waits for the status, so that what was counted is of this
// message while its tag and status go out.
module planted (
    input wire clk, input wire rst,
    input wire [31:0] pdi_data, input wire pdi_valid, output wire pdi_ready,
    input wire [31:0] sdi_data, input wire sdi_valid, output wire sdi_ready,
    output wire [31:0] do_data, output wire do_valid, output wire do_last, input wire do_ready);
  localparam integer TAG_WORDS = @TAG_WORDS@, NONCE_WORDS = @NONCE_WORDS@, KEY_WORDS = @KEY_WORDS@, BLOCK_WORDS = @BLOCK_WORDS@;
  localparam logic [3:0] AD = 4'h1, PLAINTEXT = 4'h4, CIPHERTEXT = 4'h5, HASHED = 4'h7, TAG = 4'h8, DIGEST = 4'h9, KEY = 4'hc, NONCE = 4'hd;
  typedef enum logic [1:0] {START, HEADER, BODY} place_t;
  typedef enum logic [2:0] {NOTHING, SEALED, OPENED, REFUSED, HASH} outcome_t;
  // Flat vectors, for Yosys' own reader takes a word of a packed array for a bit where a function has it as its argument.
  typedef logic [32*TAG_WORDS-1:0] tag_t;

  // The core, and what the bug does to its ports.
  wire [31:0] core_data; wire core_valid, core_last, core_pdi_ready, core_sdi_ready;
  logic flip_text, flip_tag, swap_status, wrong_last, lose, twice, flip_waiting;
  wire hold;
  wire core_taken = core_valid & (do_ready | lose);
  @CORE@ core (
      .clk(clk), .rst(rst), .pdi_data(pdi_data), .pdi_valid(pdi_valid & ~hold), .pdi_ready(core_pdi_ready),
      .sdi_data(sdi_data), .sdi_valid(sdi_valid), .sdi_ready(core_sdi_ready),
      .do_data(core_data), .do_valid(core_valid), .do_ready(do_ready | lose), .do_last(core_last));
  assign pdi_ready = core_pdi_ready & ~hold & ~twice;
  assign sdi_ready = core_sdi_ready;
  assign do_valid = core_valid & ~lose;
  assign do_last = core_last ^ wrong_last;
  assign do_data = core_data ^ {3'b0, swap_status, 10'b0, flip_waiting, flip_text | flip_tag, 16'b0};

  wire pdi_taken = pdi_valid & pdi_ready, sdi_taken = sdi_valid & sdi_ready;

  // PDI: where in a message its next word is, and what was counted of the message.
  place_t place; logic [3:0] op, kind; logic [31:0] left; logic [15:0] length; logic last, ended, answering;
  logic [31:0] ad_bytes, text_bytes, ad_segments, text_segments, ad_tail, text_tail, ad_most, text_most;
  logic [31:0] ad_empty, text_empty, ad_row, text_row, words;
  logic [32*NONCE_WORDS-1:0] nonce, nonce_before; tag_t tag, tag_before; logic [31:0] word_before;
  logic [32*BLOCK_WORDS-1:0] block, block_before;
  // What went before, since the reset.
  logic [31:0] messages, keys, with_key, refused_row, same_row, cycles;
  outcome_t past1, past2, past3; logic new_key, activated;
  // SDI.
  logic [32*KEY_WORDS-1:0] key; logic [1:0] key_place; logic [31:0] key_left;
  // DO: the tag that goes out, and the right one for a nonce where it is known.
  logic out_body; logic [3:0] out_kind; logic [31:0] out_left, out_word; tag_t out_tag, right_tag, right_before;
  logic [32*NONCE_WORDS-1:0] right_nonce;
  // Cycles in which a port waited, up to now.
  logic [31:0] pdi_idle, sdi_idle, do_idle, do_and_pdi_idle, both_idle;
  // `seen`: the event of this bug was there since the last answer.
  logic seen, event_now;
  // Not reset: what was waiting in the first cycle of the reset; nothing, in the first reset of all, as `settled` says.
  localparam logic [31:0] SETTLED = 32'hc1f0a11e;
  logic [31:0] settled; logic in_reset, reset_do, reset_pdi, reset_sdi, waits_do, waits_pdi, waits_sdi;

  wire sealing = op == 4'h2, opening = op == 4'h3, hashing = op == 4'h8;
  wire header_taken = pdi_taken & place == HEADER, body = pdi_taken & place == BODY;
  wire is_text = kind == PLAINTEXT | kind == CIPHERTEXT | kind == HASHED;
  wire ad_word = body & kind == AD, text_word = body & is_text;
  wire full = left != 1 | length[1:0] == 0;
  wire [31:0] segment_words = (32'(length) + 3) >> 2;
  wire [32*BLOCK_WORDS-1:0] block_now = {block, pdi_data};
  wire block_done = text_word & full & (segment_words - left) % BLOCK_WORDS == BLOCK_WORDS - 1;
  wire status = core_valid & ~out_body & core_data[31:29] == 3'b111;
  wire refused = status & core_data[28], accepted = status & ~core_data[28];
  wire first_text = out_body & out_word == 0 & (out_kind == PLAINTEXT | out_kind == CIPHERTEXT);
  wire first_tag = out_body & out_word == 0 & (out_kind == TAG | out_kind == DIGEST);
  wire last_tag = out_body & out_left == 1 & (out_kind == TAG | out_kind == DIGEST);
  // Where the right tag is known: of this nonce an encryption, or a decryption that was accepted, went before.
  wire known = nonce == right_nonce & opening;
  tag_t difference;
  assign difference = tag ^ right_tag;
  wire wrong = known & difference != 0;
  wire same_nonce = nonce == nonce_before;
  assign hold = ended & answering;

  // Folds of a word and of a whole tag.
  function automatic logic [31:0] xor_words(tag_t value);
    xor_words = 0;
    for (int i = 0; i < TAG_WORDS; i++) xor_words ^= value[32*i +: 32];
  endfunction
  function automatic logic [31:0] sum_words(tag_t value);
    sum_words = 0;
    for (int i = 0; i < TAG_WORDS; i++) sum_words += value[32*i +: 32];
  endfunction
  function automatic logic [7:0] xor_bytes(tag_t value);
    xor_bytes = 0;
    for (int i = 0; i < 4 * TAG_WORDS; i++) xor_bytes ^= value[8*i +: 8];
  endfunction
  function automatic logic [7:0] sum_bytes(tag_t value);
    sum_bytes = 0;
    for (int i = 0; i < 4 * TAG_WORDS; i++) sum_bytes += value[8*i +: 8];
  endfunction
  function automatic logic [3:0] xor_nibbles(tag_t value);
    xor_nibbles = 4'(xor_bytes(value)) ^ 4'(xor_bytes(value) >> 4);
  endfunction
  function automatic tag_t reversed(tag_t value);
    for (int i = 0; i < TAG_WORDS; i++) reversed[32*i +: 32] = value[32*(TAG_WORDS-1-i) +: 32];
  endfunction
  function automatic tag_t swapped(tag_t value);
    for (int i = 0; i < 4 * TAG_WORDS; i++) swapped[8*i +: 8] = value[8*(i ^ 3) +: 8];
  endfunction
  function automatic tag_t rotated(tag_t value);
    for (int i = 0; i < TAG_WORDS; i++) rotated[32*i +: 32] = value[32*((i+1) % TAG_WORDS) +: 32];
  endfunction
  function automatic logic some_zero(tag_t value);
    some_zero = 0;
    for (int i = 0; i < TAG_WORDS; i++) some_zero |= value[32*i +: 32] == 0;
  endfunction

  int number = cipherfab_mutants::number;
  always_comb begin
    event_now = 0;
    case (number)
@EVENTS@
      default: ;
    endcase
  end
  always_comb begin
    {flip_text, flip_tag, swap_status, wrong_last, lose, twice, flip_waiting} = 0;
    case (number)
@EFFECTS@
      default: ;
    endcase
  end

  always_ff @(posedge clk) begin
    in_reset <= rst;
    waits_do <= do_valid & ~do_ready; waits_pdi <= pdi_ready & ~pdi_valid & place != START; waits_sdi <= sdi_ready & ~sdi_valid;
    if (~rst) settled <= SETTLED;
    if (rst & settled != SETTLED) {reset_do, reset_pdi, reset_sdi} <= '0;
    else if (rst & ~in_reset) {reset_do, reset_pdi, reset_sdi} <= {waits_do, waits_pdi, waits_sdi};
    if (rst) begin
      place <= START; ended <= 0; answering <= 0; out_body <= 0; key_place <= 0; activated <= 0; new_key <= 0; seen <= 0;
      {messages, keys, with_key, refused_row, same_row, cycles} <= '0;
      past1 <= NOTHING; past2 <= NOTHING; past3 <= NOTHING; op <= 0; kind <= 0; last <= 0; left <= 0; length <= 0;
      {ad_bytes, text_bytes, ad_segments, text_segments, ad_tail, text_tail, ad_most, text_most} <= '0;
      {ad_empty, text_empty, ad_row, text_row, words} <= '0;
      {pdi_idle, sdi_idle, do_idle, do_and_pdi_idle, both_idle} <= '0;
      nonce <= {NONCE_WORDS{32'h3}}; nonce_before <= {NONCE_WORDS{32'h5}}; right_nonce <= {NONCE_WORDS{32'h9}};
      key <= {KEY_WORDS{32'h6}}; key_left <= 0; block <= {BLOCK_WORDS{32'h3}}; block_before <= {BLOCK_WORDS{32'hc}}; word_before <= 32'h1234567;
      tag <= {TAG_WORDS{32'h1}}; tag_before <= {TAG_WORDS{32'h2}}; right_tag <= {TAG_WORDS{32'h4}}; right_before <= {TAG_WORDS{32'h8}};
      out_tag <= {TAG_WORDS{32'h7}}; out_kind <= 0; out_left <= 0; out_word <= 0;
    end else begin
      cycles <= cycles + 1;
      seen <= (seen & ~(core_taken & status)) | event_now;
      pdi_idle <= core_pdi_ready & ~hold & ~pdi_valid ? pdi_idle + 1 : 0;
      sdi_idle <= sdi_ready & ~sdi_valid ? sdi_idle + 1 : 0;
      do_idle <= do_valid & ~do_ready ? do_idle + 1 : 0;
      do_and_pdi_idle <= do_valid & ~do_ready & ~pdi_valid ? do_and_pdi_idle + 1 : 0;
      both_idle <= ~sdi_valid & ~pdi_valid & (sdi_ready | pdi_ready) ? both_idle + 1 : 0;
      if (pdi_taken) begin
        words <= words + 1;
        case (place)
          START:
            if (pdi_data[31:28] == 4'h7) begin
              keys <= keys + 1; with_key <= 0; activated <= 1;
            end else begin
              op <= pdi_data[31:28]; place <= HEADER; ended <= 0; answering <= 1; words <= 0;
              messages <= messages + 1; with_key <= with_key + 1; new_key <= activated; activated <= 0;
              same_row <= pdi_data[31:28] == op ? same_row + 1 : 1;
              {ad_bytes, text_bytes, ad_segments, text_segments, ad_tail, text_tail, ad_most, text_most} <= '0;
              {ad_empty, text_empty, ad_row, text_row} <= '0;
              nonce_before <= nonce; tag_before <= tag;
              block <= {BLOCK_WORDS{32'h3}}; block_before <= {BLOCK_WORDS{32'hc}}; word_before <= 32'h1234567;
            end
          HEADER: begin
            kind <= pdi_data[31:28]; last <= pdi_data[24]; length <= pdi_data[15:0];
            left <= (32'(pdi_data[15:0]) + 3) >> 2;
            if (pdi_data[31:28] == AD) begin
              ad_bytes <= ad_bytes + pdi_data[15:0]; ad_segments <= ad_segments + 1; ad_tail <= 32'(pdi_data[15:0]);
              if (ad_segments != 0 && ad_tail > ad_most) ad_most <= ad_tail;
              ad_empty <= pdi_data[15:0] == 0 ? ad_empty + 1 : 0;
              if (pdi_data[15:0] == 0 && ad_empty >= ad_row) ad_row <= ad_empty + 1;
            end
            if (pdi_data[31:28] == PLAINTEXT || pdi_data[31:28] == CIPHERTEXT || pdi_data[31:28] == HASHED) begin
              text_bytes <= text_bytes + pdi_data[15:0]; text_segments <= text_segments + 1; text_tail <= 32'(pdi_data[15:0]);
              if (text_segments != 0 && text_tail > text_most) text_most <= text_tail;
              text_empty <= pdi_data[15:0] == 0 ? text_empty + 1 : 0;
              if (pdi_data[15:0] == 0 && text_empty >= text_row) text_row <= text_empty + 1;
            end
            if (pdi_data[15:0] != 0) place <= BODY;
            else if (pdi_data[24]) begin place <= START; ended <= 1; end
          end
          default: begin
            if (kind == NONCE) nonce <= {nonce, pdi_data};
            if (kind == TAG) tag <= {tag, pdi_data};
            if (kind == AD || is_text) word_before <= pdi_data;
            if (is_text) begin
              block <= {block, pdi_data};
              if (block_done) block_before <= block_now;
            end
            left <= left - 1;
            if (left == 1) begin
              place <= last ? START : HEADER;
              if (last) ended <= 1;
            end
          end
        endcase
      end
      if (sdi_taken)
        case (key_place)
          0: if (sdi_data[31:28] == 4'h4) key_place <= 1;
          1: begin
            key_left <= (32'(sdi_data[15:0]) + 3) >> 2;
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
          out_word <= out_word + 1; out_left <= out_left - 1;
          if (out_kind == TAG) out_tag <= {out_tag, core_data};
          if (out_left == 1) out_body <= 0;
        end else if (status) begin
          answering <= 0; out_word <= 0;
          past1 <= sealing ? SEALED : hashing ? HASH : core_data[28] ? REFUSED : OPENED; past2 <= past1; past3 <= past2;
          refused_row <= opening & core_data[28] ? refused_row + 1 : 0;
          if (sealing & ~core_data[28]) begin right_tag <= out_tag; right_before <= right_tag; right_nonce <= nonce; end
          if (opening & ~core_data[28]) begin right_tag <= tag; right_before <= tag == right_tag ? right_before : right_tag; right_nonce <= nonce; end
        end else begin
          out_kind <= core_data[31:28]; out_left <= (32'(core_data[15:0]) + 3) >> 2; out_body <= core_data[15:0] != 0;
          if (core_data[31:28] != out_kind) out_word <= 0;
        end
      end
    end
  end
endmodule

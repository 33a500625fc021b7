// SPDX-License-Identifier: Apache-2.0
// Ours: streams of words for lascon_top (IEEEYorkU/lascon-ip), as lascon-ip.toml describes them.
//
// lascon_top takes key and data on one stream, wants the key with each message, and a word without
// bytes where a text is empty. Here the key has a stream of its own and stays in registers, and an
// empty text is a mark (bdi_eoi) at the last word before it.
module lascon_streams (
  input  logic        clk,
  input  logic        rst,
  input  logic [63:0] key,
  input  logic        key_valid,
  input  logic        key_update,
  output logic        key_ready,
  input  logic [63:0] bdi,
  input  logic        bdi_valid,
  input  logic [7:0]  bdi_bytes,
  input  logic [3:0]  bdi_type,
  input  logic        bdi_eot,
  input  logic        bdi_eoi,
  output logic        bdi_ready,
  output logic [63:0] bdo,
  output logic        bdo_valid,
  input  logic        bdo_ready,
  input  logic        bdo_last,
  output logic        auth,
  output logic        auth_valid,
  input  logic        auth_ready,
  input  logic [2:0]  mode
);
  // Numbers of lascon_pkg.
  localparam logic [2:0] ENCRYPT = 0, DECRYPT = 1, CXOF = 4, IDLE = 7;
  localparam logic [3:0] KEY = 1, PLAINTEXT = 4, CIPHERTEXT = 5, MESSAGE = 7;

  typedef enum logic [2:0] {WAIT, KEY_0, KEY_1, WORDS, EMPTY, REST} step_t;
  step_t step;
  logic [2:0]  running;
  logic [63:0] key_0, key_1;

  // A message begins in the cycle in which its mode is told, if the one before is over.
  logic busy, done, wrong, begins;
  logic [2:0] now;
  assign begins = step == WAIT && mode != IDLE && !busy && !done;
  assign now = step == WAIT ? mode : running;

  // One stream for all words: those of the key come first, the empty text last.
  logic        in_key, valid, ready, last;
  logic [63:0] data;
  logic [7:0]  bytes;
  logic [3:0]  kind, text;
  assign in_key = step == KEY_0 || step == KEY_1;
  assign text = running == ENCRYPT ? PLAINTEXT : running == DECRYPT ? CIPHERTEXT : MESSAGE;
  always_comb begin
    valid = step == WORDS && bdi_valid;
    data = bdi;
    bytes = bdi_bytes;
    kind = bdi_type;
    last = bdi_eot;
    if (in_key) begin
      valid = !key_update || key_valid;
      data = key_update ? key : step == KEY_0 ? key_0 : key_1;
      bytes = 8'hff;
      kind = KEY;
      last = step == KEY_1;
    end else if (step == EMPTY) begin
      valid = 1;
      bytes = 0;
      kind = text;
      last = 1;
    end
  end
  assign key_ready = in_key && key_update && ready;
  assign bdi_ready = step == WORDS && ready;

  // The answer to an empty text is none.
  logic out_valid, out_ready;
  assign bdo_valid = out_valid && step != EMPTY;
  assign out_ready = bdo_ready || step == EMPTY;

  logic taken;
  assign taken = valid && ready;
  always_ff @(posedge clk or posedge rst) begin
    if (rst) begin
      step <= WAIT;
      auth_valid <= 0;
    end else begin
      if (auth_ready || begins) auth_valid <= 0;
      if (done && running == DECRYPT) auth_valid <= 1;
      case (step)
        WAIT: if (begins) step <= mode == ENCRYPT || mode == DECRYPT ? KEY_0 : WORDS;
        KEY_0: if (taken) step <= KEY_1;
        KEY_1: if (taken) step <= WORDS;
        WORDS:
          if (done) step <= WAIT;
          else if (taken && bdi_eoi && bdi_type != text) step <= EMPTY;
        EMPTY: if (taken) step <= running == DECRYPT ? WORDS : REST;
        default: if (done) step <= WAIT;
      endcase
    end
  end
  always_ff @(posedge clk) begin
    if (begins) running <= mode;
    if (done) auth <= !wrong;
    if (key_ready && key_valid && step == KEY_0) key_0 <= key;
    if (key_ready && key_valid && step == KEY_1) key_1 <= key;
  end

  // A cxof's words of associated data are its string.
  logic [3:0] user;
  assign user = running == CXOF && kind == 4'd3 ? 4'd8 : kind;
  lascon_top core (
    .clk(clk),
    .rst(rst),
    .mode_i(lascon_pkg::lascon_mode_t'(now)),
    .xof_len_i(32'd0),
    .start_i(begins),
    .abort_i(out_valid && out_ready && bdo_last),
    .busy_o(busy),
    .done_o(done),
    .tag_fail_o(wrong),
    .s_axis_tdata(data),
    .s_axis_tkeep(bytes),
    .s_axis_tuser(user),
    .s_axis_tlast(last),
    .s_axis_tvalid(valid),
    .s_axis_tready(ready),
    .m_axis_tdata(bdo),
    .m_axis_tkeep(),
    .m_axis_tuser(),
    .m_axis_tlast(),
    .m_axis_tvalid(out_valid),
    .m_axis_tready(out_ready)
  );
endmodule

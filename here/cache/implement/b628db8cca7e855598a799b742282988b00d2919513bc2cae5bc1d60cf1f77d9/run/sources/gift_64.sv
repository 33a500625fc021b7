module gift_64 (
    input wire clk,
    input wire rst,
    input wire in_valid,
    input wire [127:0] in_key,
    input wire [63:0] in_plaintext,
    input wire out_ready,
    output wire in_ready,
    output wire out_valid,
    output wire [63:0] out_ciphertext
);
  wire result_is_free;
  reg active;
  reg busy;
  wire start;
  wire [15:0] s0_in;
  reg idle;
  reg [15:0] s0;
  wire [15:0] s0_out;
  wire [15:0] s1_in;
  reg [15:0] s1;
  wire [15:0] s1_out;
  wire [15:0] s2_in;
  reg [15:0] s2;
  wire [15:0] s2_out;
  wire [15:0] s3_in;
  reg [15:0] s3;
  wire [15:0] s3_out;
  wire [127:0] key_in;
  reg [127:0] key;
  wire [127:0] key_out;
  wire [5:0] constant_in;
  reg [5:0] constant;
  wire [5:0] constant_out;
  wire [15:0] s0_in_2;
  wire [15:0] s1_in_2;
  wire [15:0] s2_in_2;
  wire [15:0] s3_in_2;
  wire [127:0] key_in_2;
  wire [5:0] constant_in_2;
  wire finished_out;
  gift_64_load load (
      .key_in(in_key),
      .plaintext_in(in_plaintext),
      .s0_out(s0_out),
      .s1_out(s1_out),
      .s2_out(s2_out),
      .s3_out(s3_out),
      .key_out(key_out),
      .constant_out(constant_out)
  );
  gift_64_step0 step0 (
      .s0_in(s0_in),
      .s1_in(s1_in),
      .s2_in(s2_in),
      .s3_in(s3_in),
      .key_in(key_in),
      .constant_in(constant_in),
      .s0_out(s0_in_2),
      .s1_out(s1_in_2),
      .s2_out(s2_in_2),
      .s3_out(s3_in_2),
      .key_out(key_in_2),
      .constant_out(constant_in_2)
  );
  gift_64_finished finished (
      .finished(finished_out),
      .constant_in(constant_in_2)
  );
  gift_64_result result (
      .s0_in(s0),
      .s1_in(s1),
      .s2_in(s2),
      .s3_in(s3),
      .ciphertext_out(out_ciphertext)
  );
  assign result_is_free = ~active | out_ready;
  assign start = in_valid & ~busy & result_is_free;
  assign s0_in = idle ? s0_out : s0;
  assign s1_in = idle ? s1_out : s1;
  assign s2_in = idle ? s2_out : s2;
  assign s3_in = idle ? s3_out : s3;
  assign key_in = ~busy ? key_out : key;
  assign constant_in = ~busy ? constant_out : constant;
  assign in_ready = ~busy & result_is_free;
  assign out_valid = active & ~busy;
  always_ff @(posedge clk) begin
    if (rst) active <= 1'b0;
    else if (start) active <= 1'b1;
    else if (out_valid & out_ready) active <= 1'b0;
  end
  always_ff @(posedge clk) begin
    if (rst) idle <= 1'b1;
    else if (start | busy) idle <= finished_out;
  end
  always_ff @(posedge clk) begin
    if (rst) busy <= 1'b0;
    else if (start | busy) busy <= ~finished_out;
  end
  always_ff @(posedge clk) begin
    if (start | busy) s0 <= s0_in_2;
  end
  always_ff @(posedge clk) begin
    if (start | busy) s1 <= s1_in_2;
  end
  always_ff @(posedge clk) begin
    if (start | busy) s2 <= s2_in_2;
  end
  always_ff @(posedge clk) begin
    if (start | busy) s3 <= s3_in_2;
  end
  always_ff @(posedge clk)
    key <= key_in_2;
  always_ff @(posedge clk)
    constant <= constant_in_2;
endmodule

module gift_64_load (
    input wire [127:0] key_in,
    input wire [63:0] plaintext_in,
    output wire [15:0] s0_out,
    output wire [15:0] s1_out,
    output wire [15:0] s2_out,
    output wire [15:0] s3_out,
    output wire [127:0] key_out,
    output wire [5:0] constant_out
);
  assign s0_out = {plaintext_in[60], plaintext_in[56], plaintext_in[52], plaintext_in[48],
      plaintext_in[44], plaintext_in[40], plaintext_in[36], plaintext_in[32], plaintext_in[28],
      plaintext_in[24], plaintext_in[20], plaintext_in[16], plaintext_in[12], plaintext_in[8],
      plaintext_in[4], plaintext_in[0]};
  assign s1_out = {plaintext_in[61], plaintext_in[57], plaintext_in[53], plaintext_in[49],
      plaintext_in[45], plaintext_in[41], plaintext_in[37], plaintext_in[33], plaintext_in[29],
      plaintext_in[25], plaintext_in[21], plaintext_in[17], plaintext_in[13], plaintext_in[9],
      plaintext_in[5], plaintext_in[1]};
  assign s2_out = {plaintext_in[62], plaintext_in[58], plaintext_in[54], plaintext_in[50],
      plaintext_in[46], plaintext_in[42], plaintext_in[38], plaintext_in[34], plaintext_in[30],
      plaintext_in[26], plaintext_in[22], plaintext_in[18], plaintext_in[14], plaintext_in[10],
      plaintext_in[6], plaintext_in[2]};
  assign s3_out = {plaintext_in[63], plaintext_in[59], plaintext_in[55], plaintext_in[51],
      plaintext_in[47], plaintext_in[43], plaintext_in[39], plaintext_in[35], plaintext_in[31],
      plaintext_in[27], plaintext_in[23], plaintext_in[19], plaintext_in[15], plaintext_in[11],
      plaintext_in[7], plaintext_in[3]};
  assign key_out = key_in;
  assign constant_out = 6'h1;
endmodule

module gift_64_step0 (
    input wire [15:0] s0_in,
    input wire [15:0] s1_in,
    input wire [15:0] s2_in,
    input wire [15:0] s3_in,
    input wire [127:0] key_in,
    input wire [5:0] constant_in,
    output wire [15:0] s0_out,
    output wire [15:0] s1_out,
    output wire [15:0] s2_out,
    output wire [15:0] s3_out,
    output wire [127:0] key_out,
    output wire [5:0] constant_out
);
  wire [15:0] s0;
  wire [15:0] s3;
  wire [15:0] s0_2;
  wire [15:0] s1;
  wire [15:0] s1_2;
  wire [15:0] s2;
  wire [15:0] s3_2;
  wire [127:0] key;
  wire [5:0] constant;
  wire [15:0] _2_;
  wire [15:0] _5_;
  // sub_cells: Section 2.1, SubCells, as the circuit of section 3.3 and of GIFT-COFB 2.3.1: 4
  // nonlinear
  assign s0 = s0_in ^ (_2_ & s3_in);
  assign s3 = ~(s3_in ^ _5_);
  // add_round_key: Section 2.1, AddRoundKey: U and V of the key state to two planes; the
  // constant, and a 1 at
  assign s0_2 = {s3[13], s3[9], s3[5], s3[1], s3[14], s3[10], s3[6], s3[2], s3[15], s3[11], s3[7],
      s3[3], s3[12], s3[8], s3[4], s3[0]} ^ key_in[15:0];
  assign s1 = _2_ ^ s3_in ^ _5_;
  assign s1_2 = {s1[14], s1[10], s1[6], s1[2], s1[15], s1[11], s1[7], s1[3], s1[12], s1[8], s1[4],
      s1[0], s1[13], s1[9], s1[5], s1[1]} ^ key_in[31:16];
  assign s2 = _5_ ^ (s0 & s1);
  assign s3_2 = {~s0[12], s0[8], s0[4], s0[0], s0[13], s0[9], s0[5], s0[1], s0[14], s0[10],
      {s0[6], s0[2], s0[15], s0[11], s0[7], s0[3]} ^ constant_in};
  // update_key: Section 2.1, key schedule: k7 || … || k0 to (k1 >>> 2) || (k0 >>> 12) || k7 || …
  // || k2.
  assign key = {key_in[17:16], key_in[31:18], key_in[11:0], key_in[15:12], key_in[127:32]};
  // update_constant: Section 2.1, round constants: c5 || … || c0 to c4 || … || c0 || c5 ^ c4 ^ 1.
  assign constant = {constant_in[4:0], ~(constant_in[5] ^ constant_in[4])};
  assign s0_out = s0_2;
  assign s1_out = s1_2;
  assign s2_out = {s2[15], s2[11], s2[7], s2[3], s2[12], s2[8], s2[4], s2[0], s2[13], s2[9],
      s2[5], s2[1], s2[14], s2[10], s2[6], s2[2]};
  assign s3_out = s3_2;
  assign key_out = key;
  assign constant_out = constant;
  assign _2_ = s1_in ^ (s0_in & s2_in);
  assign _5_ = s2_in ^ (s0 | _2_);
endmodule

module gift_64_finished (
    input wire [5:0] constant_in,
    output wire finished
);
  assign finished = constant_in[0] & constant_in[1] & constant_in[2] & ~constant_in[3] &
      constant_in[4] & ~constant_in[5];
endmodule

module gift_64_result (
    input wire [15:0] s0_in,
    input wire [15:0] s1_in,
    input wire [15:0] s2_in,
    input wire [15:0] s3_in,
    output wire [63:0] ciphertext_out
);
  assign ciphertext_out = {s3_in[15], s2_in[15], s1_in[15], s0_in[15], s3_in[14], s2_in[14],
      s1_in[14], s0_in[14], s3_in[13], s2_in[13], s1_in[13], s0_in[13], s3_in[12], s2_in[12],
      s1_in[12], s0_in[12], s3_in[11], s2_in[11], s1_in[11], s0_in[11], s3_in[10], s2_in[10],
      s1_in[10], s0_in[10], s3_in[9], s2_in[9], s1_in[9], s0_in[9], s3_in[8], s2_in[8], s1_in[8],
      s0_in[8], s3_in[7], s2_in[7], s1_in[7], s0_in[7], s3_in[6], s2_in[6], s1_in[6], s0_in[6],
      s3_in[5], s2_in[5], s1_in[5], s0_in[5], s3_in[4], s2_in[4], s1_in[4], s0_in[4], s3_in[3],
      s2_in[3], s1_in[3], s0_in[3], s3_in[2], s2_in[2], s1_in[2], s0_in[2], s3_in[1], s2_in[1],
      s1_in[1], s0_in[1], s3_in[0], s2_in[0], s1_in[0], s0_in[0]};
endmodule

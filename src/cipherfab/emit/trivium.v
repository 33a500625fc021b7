// SPDX-License-Identifier: Apache-2.0
// @TOP@ with random bits of its own: @BITS@ in each clock, of @COUNT@ instances of the stream cipher Trivium (C. De Canniere,
// B. Preneel, "Trivium", eSTREAM portfolio, 2008; ISO/IEC 29192-3), 64 bits each, under one key and with the number of the
// instance as IV. Written by cipherfab.
//
// ASSUMPTION: the masking of @TOP@ needs uniform bits that are independent of all else. In their place stand streams of
// Trivium, which nobody tells from such bits who does not know the key: as long as `seed` is 80 uniform bits that are secret,
// new after each power-up and never used again, for at most 2^64 bits of each instance. What is not protected: the generator
// itself leaks. Probes, traces of its power and faults on its state or its key are in no check of cipherfab's.
module @TOP@_trivium #(
    parameter [79:0] IV = 80'd0
) (
    input wire clk,
    input wire load,
    input wire [79:0] key,
    output wire [63:0] stream
);
  // Bit n is s(n + 1) of the specification. 64 steps in a clock: bit 63 of a slice is its tap in the first of them.
  reg [287:0] s;
  wire [63:0] a = s[65:2] ^ s[92:29];
  wire [63:0] b = s[161:98] ^ s[176:113];
  wire [63:0] c = s[242:179] ^ s[287:224];
  wire [63:0] z = a ^ b ^ c;
  wire [63:0] to_b = a ^ (s[90:27] & s[91:28]) ^ s[170:107];
  wire [63:0] to_c = b ^ (s[174:111] & s[175:112]) ^ s[263:200];
  wire [63:0] to_a = c ^ (s[285:222] & s[286:223]) ^ s[68:5];
  always @(posedge clk) begin
    if (load) s <= {3'b111, 112'd0, IV, 13'd0, key};
    else s <= {s[223:177], to_c, s[112:93], to_b, s[28:0], to_a};
  end
  genvar n;
  generate
    for (n = 0; n < 64; n = n + 1) begin : gen_stream
      assign stream[n] = z[63-n];
    end
  endgenerate
endmodule

// All instances, with the seed as their key: @BITS@ new bits in each clock, from the 18th behind `load` on.
module @TOP@_random_bits (
    input wire clk,
    input wire load,
    input wire [79:0] seed,
    output wire [@NEEDED@:0] bits
);
  wire [@LAST@:0] stream;
  assign bits = stream[@NEEDED@:0];
  genvar n;
  generate
    for (n = 0; n < @COUNT@; n = n + 1) begin : gen_generators
      @TOP@_trivium #(
          .IV(n)
      ) generator (
          .clk(clk),
          .load(load),
          .key(seed),
          .stream(stream[64*n+:64])
      );
    end
  endgenerate
endmodule

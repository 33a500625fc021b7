// SPDX-License-Identifier: Apache-2.0
// Types and functions of GIFT-64-128.
package gift64_pkg;
  localparam int ROUNDS = 28;
  typedef logic [15:0][3:0] state_t;
  typedef struct packed { logic [127:0] key; logic [5:0] constant; state_t cells; } all_t;

  function automatic logic [3:0] sbox(logic [3:0] x);
    localparam logic [15:0][3:0] TABLE = 64'hE805_7BD2_93F6_C4A1;
    return TABLE[x];
  endfunction

  function automatic all_t gift_round(all_t old);
    all_t found;
    logic [63:0] from, to;
    found.constant = {old.constant[4:0], old.constant[5] ~^ old.constant[4]};
    for (int i = 0; i < 16; i++) from[4*i +: 4] = sbox(old.cells[i]);
    for (int i = 0; i < 64; i++) to[4 * (i / 16) + 16 * ((3 * ((i % 16) / 4) + (i % 4)) % 4) + (i % 4)] = from[i];
    for (int i = 0; i < 16; i++) to[4*i +: 2] ^= {old.key[16 + i], old.key[i]};
    for (int i = 0; i < 6; i++) to[4*i + 3] ^= found.constant[i];
    to[63] ^= 1'b1;
    found.cells = to;
    found.key = {old.key[17:16], old.key[31:18], old.key[11:0], old.key[15:12], old.key[127:32]};
    return found;
  endfunction

  function automatic logic [63:0] swapped(logic [63:0] x);
    return {<<8{x}};
  endfunction
endpackage

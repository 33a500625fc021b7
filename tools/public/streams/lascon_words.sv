// SPDX-License-Identifier: Apache-2.0
// Ours: lascon_words, bytes of a word as SP 800-232 has them, for the mends of lascon-ip.toml.

package lascon_words;
  // The bits of the bytes that are there; bit 0 of keep is for the first byte, the lowest one.
  function automatic logic [63:0] bytes(input logic [7:0] keep);
    for (int n = 0; n < 8; n++) bytes[8 * n +: 8] = {8{keep[n]}};
  endfunction

  // The lowest bit of the first byte that is not there; 0 if all are (Appendix A.2).
  function automatic logic [63:0] padding(input logic [7:0] keep);
    padding = 0;
    for (int n = 0; n < 8; n++) padding[8 * n] = ~keep[n] & (n == 0 || keep[n == 0 ? 0 : n - 1]);
  endfunction
endpackage

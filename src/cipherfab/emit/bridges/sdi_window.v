// SPDX-License-Identifier: Apache-2.0
// Words of keys that the bus writes.
  wire [@WIDTH@-1:0] sdi_in;
  genvar sdi_lane;
  generate
    for (sdi_lane = 0; sdi_lane < @BYTES@; sdi_lane = sdi_lane + 1) begin : gen_sdi_lanes
      assign sdi_in[8*(@BYTES@-1-sdi_lane)+:8] = sdi_bytes[8*sdi_lane+:8];
    end
  endgenerate
@QUEUE@
  wire sdi_lost = sdi_write & (core_rst | ~sdi_in_ready);
  wire [7:0] sdi_space = 8'(Depth - sdi_level);

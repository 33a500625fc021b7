// SPDX-License-Identifier: Apache-2.0
// What the master that has the core asks.
@SIGNALS@
  // One bit for each master, 1 for the one that has the core; a claim counts for the access behind it already.
  reg [@HIGH@:0] owner;
  wire nobody = owner == 0;
  wire [@HIGH@:0] mine = nobody ? claims & (~claims + 1'b1) : owner & ~releases;
  always_ff @(posedge @CLOCK@) begin
    if (@RESET@) owner <= 0;
    else owner <= mine;
  end

  wire [@HIGH@:0] refused = ~mine & (@REFUSED@);

  // Who gives the core up leaves nothing in it, and no key in use.
  wire reset_asked = |(owner & (resets | releases));
  wire pdi_write = |(mine & pdi_writes);
@SDI_WRITE@  wire do_read = |(mine & do_reads);
@CHOSEN@
  assign irq = {
    @IRQS@
  };

// SPDX-License-Identifier: Apache-2.0
// What the only master asks.
  wire reset_asked = from_registers.CONTROL.reset.value;
  wire pdi_write = from_registers.PDI.req;
  wire [31:0] pdi_bytes = from_registers.PDI.wr_data & from_registers.PDI.wr_biten;
@SDI_ASKED@  wire do_read = from_registers.DO.req;
  wire [7:0] pdi_burst = from_registers.THRESHOLD.pdi.value;
  wire [7:0] do_burst = from_registers.THRESHOLD.do_level.value;
  assign irq = from_registers.INTERRUPT.intr;
